"""`rentier calibration` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]


def test_bins_are_printed_written_and_drawn(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(
        *("calibration", "selfplay", "phase1", "phase2", "--games", "6", "--set", "turn_cap=40"),
        *("--picture", "found.svg", "--json", "found.json"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "selfplay predicts phase1, phase2: 6 games of uk-classic"
    assert sum(" to " in line and "│" in line for line in lines) == 10
    assert lines[-1].startswith("Brier score 0.")
    written = json.loads((tmp_path / "found.json").read_text())
    assert (written["network"], written["games"], len(written["bins"])) == ("selfplay", 6, 10)
    assert (tmp_path / "found.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("selfplay",), "Missing argument 'AGENT...'"),
        (("khan:optimal", "td", "td"), "agent 'khan:optimal' does not estimate win probabilities; these do: td, selfplay"),
        (("selfplay", "td", "td", "--games", "0"), "games: 0 should be a whole number from 1"),
        (("selfplay", "td", "td", "--picture", "gone/found.svg"), "there is no folder gone"),
    ],
)
def test_what_is_wrong_is_one_line(rentier: Rentier, arguments: tuple[str, ...], says: str) -> None:
    done = rentier("calibration", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
