"""Rentier: a fast Monopoly simulator with strong AI players.

from rentier import Game

game = Game.new(players=4, rules="uk-classic", seed=7)
game.apply("roll")
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rentier.box import load_box
    from rentier.errors import RentierError
    from rentier.game.words import Action
    from rentier.game_api import Game, IllegalAction
    from rentier.player import Player

# where colorama is installed Numba colours its warnings through it, and in several threads at once that wraps the output again
# and again; it is read when Numba is imported
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

__version__ = "0.1.0"

__all__ = ["Action", "Game", "IllegalAction", "Player", "RentierError", "__version__", "load_box"]

# found when asked for: the rules are compiled as they are imported, and `import rentier` alone should take no time
_HOMES = {
    "Action": "rentier.game.words",
    "Game": "rentier.game_api",
    "IllegalAction": "rentier.game_api",
    "Player": "rentier.player",
    "RentierError": "rentier.errors",
    "load_box": "rentier.box",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
