"""A search finds exactly the same interpreted and compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rentier.compiled import INTERPRETED
from tests.search.thinking import MODES, findings

ROOT = Path(__file__).parents[2]
SPECS = [f"mcts:{mode},rollouts=12,cut={cut}" for mode, cut in zip(MODES, (2, 3, "none") * 2, strict=True)]


@pytest.mark.slow
def test_interpreted_and_compiled_thoughts_are_the_same() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    command = [sys.executable, "-m", "tests.search.thinking", *SPECS]
    other = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    here = json.loads(json.dumps([findings(spec) for spec in SPECS]))
    assert len({json.dumps(thought) for thought in here}) == len(MODES)
    for spec, mine, others in zip(SPECS, here, json.loads(other.stdout), strict=True):
        assert mine == others, spec
