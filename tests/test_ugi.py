"""UGI, as an engine and as a player, in real conversations; and in matches that cutegames runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import perft_data
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyboard
from plyboard import Position, engine, players
from plyboard.players import AlphaBeta, Engine, PlayerFailed, Thought, ugi_player
from plyboard.players.process import Talk
from plyboard.protocols.ugi import Limits, Session

PLYBOARD = shlex.join([sys.executable, "-m", "plyboard"])
WITHOUT_ENGINE = shlex.join(
    [
        sys.executable,
        "-c",
        "import sys; sys.modules['plyboard_engine'] = None; from plyboard.cli import main; main()",
    ]
)
SOON = 30.0
"""Seconds within which a busy machine answers what needs no thinking."""

needs_engine = pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")

OVER = {
    "hiya": ("7/7/7/7/7/7/7/3K3 s", "p1win"),
    "pincer": ("7/7/7/7/7/7/CC5 t - 20", "p2win"),
    "raichu": (f"{'.' * 63}@ w 100", "p1win"),
    "ricocheckers": ("e6,f7,g7/e5,f5,g6 1 200", "draw"),
}


class Peer:
    """Someone who talks to a session, all in one process."""

    def __init__(self, name: str, **options: object) -> None:
        self.heard: list[str] = []
        rules = plyboard.game(name)
        self.session = Session(rules, rules.start(**options), self.heard.append)

    def ask(self, line: str) -> list[str]:
        """What the session says to a line, at once."""
        before = len(self.heard)
        assert self.session.hear(line)
        return self.heard[before:]

    def search(self, line: str) -> list[str]:
        """What is said until the best move."""
        before = len(self.heard)
        assert self.session.hear(line)
        end = time.monotonic() + SOON
        while not any(said.startswith("bestmove") for said in self.heard[before:]):
            assert time.monotonic() < end, self.heard[before:]
            time.sleep(0.001)
        return self.heard[before:]


@pytest.fixture
def talk(request: pytest.FixtureRequest) -> Iterator[Talk]:
    """A conversation with the command itself; the parameter is what follows `plyboard ugi`."""
    talk = Talk(f"{PLYBOARD} ugi {request.param}")
    yield talk
    talk.close("quit")


def until(talk: Talk, word: str) -> list[str]:
    return talk.until(lambda line: line.split()[:1] == [word], SOON)


# The engine


@pytest.mark.parametrize("talk", plyboard.games(), indirect=True)
def test_a_conversation_as_the_protocol_shows_it(talk: Talk, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["talk"]
    position = plyboard.game(name).start()
    talk.say("ugi")
    introduction = until(talk, "ugiok")
    assert introduction[0].startswith("id name Plyboard")
    assert introduction[1].startswith("id author ")
    options = re.findall(r"^option name (\w+) type spin default \d+ min 1 max \d+$", "\n".join(introduction), re.M)
    assert set(options) == ({"hash", "threads", "level"} if engine.installed() else set())
    for line in [f"setoption name {option} value 2" for option in options] + ["isready", "uginewgame"]:
        talk.say(line)
    assert until(talk, "readyok") == ["readyok"]
    moves: list[str] = []
    for _ in range(4):
        talk.say(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")
        talk.say("query p1turn")
        assert talk.hear(SOON) == f"response {'true' if position.player == 0 else 'false'}"
        talk.say("query gameover")
        assert talk.hear(SOON) == "response false"
        talk.say("query result")
        assert talk.hear(SOON) == "response none"
        talk.say("go depth 2")
        *infos, best = until(talk, "bestmove")
        for info in infos:
            assert re.fullmatch(r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv .+", info)
        _, move = best.split()
        assert infos[-1].split(" pv ")[1].split()[0] == move
        moves.append(move)
        position = position.play(move.replace("_", " "))


@pytest.mark.parametrize("name", plyboard.games())
def test_the_counts_are_those_of_the_rules(name: str) -> None:
    peer = Peer(name)
    for text, counts in perft_data.read(name)[:3]:
        assert peer.ask(f"position fen {text}") == []
        depth = min(len(counts), 2)
        *infos, last = peer.ask(f"perft {depth}")
        assert [int(info.split()[4]) for info in infos] == counts[:depth]
        assert last == f"nodes {counts[depth - 1]}"


def test_in_pincer_the_same_player_moves_twice() -> None:
    peer = Peer("pincer")
    position = plyboard.game("pincer").start()
    moves: list[str] = []
    turns = []
    for _ in range(9):
        turns += peer.ask("query p1turn")
        assert turns[-1] == f"response {'true' if position.player == 0 else 'false'}"
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
        peer.ask(f"position startpos moves {' '.join(moves)}")
    assert any(turns[ply] == turns[ply + 1] for ply in range(8))


def test_a_hive_move_is_one_word() -> None:
    peer = Peer("hive", expansions="MLP")
    assert peer.ask(r"position startpos moves wS1 bG1_\wS1 wQ_wS1-") == []
    assert peer.ask("d")[0].endswith("Position: Base+MLP;InProgress;Black[2];wS1;bG1 \\wS1;wQ wS1-")
    *infos, best = peer.search("go depth 3")
    assert len(best.split()) == 2
    assert "_" in best
    for word in infos[-1].split(" pv ")[1].split():
        assert "_" in word
    assert peer.ask("position fen Base+MLP;InProgress;Black[1];wS1 moves bG1_wS1-") == []
    assert peer.ask("query p1turn") == ["response true"]


@pytest.mark.parametrize(("name", "over"), OVER.items())
def test_a_finished_game_has_a_result_and_no_move(name: str, over: tuple[str, str]) -> None:
    text, result = over
    peer = Peer(name)
    assert peer.ask(f"position fen {text}") == []
    assert peer.ask("query gameover") == ["response true"]
    assert peer.ask("query result") == [f"response {result}"]
    assert peer.ask("go depth 3")[-1] == "bestmove 0000"


def test_startpos_is_the_start_that_was_asked_for() -> None:
    assert Peer("raichu", size=12).ask("d")[0].endswith(f"Position: {plyboard.game('raichu').start(size=12)}")
    assert Peer("hiya", first="north").ask("query p1turn") == ["response false"]


def test_a_new_game_begins_at_the_start() -> None:
    peer = Peer("raichu")
    peer.ask("position startpos moves a7a5")
    peer.ask("uginewgame")
    assert peer.ask("query p1turn") == ["response true"]


BAD_LINES = [
    "joho",
    "UGI",
    "position",
    "position fen",
    "position fen nonsense",
    "position startpos moves a7a5 a7a5",
    "position startpos moves a7a5 g3f4 h8h1",
    "position start moves a7a5",
    "query",
    "query p2turn",
    "query p1turn result",
    "go depth",
    "go depth two",
    "go movetime 1.5",
    "go p1time ²",
    f"go nodes {'9' * 5000}",
    "perft",
    "perft 0",
    "perft -1",
    "perft 9999",
    "perft 1 2",
    "setoption",
    "setoption hash 2",
    "setoption name hash",
    "setoption name hash value",
    "setoption name hash value lots",
    "setoption name hash value 0",
    "setoption name colour value red",
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_bad_line_changes_nothing(line: str) -> None:
    peer = Peer("raichu")
    peer.ask("position startpos moves a7a5")
    before = peer.ask("d")
    (said,) = peer.ask(line)
    assert said.startswith("info string error ")
    assert "\n" not in said
    assert peer.ask("d") == before
    assert peer.search("go depth 1")[-1].startswith("bestmove ")


@given(
    st.lists(
        st.sampled_from(["ugi", "position", "startpos", "fen", "moves", "query", "go", "depth", "stop", "a7a5", "_"])
    )
    | st.text().map(lambda text: [text])
)
def test_no_line_ends_the_conversation(words: list[str]) -> None:
    line = " ".join(words)
    if line.split()[:1] == ["quit"]:
        return
    peer = Peer("raichu")
    peer.ask(line.replace("go", "go depth 1 nodes 1"))
    peer.session.close()
    assert peer.ask("query gameover") == ["response false"]


@pytest.mark.parametrize("talk", ["hive"], indirect=True)
def test_an_endless_search_waits_for_stop_and_hears_everything_meanwhile(talk: Talk) -> None:
    talk.say("go infinite")
    until(talk, "info")
    for line in ("isready", "query p1turn", "go depth 1", "uginewgame"):
        talk.say(line)
    until(talk, "readyok")
    assert until(talk, "response")[-1] == "response true"
    for _ in range(2):
        refused = talk.until(lambda line: line.startswith("info string"), SOON)
        assert "say stop" in refused[-1]
        assert not any(line.startswith("bestmove") for line in refused)
    begin = time.monotonic()
    talk.say("stop")
    _, move = until(talk, "bestmove")[-1].split()
    assert time.monotonic() - begin < 2
    assert move in plyboard.game("hive").start().moves()
    talk.say("go depth 1")
    until(talk, "bestmove")


def test_an_endless_search_that_knows_everything_still_waits() -> None:
    peer = Peer("hiya")
    peer.ask("position fen 3k3/7/7/1N5/7/i6/7/3K3 s")
    peer.ask("go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in peer.heard)
    said = peer.ask("stop")
    assert said[-1] == "bestmove b5d7"
    assert " score mate 1 " in "".join(peer.heard)
    assert peer.ask("stop") == []


def test_stop_right_after_go_is_not_lost() -> None:
    peer = Peer("raichu")
    for _ in range(30):
        peer.ask("go infinite")
        assert "bestmove" in "".join(peer.ask("stop"))


def test_go_right_after_a_best_move_is_not_refused() -> None:
    peer = Peer("pincer")
    for _ in range(100):
        assert "error" not in "".join(peer.search("go depth 1"))


def test_a_fault_in_the_search_leaves_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Engine, position: Position) -> Iterator[Thought]:
        raise RuntimeError("a fault")

    for player in (AlphaBeta, Engine):
        monkeypatch.setattr(player, "think", broken)
    peer = Peer("hiya")
    for _ in range(2):
        (answer,) = peer.search("go depth 2")
        assert answer.removeprefix("bestmove ") in plyboard.game("hiya").start().moves()
    assert "RuntimeError: a fault" in capsys.readouterr().err


@pytest.mark.parametrize("command", [PLYBOARD, WITHOUT_ENGINE])
@pytest.mark.parametrize("last", ["", "quit\n"])
def test_the_end_of_input_ends_a_search_and_the_program(command: str, last: str) -> None:
    begin = time.monotonic()
    done = subprocess.run(
        [*shlex.split(command), "ugi", "raichu"],
        input=f"ugi\nposition startpos\ngo infinite\n{last}",
        capture_output=True,
        text=True,
        timeout=SOON,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert done.stderr == ""
    assert time.monotonic() - begin < 10


def test_bytes_that_are_no_text_do_no_harm() -> None:
    done = subprocess.run(
        [*shlex.split(PLYBOARD), "ugi", "hiya"],
        input=b"\xff\xfe\x00\r\nposition fen \xf0\nisready\r\n",
        capture_output=True,
        timeout=SOON,
        check=True,
    )
    assert done.stdout.count(b"info string error") == 2
    assert done.stdout.endswith(b"readyok\n")
    assert done.stderr == b""


def test_a_listener_who_has_gone_does_no_harm() -> None:
    command = f"(echo ugi; echo go infinite; sleep 1; echo isready) | {PLYBOARD} ugi hive | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=SOON, check=True)
    assert done.stdout.startswith("id name")
    assert done.stderr == ""


def test_without_the_compiled_search_the_python_one_plays() -> None:
    talk = Talk(f"{WITHOUT_ENGINE} ugi pincer")
    talk.say("ugi")
    assert not any(line.startswith("option") for line in until(talk, "ugiok"))
    for limit in ("depth 2", "nodes 50", "movetime 100", "p1time 1000 p2time 1 p1inc 10 p2inc 0"):
        talk.say(f"go {limit}")
        _, move = until(talk, "bestmove")[-1].split()
        assert move in plyboard.game("pincer").start().moves()
    talk.say("go infinite")
    until(talk, "info")
    talk.say("stop")
    until(talk, "bestmove")
    talk.close("quit")


@pytest.mark.parametrize(
    ("words", "player", "limits"),
    [
        ("", 0, Limits()),
        ("infinite", 0, Limits(infinite=True)),
        ("movetime 250", 1, Limits(movetime=250)),
        ("depth 5 nodes 1000", 0, Limits(depth=5, nodes=1000)),
        ("p1time 1000 p2time 2000 p1inc 10 p2inc 20", 0, Limits(time=1000, inc=10)),
        ("p1time 1000 p2time 2000 p1inc 10 p2inc 20", 1, Limits(time=2000, inc=20)),
        ("p2time 2000", 0, Limits()),
        ("p1time -5", 0, Limits(time=-5)),
        ("ponder movestogo 3 depth 2", 0, Limits(depth=2)),
    ],
)
def test_limits_are_read(words: str, player: int, limits: Limits) -> None:
    assert Limits.read(words.split(), player) == limits


@pytest.mark.parametrize("limit", ["movetime 150", "p1time 3000 p2time 1 p1inc 0 p2inc 0", "movetime 0", "p1time -50"])
def test_time_is_kept(limit: str) -> None:
    peer = Peer("hive")
    peer.ask("isready")
    begin = time.monotonic()
    peer.search(f"go {limit}")
    assert time.monotonic() - begin < 1.5


@needs_engine
def test_a_level_makes_it_weaker_and_a_new_game_forgets() -> None:
    peer = Peer("hive")
    peer.ask("setoption name level value 1")
    weak = peer.search("go depth 30")
    assert int(re.findall(r"nodes (\d+)", weak[-2])[0]) < 1000
    peer.ask("setoption name Level value 10")
    first = peer.search("go nodes 20000")
    second = peer.search("go nodes 20000")
    peer.ask("uginewgame")
    third = peer.search("go nodes 20000")
    assert untimed(first) == untimed(third) != untimed(second)


@needs_engine
def test_a_table_larger_than_the_memory_is_refused() -> None:
    command = f"ulimit -v 8000000; exec {PLYBOARD} ugi hive"
    lines = "setoption name hash value 65536\nisready\ngo depth 1\n"
    done = subprocess.run(
        ["bash", "-c", command], input=lines, capture_output=True, text=True, timeout=SOON, check=True
    )
    refused, ready, *_, best = done.stdout.splitlines()
    assert refused == "info string error there is no memory for a table of 65536 megabytes"
    assert ready == "readyok"
    assert best.startswith("bestmove ")


def untimed(lines: list[str]) -> list[str]:
    return [re.sub(r"(nps|time) \d+", "", line) for line in lines]


# The player


def answering(*lines: str) -> str:
    """The line of a player who is a UGI engine with a single thought."""
    says = "\n".join(lines)
    program = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"    print({{'ugi': 'ugiok', 'isready': 'readyok', 'go': {says!r}}}.get(word, ''), flush=True)\n"
    )
    return f"ugi:{shlex.join([sys.executable, '-c', program])}"


@pytest.mark.parametrize("name", plyboard.games())
def test_an_engine_takes_a_seat(name: str) -> None:
    seats = [players.seat(f"ugi:depth=1:{PLYBOARD} ugi {name}", name), players.seat("random:seed=3", name)]
    position: Position = plyboard.game(name, "python").start()
    for _ in range(12):
        if position.outcome() is None:
            move = seats[position.player].choose(position)
            assert move in position.moves()
            position = position.play(move)


@pytest.mark.parametrize("limit", ["time=0.05", "nodes=100", "depth=2"])
def test_its_thinking_can_be_limited(limit: str) -> None:
    player = players.seat(f"ugi:{limit}:{PLYBOARD} ugi hive", "hive")
    assert player.choose(plyboard.game("hive").start()) in plyboard.game("hive").start().moves()


def test_a_move_is_taken_whatever_is_said_around_it() -> None:
    player = players.seat(answering("", "info string thinking", "bestmove wS1 ponder bS1_wS1-"), "hive")
    assert player.choose(plyboard.game("hive").start()) == "wS1"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (answering("bestmove a1a2"), "wants to play 'a1a2'"),
        (answering("bestmove"), "no move"),
        (answering("info depth 1"), "did not answer within"),
        (f"ugi:{sys.executable} -c 'import sys; sys.exit(3)'", "ended with exit code 3"),
        (f"ugi:{sys.executable} -c 'import time; time.sleep(60)'", "did not answer within"),
    ],
)
def test_an_engine_that_fails_is_a_failed_player(line: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patience = 1.0 if "did not answer" in complaint else SOON
    monkeypatch.setattr(ugi_player, "PATIENCE", patience)
    with pytest.raises(PlayerFailed, match=re.escape(complaint)):
        players.seat(line, "raichu").choose(plyboard.game("raichu").start())


# A match runner


@pytest.mark.skipif(
    "CUTEGAMES" not in os.environ, reason="name the binary of cutegames in CUTEGAMES to run its matches"
)
@pytest.mark.parametrize("name", plyboard.games())
def test_cutegames_runs_a_match(name: str, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("startpos\n", encoding="utf-8")
    settings = {
        "games": 2,
        "game": "generic",
        "protocol": {"askturn": True, "gameover": "both"},
        "openings": {"path": "openings.txt", "repeat": True, "shuffle": False},
        "timecontrol": {"type": "clock", "time": 1000, "increment": 10},
        "options": {"hash": "4"},
        "pgn": {"enabled": True, "path": "games.pgn"},
        "engines": [
            {"name": part, "path": sys.executable, "parameters": f"-m plyboard ugi {name}", "options": {"level": level}}
            for part, level in (("strong", "10"), ("weak", "3"))
        ],
    }
    (tmp_path / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    subprocess.run([os.environ["CUTEGAMES"], "--settings", "settings.json"], cwd=tmp_path, timeout=120, check=True)
    games = (tmp_path / "games.pgn").read_text(encoding="utf-8")
    assert games.count("[Event") == 2
    assert len(re.findall(r'\[Result "(1-0|0-1|1/2-1/2)"\]', games)) == 2
    assert "Adjudicated" not in games
    for line in re.findall(r"^1\..*$", games, re.M):
        position = plyboard.game(name).start()
        for move in re.sub(r"\d+\.+ | (1-0|0-1|1/2-1/2)$", "", line).split():
            position = position.play(move.replace("_", " "))
        assert position.outcome() is not None
