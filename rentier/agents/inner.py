"""Agents inside an agent: each has its own mind, stored after those of the seats, which holds the address of its function.

The outer mind holds the address of the first inner mind. The inner agents begin a game when the outer agent makes its first
decision in it. The first of them uses the random numbers of the outer mind, which needs none itself, so it plays as it would
alone.
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

AWAKE = 0  # index in the memory of the outer mind: 1 once the inner agents have begun the game
MIND_BYTES = layout(MindRecord).itemsize

if INTERPRETED:

    def mind_at(first: int, number: int) -> MindRecord:
        """Return mind `number` of the array of minds that starts at an address."""
        memory = np.ctypeslib.as_array((ctypes.c_uint8 * MIND_BYTES).from_address(int(first) + int(number) * MIND_BYTES))
        mind: MindRecord = as_records(memory.view(layout(MindRecord)))[0]
        return mind

else:

    @intrinsic
    def _mind_at(context: Any, first: Any, number: Any) -> Any:
        """Turn the address of a mind into a record: to Numba, a record is a pointer."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first, number = arguments
            address = builder.add(first, builder.mul(number, context.get_constant(types.int64, MIND_BYTES)))
            return builder.inttoptr(address, context.get_value_type(MIND))

        return MIND(types.int64, types.int64), build

    mind_at: Any = _mind_at  # type: ignore[no-redef]  # an intrinsic is called without its first argument, the context


@compiled
def wake_others(mind: MindRecord, number: int) -> None:
    """Begin a game for `number` inner agents, unless they have begun it already."""
    if mind.memory[AWAKE] != 0:
        return
    mind.memory[AWAKE] = 1
    for index in range(number):
        other = mind_at(mind.inner, index)
        wake(other, mind.key, index)
        if index == 0:
            other.key = mind.key


@compiled
def ask(box: BoxRecord, game: GameRecord, mind: MindRecord, index: int) -> Action:
    """Return the action of the inner agent with this index."""
    other = mind_at(mind.inner, index)
    return decide_at(other.function, box, game, other)
