"""Compiles everything, rules, agents and what tests compile for themselves, on all cores: `python -m tests.compile_all`.

A module compiles its entries when it is imported, and finds on disk what the modules that it imports have compiled. So each
is imported by one process of several, once all those that it imports are done.
"""

from __future__ import annotations

import ast
import functools
import importlib
import multiprocessing
import os
import re
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

HOME = Path(__file__).parent.parent
COMPILES = re.compile(r"^@(entry|agent|valuing|value_function)\b", re.MULTILINE)
# what many others wait for, then what takes longest
AWAITED = ("game.luck", "game.check", "game.apply", "game.legal", "agents.mind", "network.features", "arena.play")
LONGEST = ("agents.td", "agents.khan", "search.search", "learn.td_games", "learn.q_games", "agents.adjudicator_phase4")


@functools.cache
def sources() -> dict[str, Path]:
    """The files of the package and of the tests by the names they are imported by."""
    files = [file for room in ("rentier", "tests") for file in sorted((HOME / room).rglob("*.py"))]
    return {".".join(file.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


@functools.cache
def imported(name: str) -> frozenset[str]:
    """The modules of ours that are imported with a module, itself among them; what functions import is not."""
    found = {name}
    for node in ast.parse(sources()[name].read_text()).body:
        if isinstance(node, ast.ImportFrom) and not node.level:
            asked = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            asked = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {module for module in asked if module in sources()}
    return frozenset(found).union(*(imported(module) for module in found - {name}))


def compiling(room: str = "") -> list[str]:
    """The modules that compile when they are imported, in the order to begin them in; `room`: only those in it."""
    names = [name for name, file in sources().items() if name.startswith(room) and COMPILES.search(file.read_text())]
    first = [f"rentier.{name}" for name in (*AWAITED, *LONGEST)]
    return sorted(names, key=lambda name: first.index(name) if name in first else len(first))


def main() -> None:
    waiting = compiling()
    running: dict[Future[None], str] = {}
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as processes:
        while waiting or running:
            unfinished = {*waiting, *running.values()}
            ready = [name for name in waiting if imported(name) & unfinished == {name}]
            for name in ready[: cores - len(running)]:
                running[processes.submit(load, name)] = name
                waiting.remove(name)
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                del running[done]


def load(name: str) -> None:
    """Import a module, for what that compiles: the module itself cannot be sent back from another process."""
    importlib.import_module(name)


if __name__ == "__main__":
    main()
