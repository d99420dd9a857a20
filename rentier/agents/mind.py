"""An agent is a function `decide(box, game, mind) -> action`; its mind is the private memory of its seat.

    @agent
    def decide(box, game, mind):
        number = legal(box, game, mind.actions[:])
        return action(mind.actions, 0)

With `@agent` it is compiled separately and plays at full speed; the rules are neither changed nor compiled again.
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
REAL_MEMORY = 192
THOUGHT_STREAM = 0


class MindRecord(Record):
    """The private memory of a seat: its settings, its memory of this game, its random numbers, room to list actions."""

    key: Word  # the key of its random numbers, new for every game
    draws: Int64  # how many random numbers it has used
    settings: Annotated[Numbers, "f8", (MOST_SETTINGS,)]
    memory: Annotated[Numbers, "i8", (MEMORY,)]  # zero when a game begins
    real_memory: Annotated[Numbers, "f8", (REAL_MEMORY,)]  # for real numbers; zero when a game begins
    actions: Annotated[Numbers, "i8", (MOST_ACTIONS, ACTION_NUMBERS)]
    values: Annotated[
        Numbers, "f8", (MOST_ACTIONS, 2)
    ]  # of each action on the list: to the player to act, and to the one asked
    evaluated: Int64  # the digest of the list whose values these are, or 0
    function: Int64  # the address of its agent's function; 0 before it is seated
    inner: Int64  # for an agent made of others, the address of their minds; else 0
    # for a network: the network itself, a game to try actions on, its inputs and its outputs
    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    imagined: Annotated[GameRecord, layout(GameRecord)]
    imagined_luck: Annotated[LuckRecord, layout(LuckRecord)]
    seen: Annotated[Numbers, "f4", (SEATS + 1, MOST_INPUTS)]  # inputs from the view of each seat; last those of `imagined`
    sums: Annotated[Numbers, "f4", (SEATS, MOST_NODES)]
    answers: Annotated[Numbers, "f4", (MOST_LAYERS + 1, MOST_NODES)]  # hidden nodes layer by layer, then the outputs


MIND = record_type(layout(MindRecord))
DECIDE = ACTION(BOX, GAME, MIND)
VALUES = types.float64(BOX, GAME, types.int64, MIND)  # the value of a state to a seat: higher is better
MINDS = types.Array(MIND, 1, "C")


def _call_decide(typing: Any, address: Any, box: Any, game: Any, mind: Any) -> Any:
    """Call the agent function at an address."""
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
    """Draw a random number from 0 to limit - 1 from the mind's own stream."""
    number = below(mix(mind.key, THOUGHT_STREAM, mind.draws), limit)
    mind.draws += 1
    return number


@compiled
def plain(kind: int, target: int, amount: int) -> Action:
    """Return an action that is not an offer."""
    return Action(wide(kind), wide(target), wide(amount), wide(0), wide(0), wide(0), wide(0))


@compiled
def action(actions: Numbers, number: int) -> Action:
    """Return a row of the list of actions; a row outside the list gives an action that the rules refuse."""
    if number < 0 or number >= MOST_ACTIONS:
        return plain(-1, 0, 0)
    return read_action(actions[number])


@compiled
def wake(mind: MindRecord, key: Any, number: int) -> None:
    """Begin a game for agent `number`: clear its memory and give it random numbers that reveal nothing about the game's key."""
    mind.key = one_way(key, AGENT_STREAM, number)
    mind.draws = 0
    mind.evaluated = 0
    for place in range(MEMORY):
        mind.memory[place] = 0
    for place in range(REAL_MEMORY):
        mind.real_memory[place] = 0.0


@entry(types.void(MIND, types.uint64, types.int64))
def wake_mind(mind: MindRecord, key: Any, number: int) -> None:
    """`wake`, for Python."""
    wake(mind, key, number)
