"""The command that starts the web app."""

from __future__ import annotations

from typing import Annotated

import typer

from plyboard.cli.common import app, say_if_slow


@app.command()
def web(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8765,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes serve.")] = 1,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The database of the games; without it, the usual one.", show_default=False),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Play, watch and study games in the browser.

    Examples:

    - `plyboard web`
    - `plyboard web --host 0.0.0.0 --port 8000 --workers 2 --no-browser`
    """
    from plyboard.web.serve import serve  # Slow to import, and only needed here.

    say_if_slow()
    serve(host, port, workers, database, browser)
