"""Tournaments described in TOML files."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import plyboard
from plyboard.arena.settings import BadTournament, Settings, load

WHOLE = """
title = "A cup"
game = "raichu"
players = ["greedy", "random", "alphabeta"]
options = { size = 10 }
format = "swiss"
games = 4
rounds = 2
openings = "random:3"
time = "0.5"
seed = 7
anchor = "alphabeta"
max_plies = 300
"""


def written(path: Path, content: str) -> Path:
    file = path / "cup.toml"
    file.write_text(content, encoding="utf-8")
    return file


def test_a_file_can_say_everything(tmp_path: Path) -> None:
    title, (found,) = load(written(tmp_path, WHOLE), {})
    assert title == "A cup"
    assert found == Settings(
        game="raichu",
        players=("greedy", "random", "alphabeta:time=0.5"),
        options={"size": 10},
        format="swiss",
        games=4,
        rounds=2,
        openings="random:3",
        time="0.5",
        seed=7,
        anchor="alphabeta:time=0.5",
        max_plies=300,
    )
    assert all(f"\n{part.name} = " in WHOLE for part in fields(Settings))


def test_what_stands_above_holds_for_all_and_what_is_given_goes_first(tmp_path: Path) -> None:
    content = """
    players = ["greedy", "random"]
    games = 6
    [[tournament]]
    game = "hiya"
    [[tournament]]
    game = "hive"
    games = 8
    players = ["random", "minimax:depth=1"]
    """
    title, found = load(written(tmp_path, content), {"seed": 3})
    assert title == "cup"
    assert [(one.game, one.games, one.players, one.seed) for one in found] == [
        ("hiya", 6, ("greedy", "random"), 3),
        ("hive", 8, ("random", "minimax:depth=1"), 3),
    ]
    assert [one.games for one in load(tmp_path / "cup.toml", {"games": 2})[1]] == [2, 2]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('game = "raichu"', ""), "a tournament needs a game"),
        (('game = "raichu"', 'game = "go"'), "no game .*'go'"),
        (('"greedy", ', '"greeedy", '), "greeedy"),
        (('"greedy", ', '"human", '), "nobody asks a human"),
        (('"greedy", ', '"random", '), "'random' is there twice"),
        (('["greedy", "random", "alphabeta"]', '["greedy"]'), "at least two players"),
        (('["greedy", "random", "alphabeta"]', '"greedy"'), "players is 'greedy', it must be a list"),
        (('["greedy", "random", "alphabeta"]', "[1, 2]"), "players is .*, it must be a list"),
        (("size = 10", "size = 9"), "9"),
        (("size = 10", "length = 10"), "Raichu has no option 'length'"),
        (('"swiss"', '"league"'), "no format 'league'; the formats are round-robin, gauntlet, swiss, knockout"),
        (('"swiss"', '"knockout"'), "rounds are for a Swiss tournament; a knockout has as many as it needs"),
        (("games = 4", "games = 3"), "games is 3, it must be even"),
        (("games = 4", "games = 0"), "games is 0, it must be at least 2"),
        (("games = 4", "games = true"), "games is True, it must be a whole number"),
        (("games = 4", "gmes = 4"), "no setting 'gmes'. Did you mean games?"),
        (('time = "0.5"', "time = 0.5"), 'time is 0.5, it must be a text, as in "0.1"'),
        (('time = "0.5"', 'time = "soon"'), "the time is 'soon'"),
        (('anchor = "alphabeta"', 'anchor = "mcts"'), "the anchor 'mcts:time=0.5' is not among the players"),
        (('"random:3"', '"hive"'), "the openings hive are for hive, not for raichu"),
        (('title = "A cup"', "title = 3"), "title is 3, it must be a text"),
        (('title = "A cup"', "tournament = 3"), r"begins with \[\[tournament\]\]"),
        (('title = "A cup"', "= 3"), "cup.toml is no TOML file: .*line 2"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    file = written(tmp_path, WHOLE.replace(*change))
    with pytest.raises(BadTournament, match=complaint):
        load(file, {})


def test_the_file_in_the_documentation_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "arena.md").read_text(encoding="utf-8")
    title, found = load(written(tmp_path, page.partition("```toml")[2].partition("```")[0]), {})
    assert title == "Spring cup"
    assert [(one.game, one.format) for one in found] == [("hive", "round-robin"), ("raichu", "swiss")]


def test_the_house_championship_can_be_held() -> None:
    _, found = load(Path(__file__).parent.parent / "bench" / "championship.toml", {})
    assert [one.game for one in found] == plyboard.games()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadTournament, match=r"cannot read .*: No such file"):
        load(tmp_path / "none.toml", {})
