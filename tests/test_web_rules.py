"""The rules pages: every lesson shows what it says, and the boards are answered by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyboard
from plyboard.rules.core import IllegalMove, Position
from plyboard.web.app import create_app
from plyboard.web.boards import state
from plyboard.web.rules_lessons import Lesson, guide
from plyboard.web.settings import Settings

LESSONS = {(game, lesson.name): lesson for game in plyboard.games() for lesson in guide(game).lessons}


def begin(game: str, name: str) -> Position:
    return plyboard.game(game, "python").parse(LESSONS[game, name].position)


# Where the piece goes about which a lesson is, all the places: in Hive with the piece, elsewhere with its square.
GOES = {
    ("hiya", "ninja"): "c2b3 c2a4 c2d3 c2e4 c2f5 c2g6",
    ("hiya", "samurai"): "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8",
    ("hiya", "minis"): "b3a4 b3c4 f3f4",
    ("hiya", "attack"): "e2e3 e2e4 e2e5",
    ("hiya", "minis-leave"): "e2e3 e2e4 e2e5",
    ("hiya", "backward"): "d5c6 d5b7 d5a8 d5e6 d5f7 d5g8 d5b3",
    ("hiya", "sideways"): "f4f5 f4f6 f4f7 f4f8 f4b4",
    ("hiya", "king"): "b5a6 b5c6 b5d7 b5e8",
    ("hiya", "stuck"): "e3d4 e3f4",
    ("ricocheckers", "slide"): "e6e11 e6a6",
    ("ricocheckers", "walls"): "c9c11 c9g9 c9c6 c9a9",
    ("ricocheckers", "pieces"): "c9c11 c9g9 c9c6 c9a9",
    ("ricocheckers", "goal"): "k6g6 k6k7 k6k1",
    ("pincer", "turn"): "a7b7 a7a6",
    ("pincer", "between"): "e4e5 e4e3 e4d4 e4f4",
    ("pincer", "wall"): "c4c5 c4c3 c4b4 c4d4",
    ("pincer", "run"): "f4f5 f4f3 f4e4 f4g4",
    ("pincer", "together"): "b3b4 b3b2 b3a3 b3c3",
    ("pincer", "end"): "c4c5 c4c3 c4b4 c4d4",
    ("raichu", "pichu"): "d6c5 d6e5",
    ("raichu", "pichu-jumps"): "d6f4",
    ("raichu", "pikachu"): "d6d5 d6d4 d6c6 d6b6 d6e6 d6f6",
    ("raichu", "pikachu-jumps"): "d6d4 d6d3 d6g6 d6e6 d6c6 d6b6",
    ("raichu", "raichu"): (
        "d5c4 d5b3 d5a2 d5d4 d5d3 d5d1 d5e4 d5f3 d5g2 d5h1 d5c5 d5b5 d5a5 d5e5 d5f5 d5h5 d5c6 d5d6 d5d7 d5d8 d5e6 d5g8"
    ),
    ("raichu", "promotion"): "e2d1 e2f1",
    ("raichu", "end"): "d5d3 d5d2 d5c5 d5b5 d5e5 d5f5",
    ("hive", "queen"): r"wQ \wS1, wQ /wS1",
    ("hive", "spider"): r"wS1 wQ-, wS1 wA1\ ",
    ("hive", "grasshopper"): "wG1 bA1-",
    ("hive", "beetle"): r"wB1 \wQ, wB1 /wQ, wB1 wQ",
    ("hive", "ladybug"): r"wL /wQ, wL wQ-, wL wG1\, wL /wG1",
}

# What the moves of a lesson do: whom they take, whom they change, and who wins.
NOTHING: dict[str, Any] = {"taken": [], "changed": [], "winner": "nobody yet"}
DOES: dict[tuple[str, str, str], dict[str, Any]] = {
    ("hiya", "attack", "e2e5"): {"changed": ["e6"]},
    ("hiya", "minis-leave", "e2e5"): {"taken": ["e6"]},
    ("hiya", "backward", "d5b3"): {"taken": ["b4"]},
    ("hiya", "sideways", "f4b4"): {"taken": ["b5"]},
    ("hiya", "king", "b5d7"): {"taken": ["d8"], "winner": 0},
    ("hiya", "stuck", "e3d4"): {"winner": 0},
    ("hiya", "stuck", "e3f4"): {"winner": 0},
    ("ricocheckers", "goal", "k6g6"): {"winner": 0},
    ("pincer", "between", "e4d4"): {"taken": ["c4"]},
    ("pincer", "wall", "c4b4"): {"taken": ["a4"]},
    ("pincer", "run", "f4e4"): {"taken": ["c4", "d4"]},
    ("pincer", "together", "b3b4"): {"taken": ["a4", "b4"]},
    ("pincer", "end", "c4b4"): {"taken": ["a4"], "winner": 0},
    ("pincer", "count", "b5b6"): {"winner": None},
    ("pincer", "count", "e3e4"): {"winner": None},
    ("raichu", "pichu-jumps", "d6f4"): {"taken": ["e5"]},
    ("raichu", "pikachu-jumps", "d6d4"): {"taken": ["d5"]},
    ("raichu", "pikachu-jumps", "d6d3"): {"taken": ["d5"]},
    ("raichu", "pikachu-jumps", "d6g6"): {"taken": ["f6"]},
    ("raichu", "raichu", "d5d1"): {"taken": ["d2"]},
    ("raichu", "raichu", "d5h5"): {"taken": ["g5"]},
    ("raichu", "raichu", "d5g8"): {"taken": ["f7"]},
    ("raichu", "promotion", "e2d1"): {"changed": ["d1"]},
    ("raichu", "promotion", "e2f1"): {"changed": ["f1"]},
    ("raichu", "promotion", "c3c1"): {"changed": ["c1"]},
    ("raichu", "end", "d5d3"): {"taken": ["d4"], "winner": 0},
    ("raichu", "end", "d5d2"): {"taken": ["d4"], "winner": 0},
    ("hive", "surrounded", "bG2 /bA1"): {"winner": 1},
}


@pytest.mark.parametrize(("game", "name"), GOES)
def test_the_piece_of_a_lesson_goes_where_it_says(game: str, name: str) -> None:
    said = {move.strip() for move in (GOES[game, name].split(",") if game == "hive" else GOES[game, name].split())}
    begins = {move.split()[0] if game == "hive" else move[:2] for move in said}
    moves = begin(game, name).moves()
    assert {move for move in moves if (move.split()[0] if game == "hive" else move[:2]) in begins} == said


@pytest.mark.parametrize(
    ("game", "name", "move"), [(game, name, move) for (game, name), lesson in LESSONS.items() for move in lesson.tries]
)
def test_a_try_does_what_it_says(game: str, name: str, move: str) -> None:
    before = begin(game, name)
    assert move in before.moves()  # As the board sends it.
    after = before.play(move)
    outcome = after.outcome()
    seen = state(after, last_move=move, before=before)["last"]
    did = {
        "taken": sorted(seen["taken"]),
        "changed": sorted(seen["changed"]),
        "winner": "nobody yet" if outcome is None else outcome.winner,
    }
    assert did == NOTHING | DOES.get((game, name, move), {})


def test_what_lessons_of_hive_say_is_impossible_is() -> None:
    assert all(move.startswith("wQ") for move in begin("hive", "queen-comes").moves())
    assert not any(move.startswith(("wQ", "wS1")) for move in begin("hive", "one-hive").moves())
    assert all(not move.startswith("wA1 ") or "b" not in move for move in begin("hive", "placing").moves())
    with pytest.raises(IllegalMove):
        begin("hive", "gate").play("wA1 wS1-")
    # Without the pillbug the queen reaches only what is one step away; the hex on its other side is not.
    assert "wQ wA1-" in begin("hive", "pillbug").moves()
    assert len([move for move in begin("hive", "mosquito").moves() if move.startswith("wM ")]) > 10


def test_the_turn_of_pincer_goes_on_with_another_piece() -> None:
    half = begin("pincer", "turn").play("a7b7")
    assert half.player == 0
    assert not any(move.startswith("b7") for move in half.moves())


def test_passing_is_all_there_is() -> None:
    assert begin("ricocheckers", "pass").moves() == ["pass"]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_a_lesson_is_whole(lesson: Lesson) -> None:
    assert all((lesson.title, lesson.text.strip(), lesson.task, lesson.tries))
    assert all(lesson.tries.values())


def test_every_game_has_lessons_of_its_own() -> None:
    for game in ("hiya", "ricocheckers", "pincer", "hive", "raichu"):
        assert len({lesson.name for lesson in guide(game).lessons}) == len(guide(game).lessons) >= 5


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("rules") / "games.sqlite"
    with TestClient(create_app(Settings(f"sqlite:///{path}", hosts=("*",)))) as client:
        yield client


def test_the_pages_are_there(client: TestClient) -> None:
    index = client.get("/rules").text
    for game in plyboard.games():
        assert f'href="/rules/{game}"' in index
        page = client.get(f"/rules/{game}")
        assert page.status_code == 200
        assert all(f'id="{lesson.name}"' in page.text for lesson in guide(game).lessons)
    assert client.get("/rules/chess").status_code == 404


def test_tries_are_answered_by_the_rules(client: TestClient) -> None:
    position = LESSONS["hiya", "attack"].position
    after = client.get("/rules/hiya/try", params={"position": position, "move": "e2e5"}).json()
    assert after["text"] == str(plyboard.game("hiya").parse(position).play("e2e5"))
    assert after["last"]["call"] == "Hi-Ya!"
    placing = LESSONS["hive", "placing"].position
    typed = client.get("/rules/hive/try", params={"position": placing, "move": "WA1 -wq"}).json()
    assert typed["last"]["text"] == "wA1 -wQ"
    why = client.get("/rules/hiya/why", params={"position": position, "path": ["e2", "f3"]}).json()
    assert "e2 is a samurai" in why["reason"]
    for path, wrong in (
        ("try", {"position": position, "move": "e2f3"}),
        ("try", {"position": "nonsense", "move": "e2e5"}),
        ("try", {"position": "x" * 6000, "move": "e2e5"}),
        ("try", {"position": position}),
        ("why", {"position": position, "path": ["e2"] * 9}),
        ("why", {"position": position, "path": ["e" * 100]}),
    ):
        refused = client.get(f"/rules/hiya/{path}", params=wrong)
        assert refused.status_code == 422
        assert refused.json()["detail"]
    assert client.get("/rules/chess/try", params={"position": position, "move": "e2e5"}).status_code == 404
