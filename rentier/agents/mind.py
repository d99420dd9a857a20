"""An agent is a function `decide(box, game, mind) -> action`; its mind is what the seat keeps to itself.

    @agent
    def decide(box, game, mind):
        number = legal(box, game, mind.actions[:])
        return action(mind.actions, 0)

With `@agent` it is compiled on its own and plays at full speed, without the rules being touched or compiled again.
"""

from __future__ import annotations

from typing import Annotated, Any

from numba import types
from numba.extending import intrinsic

from rentier.agents.catalogue import MOST_SETTINGS
from rentier.compiled import INTERPRETED, Function, call_address, call_interpreted, compiled, entry, record_type
from rentier.game.check import ACTION
from rentier.game.legal import read_action
from rentier.game.luck import AGENT_STREAM, below, mix, one_way
from rentier.game.state import BOX, GAME, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, MOST_ACTIONS, Action
from rentier.layout import Int64, Numbers, Record, Word, layout, wide
from rentier.network.layers import NetworkRecord
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NODES, SEATS

MEMORY = 64
THOUGHT_STREAM = 0


class MindRecord(Record):
    """What a seat keeps to itself: its settings, its memory of this game, its own random numbers, room to list actions."""

    key: Word  # its random numbers, new for every game
    draws: Int64  # how many of them it has used
    settings: Annotated[Numbers, "f8", (MOST_SETTINGS,)]
    memory: Annotated[Numbers, "i8", (MEMORY,)]  # zero when a game begins
    actions: Annotated[Numbers, "i8", (MOST_ACTIONS, ACTION_NUMBERS)]
    function: Int64  # where the function of its agent is; 0 before it sits down
    inner: Int64  # of an agent that is made of others where their minds lie, else 0
    # what a network needs: itself, a game to try things on, and what it saw and answered
    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    imagined: Annotated[GameRecord, layout(GameRecord)]
    imagined_luck: Annotated[LuckRecord, layout(LuckRecord)]
    seen: Annotated[Numbers, "f4", (SEATS + 1, MOST_INPUTS)]  # by the seat that asks, and of what is imagined
    sums: Annotated[Numbers, "f4", (SEATS, MOST_NODES)]
    answers: Annotated[Numbers, "f4", (MOST_LAYERS + 1, MOST_NODES)]  # of its hidden nodes by layer, then its outputs


MIND = record_type(layout(MindRecord))
DECIDE = ACTION(BOX, GAME, MIND)
VALUES = types.float64(BOX, GAME, types.int64, MIND)  # what a state is worth to a seat: higher is better for it
MINDS = types.Array(MIND, 1, "C")


def _call_decide(typing: Any, address: Any, box: Any, game: Any, mind: Any) -> Any:
    """What the agent does whose function is at an address."""
    return ACTION(types.int64, *DECIDE.args), call_address


decide_at: Any = call_interpreted if INTERPRETED else intrinsic(_call_decide)
valuing = entry(VALUES)


def agent(decide: Function) -> Function:
    """Compile `decide(box, game, mind)`, which returns an `Action`, as an agent: the decorator of every agent.

    With `NUMBA_DISABLE_JIT=1` the function stays plain Python.
    """
    return entry(DECIDE)(decide)


@compiled
def chance(mind: MindRecord, limit: int) -> int:
    """A random number from 0 to limit - 1, from the mind's own stream."""
    number = below(mix(mind.key, THOUGHT_STREAM, mind.draws), limit)
    mind.draws += 1
    return number


@compiled
def plain(kind: int, target: int, amount: int) -> Action:
    """An action that is no offer."""
    return Action(wide(kind), wide(target), wide(amount), wide(0), wide(0), wide(0), wide(0))


@compiled
def action(actions: Numbers, number: int) -> Action:
    """A row of the list of actions; a row that cannot be there is no action, and the rules refuse it."""
    if number < 0 or number >= MOST_ACTIONS:
        return plain(-1, 0, 0)
    return read_action(actions[number])


@compiled
def wake(mind: MindRecord, key: Any, number: int) -> None:
    """Begin a game: fresh random numbers for the number-th agent, which tell nothing about the game's key; an empty memory."""
    mind.key = one_way(key, AGENT_STREAM, number)
    mind.draws = 0
    for place in range(MEMORY):
        mind.memory[place] = 0


@entry(types.void(MIND, types.uint64, types.int64))
def wake_mind(mind: MindRecord, key: Any, number: int) -> None:
    """`wake`, for Python."""
    wake(mind, key, number)
