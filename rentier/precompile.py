"""Compile everything in advance, on all cores, so that no later command has to.

Importing a module compiles its entry functions, and finds those of the modules that it imports in the cache. So each module is
imported in one of several processes as soon as all modules that it imports are done.
"""

from __future__ import annotations

import ast
import functools
import importlib
import multiprocessing
import os
import re
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

PACKAGE = Path(__file__).parent
COMPILES = re.compile(r"^@(entry|agent|valuing|value_function)\b", re.MULTILINE)
# first the modules that many others wait for, then those that take longest
AWAITED = ("game.luck", "game.check", "game.apply", "game.legal", "agents.mind", "network.features", "arena.play")
LONGEST = ("agents.td", "agents.khan", "search.search", "learn.td", "learn.q", "agents.adjudicator_phase4")

Progress = Callable[[int, list[str]], None]  # takes how many modules are done, and which are being compiled


class Sources:
    """The modules of some packages, and what each of them imports."""

    def __init__(self, *packages: Path) -> None:
        self._files = {
            ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): file
            for package in packages
            for file in sorted(package.rglob("*.py"))
        }
        self.imported = functools.cache(self._imported)

    def _imported(self, name: str) -> frozenset[str]:
        """Return a module and all modules that it imports, directly or not; imports inside functions do not count."""
        found = {name}
        for node in ast.parse(self._files[name].read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and not node.level:
                asked = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            else:
                asked = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {module for module in asked if module in self._files}
        return frozenset(found).union(*(self.imported(module) for module in found - {name}))

    def compiling(self) -> list[str]:
        """Return the modules that compile when they are imported, in the order in which to start them."""
        names = [name for name, file in self._files.items() if COMPILES.search(file.read_text(encoding="utf-8"))]
        first = [f"rentier.{name}" for name in (*AWAITED, *LONGEST)]
        return sorted(names, key=lambda name: first.index(name) if name in first else len(first))


def compile_all(sources: Sources, progress: Progress, jobs: int | None = None) -> None:
    """Compile all modules of these sources in `jobs` processes, by default one per core."""
    waiting = sources.compiling()
    total = len(waiting)
    running: dict[Future[None], str] = {}
    workers = jobs or os.cpu_count() or 1
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as processes:
        while waiting or running:
            unfinished = {*waiting, *running.values()}
            ready = [name for name in waiting if sources.imported(name) & unfinished == {name}]
            for name in ready[: workers - len(running)]:
                running[processes.submit(_load, name)] = name
                waiting.remove(name)
            progress(total - len(unfinished), list(running.values()))
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                del running[done]
    progress(total, [])


def _load(name: str) -> None:
    """Import a module, which compiles it; return nothing, because a module cannot be sent to another process."""
    importlib.import_module(name)
