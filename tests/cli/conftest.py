"""Run commands for real, each in its own process."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import run_loaded

Done = subprocess.CompletedProcess[str]
Command = Callable[..., Done]


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile everything before the first command, which would otherwise report it on standard error."""
    assert run_loaded(["rentier", "--version"], tmp_path_factory.mktemp("compiled")).returncode == 0


@pytest.fixture
def rentier(tmp_path: Path) -> Command:
    """Run `rentier` with some arguments in an empty folder."""
    return lambda *arguments: run_loaded(["rentier", *map(str, arguments)], tmp_path)
