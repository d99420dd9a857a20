"""Programs and libraries that some tests need (`needs.toml`), and which of them this machine has.

`python -m tests.needs` ends with an error that names what is missing, apart from what only long tests need.
"""

from __future__ import annotations

import functools
import importlib.util
import shutil
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Need:
    """A program or a library, and parts of the ids of the tests that need it."""

    name: str
    tests: tuple[str, ...]
    programs: tuple[str, ...]
    packages: str
    library: str
    long: bool

    def find(self) -> str | None:
        """Where the program is, or the name of the library; None where it is missing."""
        if self.library:
            return self.library if importlib.util.find_spec(self.library) else None
        for program in self.programs:
            if found := shutil.which(program) or max(glob(program) if program.startswith("/") else [], default=None):
                return found
        return None

    def wanted_by(self, test: str) -> bool:
        """Whether a test, a file or a folder of tests needs it."""
        return any(part in test for part in self.tests)


@functools.cache
def needs() -> dict[str, Need]:
    """All needs by their names."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: read_need(name, table) for name, table in tables.items()}


def read_need(name: str, table: dict[str, Any]) -> Need:
    """A need from its table."""
    programs, tests = tuple(table.get("programs", ())), tuple(table["tests"])
    return Need(name, tests, programs, table.get("packages", ""), table.get("library", ""), table.get("long", False))


@functools.cache
def missing(long: bool = False) -> tuple[Need, ...]:
    """What this machine does not have, apart from what only long tests need; with `long`, that too."""
    return tuple(need for need in needs().values() if need.find() is None and long >= need.long)


def program(name: str) -> str:
    """Where a program is that a test needs: the test is not run where it is missing."""
    found = needs()[name].find()
    assert found is not None, f"{name} is missing"
    return found


def install_command(wanted: Iterable[Need]) -> str:
    """The command that installs them."""
    packages = " ".join(need.packages for need in wanted if need.packages)
    libraries = any(need.library for need in wanted)
    commands = [f"apt-get install {packages}"] if packages else []
    commands += ["sh scripts/setup test-all,ppo"] if libraries else []
    return " && ".join(commands)


def missing_line() -> str:
    """What is missing and how to install it, or nothing."""
    names = ", ".join(need.name for need in missing())
    return f"missing: {names}; install with: {install_command(missing())}" if names else ""


if __name__ == "__main__":
    sys.exit(missing_line() or 0)
