"""Spies: programs that look for the judge's secrets in /proc, files, sockets and memory, and foretell nothing by them."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rentier.referee import isolation
from rentier.referee.entrants import Entrant
from rentier.referee.limits import Limits
from rentier.referee.memory import MemoryGroup
from rentier.referee.process_tree import MEGABYTE
from rentier.referee.program import Program

from .players import PLAIN, RAW, match, raw

Rentier = Callable[..., subprocess.CompletedProcess[str]]
SMALL = Limits(decision=30.0, game=120.0, memory=256)
SPY = """
hello()
def found():
{looks}
for question in questions():
    try:
        say({{"id": question["id"], "error": json.dumps(found())}})
    except OSError as error:
        say({{"id": question["id"], "error": type(error).__name__}})
"""


def spy(folder: Path, looks: str) -> Entrant:
    """A program that answers every question by what it finds, as an error that the judge reports."""
    return raw(folder, "spy", SPY.format(looks="".join(f"    {line}\n" for line in looks.strip().splitlines())))


def answer_of(entrant: Entrant, hidden: tuple[str, ...] = ()) -> str:
    """Ask a spy once, as the judge does in a game."""
    program = Program(entrant, SMALL, hidden)
    try:
        program.meet()
        with pytest.raises(Exception, match="error: ") as raised:
            program.ask({"type": "question", "id": 7, "seat": 0, "actions": ["roll"]}, 60.0)
        return str(raised.value.reason)  # type: ignore[attr-defined]
    finally:
        program.kill()


@pytest.fixture(scope="module")
def gaps() -> list[str]:
    """What this system does not protect."""
    return isolation.unprotected((), (sys.executable,))


def needs(gaps: list[str], *protections: str) -> None:
    """Skip a test where the system lacks what it is about."""
    missing = [gap for gap in protections if gap in gaps]
    if missing:
        pytest.skip(f"this system does not protect {missing[0]}")


# /proc


def test_a_program_does_not_see_the_judge_in_proc(tmp_path: Path, gaps: list[str]) -> None:
    looks = f"return os.path.exists('/proc/{os.getpid()}/cmdline')"
    assert answer_of(replace(spy(tmp_path, looks), is_trusted=True)) == "true", "what is not isolated sees it"
    needs(gaps, isolation.PROC)
    assert answer_of(spy(tmp_path, looks)) == "false"


def test_a_program_has_no_privileges(tmp_path: Path) -> None:
    looks = r"""
import re
status = open('/proc/self/status').read()
return re.findall(r'(?:CapPrm|CapEff|NoNewPrivs):\s*(\w+)', status)
"""
    assert answer_of(spy(tmp_path, looks)) == '["0000000000000000", "0000000000000000", "1"]'


SHELL_SPY = """#!/bin/sh
read hello
echo '{"protocol": 1}'
read question
echo '{"id": 7, "error": "'$(id -u)'"}'
read bye
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run programs as another user")
def test_root_runs_programs_as_another_user() -> None:
    """A program that everybody can read; others are run as root, and the judge says so."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        script = Path(folder, "spy.sh")
        script.write_text(SHELL_SPY)
        script.chmod(0o755)
        entrant = Entrant("spy", (str(script),))
        assert int(answer_of(entrant)) >= isolation.FIRST_USER
        assert isolation.ROOT not in isolation.unprotected((), entrant.command)
        script.chmod(0o700)
        assert isolation.ROOT in isolation.unprotected((), entrant.command)


# files


def test_a_program_does_not_see_hidden_files(tmp_path: Path, gaps: list[str]) -> None:
    (tmp_path / "judged").mkdir()
    (tmp_path / "judged" / "games.jsonl").write_text("the dice")
    (tmp_path / "seed").write_text("12345")
    hidden = (str(tmp_path / "judged"), str(tmp_path / "seed"), str(tmp_path / "not there"))
    reads = f"return open('{tmp_path}/seed').read()"
    lists = f"return os.listdir('{tmp_path}/judged')"
    opens = f"return open('{tmp_path}/judged/games.jsonl').read()"
    assert answer_of(spy(tmp_path, reads)) == '"12345"', "what is not hidden can be read"
    needs(gaps, isolation.FILES, isolation.HIDDEN)
    assert answer_of(spy(tmp_path, reads), hidden) == '""'
    assert answer_of(spy(tmp_path, lists), hidden) == "PermissionError"
    assert answer_of(spy(tmp_path, opens), hidden) in ("PermissionError", "FileNotFoundError")
    assert (tmp_path / "judged" / "games.jsonl").read_text() == "the dice"


def test_a_program_writes_only_to_a_folder_that_ends_with_it(tmp_path: Path, gaps: list[str]) -> None:
    needs(gaps, isolation.FILES)
    writes = "return open({}, 'w').write('notes')"
    assert answer_of(spy(tmp_path, writes.format(f"'{tmp_path}/notes'"))) == "OSError"
    assert not (tmp_path / "notes").exists()
    assert answer_of(spy(tmp_path, writes.format("os.environ['TMPDIR'] + '/rentier-spy'"))) == "5"
    assert answer_of(spy(tmp_path, "return os.listdir(os.environ['TMPDIR'])")) == "[]"
    assert not Path(isolation.SCRATCH, "rentier-spy").exists()


# sockets


@pytest.fixture(params=["tcp", "unix"])
def listener(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    """A socket of the judge's machine: on the loopback network, or with an abstract name."""
    is_tcp = request.param == "tcp"
    with socket.socket(socket.AF_INET if is_tcp else socket.AF_UNIX) as listener:
        listener.bind(("127.0.0.1", 0) if is_tcp else f"\0rentier-{os.getpid()}")
        listener.listen()
        yield listener


def test_a_program_reaches_no_socket(tmp_path: Path, gaps: list[str], listener: socket.socket) -> None:
    address = listener.getsockname()
    looks = f"""
import socket
socket.socket(socket.AF_{"INET" if listener.family == socket.AF_INET else "UNIX"}).connect({address!r})
return 'connected'
"""
    assert answer_of(replace(spy(tmp_path, looks), is_trusted=True)) == '"connected"', "what is not isolated reaches it"
    needs(gaps, isolation.NETWORK)
    assert answer_of(spy(tmp_path, looks)) in ("OSError", "ConnectionRefusedError")


# memory

HOLDS = """
hello()
next(questions())
import mmap
{holds}
time.sleep(1000)
"""
MEMFD = "file = os.memfd_create('held')\nfor _ in range({}): os.write(file, bytes(1 << 20))\n"
HELD = {
    "in a file that is never mapped": MEMFD.format(600),
    "in many files": "files = [os.memfd_create(str(n)) for n in range(60)]\nfor n in files: os.write(n, bytes(10 << 20))\n",
    "in shared memory": "held = mmap.mmap(-1, 600 << 20)\nfor page in range(0, 600 << 20, 4096): held[page] = 1\n",
    "in a file that another process has open": "if os.fork() == 0:\n"
    + "".join(f"    {line}\n" for line in (MEMFD.format(600) + "time.sleep(1000)").splitlines()),
}


@pytest.mark.slow
@pytest.mark.parametrize("where", HELD)
def test_memory_counts_wherever_it_is_held(tmp_path: Path, where: str) -> None:
    hostile = raw(tmp_path, "hostile", HOLDS.format(holds=HELD[where]))
    result = match(hostile, raw(tmp_path, "plain", PLAIN), limits=SMALL, turn_cap=2)
    assert (result.faults(0), result.faults(1)) == ({"memory": 2}, {})


@pytest.mark.slow
def test_memory_counts_once(tmp_path: Path) -> None:
    """A file in memory that is mapped is resident as well."""
    text = f"import mmap\n{MEMFD.format(150)}held = mmap.mmap(file, 150 << 20)\nsum(held[::4096])\n{PLAIN}"
    result = match(raw(tmp_path, "honest", text), raw(tmp_path, "plain", PLAIN), limits=SMALL, turn_cap=8)
    assert (result.faults(0), result.faults(1)) == ({}, {})


def test_a_control_group_limits_memory(tmp_path: Path) -> None:
    """On a pretended system, whose group above our own may be written to."""
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "mountinfo").write_text(f"24 29 0:23 / {tmp_path}/groups rw,relatime shared:4 - cgroup2 cgroup2 rw\n")
    (tmp_path / "self" / "cgroup").write_text("0::/app/own\n")
    assert MemoryGroup.create(256, tmp_path) is None, "no such group"
    above = tmp_path / "groups" / "app"
    (above / "own").mkdir(parents=True)
    (above / "cgroup.subtree_control").write_text("cpu pids\n")
    assert MemoryGroup.create(256, tmp_path) is None, "it does not limit memory"
    (above / "cgroup.subtree_control").write_text("cpu memory pids\n")
    group = MemoryGroup.create(256, tmp_path)
    assert group is not None
    assert group.folder.parent == above
    assert (group.folder / "memory.max").read_text() == str(256 * MEGABYTE)
    group.join()
    assert (group.folder / "cgroup.procs").read_text() == "0"
    for events, exceeded in (("oom 3\noom_kill 0\n", False), ("oom 3\noom_kill 2\n", True)):
        (group.folder / "memory.events").write_text(events)
        assert group.was_exceeded is exceeded
    for file in list(group.folder.iterdir()):
        file.unlink()
    group.remove()
    assert not group.folder.exists()


# what is said, and what is foretold


def test_the_judge_says_what_is_not_protected(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(isolation, "isolate_children", lambda: False)
    monkeypatch.setattr(sys, "argv", ["isolation", '["judged"]', "/bin/sh"])
    isolation.main()
    said = json.loads(capsys.readouterr().out)
    assert set(said) >= {isolation.PROCESSES, isolation.PROC, isolation.FILES, isolation.HIDDEN, isolation.NETWORK}
    assert set(said) <= {value for name, value in vars(isolation).items() if name.isupper() and isinstance(value, str)}


PROPHET = """
hello()
notes = {notes!r}
try:
    known = json.load(open(notes))
except OSError:
    known = []
rolled, foretold = [], 0
for message in messages:
    if message["type"] == "state" and message["done"]["action"] == "roll":
        dice = message["state"]["dice"]
        foretold += known[len(rolled) : len(rolled) + 1] == [dice]
        rolled.append(dice)
        json.dump(rolled, open(notes, "w"))
    elif message["type"] == "question":
        say({{"id": message["id"], "error": f"{{foretold}} of {{min(len(known), len(rolled))}}"}})
    elif message["type"] == "bye":
        break
"""


@pytest.mark.slow
def test_notes_of_earlier_games_foretell_nothing(tmp_path: Path) -> None:
    """A program that can write, and so remembers all dice of the game before, knows none of the next."""
    prophet = replace(raw(tmp_path, "prophet", PROPHET.format(notes=str(tmp_path / "notes"))), is_trusted=True)
    result = match(prophet, raw(tmp_path, "plain", PLAIN), games=4, turn_cap=60)
    last = [[fault.reason for fault in game.faults][-1] for game in result.games]
    foretold, of = (sum(int(reason.split(" of ")[part]) for reason in last) for part in (0, 1))
    assert of > 100, "it has remembered dice"
    assert foretold / of < 0.15, "as rarely as by chance, which is 1 in 36"


SEEKER = """
import glob, re
def read(pattern):
    return [open(path, errors="replace").read() for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)]
said = [text for text in read("/proc/[0-9]*/cmdline") if "referee" in text] + read({out!r} + "/**")
found = re.findall(r"\\b[0-9]{{17,39}}\\b", " ".join(said))
hello()
for question in questions():
    say({{"id": question["id"], "error": " ".join(found) or "nothing"}})
"""
SEED = "918273645546372819"


def test_a_seed_on_a_command_line_is_found_without_isolation(tmp_path: Path, gaps: list[str]) -> None:
    """What the next test looks for can be found: the program that looks is the same."""
    seeker = raw(tmp_path, "seeker", SEEKER.format(out=str(tmp_path / "judged")))
    waiting = [sys.executable, "-S", "-c", "input()", "referee", "--seed", SEED]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE) as visible:
        assert SEED in answer_of(replace(seeker, is_trusted=True))
        if isolation.PROC not in gaps:
            assert answer_of(seeker) == "nothing"
        visible.kill()
    (tmp_path / "judged").mkdir()
    (tmp_path / "judged" / "referee.json").write_text(SEED)
    assert SEED in answer_of(seeker), "a folder that is not hidden"


@pytest.mark.slow
@pytest.mark.parametrize("given", ["drawn", "file", "visible"])
def test_the_seed_is_not_found_while_programs_play(rentier: Rentier, tmp_path: Path, gaps: list[str], given: str) -> None:
    """Only a seed of the command line can be found, and only where /proc is not hidden; the judge says so."""
    (tmp_path / "seed").write_text(SEED)
    options = {"drawn": (), "file": ("--seed-file", "seed"), "visible": ("--seed", SEED)}[given]
    (tmp_path / "spy.raw").write_text(RAW + SEEKER.format(out=str(tmp_path / "judged")))
    (tmp_path / "plain.raw").write_text(RAW + PLAIN)
    players = [f"{sys.executable} -S {tmp_path / name}" for name in ("spy.raw", "plain.raw")]
    rules = ("--rules", "adjudicator2018", "--set", "turn_cap=4", "--decision-time", 30, "--game-time", 120)
    done = rentier("referee", *players, *rules, *options, "--games", 2, "--out", "judged", "--json", "result.json")
    assert (done.returncode, done.stderr) == (0, "")
    reasons = {fault["reason"] for fault in json.loads((tmp_path / "result.json").read_text())["agents"][0]["first_faults"]}
    if given != "visible" or isolation.PROC not in gaps:
        assert reasons == {"nothing"}
    assert ("warning: programs may read or guess --seed" in done.stdout) == (given == "visible")
    digest = re.search(r"^seed: shown after the match; its SHA-256 digest is (\w{64})$", done.stdout, re.MULTILINE)
    assert digest is not None
    report = json.loads((tmp_path / "result.json").read_text())
    checked = subprocess.run(["sha256sum"], input=report["seed"], capture_output=True, text=True, check=True)
    assert checked.stdout.split()[0] == digest[1] == report["seed_sha256"]
