"""Commands are run for real, each in a process of its own."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import PRELOADED, run_command

Done = subprocess.CompletedProcess[str]
Command = Callable[..., Done]


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Everything is compiled before the first command, which would say so on its error stream."""
    for module in PRELOADED:
        importlib.import_module(module)


@pytest.fixture
def rentier(tmp_path: Path) -> Command:
    """Run `rentier` with some arguments in an empty folder."""
    return lambda *arguments: run_command([str(argument) for argument in arguments], tmp_path)
