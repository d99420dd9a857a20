"""The value of a state to a player, between 0 (lost) and 1 (won), for rollouts that are cut before the game ends.

All value functions have the same signature, so one can replace another. `weights` are the function's parameters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, Function, call_address, call_interpreted, compiled, entry
from rentier.game.bits import bit, count
from rentier.game.deeds import worth
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import OVER
from rentier.layout import Numbers

WEIGHTS = types.Array(types.float64, 1, "C")
VALUE_SIGNATURE = types.float64(BOX, GAME, types.int64, WEIGHTS)

NO_WEIGHTS = np.zeros(1)


def _call_value(typing: Any, address: Any, box: Any, game: Any, seat: Any, weights: Any) -> Any:
    """Call the value function at an address."""
    return VALUE_SIGNATURE.return_type(types.int64, *VALUE_SIGNATURE.args), call_address


value_at: Any = call_interpreted if INTERPRETED else intrinsic(_call_value)


def value_function(value: Function) -> Function:
    """Compile `value(box, game, seat, weights)`, which returns what a state is worth to a seat, from 0 to 1."""
    return entry(VALUE_SIGNATURE)(value)


@value_function
def worth_share(box: BoxRecord, game: GameRecord, seat: int, weights: Numbers) -> float:
    """Return the seat's share of the total worth of all players in the game, as the rules measure worth."""
    total = 0
    for player in range(game.players):
        if game.in_play & bit(player) != 0:
            total += max(worth(box, game, player, box.worth), 0)
    return max(worth(box, game, seat, box.worth), 0) / total if total > 0 else 0.0


@compiled
def result(game: GameRecord, seat: int) -> float:
    """Return the result of a game that is over: 1 for the winner, shared among several winners, 0 for all in a draw."""
    if game.decision != OVER or game.winners & bit(seat) == 0:
        return 0.0
    return 1.0 / count(game.winners)
