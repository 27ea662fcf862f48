"""The Universal Hive Protocol: Plyboard as an engine, other engines as players, and both beside real peers.

The peers are the tools of `uhp-utils`, and nokamute where the environment variable NOKAMUTE says where it is.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import patch

import pytest
from code_blocks import ROOT, blocks
from hypothesis import assume, given
from hypothesis import strategies as st
from typer.testing import CliRunner

import plyboard
from plyboard import engine, players
from plyboard.cli import app
from plyboard.players import InvalidPlayer, PlayerFailed, uhp_player
from plyboard.protocols.uhp import Uhp

NOKAMUTE = os.environ.get("NOKAMUTE", "")
needs_nokamute = pytest.mark.skipif(not NOKAMUTE, reason="NOKAMUTE does not say where the program nokamute is")
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
needs_uhp_utils = pytest.mark.skipif(not shutil.which("uhp-arena", path=PATH), reason="uhp-utils is not installed")

PLYBOARD = [sys.executable, "-m", "plyboard", "uhp"]
WON_IN_ONE = (
    "Base;InProgress;White[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;wA1 wQ\\;bA1 bG2/;"
    "wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bA1 bG2/"
)
DRAWN = (
    "Base;Draw;White[7];wS1;bB1 wS1-;wQ \\wS1;bQ bB1\\;wQ -wS1;bQ bB1-;wQ \\wS1;bQ bB1\\;wQ -wS1;bQ bB1-;"
    "wQ \\wS1;bQ bB1\\"
)
FORCED_PASS = next(
    line
    for line in (ROOT / "tests/data/hive/real_games.txt").read_text(encoding="utf-8").splitlines()
    if ";pass;" in line
).partition(";pass;")[0]


def said(uhp: Uhp, line: str) -> str:
    """What is answered to a line, without its `ok`."""
    *answer, ok = uhp.answer(line)
    assert ok == "ok"
    assert all("\n" not in part and part for part in answer)
    return "\n".join(answer)


@pytest.fixture
def uhp() -> Uhp:
    uhp = Uhp()
    said(uhp, "newgame Base+MLP")
    return uhp


# The engine's side


def test_an_engine_says_who_it_is(uhp: Uhp) -> None:
    assert said(uhp, "info") == f"id Plyboard {plyboard.__version__}\nMosquito;Ladybug;Pillbug"


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("newgame", "Base;NotStarted;White[1]"),
        ("newgame Base+PLM", "Base+MLP;NotStarted;White[1]"),
        ("newgame  Base+M;Draw;Black[9];wS1;bM wS1-  ", "Base+M;InProgress;White[2];wS1;bM wS1-"),
        (f"newgame {DRAWN}", DRAWN),
    ],
)
def test_a_game_begins_anywhere(uhp: Uhp, line: str, game: str) -> None:
    assert said(uhp, line) == game


def test_moves_are_played_and_taken_back(uhp: Uhp) -> None:
    assert said(uhp, "play wS1") == "Base+MLP;InProgress;Black[1];wS1"
    assert said(uhp, "play bG1 -wS1") == "Base+MLP;InProgress;White[2];wS1;bG1 -wS1"
    assert said(uhp, "undo") == "Base+MLP;InProgress;Black[1];wS1"
    assert said(uhp, "play bQ wS1-").startswith("invalidmove ")
    assert said(uhp, "play bB1 wS1-").endswith(";bB1 wS1-")
    assert said(uhp, "undo 2") == "Base+MLP;NotStarted;White[1]"
    assert said(uhp, "undo").startswith("err ")


def test_moves_of_a_game_that_was_given_can_be_taken_back(uhp: Uhp) -> None:
    said(uhp, f"newgame {DRAWN}")
    assert said(uhp, "undo 10") == "Base;InProgress;White[2];wS1;bB1 wS1-"


def test_a_forced_pass_is_the_one_legal_move(uhp: Uhp) -> None:
    game = said(uhp, f"newgame {FORCED_PASS}")
    assert said(uhp, "validmoves") == "pass"
    assert said(uhp, "bestmove depth 2") == "pass"
    assert said(uhp, "pass").endswith(";pass")
    assert said(uhp, "undo") == game
    assert said(uhp, "play pass").endswith(";pass")
    assert said(uhp, "pass").startswith("invalidmove ")


@pytest.mark.parametrize(
    ("position", "count"),
    [
        ("Base+MP;InProgress;Black[4];wP;bM /wP;wQ \\wP;bQ /bM;wQ bM-;bP bQ\\;wP \\bM", 25),
        ("Base+MP;InProgress;Black[3];wP;bM wP\\;wQ -wP;bQ bM-;wQ /wP", 26),
        ("Base+MLP;InProgress;White[2];wP;bB1 wP-", 21),
    ],
)
def test_the_moves_are_those_of_the_rules(uhp: Uhp, position: str, count: int) -> None:
    said(uhp, f"newgame {position}")
    assert len(said(uhp, "validmoves").split(";")) == count
    assert said(uhp, "perft 1") == f"0 1\n1 {count}"


def test_perft_counts_every_depth(uhp: Uhp) -> None:
    assert said(uhp, "perft 3") == "0 1\n1 7\n2 294\n3 6678"
    assert said(uhp, "perft 0") == "0 1"


def test_a_finished_game_has_no_moves(uhp: Uhp) -> None:
    said(uhp, f"newgame {DRAWN}")
    for line in ("validmoves", "bestmove depth 1", "bestmove time 00:00:01", "play wQ -wS1", "pass"):
        assert said(uhp, line).startswith("err "), line
    assert said(uhp, "perft 2") == "0 1\n1 0\n2 0"


@pytest.mark.parametrize("limit", ["depth 1", "depth 3", "time 00:00:01", "time 0:00:00.2", "time 00:00:00"])
def test_the_best_move_is_legal_and_wins_where_it_can(uhp: Uhp, limit: str) -> None:
    assert said(uhp, f"bestmove {limit}") in said(uhp, "validmoves").split(";")
    said(uhp, f"newgame {WON_IN_ONE}")
    move = said(uhp, f"bestmove {limit}")
    if limit != "time 00:00:00":
        assert ";WhiteWins;" in said(uhp, f"play {move}")


@pytest.mark.parametrize("seconds", [0, 1])
def test_the_best_move_comes_in_time(uhp: Uhp, seconds: int) -> None:
    begin = monotonic()
    said(uhp, f"bestmove time 00:00:0{seconds}")
    assert monotonic() - begin < seconds + 0.4


def test_options_are_listed_read_and_set(uhp: Uhp) -> None:
    listed = said(uhp, "options").splitlines()
    assert "MaxTime;int;0;0;0;86400" in listed
    for line in listed:
        name, kind, value, default, least, most = line.split(";")
        assert kind == "int"
        assert int(least) <= int(default) == int(value) <= int(most)
        assert said(uhp, f"options get {name}") == line
        changed = f"{name};int;{least};{default};{least};{most}"
        assert said(uhp, f"options set {name} {least}") == changed
        assert said(uhp, f"options set {name} {int(most) + 1}").startswith("err ")
        assert said(uhp, f"options get {name}") == changed
    assert said(uhp, "bestmove depth 2") in said(uhp, "validmoves").split(";")


def test_a_search_takes_no_longer_than_the_option_allows(uhp: Uhp) -> None:
    said(uhp, "options set MaxTime 1")
    begin = monotonic()
    said(uhp, "bestmove depth 99")
    said(uhp, "bestmove time 01:00:00")
    assert monotonic() - begin < 3


@pytest.mark.skipif(not engine.installed(), reason="the compiled engine is not installed (no cargo)")
def test_the_options_of_the_compiled_search_reach_it(uhp: Uhp) -> None:
    assert [line.split(";")[0] for line in said(uhp, "options").splitlines()] == ["Threads", "Hash", "Level", "MaxTime"]
    said(uhp, "options set Level 1")
    begin = monotonic()
    said(uhp, "bestmove time 00:01:00")  # A beginner looks at a few positions and plays.
    assert monotonic() - begin < 5


def test_without_the_compiled_engine_the_python_one_plays() -> None:
    with patch.object(engine, "compiled", None), patch.object(engine, "names", frozenset):
        uhp = Uhp()
        said(uhp, f"newgame {WON_IN_ONE}")
        assert said(uhp, "options") == "MaxTime;int;0;0;0;86400"
        assert ";WhiteWins;" in said(uhp, f"play {said(uhp, 'bestmove depth 1')}")
        said(uhp, "undo")
        assert ";WhiteWins;" in said(uhp, f"play {said(uhp, 'bestmove time 00:00:01')}")


BAD_LINES = [
    "",
    "foo",
    "INFO",
    "info please",
    "newgame Base+X",
    "newgame Base+MM",
    "newgame Base;InProgress;White[0]",
    "newgame Base;InProgress;White[1];",
    "newgame Base;InProgress;Black[2];wS1;bS1 wS1",
    "play",
    "play wS9",
    "play wQ",
    "play wS1 wS1-",
    "pass",
    "pass now",
    "validmoves all",
    "undo",
    "undo 0",
    "undo -1",
    "undo 1.5",
    "undo ²",
    "undo 99999999999999999999",
    "bestmove",
    "bestmove now",
    "bestmove time",
    "bestmove time 5",
    "bestmove time 00:60:00",
    "bestmove time 00:00",
    "bestmove time -0:00:01",
    "bestmove time ٠٠:٠٠:٠١",
    "bestmove depth",
    "bestmove depth 0",
    "bestmove depth -3",
    "bestmove depth x",
    "perft",
    "perft -1",
    "perft 100",
    "options get",
    "options get X",
    "options set MaxTime",
    "options set MaxTime 1 2",
    "options set MaxTime much",
    "options set MaxTime -1",
    "options list",
    "exit now",
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_bad_line_changes_nothing(uhp: Uhp, line: str) -> None:
    before, options = str(uhp.position), said(uhp, "options")
    assert re.match("(err|invalidmove) [^ ]", said(uhp, line))
    assert str(uhp.position) == before
    assert said(uhp, "options") == options


def test_before_a_game_has_begun_there_is_nothing_to_play() -> None:
    uhp = Uhp()
    for line in ("play wS1", "pass", "validmoves", "undo", "bestmove depth 1", "perft 1"):
        assert said(uhp, line).startswith("err "), line
    assert said(uhp, "newgame") == "Base;NotStarted;White[1]"


words = st.sampled_from(" ".join([*BAD_LINES, "wS1 bQ wG1- \\wS1 Base+MLP Base;InProgress;White[2] 1 2 7 ;"]).split())
garbage = st.text() | st.lists(words | st.text(max_size=5), max_size=5).map(" ".join)


@given(st.lists(garbage, max_size=10))
def test_whatever_is_said_is_answered_and_nonsense_changes_nothing(lines: list[str]) -> None:
    assume(not any(re.match(r"\s*(perft|bestmove|options set)", line) for line in lines))
    uhp = Uhp()
    said(uhp, "newgame Base+MLP;InProgress;White[2];wS1;bG1 -wS1")
    for line in lines:
        before = str(uhp.position)
        if said(uhp, line).startswith(("err", "invalidmove")):
            assert str(uhp.position) == before
    assert said(uhp, "newgame Base+MLP") == "Base+MLP;NotStarted;White[1]"


# The program


def speak(*lines: str | bytes, timeout: float = 20) -> list[str]:
    """All that the program prints when it reads these lines and then the end of its input."""
    given = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    result = subprocess.run(PLYBOARD, input=given, capture_output=True, timeout=timeout, check=True)
    assert result.stderr == b""
    return result.stdout.decode().splitlines()


GREETING = [f"id Plyboard {plyboard.__version__}", "Mosquito;Ladybug;Pillbug", "ok"]


def test_the_program_greets_and_leaves_at_the_end_of_its_input() -> None:
    assert speak() == GREETING


def test_the_program_leaves_on_exit() -> None:
    assert speak("newgame", " exit ", "validmoves") == [*GREETING, "Base;NotStarted;White[1]", "ok"]


def test_a_script_is_answered_to_its_end() -> None:
    *_, move, ok = speak(f"newgame {WON_IN_ONE}\r", "bestmove time 00:00:01", "perft 3", "bestmove depth 3")
    assert ok == "ok"
    rules = plyboard.game("hive")
    outcome = rules.parse(WON_IN_ONE).play(move).outcome()
    assert outcome is not None
    assert outcome.winner == 0


def test_the_program_survives_any_bytes() -> None:
    *_, game, ok = speak("newgame", b"\xff\xfe\x00play \xc3", "play \x1b[31m", "é" * 100_000, "play wS1")
    assert (game, ok) == ("Base;InProgress;Black[1];wS1", "ok")


@pytest.mark.parametrize("farewell", ["exit\n", ""])
@pytest.mark.parametrize("work", ["bestmove depth 99", "bestmove time 01:00:00", "perft 20"])
def test_the_program_leaves_while_it_thinks(work: str, farewell: str) -> None:
    program = subprocess.Popen(PLYBOARD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdin
    assert program.stdout
    program.stdin.write("newgame Base+MLP\n")
    program.stdin.flush()
    while not program.stdout.readline().startswith("Base+MLP"):
        pass
    program.stdin.write(f"{work}\n")
    program.stdin.flush()
    sleep(0.4)
    program.stdin.write(farewell)
    program.stdin.close()
    assert program.wait(30) == 0
    program.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="there a signal is not sent to one program alone")
@pytest.mark.parametrize("work", ["bestmove depth 99", "bestmove time 01:00:00"])
def test_an_interrupt_ends_a_search_with_its_best_move_and_else_the_program(work: str) -> None:
    program = subprocess.Popen(PLYBOARD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdin
    assert program.stdout
    program.stdin.write(f"newgame Base+MLP\n{work}\n")
    program.stdin.flush()
    while not program.stdout.readline().startswith("Base+MLP"):
        pass
    assert program.stdout.readline() == "ok\n"
    sleep(3)  # The search has begun, also where many programs share a core.
    program.send_signal(signal.SIGINT)
    assert program.stdout.readline().strip() in plyboard.game("hive").start(expansions="MLP").moves()
    assert program.stdout.readline() == "ok\n"
    program.stdin.write("info\n")
    program.stdin.flush()
    assert program.stdout.readline().startswith("id Plyboard")
    program.send_signal(signal.SIGINT)
    assert program.wait(30) == 0
    program.stdin.close()
    program.stdout.close()


# Engines as players

BOT = """
import sys

def answer(line):
    word, _, rest = line.partition(" ")
    {trick}
    if word == "bestmove":
        return moves.pop(0)
    return "Base;InProgress;White[1]"

moves = {moves}
print("id A bot", "ok", sep="\\n", flush=True)
for line in sys.stdin:
    if line.strip() == "exit":
        break
    print(answer(line.strip()), "ok", sep="\\n", flush=True)
"""


def bot(folder: Path, moves: list[str], trick: str = "pass") -> str:
    """The line of a player who is a small UHP engine."""
    script = folder / "bot.py"
    script.write_text(BOT.format(moves=moves, trick=trick), encoding="utf-8")
    return f"uhp:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def test_an_engine_plays_in_any_spelling(tmp_path: Path) -> None:
    player = players.seat(bot(tmp_path, ["wS1", "wq \\wS1"]), "hive")
    position = plyboard.game("hive").start()
    assert player.choose(position) == "wS1"
    position = position.play("wS1").play("bS1 wS1-")
    assert player.choose(position) == "wQ \\wS1"


def test_an_engine_is_told_what_was_played_or_another_game(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"open({str(heard)!r}, 'a').write(line + chr(10))"
    player = players.seat(bot(tmp_path, ["wS1", "wQ -wS1", "wS1"], note).replace("uhp:", "uhp:time=3:"), "hive")
    start = plyboard.game("hive").start(expansions="M")
    later = start.play("wS1").play("bS1 wS1-")
    for position in (start, later, start):
        player.choose(position)
    assert heard.read_text().splitlines() == [
        "newgame Base+M",
        "bestmove time 00:00:03",
        "play wS1",
        "play bS1 wS1-",
        "bestmove time 00:00:03",
        "newgame Base+M",
        "bestmove time 00:00:03",
    ]


@pytest.mark.parametrize(
    ("moves", "trick", "message"),
    [
        (["wQ"], "pass", "wants to play 'wQ'"),
        (["hello"], "pass", "wants to play 'hello'"),
        (["err I do not know"], "pass", "answers 'err I do not know' to 'bestmove time 00:00:01'"),
        ([""], "pass", "wants to play ''"),
        ([], "pass", "ended with exit code 1: 'IndexError: pop from empty list'"),
        ([], "sys.exit(3)", "ended with exit code 3"),
        ([], "import os; os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
        ([], "import os, time; os.close(1); time.sleep(60)", "stopped talking"),
    ],
)
def test_an_engine_that_fails_loses_the_game(tmp_path: Path, moves: list[str], trick: str, message: str) -> None:
    line = bot(tmp_path, moves, trick)
    with pytest.raises(PlayerFailed, match=re.escape(message)):
        players.seat(line, "hive").choose(plyboard.game("hive").start())
    last = last_line("--first", line, "--second", "random")
    assert last.startswith("Black wins: ")
    assert message in last


@pytest.mark.parametrize("trick", ["import time; time.sleep(60)", "while True: print('noise')"])
def test_an_engine_that_does_not_answer_loses_the_game(tmp_path: Path, trick: str) -> None:
    with patch.object(uhp_player, "PATIENCE", 1):
        last = last_line("--first", "random", "--second", bot(tmp_path, [], trick))
    assert last.startswith("White wins: ")
    assert last.endswith(" did not answer within 1 s")


def test_an_engine_that_failed_gets_another_chance_in_the_next_game(tmp_path: Path) -> None:
    player = players.seat(bot(tmp_path, ["wS1"]), "hive")
    start = plyboard.game("hive").start()
    assert player.choose(start) == "wS1"
    with pytest.raises(PlayerFailed):
        player.choose(start)
    assert player.choose(start) == "wS1"


@pytest.mark.parametrize(
    ("line", "game", "message"),
    [
        ("uhp", "hive", "the command that runs the program is missing, as in uhp:COMMAND or ugi:COMMAND"),
        ("uhp:time=1:", "hive", "the command that runs the program is missing, as in uhp:COMMAND or ugi:COMMAND"),
        ("uhp:no-such-program --fast", "hive", "there is no program 'no-such-program' to run"),
        ("uhp:'", "hive", '"\'" is no command line: no closing quotation'),
        ("uhp:time=0:true", "hive", "the time of uhp is '0', it must be a whole number from 1 to 86399"),
        (
            "uhp:tim=1:true",
            "hive",
            "uhp has no option 'tim'. Did you mean time? It is written uhp:time=,depth=:COMMAND",
        ),
        ("uhp:true", "hiya", "uhp is for hive, not for hiya"),
    ],
)
def test_a_line_that_seats_no_engine_is_refused(line: str, game: str, message: str) -> None:
    with pytest.raises(InvalidPlayer) as refused:
        players.seat(line, game)
    assert str(refused.value) == message


def test_plyboard_plays_against_itself_through_uhp() -> None:
    line = f"uhp:depth=1:{shlex.join(PLYBOARD)}"
    assert re.search("surrounded|third time", last_line("--first", line, "--second", line))


def test_the_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    (block,) = blocks("docs/protocols.md", "python bot.py")
    (tmp_path / "bot.py").write_text(block, encoding="utf-8")
    player = players.seat(f"uhp:{shlex.join([sys.executable, str(tmp_path / 'bot.py')])}", "hive")
    position = plyboard.game("hive").start(expansions="MLP")
    for _ in range(10):
        position = position.play(player.choose(position))
    talk = subprocess.run(
        [sys.executable, str(tmp_path / "bot.py")],
        input="options\nnewgame Base+M;InProgress;White[2];wS1;bM wS1-\nundo 2\nexit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    after_info = ["ok", "Base+M;InProgress;White[2];wS1;bM wS1-", "ok", "Base+M;NotStarted;White[1]", "ok"]
    assert talk.stdout.splitlines()[3:] == after_info


def last_line(*seats: str) -> str:
    """The last line that is to be seen of a game in the terminal."""
    result = CliRunner().invoke(app, ["play", "hive", "--expansions", "MLP", *seats], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout.rstrip().splitlines()[-1]


# Peers


def shell(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a peer in a folder of its own, where the installed commands are at hand."""
    return subprocess.run(
        shlex.split(command), cwd=folder, env=os.environ | {"PATH": PATH}, capture_output=True, text=True, check=False
    )


def games() -> list[str]:
    return (ROOT / "tests/data/hive/real_games.txt").read_text(encoding="utf-8").splitlines()


both = pytest.mark.parametrize("peer", ["plyboard", pytest.param(NOKAMUTE, marks=needs_nokamute, id="nokamute")])


@needs_uhp_utils
@both
def test_an_arena_runs_games(tmp_path: Path, peer: str) -> None:
    arena = shell(
        tmp_path,
        f"uhp-arena plyboard {peer} --white-arg uhp --black-arg uhp -d 1 -g 2 -m 100 --no-results "
        "--command-timeout 20 --search-timeout 20",
    )
    assert arena.returncode == 0, arena.stderr
    assert "Games: 2" in arena.stdout
    assert not re.search("Result: (Timeout|Crash|ProtocolError|Unknown)", arena.stdout)


@needs_uhp_utils
@both
@pytest.mark.parametrize("letters", ["", "+MLP"])
def test_counts_are_those_of_a_peer(tmp_path: Path, peer: str, letters: str) -> None:
    compared = shell(
        tmp_path,
        f"uhp-compare-perft plyboard {peer} 'Base{letters};NotStarted;White[1]' 4 "
        "--engine-a-arg uhp --engine-b-arg uhp --timeout 60",
    )
    assert "Perft results match." in compared.stdout, compared.stdout + compared.stderr


@needs_uhp_utils
@both
def test_moves_in_real_games_are_those_of_a_peer(tmp_path: Path, peer: str) -> None:
    (tmp_path / "games.txt").write_text("\n".join(games()[:10]), encoding="utf-8")
    compared = shell(
        tmp_path,
        f"uhp-compare-validmoves plyboard {peer} games.txt --engine-a-arg uhp --engine-b-arg uhp --timeout 20",
    )
    # Engines spell moves in their own ways: the tool lists those, and says which of them the other one refuses.
    assert "Compared 10 positions" in compared.stdout, compared.stderr
    assert not re.search("Rejected|Error", compared.stdout)
    spelled = re.findall(r"Only .*: (\[.*\])", compared.stdout)
    assert [len(ours.split(", ")) for ours in spelled[::2]] == [len(theirs.split(", ")) for theirs in spelled[1::2]]


@needs_nokamute
def test_nokamutes_suite_passes(tmp_path: Path) -> None:
    suite = shell(tmp_path, f"{NOKAMUTE} uhp-debug plyboard uhp")
    assert suite.returncode == 0, suite.stdout
    assert suite.stdout.count("passed") > 20
    assert "failed" not in suite.stdout.lower()


@needs_nokamute
def test_nokamute_finds_no_difference_in_random_games(tmp_path: Path) -> None:
    # It would look for ever.
    search = shell(tmp_path, f"timeout 5 {NOKAMUTE} uhp-debug --search=Base+MLP plyboard uhp")
    assert search.returncode == 124, search.stdout[-2000:]
    assert "iter 100\n" in search.stdout


@needs_nokamute
@pytest.mark.parametrize("seats", [("uhp:depth=1:{}", "random:seed=1"), ("engine:depth=2", "uhp:depth=2:{}")])
def test_nokamute_takes_a_seat(seats: tuple[str, str]) -> None:
    first, second = (seat.format(f"{NOKAMUTE} uhp") for seat in seats)
    assert re.search("surrounded|third time", last_line("--first", first, "--second", second))
