"""Agents within an agent: each has a mind of its own, behind those of the seats, which knows its function by its address.

The outer mind knows where the first of them lies. They wake when the outer agent first decides in a game. The first has the
random numbers of the outer mind, which uses none itself, so that it plays as it would alone.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from rentier.agents.mind import MIND, MindRecord, decide_at, wake
from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, compiled
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import as_records, layout

AWAKE = 0  # in the memory of the outer mind: whether the others are
MIND_BYTES = layout(MindRecord).itemsize

if INTERPRETED:

    def mind_at(first: int, number: int) -> MindRecord:
        """The number-th of the minds that begin at an address."""
        memory = np.ctypeslib.as_array((ctypes.c_uint8 * MIND_BYTES).from_address(int(first) + int(number) * MIND_BYTES))
        mind: MindRecord = as_records(memory.view(layout(MindRecord)))[0]
        return mind

else:

    @intrinsic
    def _mind_at(context: Any, first: Any, number: Any) -> Any:
        """A record is known by its address, so the address is all there is to it."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first, number = arguments
            address = builder.add(first, builder.mul(number, context.get_constant(types.int64, MIND_BYTES)))
            return builder.inttoptr(address, context.get_value_type(MIND))

        return MIND(types.int64, types.int64), build

    mind_at: Any = _mind_at  # type: ignore[no-redef]  # which takes one argument less than it says


@compiled
def wake_others(mind: MindRecord, number: int) -> None:
    """Begin a game for so many agents, unless they are in it already."""
    if mind.memory[AWAKE] != 0:
        return
    mind.memory[AWAKE] = 1
    for who in range(number):
        other = mind_at(mind.inner, who)
        wake(other, mind.key, who)
        if who == 0:
            other.key = mind.key


@compiled
def ask(box: BoxRecord, game: GameRecord, mind: MindRecord, who: int) -> Action:
    """What the agent of this number does."""
    other = mind_at(mind.inner, who)
    return decide_at(other.function, box, game, other)
