"""Every example runs, at a small size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent.parent
EXAMPLES = HOME / "examples"


def run(*command: str) -> str:
    """Return the output of a command, which must succeed."""
    done = subprocess.run([sys.executable, *command], cwd=HOME, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_ppo_learns_and_is_tested() -> None:
    said = run(str(EXAMPLES / "ppo.py"), "--steps", "512", "--games", "4", "--test-games", "2")
    assert said.startswith("against random: ")
    assert "against bailis: " in said


@pytest.mark.slow
def test_the_agent_written_by_hand_beats_random() -> None:
    said = run("-m", "rentier.cli", "match", str(EXAMPLES / "hand_written_agent.py"), "random", "--games", "100")
    assert "hand_written_agent" in said


@pytest.mark.slow
def test_a_house_rule_is_studied() -> None:
    lines = run(str(EXAMPLES / "house_rule.py"), "60").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["by the book", "money on Free Parking"]


@pytest.mark.parametrize(("name", "most"), [("hand_written_agent.py", 30), ("house_rule.py", 20)])
def test_examples_are_as_short_as_they_say(name: str, most: int) -> None:
    lines = (EXAMPLES / name).read_text().splitlines()
    assert sum(bool(line.strip()) for line in lines) <= most
