"""Interpreted and compiled play give byte-identical games: 200 games over all presets, two to eight players, many switches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rentier.compiled import INTERPRETED

from .playthrough import GAMES, STEP, digests

ROOT = Path(__file__).parents[2]
JOBS = 2


def start_other_mode(first: int, last: int) -> subprocess.Popen[str]:
    """Play some of the games in a separate process, in the mode that this process is not in."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    command = [sys.executable, "-m", "tests.conformance.playthrough", str(first), str(last)]
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_the_same_to_the_last_byte() -> None:
    share = len(GAMES) // JOBS
    jobs = [start_other_mode(share * job, share * (job + 1)) for job in range(JOBS)]
    here = [digests(setting) for setting in GAMES]
    there: list[list[str]] = []
    for job in jobs:
        output, errors = job.communicate(timeout=600)
        assert job.returncode == 0, errors
        there += json.loads(output)
    assert len(there) == len(here) == 200
    for setting, mine, others in zip(GAMES, here, there, strict=True):
        same = 0
        while same < min(len(mine), len(others)) and mine[same] == others[same]:
            same += 1
        assert mine == others, f"game {setting} differs between decisions {same * STEP} and {(same + 1) * STEP}"
    assert sum(int(game[-1]) for game in here) > 20_000  # decisions
