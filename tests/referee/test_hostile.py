"""Hostile players: every game ends with a result and a count of faults, and nothing is left running."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rentier.referee.entrants import Entrant, find_entrant
from rentier.referee.faults import KINDS
from rentier.referee.limits import LINE_BYTES, Limits
from rentier.referee.match import RefereeResult

from .players import PLAIN, match, raw, running

SHORT = Limits(decision=1.0, game=2.0, memory=256)  # long enough for an honest player on a busy machine
PATIENT = Limits(decision=10.0, game=60.0, memory=256)
DEADLY = ("died", "flood", "memory")


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path) -> Iterator[None]:
    """No process of a test's players outlives it."""
    yield
    deadline = time.monotonic() + 20
    while running(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running(tmp_path) == []


@pytest.fixture(params=["apart", "below"])
def _both_kinds_of_supervision(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test with process trees in their own namespace, if the system allows it, and below their supervisor."""
    if request.param == "below":
        code = "from rentier.referee import supervisor; supervisor.isolate_children = lambda: False; supervisor.main()"
        monkeypatch.setattr("rentier.referee.program.SUPERVISOR", (sys.executable, "-P", "-c", code))


def against_plain(tmp_path: Path, text: str, limits: Limits = PATIENT, **switches: object) -> RefereeResult:
    """Play two games of a hostile player against one without faults, which must not be blamed for anything."""
    result = match(raw(tmp_path, "hostile", text), raw(tmp_path, "plain", PLAIN), limits=limits, **switches)
    assert len(result.games) == 2
    assert all(game.decisions > 0 and len(game.ranks) == 2 for game in result.games)
    assert result.match.games == 2
    assert result.faults(1) == {}
    assert set(result.faults(0)) <= set(KINDS)
    return result


@pytest.mark.slow
def test_never_answers(tmp_path: Path) -> None:
    result = against_plain(tmp_path, "hello()\ntime.sleep(1000)", SHORT)
    faults = result.faults(0)
    assert faults["out of time"] == 2, "each game's time runs out, and then the judge waits no longer"
    assert faults["late"] >= 4
    assert result.match.seconds < 30


def test_never_says_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rentier.referee.match.START_SECONDS", 0.5)
    text = "time.sleep(1000)"
    result = match(raw(tmp_path, "hostile", text), raw(tmp_path, "mute", text))
    assert [result.faults(agent) for agent in (0, 1)] == [{"died": 2}, {"died": 2}]
    assert "no hello" in result.games[0].faults[0].reason
    assert result.match.seconds < 10, "the judge does not wait for it in the second game"


@pytest.mark.slow
def test_answers_late(tmp_path: Path) -> None:
    text = """
    hello()
    for number, question in enumerate(questions()):
        if number == 1:
            time.sleep(1.5)
        say(plain(question))
    """
    faults = against_plain(tmp_path, text, Limits(decision=1.0, game=30.0)).faults(0)
    assert faults == {"late": 2}, "a late answer is counted only once"


def test_dies(tmp_path: Path) -> None:
    text = """
    hello()
    for number, question in enumerate(questions()):
        if number == 2:
            raise SystemError("I have had enough")
        say(plain(question))
    """
    result = against_plain(tmp_path, text)
    assert result.faults(0) == {"died": 2}, "it is started anew for the next game"
    assert "exit code 1: SystemError: I have had enough" in result.games[0].faults[0].reason


def test_kills_itself(tmp_path: Path) -> None:
    result = against_plain(tmp_path, "hello()\nnext(questions())\nos.kill(os.getpid(), signal.SIGSEGV)")
    assert result.faults(0) == {"died": 2}
    assert "SIGSEGV" in result.games[0].faults[0].reason


@pytest.mark.parametrize("code", [0, 160, 210, 255])
def test_ends_with_any_exit_code(tmp_path: Path, code: int) -> None:
    result = against_plain(tmp_path, f"hello()\nnext(questions())\nos._exit({code})", turn_cap=2)
    assert sum(result.faults(0).values()) == 2


@pytest.mark.slow
@pytest.mark.parametrize("output", ["sys.stdout", "sys.stderr"])
def test_prints_a_gigabyte(tmp_path: Path, output: str) -> None:
    text = f"""
    hello()
    for question in questions():
        for _ in range(1 << 14):
            {output}.write("x" * (1 << 16))
        say(plain(question))
    """
    result = against_plain(tmp_path, text, SHORT)
    faults = result.faults(0)
    assert set(faults) <= ({"flood"} if output == "sys.stdout" else {"late", "out of time"})
    assert sum(faults.values()) >= 2


def test_prints_lines_that_nobody_asked_for(tmp_path: Path) -> None:
    text = """
    hello()
    for question in questions():
        say(plain(question))
        say({"id": question["id"] + 1, "action": "bankrupt"})
        say({"hello": "there"})
        time.sleep(0.02)
    """
    result = against_plain(tmp_path, text)
    faults = result.faults(0)
    assert faults["unasked"] >= 4
    assert set(faults) <= {"unasked", "malformed"}, "malformed if a question was asked meanwhile"
    assert all(game.turns == 6 for game in result.games), "the number of the next question cannot be guessed"


def test_prints_many_lines(tmp_path: Path) -> None:
    result = against_plain(tmp_path, "hello()\nnext(questions())\nfor n in range(10000): say({'n': n})\ntime.sleep(100)")
    assert set(result.faults(0)) <= {"malformed", "flood", "unasked"}
    assert result.faults(0)["flood"] == 2


@pytest.mark.usefixtures("_both_kinds_of_supervision")
@pytest.mark.parametrize("session", ["", "os.setsid()"])
def test_forks(tmp_path: Path, session: str) -> None:
    """Grandchildren whose parents have ended are killed with the program, even in sessions of their own."""
    text = f"""
    hello()
    for _ in range(3):
        if os.fork() == 0:
            {session}
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
                time.sleep(1000)
            os._exit(0)
    for question in questions():
        say(plain(question))
    """
    result = against_plain(tmp_path, text)
    assert result.faults(0) == {}, "starting a process is not a fault"


@pytest.mark.slow
@pytest.mark.usefixtures("_both_kinds_of_supervision")
def test_forks_without_end(tmp_path: Path) -> None:
    text = """
    hello()
    next(questions())
    while True:
        try:
            if os.fork() == 0:
                os.setsid()
                time.sleep(1000)
        except OSError:
            pass
        time.sleep(0.001)
    """
    roomy = Limits(decision=10.0, game=60.0, memory=4096)  # so that processes, which share most of theirs, are too many first
    result = against_plain(tmp_path, text, roomy)
    assert result.faults(0) == {"memory": 2}
    assert "processes" in result.games[0].faults[0].reason


def test_multiplies_and_vanishes(tmp_path: Path) -> None:
    """Each process starts the next one in a new session and ends, too fast to be caught by its process id.

    Where the system allows no namespace the chain runs to its end, so it is kept short.
    """
    text = """
    hello()
    if os.fork() == 0:
        for _ in range(1000):
            if os.fork():
                os._exit(0)
            os.setsid()
        os._exit(0)
    for question in questions():
        say(plain(question))
    """
    assert against_plain(tmp_path, text, turn_cap=2).faults(0) == {}


def test_answers_for_the_other_player(tmp_path: Path) -> None:
    text = """
    hello()
    for question in questions():
        say({"id": question["id"], "seat": 1 - question["seat"], "action": "bankrupt"})
    """
    result = against_plain(tmp_path, text)
    assert set(result.faults(0)) == {"unasked"}
    assert all(game.turns == 6 for game in result.games), "nobody went bankrupt by it"


def test_answers_an_old_question(tmp_path: Path) -> None:
    text = """
    hello()
    for question in questions():
        say({"id": question["id"] - 1, "action": question["actions"][0]})
    """
    assert set(against_plain(tmp_path, text).faults(0)) == {"unasked"}


@pytest.mark.slow
def test_changes_the_state_it_was_given(tmp_path: Path) -> None:
    """A class gets its own copy of the state: changing it has no effect."""
    path = tmp_path / "thief.py"
    path.write_text(
        "class Agent:\n"
        "    def receive_state(self, state):\n"
        "        state['players'][0]['cash'] = state['players'][1]['cash'] = 10**6\n"
        "        for deed in state['deeds'].values():\n"
        "            deed['owner'] = 0\n"
        "    def buy_property(self, state):\n"
        "        self.receive_state(state)\n"
        "        state['actions'].clear()\n"
        "        return False\n"
    )
    result = match(find_entrant(str(path)), raw(tmp_path, "plain", PLAIN))
    assert (result.faults(0), result.faults(1)) == ({}, {})
    plain = match(raw(tmp_path, "plain", PLAIN), raw(tmp_path, "plain", PLAIN))
    assert [game.ranks for game in result.games] == [game.ranks for game in plain.games]


OFFERS = """
hello()
for question in questions():
    if question["offer_to"]:
        say({"id": question["id"], "action": f"offer {1 - question['seat']}: 1 for nothing"})
    elif question["decision"] == "respond":
        say({"id": question["id"], "action": "refuse"})
    else:
        say(plain(question))
"""


@pytest.mark.slow
def test_endless_trades_are_bounded_by_the_rules(tmp_path: Path) -> None:
    result = against_plain(tmp_path, OFFERS.replace("refuse", "accept"), turn_cap=4)
    assert result.faults(0) == {}
    assert max(game.decisions for game in result.games) < 200


@pytest.mark.slow
def test_endless_trades_are_bounded_by_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules do not limit offers, the judge eventually plays on for the player."""
    monkeypatch.setattr("rentier.referee.judge.ACTIONS_A_TURN", 30)
    result = against_plain(
        tmp_path, OFFERS.replace(": 1 for nothing", ": nothing for 1"), offers_per_turn="unlimited", turn_cap=2
    )
    assert set(result.faults(0)) == {"endless"}
    assert max(game.decisions for game in result.games) < 200


@pytest.mark.slow
def test_exhausts_memory(tmp_path: Path) -> None:
    text = """
    hello()
    next(questions())
    held = []
    while True:
        held.append(bytearray(1 << 24))
    """
    result = against_plain(tmp_path, text)
    assert sum(result.faults(0).get(kind, 0) for kind in DEADLY) == 2
    assert "MemoryError" in result.games[0].faults[0].reason


@pytest.mark.usefixtures("_both_kinds_of_supervision")
def test_exhausts_memory_in_many_processes(tmp_path: Path) -> None:
    text = """
    hello()
    next(questions())
    for _ in range(6):
        if os.fork() == 0:
            held = b"x" * (100 << 20)
            time.sleep(1000)
    time.sleep(1000)
    """
    result = against_plain(tmp_path, text)
    assert result.faults(0) == {"memory": 2}
    assert "memory" in result.games[0].faults[0].reason


@pytest.mark.slow
@pytest.mark.parametrize(("stream", "kind"), [("sys.stdin", "late"), ("sys.stdout", "died")])
def test_closes_a_stream(tmp_path: Path, stream: str, kind: str) -> None:
    result = against_plain(tmp_path, f"hello()\nnext(questions())\nos.close({stream}.fileno())\ntime.sleep(1000)", SHORT)
    assert kind in result.faults(0)


@pytest.mark.slow
def test_closes_its_output_and_floods_the_error_stream(tmp_path: Path) -> None:
    text = "hello()\nnext(questions())\nos.close(1)\nwhile True: os.write(2, b'x' * (1 << 16))"
    assert against_plain(tmp_path, text, turn_cap=2).faults(0) == {"died": 2}


@pytest.mark.slow
def test_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge never waits for a full pipe, and buffers no more than a limit for it."""
    monkeypatch.setattr("rentier.referee.program.BACKLOG_BYTES", 10_000)
    text = "hello()\nwhile True: time.sleep(1)"
    deaf = raw(tmp_path, "deaf", text)
    result = match(deaf, deaf, limits=Limits(decision=0.02, game=5.0), turn_cap=40)
    for agent in (0, 1):
        assert result.faults(agent)["died"] == 2
    assert "does not read" in result.games[0].faults[-1].reason


NONSENSE = [
    rb"\xff\xfe{}",
    b"[" * 40_000 + b"]" * 10_000,
    b'{"id":' * 9_000 + b"}" * 9_000,
    b"null",
    b"[1, 2]",
    b'"roll"',
    b"{}",
    b'{"id": 0, "action": "roll"}',
    b'{"id": true, "action": "roll"}',
    b'{"id": 1e999, "action": "roll"}',
    b'{"id": NaN, "action": "roll"}',
    b'{"id": ' + b"9" * 10_000 + b', "action": "roll"}',
    b'{"id": ID, "action": null}',
    b'{"id": ID, "action": ["roll"]}',
    b'{"id": ID, "action": "' + b"offer 1: 1 for " * 3_000 + b'"}',
    b'{"id": ID, "action": "offer 1: ' + b" for " * 390 + b'"}',
    b'{"id": ID, "action": "' + b"x" * 1_990 + b'"}',
    b'{"id": ID, "action": "\\ud800 \\u001b[31m \\u0000"}',
    b'{"id": ID, "action": "bid ' + b"9" * 18 + b'"}',
    b'{"id": ID, "action": "offer 999999999999999999: #47 for #0"}',
    b"",
]


@pytest.mark.slow
def test_nonsense(tmp_path: Path) -> None:
    """Send each line in turn as the answer to a question."""
    text = f"""
    hello()
    lines = {NONSENSE!r}
    for number, question in enumerate(questions()):
        line = lines[number % len(lines)]
        sys.stdout.buffer.write(line.replace(b"ID", str(question["id"]).encode()) + b"\\n")
        sys.stdout.buffer.flush()
    """
    result = against_plain(tmp_path, text, turn_cap=24)
    faults = [fault for game in result.games for fault in game.faults]
    assert {fault.kind for fault in faults} == {"malformed", "illegal", "unasked"}
    assert min(sum(fault.game == game for fault in faults) for game in (0, 1)) >= len(NONSENSE)
    assert all(fault.reason.isprintable() for fault in faults)
    assert result.match.seconds < 60


def test_a_line_that_never_ends(tmp_path: Path) -> None:
    text = f"hello()\nnext(questions())\nsys.stdout.write('x' * {LINE_BYTES + 1})\nsys.stdout.flush()\ntime.sleep(1000)"
    assert against_plain(tmp_path, text).faults(0) == {"flood": 2}


@pytest.mark.slow
def test_half_an_answer(tmp_path: Path) -> None:
    text = """
    hello()
    for question in questions():
        sys.stdout.write(json.dumps(plain(question)))
        sys.stdout.flush()
    """
    faults = against_plain(tmp_path, text, SHORT).faults(0)
    assert set(faults) <= {"late", "out of time"}


@pytest.mark.usefixtures("_both_kinds_of_supervision")
def test_kills_its_supervisor(tmp_path: Path) -> None:
    """A program can kill its supervisor, which runs as the same user; the game goes on without the program."""
    text = "hello()\nnext(questions())\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(0.5)"
    assert set(against_plain(tmp_path, text).faults(0)) == {"died"}


@pytest.mark.slow
@pytest.mark.usefixtures("_both_kinds_of_supervision")
def test_stops_its_supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rentier.referee.program.SUPERVISOR_SECONDS", 0.5)
    text = "hello()\nnext(questions())\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(1000)"
    assert set(against_plain(tmp_path, text, SHORT).faults(0)) == {"late", "out of time"}


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    script = tmp_path / "broken"
    script.write_text("#!/there/is/no/such/thing\n")
    script.chmod(0o755)
    result = match(Entrant("broken", (str(script),)), raw(tmp_path, "plain", PLAIN))
    assert result.faults(0) == {"died": 2}
    assert "could not be started" in result.games[0].faults[0].reason
