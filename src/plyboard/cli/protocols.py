"""Commands that speak a protocol with other programs."""

from __future__ import annotations

from plyboard.cli.common import Begins, Expansions, GameName, Size, app, position_of
from plyboard.protocols import ugi as ugi_protocol
from plyboard.protocols import uhp as uhp_protocol


@app.command()
def ugi(game: GameName, size: Size = None, expansions: Expansions = None, begins: Begins = None) -> None:
    """Speak the Universal Game Interface with a match runner such as cutegames.

    Examples:

    - `plyboard ugi pincer`
    - `plyboard ugi raichu --size 10`
    """
    ugi_protocol.serve(*position_of(game, None, size=size, expansions=expansions, first=begins))


@app.command()
def uhp() -> None:
    """Speak the Universal Hive Protocol with a Hive viewer or match runner such as MzingaViewer.

    Example: `plyboard uhp`
    """
    uhp_protocol.serve()
