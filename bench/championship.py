"""Holds the house championship and writes its tables and plots into docs/strength.md.

The games are kept in build/championship.txt, and those of the championship before in build/championship.old.txt. With
--resume the games that are there are not played again: for going on after an interruption.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from plyboard.arena.report import PLOTS, overview
from plyboard.arena.runner import Runner, SavedGames
from plyboard.arena.settings import load
from plyboard.arena.tables import Section
from plyboard.arena.tournament import Tournament

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "build" / "championship.txt"
PAGE = ROOT / "docs" / "strength.md"
PICTURES = ROOT / "docs" / "pictures" / "strength"
MARK = "<!-- What follows is written by bench/championship.py. -->\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold the house championship and write docs/strength.md.")
    parser.add_argument("--resume", action="store_true", help="go on with the games of an interrupted championship")
    resume = parser.parse_args().resume
    GAMES.parent.mkdir(exist_ok=True)
    if not resume and GAMES.exists():  # Players may have changed: their old games tell nothing about them.
        GAMES.replace(GAMES.with_suffix(".old.txt"))
    sections = held(Runner(saved=SavedGames(GAMES, resume)))
    PICTURES.mkdir(exist_ok=True)
    for section in sections:
        for name, draw, _ in PLOTS:
            (PICTURES / f"{section.game}-{name}.svg").write_text(draw(section) + "\n", encoding="utf-8")
    said = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    PAGE.write_text(said + MARK + markdown(sections), encoding="utf-8")


def held(runner: Runner) -> list[Section]:
    """The tables of the championship."""
    title, described = load(ROOT / "bench" / "championship.toml", {})
    tournaments: list[Tournament] = []
    for settings in described:
        one = Tournament(settings, title, 1 + sum(len(other.records) for other in tournaments))
        tournaments.append(one)
        for _ in one.play(runner):
            if len(one.records) % 50 == 0:
                print(f"{settings.game}: {len(one.records)} of {one.expected} games", flush=True)
    return [one.section() for one in tournaments]


def markdown(sections: Sequence[Section]) -> str:
    """The tables, and where the plots are."""
    lines = ["", "## Elo in each game", ""]
    titles = [section.title for section in sections]
    lines += table(["player", *titles], ([player, *ratings] for player, ratings in overview(sections)))
    for section in sections:
        lines += ["", f"## {section.title}", ""]
        lines += table(section.columns(), map(section.cells, section.rows))
        for note in section.notes():
            lines += ["", note]
        for name, _, caption in PLOTS:
            lines += ["", f"![{caption}](pictures/strength/{section.game}-{name}.svg)", "", caption]
        lines += ["", "How the games ended:", ""]
        lines += table(["games", "end"], ([str(count), reason] for reason, count in section.ends()))
    return "\n".join([*lines, ""])


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown; texts stand on the left, figures on the right."""
    sides = ["---" if column in ("player", "end") else "--:" for column in columns]
    code = columns.index("player") if "player" in columns else None
    marked = ([f"`{cell}`" if place == code else cell for place, cell in enumerate(row)] for row in rows)
    return [f"| {' | '.join(row)} |" for row in (columns, sides, *marked)]


if __name__ == "__main__":
    main()
