"""Commands are run for real, each in a process of its own."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Done = subprocess.CompletedProcess[str]
Command = Callable[..., Done]


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Everything is compiled before the first command, which would say so on its error stream."""
    modules = ("search.mcts", "search.odds", "search.prospects", "arena.match", "arena.narrate", "arena.bench")
    for module in (*modules, "analysis.landing_simulation", "analysis.returns"):
        importlib.import_module(f"rentier.{module}")


@pytest.fixture
def rentier(tmp_path: Path) -> Command:
    """Run `rentier` with some arguments in an empty folder."""

    def run(*arguments: object) -> Done:
        command = [sys.executable, "-m", "rentier.cli", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=300)

    return run
