"""Run commands for real, each in its own process, as the tests of all other commands do."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import run_loaded


@pytest.fixture
def rentier(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `rentier` with some arguments in the folder of the test."""
    return lambda *arguments: run_loaded(["rentier", *map(str, arguments)], tmp_path)
