"""Libraries of extras: if one is missing, a one-line error gives the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any

from rentier.errors import RentierError


def need(module: str, extra: str, what: str) -> Any:
    """Import and return a module of an extra; `what` names the things that need it, in the plural."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise RentierError(f"{what} need {name}: pip install 'rentier[{extra}]'") from None
