"""Lazy exports: a package imports each name that it exports when the name is first used.

    if TYPE_CHECKING:
        from rentier.game_api import Game
    else:
        __getattr__, __dir__ = lazy_exports(__name__)

    __all__ = ["Game"]

The rules are compiled, or loaded from the cache, as they are imported, and `import rentier` should take no time. The imports
under `TYPE_CHECKING` are for type checkers and editors, and here they say where each name comes from.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def lazy_exports(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package whose source imports its exports under `TYPE_CHECKING`."""
    module = sys.modules[package]
    homes = imports_for_types(Path(str(module.__file__)).read_text(encoding="utf-8"))

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home, there = homes[name]
        value = getattr(importlib.import_module(home), there)
        setattr(module, name, value)  # the next time it is there
        return value

    def listed() -> list[str]:
        return sorted({*vars(module), *homes})

    return get, listed


def imports_for_types(source: str) -> dict[str, tuple[str, str]]:
    """Return what a source imports under `if TYPE_CHECKING`: by its name here, the module and its name there."""
    return {
        name.asname or name.name: (str(imported.module), name.name)
        for branch in ast.parse(source).body
        if isinstance(branch, ast.If) and isinstance(branch.test, ast.Name) and branch.test.id == "TYPE_CHECKING"
        for imported in branch.body
        if isinstance(imported, ast.ImportFrom)
        for name in imported.names
    }
