"""Every command as a user runs it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]
QUICK = ("--set", "auction=none", "--set", "trade_menu=none", "--set", "turn_cap=100")
COMMANDS = ("match", "watch", "replay", "rules", "agents", "bench")


def test_help_and_version(rentier: Rentier) -> None:
    done = rentier()
    assert done.returncode == 0
    assert done.stdout == rentier("--help").stdout
    assert all(f"  {command} " in done.stdout for command in COMMANDS)
    assert "rentier match reserve:350,150" in done.stdout
    assert rentier("--version").stdout.startswith("rentier 0.")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(rentier: Rentier, command: str) -> None:
    done = rentier(command, "--help")
    assert done.returncode == 0
    assert f"rentier {command}" in done.stdout.partition("Example")[2]


def test_help_and_listings_do_not_load_the_compiler() -> None:
    code = "import sys; from rentier.cli import main\ntry: main({})\nfinally: print('numba' in sys.modules, file=sys.stderr)"
    for arguments in (["--help"], ["rules", "short"], ["agents"], ["match", "--help"], ["match", "randon", "random"]):
        done = subprocess.run([sys.executable, "-c", code.format(arguments)], capture_output=True, text=True, check=False)
        assert done.stderr.endswith("False\n"), arguments


def test_match_prints_a_table(rentier: Rentier) -> None:
    done = rentier("match", "reserve:350,150", "reserve:50,0", "random", "--games", 30, *QUICK)
    assert done.returncode == 0
    assert done.stderr == ""
    title = "uk-classic with auction=none, trade_menu=none, turn_cap=100, 30 games, seed 0"
    assert done.stdout.splitlines()[0] == title
    assert all(
        text in done.stdout for text in ("reserve:350,150", "reserve:50,0", "random", "95 % interval", "draws", "games/s")
    )


def test_match_writes_json_that_does_not_depend_on_jobs(rentier: Rentier, tmp_path: Path) -> None:
    match = ("match", "reserve:350,150", "reserve:50,0", "--games", 40, "--seed", 9, *QUICK)
    done = rentier(*match, "--json", "-")
    first = json.loads(done.stdout)
    assert list(first["turns"]) == ["mean", "max"]
    done = rentier(*match, "--json", "result.json", "--jobs", 2)
    assert "win rate" in done.stdout
    second = json.loads((tmp_path / "result.json").read_text())
    for report in (first, second):
        for timed in ("seconds", "games_per_second", "turns_per_second"):
            assert report.pop(timed) > 0
    assert first == second
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]


def test_match_shows_its_progress_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rentier.cli", "match", "reserve:50,0", "reserve:50,0", "--games", "50", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        output, _ = process.communicate(timeout=300)
    os.close(theirs)
    assert process.returncode == 0
    assert b"50/50" in os.read(ours, 100_000)
    assert b"win rate" in output
    os.close(ours)


def test_watch_tells_a_game_and_replay_tells_it_again(rentier: Rentier, tmp_path: Path) -> None:
    watched = rentier("watch", "reserve:350,150", "random", "--seed", 4, "--save", "game.toml", *QUICK)
    assert watched.returncode == 0
    assert watched.stdout.startswith("Seat 0: reserve:350,150\nSeat 1: random\nRound 1, turn 1: seat ")
    assert all(text in watched.stdout for text in (" throws ", " buys ", "The game is over", "Mayfair", "Standings:"))
    assert (tmp_path / "game.toml").is_file()
    assert rentier("replay", "game.toml").stdout == watched.stdout
    told = rentier("replay", "game.toml", "--board", "never").stdout
    assert "Houses left" not in told
    assert rentier("replay", "game.toml", "--board", "every").stdout.count("Houses left") > 10


def test_watch_plays_the_first_game_of_the_match(rentier: Rentier) -> None:
    arguments = ("random", "reserve:50,0", "--seed", 2, "--rules", "tournament", "--set", "trade_menu=none")
    turns = json.loads(rentier("match", *arguments, "--games", 1, "--json", "-").stdout)["turns"]["max"]
    assert f"turn {turns}: over" in rentier("watch", *arguments).stdout


def test_rules_lists_and_explains(rentier: Rentier) -> None:
    listed = rentier("rules").stdout
    assert all(name in listed for name in ("modern", "short", "tournament", "uk-classic", "us-classic"))
    explained = rentier("rules", "tournament", "--set", "salary=400").stdout
    lines = [line.split() for line in explained.splitlines()]
    assert ["*", "salary", "400"] in [line[:3] for line in lines]
    assert ["*", "round_cap", "30"] in [line[:3] for line in lines]
    assert ["start_cash", "1500"] in [line[:2] for line in lines]
    assert "Boardwalk $400" in explained
    assert "Leave jail free" in explained


def test_rules_as_json(rentier: Rentier) -> None:
    assert len(json.loads(rentier("rules", "--json", "-").stdout)) == 5
    report = json.loads(rentier("rules", "short", "--json", "-").stdout)
    assert report["switches"]["end"]["value"] == "first-bankruptcy"
    assert report["switches"]["end"]["differs"]
    assert len(report["board"]["squares"]) == 40


def test_agents_are_listed(rentier: Rentier) -> None:
    listed = rentier("agents").stdout
    assert all(text in listed for text in ("random:uniform", "reserve:350,150", "spend above", "./my_agent.py", "Sammul"))
    assert json.loads(rentier("agents", "--json", "-").stdout)[-1]["settings"] == ["spend above", "raise below"]


def test_a_users_agent_plays(rentier: Rentier, tmp_path: Path) -> None:
    text = "from rentier.agents.mind import agent, action\nfrom rentier.game.legal import legal\n"
    text += "@agent\ndef decide(box, game, mind):\n    legal(box, game, mind.actions[:])\n    return action(mind.actions, 0)\n"
    (tmp_path / "first.py").write_text(text)
    done = rentier("match", "./first.py", "random", "--games", 2, "--json", "-", *QUICK)
    assert json.loads(done.stdout)["agents"][0]["spec"] == "./first.py"


def test_bench_reports(rentier: Rentier) -> None:
    done = rentier("bench", "--repeats", 1, "--json", "speed.json")
    assert done.returncode == 0
    assert "bare walk" in done.stdout
    assert "two jobs" in done.stdout


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"{sys.executable} -u -m rentier.cli rules uk-classic | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("uk-classic, version")
    assert done.stderr == ""


@pytest.mark.parametrize("unbuffered", ["", "-u"])
def test_a_reader_who_leaves_does_not_cost_the_record(rentier: Rentier, tmp_path: Path, unbuffered: str) -> None:
    watch = ("watch", "random", "random", "--seed", "3", *QUICK, "--save")
    command = f"{sys.executable} {unbuffered} -m rentier.cli {' '.join(watch)} left.toml | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Seat 0: random\n", "")
    assert rentier(*watch, "stayed.toml").returncode == 0
    assert (tmp_path / "left.toml").read_text() == (tmp_path / "stayed.toml").read_text()


def test_ctrl_c_ends_quietly() -> None:
    command = [sys.executable, "-u", "-m", "rentier.cli", "watch", "random", "random", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
