"""Agents within an agent: each has a mind of its own, behind those of the seats, which knows its function by its address.

The outer mind knows where the first of them lies. They wake when the outer agent first decides in a game. The first has the
random numbers of the outer mind, which uses none itself, so that it plays as it would alone.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rentier.agents.files import Decide
from rentier.agents.mind import DECIDE, MIND, MindRecord, wake
from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, compiled
from rentier.game.check import ACTION
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.records import as_records, layout

AWAKE = 0  # in the memory of the outer mind: whether the others are
MIND_BYTES = layout(MindRecord).itemsize

if INTERPRETED:

    def mind_at(address: int) -> MindRecord:
        """The mind at an address."""
        memory = np.ctypeslib.as_array((ctypes.c_uint8 * MIND_BYTES).from_address(int(address)))
        mind: MindRecord = as_records(memory.view(layout(MindRecord)))[0]
        return mind

    def decide_at(address: int, box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
        """What the agent does whose function is at an address."""
        action: Action = ctypes.cast(int(address), ctypes.py_object).value(box, game, mind)
        return action

    def function_address(decide: Decide) -> int:
        """Where a function is; whoever uses the address keeps the function alive."""
        return id(decide)

else:

    @intrinsic
    def _mind_at(context: Any, address: Any) -> Any:
        """A record is known by its address, so the address is all there is to it."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(MIND))

        return MIND(types.int64), build

    @intrinsic
    def _decide_at(context: Any, address: Any, box: Any, game: Any, mind: Any) -> Any:
        """A call as Numba makes it where it knows the function."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            convention = context.call_conv
            function = builder.inttoptr(arguments[0], convention.get_function_type(ACTION, DECIDE.args).as_pointer())
            status, action = convention.call_function(builder, function, ACTION, DECIDE.args, arguments[1:])
            with cgutils.if_unlikely(builder, status.is_error):  # an index out of bounds, where that is checked
                convention.return_status_propagate(builder, status)
            return action

        return ACTION(types.int64, *DECIDE.args), build

    # which take one argument less than they say
    mind_at: Any = _mind_at  # type: ignore[no-redef]
    decide_at: Any = _decide_at  # type: ignore[no-redef]

    def function_address(decide: Decide) -> int:
        """Where the machine code of an agent is; whoever uses the address keeps the function alive."""
        result = decide.get_compile_result(DECIDE)  # type: ignore[attr-defined]
        return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@compiled
def wake_others(mind: MindRecord, number: int) -> None:
    """Begin a game for so many agents, unless they are in it already."""
    if mind.memory[AWAKE] != 0:
        return
    mind.memory[AWAKE] = 1
    for who in range(number):
        other = mind_at(mind.inner + who * MIND_BYTES)
        wake(other, mind.key, who)
        if who == 0:
            other.key = mind.key


@compiled
def ask(box: BoxRecord, game: GameRecord, mind: MindRecord, who: int) -> Action:
    """What the agent of this number does."""
    other = mind_at(mind.inner + who * MIND_BYTES)
    return decide_at(other.function, box, game, other)
