"""Libraries that come with an extra: where one is missing, one line with the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any

from rentier.errors import RentierError


def need(module: str, extra: str, what: str) -> Any:
    """A module of an extra; `what` need it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise RentierError(f"{what} need {name}: pip install 'rentier[{extra}]'") from None
