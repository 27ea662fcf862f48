"""What the forms that start runs have in common."""

from __future__ import annotations

from collections.abc import Mapping

from plyboard.rules.core import PlyboardError, clip


class BadForm(PlyboardError):
    """A form that is filled in wrongly."""


def whole_number(form: Mapping[str, str], name: str, usual: int) -> int:
    """The number in a field, or the usual one where it is empty."""
    said = form.get(name, "").strip() or str(usual)
    if not (said.isascii() and said.isdigit()):
        raise BadForm(f"{name} is {clip(said)}, it must be a whole number")
    return int(said[:12])
