"""Lazy exports: a package says which module has each name that it exports, and imports it when the name is first used.

    if TYPE_CHECKING:
        from rentier.game_api import Game

    __all__ = ["Game"]
    __getattr__, __dir__ = lazy_exports(__name__, {"rentier.game_api": "Game"})

The rules are compiled, or loaded from the cache, as they are imported, and `import rentier` should take no time. Type checkers
and editors read the imports under `TYPE_CHECKING`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy_exports(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package that exports names of other modules.

    `homes` has the names by module, written as in an import: `"rentier.learn.tuning": "Tuned, tune as tune_agent"`.
    """
    found: dict[str, tuple[str, str]] = {}
    for home, names in homes.items():
        for part in names.split(","):
            name, _, exported = part.strip().partition(" as ")
            found[exported or name] = home, name

    def get(name: str) -> Any:
        if name not in found:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home, there = found[name]
        value = getattr(importlib.import_module(home), there)
        setattr(sys.modules[package], name, value)  # the next time it is there
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *found})

    return get, listed
