"""With bounds checking on, no rule reads or writes outside its arrays. Most of the time goes into compiling the rules anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rentier.box import preset_names

from .bounds import GAMES

ROOT = Path(__file__).parents[2]
OUT_OF_BOUNDS = """
import numba, numpy as np

@numba.njit
def read(numbers, place):
    return numbers[place]

read(np.zeros(3), 3)
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a separate Python process with bounds checking on."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=800, check=False
    )


@pytest.mark.slow
def test_games_with_bounds_checking() -> None:
    done = run("-m", "tests.conformance.bounds")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == GAMES * (2 * len(preset_names()) + 1)


@pytest.mark.slow
def test_bounds_checking_would_be_noticed() -> None:
    done = run("-c", OUT_OF_BOUNDS)
    assert done.returncode != 0
    assert "IndexError" in done.stderr
