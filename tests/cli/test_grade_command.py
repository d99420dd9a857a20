"""`rentier grade` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

Rentier = Callable[..., subprocess.CompletedProcess[str]]


def test_losses_are_printed_and_written(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier("grade", "bot", "--kind", "jail", "--first", "12", "--json", "grade.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("bot: loss per decision in percentage points of win probability")
    assert "the worst decisions" in done.stdout
    written = json.loads((tmp_path / "grade.json").read_text())
    assert (written["agent"], written["mean"]["decisions"], list(written["kinds"])) == ("bot", 12, ["jail"])
    assert len(written["losses"]) == 12
    assert written["worst"][0]["points"] == max(loss["points"] for loss in written["losses"])


def test_one_decision_is_shown_with_its_candidates(rentier: Rentier) -> None:
    done = rentier("grade", "selfplay", "--show", "12")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Houses left" in done.stdout
    assert "decision 12: " in done.stdout
    assert "the agent" in done.stdout.lower()


def test_rules_that_an_agent_cannot_play_are_named(rentier: Rentier) -> None:
    done = rentier("grade", "td", "--first", "30")
    assert done.returncode == 0
    assert "It cannot play by tournament, us-classic: those decisions are left out." in done.stdout
