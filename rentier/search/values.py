"""What a state is worth to a player, between 0 (lost) and 1 (won): for rollouts that are cut before the game ends.

A value function has this one signature, so that any other can be put in its place. `weights` are its own numbers.
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
    """What a state is worth by the value function at an address."""
    return VALUE_SIGNATURE.return_type(types.int64, *VALUE_SIGNATURE.args), call_address


value_at: Any = call_interpreted if INTERPRETED else intrinsic(_call_value)


def value_function(value: Function) -> Function:
    """Compile `value(box, game, seat, weights)`, which returns what a state is worth to a seat, from 0 to 1."""
    return entry(VALUE_SIGNATURE)(value)


@value_function
def worth_share(box: BoxRecord, game: GameRecord, seat: int, weights: Numbers) -> float:
    """The share of the seat in what all who are in the game are worth, by the measure of the rules."""
    total = 0
    for player in range(game.players):
        if game.in_play & bit(player) != 0:
            total += max(worth(box, game, player, box.worth), 0)
    return max(worth(box, game, seat, box.worth), 0) / total if total > 0 else 0.0


@compiled
def result(game: GameRecord, seat: int) -> float:
    """What a game that is over was worth: 1 for the winner, shared where several have won, 0 for everybody in a draw."""
    if game.decision != OVER or game.winners & bit(seat) == 0:
        return 0.0
    return 1.0 / count(game.winners)
