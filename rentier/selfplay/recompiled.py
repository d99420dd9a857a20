"""Functions compiled again, for other types or for a GPU."""

from __future__ import annotations

from typing import Any

from rentier.compiled import INTERPRETED, compiled


def recompiled(function: Any) -> Any:
    """Return a function that is compiled again wherever it is called.

    An entry and an agent of the catalogue are compiled for one signature on a CPU, and a kernel cannot call them.
    """
    return function if INTERPRETED else compiled(function.py_func)
