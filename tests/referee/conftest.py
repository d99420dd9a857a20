"""Commands are run for real, each in a process of its own, as the tests of all other commands do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def rentier(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `rentier` with some arguments in the folder of the test."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rentier.cli", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=300)

    return run
