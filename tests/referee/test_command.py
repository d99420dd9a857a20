"""`rentier referee` as a user runs it: tables, files, resuming, Ctrl-C, a kill, the check, and what it refuses."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rentier import Game
from rentier.referee import check  # noqa: F401 - compiles everything before the first command

from .players import PLAIN, RAW, running

Rentier = Callable[..., subprocess.CompletedProcess[str]]
PATIENCE = 300  # seconds for what takes a few on a machine that has nothing else to do
PATIENT = ("--decision-time", 30, "--game-time", 120)
QUICK = ("--rules", "adjudicator2018", "--set", "turn_cap=6", *PATIENT)
BUYER = "class Agent:\n    def buy_property(self, state):\n        return True\n"


@pytest.fixture
def plain(tmp_path: Path) -> str:
    """A program without faults that speaks the protocol itself, as it is named on a command line."""
    (tmp_path / "plain.raw").write_text(RAW + PLAIN)
    return f"{sys.executable} -S {tmp_path / 'plain.raw'}"


@pytest.fixture
def buyer(tmp_path: Path) -> str:
    """A Python file with a class."""
    (tmp_path / "buyer.py").write_text(BUYER)
    return "./buyer.py"


@pytest.mark.slow
def test_a_match_has_a_table_and_records(rentier: Rentier, tmp_path: Path, plain: str, buyer: str) -> None:
    done = rentier("referee", buyer, plain, *QUICK, "--games", 4, "--out", "judged")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    digest = re.fullmatch(r"seed: shown after the match; its SHA-256 digest is (\w{64})", lines[0])
    title = next(line for line in lines if line.startswith("adjudicator2018 with turn_cap=6, 4 games, seed "))
    assert digest is not None
    assert hashlib.sha256(title.split()[-1].encode()).hexdigest() == digest[1]
    assert all(text in done.stdout for text in ("./buyer.py", "faults", "none", "95 % interval"))
    games = [json.loads(line) for line in (tmp_path / "judged" / "games.jsonl").read_text().splitlines()]
    assert [game["seating"] for game in games] == [[0, 1], [1, 0]] * 2
    for game in games:
        record = (tmp_path / "judged" / "games" / f"{game['game']:06d}.toml").read_text()
        replayed = Game.replay(record)
        assert (replayed.turn, len(replayed.decisions)) == (game["turns"], game["decisions"])
    assert rentier("replay", "judged/games/000003.toml").returncode == 0
    result = json.loads((tmp_path / "judged" / "result.json").read_text())
    assert (result["seed"], result["seed_sha256"]) == (title.split()[-1], digest[1])
    assert [agent["faults"] for agent in result["agents"]] == [{}, {}]


@pytest.mark.slow
def test_the_same_command_resumes(rentier: Rentier, tmp_path: Path, plain: str, buyer: str) -> None:
    (tmp_path / "seed").write_text("0")
    players = ("referee", buyer, plain, *QUICK, "--seed-file", "seed")
    assert rentier(*players, "--games", 2, "--out", "judged").returncode == 0
    with open(tmp_path / "judged" / "games.jsonl", "a") as file:
        file.write('{"game": 2, "torn')
    record = tmp_path / "judged" / "games" / "000000.toml"
    before = record.stat().st_mtime_ns
    more = rentier(*players, "--games", 4, "--out", "judged", "--json", "more.json")
    assert (more.returncode, more.stderr) == (0, "")
    assert record.stat().st_mtime_ns == before, "games already played are not played again"
    rentier(*players, "--games", 4, "--json", "whole.json")
    found = [json.loads((tmp_path / name).read_text())["agents"] for name in ("more.json", "whole.json")]
    assert found[0] == found[1]
    (tmp_path / "seed").write_text("1")
    other = rentier(*players, "--games", 4, "--out", "judged")
    assert other.returncode == 2
    assert re.search(r"holds another refereed match: seed_sha256 is '5feceb\w+' there and '6b86b2\w+' here", other.stderr)


@pytest.mark.slow
def test_faults_are_counted_and_shown(rentier: Rentier, tmp_path: Path, plain: str) -> None:
    (tmp_path / "wrong.py").write_text("class Agent:\n    def bmst_decision(self, state):\n        return 'build Boardwalk'\n")
    done = rentier("referee", "./wrong.py", plain, *QUICK, "--games", 2)
    assert done.returncode == 0
    assert re.search(r"wrong.py .*illegal \d+", done.stdout)
    assert "./wrong.py: first in game 0: illegal: illegal action 'build Boardwalk'" in done.stdout
    report = json.loads(rentier("referee", "./wrong.py", plain, *QUICK, "--games", 2, "--json", "-").stdout)
    assert report["agents"][0]["faults"]["illegal"] == sum(report["agents"][0]["faults"].values())
    assert report["agents"][0]["first_faults"][0]["kind"] == "illegal"


def begun(tmp_path: Path, *arguments: object) -> subprocess.Popen[str]:
    """Start a long match, and return once its first game is over."""
    command = [sys.executable, "-m", "rentier.cli", "referee", *map(str, arguments), "--games", "1000", "--out", "judged"]
    started = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "judged" / "games.jsonl").exists():
        assert time.monotonic() < deadline
        assert started.poll() is None, started.communicate()
        time.sleep(0.05)
    return started


def left_running(tmp_path: Path) -> list[str]:
    """Wait for all processes of a test to be gone; return those that are not.

    A supervisor that was being started when its judge was killed ends once it has loaded: on a busy machine that takes a while.
    """
    deadline = time.monotonic() + PATIENCE
    while running(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    return running(tmp_path)


@pytest.mark.slow
def test_ctrl_c_leaves_what_was_played(tmp_path: Path, plain: str, buyer: str) -> None:
    started = begun(tmp_path, buyer, plain, *QUICK)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 130
    assert re.search(r"rentier: stopped after \d+ of 1000 games", err)
    assert "Traceback" not in err
    assert "95 % interval" in out
    assert left_running(tmp_path) == []


@pytest.mark.slow
def test_a_judge_that_is_killed_leaves_nothing_running(tmp_path: Path, plain: str, buyer: str) -> None:
    started = begun(tmp_path, buyer, plain, *QUICK)
    os.kill(started.pid, signal.SIGKILL)
    started.communicate(timeout=PATIENCE)
    assert left_running(tmp_path) == []


@pytest.mark.slow
def test_a_program_that_kills_its_supervisor_ends_with_the_command(rentier: Rentier, tmp_path: Path, plain: str) -> None:
    escape = "hello()\nnext(questions())\nif os.fork() == 0: os.setsid(), time.sleep(1000)\n"
    (tmp_path / "escape.raw").write_text(RAW + escape + "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(1000)\n")
    program = f"{sys.executable} -S {tmp_path / 'escape.raw'}"
    limits = ("--decision-time", 1, "--game-time", 3)
    done = rentier("referee", program, plain, *QUICK[:4], *limits, "--games", 2, "--json", "-")
    assert done.returncode == 0
    assert {line.split(":")[0] for line in done.stderr.splitlines()} <= {"seed", "not protected from programs"}
    assert json.loads(done.stdout)["games"] == 2
    assert left_running(tmp_path) == []


@pytest.mark.slow
def test_the_check_says_what_is_right_and_wrong(rentier: Rentier, tmp_path: Path, plain: str) -> None:
    done = rentier("referee", "check", plain)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "ok     hello: it speaks protocol 1"
    assert lines[-1] == "all right"
    assert "ok     buy: decline" in lines
    (tmp_path / "wrong.py").write_text("class Agent:\n    def auction_property(self, state):\n        return 10 ** 6\n")
    wrong = rentier("referee", "check", "wrong.py")
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert any(line.startswith("wrong  bid, sealed: illegal: ") for line in wrong.stdout.splitlines())
    assert "ok     buy: decline" in wrong.stdout
    assert wrong.stdout.splitlines()[-1].endswith(" wrong")


def test_the_check_of_a_program_that_dies(rentier: Rentier) -> None:
    done = rentier("referee", "check", "/bin/false ")
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["wrong  hello: died: it ended with exit code 1", "1 wrong"]


def test_the_check_has_its_own_help(rentier: Rentier) -> None:
    done = rentier("referee", "check", "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: rentier referee check [OPTIONS] PROGRAM")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["phase1"], "1 agent is named; a game has 2 to 8 players"),
        (["phase1", "fase2"], "unknown agent 'fase2'; did you mean 'phase2'"),
        (["phase1", "./nobody"], "program './nobody': there is no program './nobody'"),
        (["phase1", "./no\nbody"], "should be one line of printable text"),
        (["phase1", "./nobody.py"], "there is no such file"),
        (["phase1", "./text"], "is not executable"),
        (["phase1", "./"], "is a folder"),
        (["phase1", "./text 'x"], "No closing quotation"),
        (["phase1", "./empty.py"], "should define a class with some of the methods bmst_decision"),
        (["phase1", "./broken.py"], "line 1:"),
        (["phase1", "phase2", "--games", "0"], "games: 0 should be a whole number from 1"),
        (["phase1", "phase2", "--decision-time", "0"], "--decision-time: 0 should be a number of seconds above 0"),
        (["phase1", "phase2", "--game-time", "nan"], "--game-time: nan should be"),
        (["phase1", "phase2", "--memory", "1"], "--memory: 1 should be a number of megabytes"),
        (["phase1", "phase2", "--rules", "adjudicator2019"], "unknown preset"),
        (["phase1", "phase2", "--seed", "-1"], "seed: -1 should be a whole number from 0"),
        (["phase1", "phase2", "--seed", "1", "--seed-file", "text"], "a match has one seed; give --seed-file or --seed"),
        (["phase1", "phase2", "--seed-file", "text"], "--seed-file: text: should have one whole number from 0"),
        (["phase1", "phase2", "--seed-file", "-"], "--seed-file: standard input: should have one whole number"),
        (["phase1", "phase2", "--seed-file", "none"], "--seed-file: none: cannot be read: No such file"),
        (["phase1", "phase2", "--json", "no/such/file"], "there is no folder"),
        (["phase1", "phase2", "--out", "text"], "is a file; --out should be a folder"),
        ([], "Missing argument 'AGENT...'"),
        (["check"], "Missing argument 'PROGRAM'"),
        (["check", "fase2"], "unknown agent 'fase2'"),
    ],
)
def test_wrong_use_is_one_line(rentier: Rentier, tmp_path: Path, arguments: list[str], reason: str) -> None:
    (tmp_path / "text").write_text("no program")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "broken.py").write_text("class")
    done = rentier("referee", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert reason in done.stderr
    assert done.stdout == ""
