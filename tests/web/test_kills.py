"""A killed server loses no acknowledged decision: a small run of the benchmark."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "web_kills.py"


@pytest.mark.slow
@pytest.mark.parametrize(("kills", "database"), [(3, []), (2, ["--postgresql"])], ids=["SQLite", "PostgreSQL"])
def test_kills_lose_no_acknowledged_decision_and_leave_no_game_stuck(kills: int, database: list[str]) -> None:
    words = [sys.executable, str(BENCHMARK), "--kills", str(kills), "--tables", "1", *database]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{kills} kills, ")
    assert done.stdout.endswith("none lost, no game stuck\n")
