"""How a server is set up. Worker processes are told through the environment."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Any

VARIABLE = "PLYBOARD_WEB"


@dataclass(frozen=True)
class Settings:
    """What may be chosen about a server."""

    database: str | None = None
    """The URL of the database; None for the usual one."""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """The names under which the server answers; ("*",) for any."""
    searches: int = max(1, (os.cpu_count() or 2) - 1)
    """How many searches a process may run at once."""

    @property
    def local(self) -> bool:
        """Whether only this machine is served, so that whoever asks is its user."""
        return self.hosts == Settings.hosts

    def to_environment(self) -> None:
        """Let processes that are started from now on know."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """What the process that started this one has chosen."""
        known: dict[str, Any] = json.loads(os.environ[VARIABLE])
        return cls(**known | {"hosts": tuple(known["hosts"])})
