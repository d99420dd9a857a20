"""Rentier: a fast Monopoly simulator with strong AI players.

from rentier import Game

game = Game.new(players=4, rules="uk-classic", seed=7)
game.apply("roll")

The public API is what `__all__` lists here and in `rentier.agents`, `rentier.analysis`, `rentier.arena`, `rentier.box`,
`rentier.envs`, `rentier.events`, `rentier.learn`, `rentier.rules` and `rentier.search` (docs/api).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

# where colorama is installed Numba colours its warnings through it, and in several threads at once that wraps the output again
# and again; it is read when Numba is imported
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Box",
    "Game",
    "IllegalAction",
    "Line",
    "Narrator",
    "Player",
    "RentierError",
    "SpokenAction",
    "Standing",
    "__version__",
    "load_box",
    "parse_action",
]

if TYPE_CHECKING:
    from rentier.box.build import Box, load_box
    from rentier.errors import RentierError
    from rentier.game.words import Action
    from rentier.game_api import Game, IllegalAction, Standing
    from rentier.narration.sentences import Line, Narrator
    from rentier.player import Player
    from rentier.record.actions import SpokenAction, parse_action
else:
    __getattr__, __dir__ = lazy_exports(__name__)
