"""`rentier review` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rentier import Game

Rentier = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _record(tmp_path: Path) -> None:
    """Seat 0 gives Mayfair away for nothing; the record ends there."""
    start = {
        "switches": {"turn_cap": 12, "cap": "worth"},
        "players": [{"cash": 600, "deeds": {"Park Lane": 0, "Mayfair": 0}}, {"cash": 500}],
    }
    game = Game.from_position(start, seed=1)
    (tmp_path / "start.toml").write_text(game.record())
    for action in ("offer 1: Mayfair for nothing", "accept"):
        game.apply(action)
    (tmp_path / "game.toml").write_text(game.record(["Ann", "Bob"]))


def test_a_review_is_printed_written_and_drawn(rentier: Rentier, tmp_path: Path) -> None:
    whole = ("--whole", "--agents", "aggressive", "--rollouts", 40)
    done = rentier("review", "game.toml", *whole, "--picture", "chances.svg", "--json", "review.json", "--jobs", 2)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].endswith("not over; if everybody plays on like aggressive, played to the end; 40 rollouts or more, seed 0")
    assert sum("offer 1: Mayfair for nothing" in line and "blunder" in line for line in lines) == 1
    assert sum("Mayfair for nothing" in line and "bad for seat 0; good for seat 1" in line for line in lines) == 1
    assert sum("│ Ann " in line for line in lines) == 1
    assert "own decisions" in done.stdout
    written = json.loads((tmp_path / "review.json").read_text())
    assert [decision["mark"] for decision in written["decisions"]] == ["blunder", None]
    assert written["decisions"][0]["loss"].keys() == {"mean", "low", "high", "checked"}
    assert [seat["seat"] for seat in written["seats"]] == [0, 1]
    assert written["trades"][0]["terms"] == "Mayfair for nothing"
    assert (tmp_path / "chances.svg").read_text().startswith("<?xml")


def test_by_default_selfplay_plays_on_and_is_named(rentier: Rentier) -> None:
    done = rentier("review", "game.toml", "--rollouts", 20)
    assert (done.returncode, done.stderr) == (0, "")
    assert "if everybody plays on like selfplay:offers=0, cut after 4 turns; 20 rollouts or more" in done.stdout
    assert "without the network's own error" in done.stdout
    words = " ".join(done.stdout.split())
    assert "the worst decision: in turn 1 seat 0 (Ann) chose 'offer 1: Mayfair for nothing'; 'roll' was better by" in words
    assert "If accepted, Ann would have broken up the complete Dark Blue set." in words


@pytest.mark.slow
def test_the_readers_own_worst_decision_comes_first(rentier: Rentier) -> None:
    mine, others = (
        " ".join(rentier("review", "game.toml", "--rollouts", 20, "--seat", seat).stdout.split()) for seat in (0, 1)
    )
    assert "your worst decision: in turn 1 you chose 'offer 1: Mayfair for nothing'" in mine
    assert "If accepted, you would have broken up the complete Dark Blue set." in mine
    assert "no decision of seat 1 certainly cost anything" in others


@pytest.mark.slow
def test_a_record_may_come_from_standard_input(rentier: Rentier, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rentier.cli", "review", "-", "--rollouts", "20", "--json", "-", "--seed", "2"]
    text = (tmp_path / "game.toml").read_text()
    piped = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert (piped.returncode, piped.stderr) == (0, "")
    from_file = rentier("review", "game.toml", "--rollouts", 20, "--json", "-", "--seed", 2, "--jobs", 1)
    first, second = (json.loads(done.stdout) | {"seconds": 0} for done in (piped, from_file))
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Missing argument 'RECORD|-'"),
        (("gone.toml",), "gone.toml: No such file"),
        (("start.toml",), "start.toml: game record: it has no decisions; there is nothing to review"),
        (("game.toml", "--rollouts", 5), "rollouts: 5 should be a whole number from 20 to 10000"),
        (("game.toml", "--agents", "mcts"), "agent 'mcts' thinks in Python"),
        (("game.toml", "--agents", "bot", "bot", "bot"), "3 agents are named, game.toml has 2 seats"),
        (("game.toml", "--agents", "agressive"), "unknown agent 'agressive'; did you mean"),
        (("game.toml", "--seat", 2), "game.toml: seat: 2 should be a whole number from 0 to 1"),
        (("game.toml", "--cut", 0), "cut: 0 should be a whole number from 1 to 1000000"),
        (("game.toml", "--cut", 8, "--whole"), "--whole plays games to their end, --cut 8 cuts them; leave out one of them"),
        (("game.toml", "--jobs", 0), "jobs: 0 should be"),
        (("game.toml", "--picture", "chances.png"), "should be a file that ends in .svg"),
        (("game.toml", "--json", "gone/review.json"), "there is no folder gone"),
    ],
)
def test_what_is_wrong_is_one_line(rentier: Rentier, tmp_path: Path, arguments: tuple[object, ...], says: str) -> None:
    done = rentier("review", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.toml", "start.toml"]
