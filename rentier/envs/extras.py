"""Libraries that come with an extra: where one is missing, the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any

from rentier.errors import RentierError


def need(module: str, extra: str) -> Any:
    """A module of an extra."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise RentierError(f"{name} is not installed; install it with: pip install 'rentier[{extra}]'") from None
