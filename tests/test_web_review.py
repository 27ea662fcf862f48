"""The review of a game over the wire: made once, kept, and silent about better moves until someone asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from web_server import Server, Visitor, serving

from plyboard.records import Played, Record
from plyboard.records.store import Store
from plyboard.rules.core import Outcome

# Whoever is to move wins at once; South does not.
MISSED = Record(
    "hiya",
    ("human", "human"),
    start="3k3/7/7/1N5/1I5/7/7/3K3 s",
    moves=(Played("b5a6"), Played("b4d2")),
    outcome=Outcome(1, "North attacked South's king"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("review")) as running:
        yield running


def keep(server: Server, record: Record) -> int:
    with Store(server.database) as store:
        return store.begin(record, "import")


def make(me: Visitor, game: int) -> list[dict[str, Any]]:
    """All that is told while a review is made."""
    answer = me.http.post(f"/games/{game}/review").raise_for_status()
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_review_says_how_far_it_has_come_and_is_made_once(server: Server) -> None:
    me, game = server.visitor(), keep(server, MISSED)
    assert me.http.get(f"/games/{game}/review/1").status_code == 404
    *progress, last = make(me, game)
    done = [told["done"] for told in progress]
    assert done
    assert done == sorted(done)
    assert {told["of"] for told in progress} == {3}
    review = last["review"]
    assert review["labels"] == ["blunder", "best"]
    assert review["chances"] == [1, -1, -1]
    assert review["accuracy"][1] == 100
    assert review["mistakes"] == [1, 0]
    assert make(server.visitor(), game) == [{"review": review}]


def test_what_was_better_is_told_at_its_ply(server: Server) -> None:
    me, game = server.visitor(), keep(server, MISSED)
    make(me, game)
    begin, blunder, end = (me.http.get(f"/games/{game}/review/{ply}").json() for ply in range(3))
    assert begin["label"] is None
    assert begin["promise"] == "South wins in 1 ply"
    assert (blunder["label"], blunder["why"]) == ("blunder", "Misses a forced win in 1 ply.")
    assert (blunder["better"]["line"], blunder["better"]["path"]) == (["b5d7"], ["b5", "d7"])
    assert blunder["view"]["text"] == str(MISSED.begin().play("b5a6"))
    assert (end["label"], end["better"], end["view"]["outcome"]["winner"]) == ("best", False, 1)
    better = me.http.get(f"/games/{game}/review/1/better/1").json()
    assert better["text"] == str(MISSED.begin().play("b5d7"))
    assert better["last"]["path"] == ["b5", "d7"]
    for nowhere in ("3", "1/better/2", "0/better/1", "-1"):
        assert me.http.get(f"/games/{game}/review/{nowhere}").status_code in (404, 422)


def test_pages_do_not_give_the_better_move_away(server: Server) -> None:
    me, game = server.visitor(), keep(server, MISSED)
    make(me, game)
    for path in ("review", "practice?player=0"):
        page = me.http.get(f"/games/{game}/{path}").raise_for_status()
        told = json.loads(page.text.partition('id="told">')[2].partition("</script>")[0])
        del told["view"]["moves"]
        assert "b5a6" in json.dumps(told)
        assert "b5d7" not in json.dumps(told)


def test_practice_judges_what_is_tried(server: Server) -> None:
    me, game = server.visitor(), keep(server, MISSED)
    assert me.http.get(f"/games/{game}/practice").status_code == 404
    make(me, game)
    practice = f"/games/{game}/practice/0"
    assert me.http.post(practice, json={"move": "B5-D7"}).json()["view"]["last"]["text"] == "b5d7"
    found = me.http.post(practice, json={"move": "b5d7"}).json()
    assert (found["label"], found["good"], found["view"]["outcome"]["winner"]) == ("best", True, 0)
    missed = me.http.post(practice, json={"move": "b5c6"}).json()
    assert (missed["label"], missed["good"]) == ("blunder", False)
    refused = me.http.post(practice, json={"move": "b5b6"})
    assert refused.status_code == 422
    assert "b5 is a ninja" in refused.json()["detail"]
    assert me.http.post(practice, json={}).status_code == 422
    answer = me.http.get(f"{practice}/answer").json()
    assert (answer["move"], answer["why"]) == ("b5d7", "Misses a forced win in 1 ply.")
    for request in (me.http.get(f"/games/{game}/practice/1/answer"), me.http.get(f"/games/{game}/practice?player=2")):
        assert request.status_code in (404, 422)
    assert "nothing to practise" in me.http.get(f"/games/{game}/practice?player=1").text


def test_a_game_that_is_played_is_not_reviewed(server: Server) -> None:
    me = server.visitor()
    game = me.create()
    line = me.line(game)
    line.move("e2b5")
    for refused in (me.http.get(f"/games/{game}/review"), me.http.post(f"/games/{game}/review")):
        assert refused.status_code == 409
        assert "still being played" in refused.text
    line.say(do="resign")
    line.until("over")
    assert make(me, game)[-1]["review"]["labels"]
    line.close()


def test_a_game_that_has_gone_on_is_reviewed_anew(server: Server) -> None:
    me = server.visitor()
    game = keep(server, Record("hiya", ("human", "random"), start=MISSED.start, moves=MISSED.moves[:1]))
    assert len(make(me, game)[-1]["review"]["labels"]) == 1
    with Store(server.database) as store:
        store.add(game, 1, MISSED.moves[1])
    assert me.http.get(f"/games/{game}/review/1").status_code == 404
    assert len(make(me, game)[-1]["review"]["labels"]) == 2
    assert me.http.get(f"/games/{game}/review/2").json()["label"] == "best"


def test_what_cannot_be_reviewed(server: Server) -> None:
    me = server.visitor()
    empty = keep(server, Record("pincer", ("human", "human")))
    assert "nothing to review" in me.http.post(f"/games/{empty}/review").json()["detail"]
    assert me.http.get("/games/99999/review").status_code == 404
