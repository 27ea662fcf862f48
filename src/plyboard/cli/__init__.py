"""The command `plyboard`: this file runs it, the others hold its commands, each where it belongs."""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

import plyboard
from plyboard.cli import arena, library, play, protocols, records, rules, tournament, train, web
from plyboard.cli.common import app
from plyboard.rules.core import PlyboardError

__all__ = ["app", "arena", "library", "main", "play", "protocols", "records", "rules", "tournament", "train", "web"]


def main() -> NoReturn:
    """Run the command; whatever a user gets wrong is one line and exit code 2."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # The shell has closed it, as in `plyboard games <&-`.
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open as long as the program runs)
        # Whatever bytes come in or characters go out, they are shown as well as can be instead of ending the program.
        getattr(sys, name).reconfigure(errors="backslashreplace")
    try:
        code = app(prog_name="plyboard", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(
            f"{error.format_message().removesuffix('.')}: see plyboard --help; a text with spaces needs quotes"
        )
    except PlyboardError as error:
        code = _complain(str(error))
    except (BrokenPipeError, SystemExit):  # Typer makes the second of the first. The reader has gone: nobody to tell.
        _write_no_more()
        code = 0
    except OSError as error:
        _write_no_more()
        code = _complain(f"cannot write: {error.strerror}")
    sys.exit(code)


def _write_no_more() -> None:
    """What is left to write has no place to go, and must not fail once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    print("plyboard:", " ".join(message.split()), file=sys.stderr)
    return 2


def _version(wanted: bool) -> None:
    if wanted:
        print(f"plyboard {plyboard.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def plyboard_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Five board games, one way to play them.

    Begin with `plyboard games` to see what there is and `plyboard play` to play.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
