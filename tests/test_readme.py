"""The README and the pages of the games tell the truth: their code is run, in order, page by page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from code_blocks import ROOT, blocks, run

import plyboard

PAGES = [
    "README.md",
    "docs/library.md",
    "docs/players.md",
    "docs/protocols.md",
    "docs/records.md",
    *(f"docs/games/{name}.md" for name in plyboard.games()),
]

# There are no wheels of them for every platform.
PEERS = ("pettingzoo", "pyspiel")


@pytest.mark.parametrize("page", PAGES)
def test_the_python_on_a_page_does_what_it_says(page: str) -> None:
    names: dict[str, Any] = {}
    for block in blocks(page, "python"):
        for peer in PEERS:
            if peer in block:
                pytest.importorskip(peer, reason=f"{peer} is not installed (extra `rl`)")
        run(block, names, page)


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_on_a_page_print_what_it_says(page: str, tmp_path: Path) -> None:
    command = tmp_path / "plyboard"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m plyboard "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    for line, output in (step for block in blocks(page, "console") for step in steps(block)):
        shell = subprocess.run(
            ["bash", "-c", line],
            env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert shell.stdout.rstrip() == output.rstrip(), line


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.parametrize("page", [*PAGES, "docs/add-a-game.md"])
def test_the_links_on_a_page_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert "://" in link or ((ROOT / page).parent / link).exists(), link


def test_every_game_has_a_page_with_its_start() -> None:
    for name in plyboard.games():
        page = (ROOT / f"docs/games/{name}.md").read_text(encoding="utf-8")
        assert f"`{plyboard.game(name).start()}`" in page
