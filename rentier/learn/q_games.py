"""Games that a Q-learner plays and learns from, compiled.

A transition goes from one decision of a seat to its next, of whatever kind; the agent notes its decisions in its mind (see
`rentier.agents.q_choices`).
"""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.mind import AGENTS, MINDS, MindRecord, wake
from rentier.agents.q_choices import ASKED, CHOSEN, KIND, LEGAL, SEEN, STRAYED
from rentier.arena.play import MOST_DECISIONS_A_TURN, NUMBERS
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import apply, begin
from rentier.game.bits import bit
from rentier.game.check import check
from rentier.game.legal import write_action
from rentier.game.reasons import FINE
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.learn.q_record import FACTS, OVER_FOR_GOOD, Q_LEARNER, REWARDS, ROWS_OF_WEIGHTS, QLearnerRecord
from rentier.learn.q_record import SEEN as SEEN_ROWS
from rentier.learn.q_traces import clear_trace, extend_trace, move_along
from rentier.learn.replay import learn_from_memory, store
from rentier.learn.rewards import reward_of
from rentier.learn.traces import is_out
from rentier.records import Numbers

MEMORY = types.Tuple((SEEN_ROWS, FACTS, REWARDS))


@compiled
def begin_learning(learner: QLearnerRecord, traces: Numbers, players: int, key: Any) -> None:
    """A game begins: nothing waits, and no traces yet."""
    learner.key = key
    learner.draws = 0
    learner.waiting = 0
    for seat in range(players):
        learner.asked[seat] = 0
        if learner.places == 0:
            clear_trace(learner, traces[seat])


@compiled
def learn_outcome(
    learner: QLearnerRecord,
    memory: Any,
    teaching: Numbers,
    traces: Numbers,
    seat: int,
    reward: float,
    discount: float,
    next_kind: int,
    next_legal: int,
    inputs: Numbers,
) -> None:
    """Learn what the last decision of a seat has led to."""
    if learner.places > 0:
        store(learner, memory, seat, reward, discount, next_kind, next_legal, inputs)
        learn_from_memory(learner, memory, teaching)
    else:
        move_along(learner, traces[seat], seat, reward, discount, next_kind, next_legal, inputs)


@compiled
def watch_decision(
    box: BoxRecord,
    game: GameRecord,
    mind: MindRecord,
    learner: QLearnerRecord,
    memory: Any,
    teaching: Numbers,
    traces: Numbers,
    seat: int,
) -> None:
    """Learn where a network has just decided for a seat, before that is carried out; and let the decision wait."""
    if mind.memory[ASKED] == learner.asked[seat]:
        return
    learner.asked[seat] = mind.memory[ASKED]
    kind, chosen, inputs = mind.memory[KIND], mind.memory[CHOSEN], mind.seen[SEEN]
    counts = learner.by_turns == 0 or learner.turn[seat] != game.turns
    discount = learner.discount if counts else 1.0
    if learner.waiting & bit(seat) != 0:
        reward = reward_of(box, game, seat, learner.money) if counts else 0.0
        learn_outcome(learner, memory, teaching, traces, seat, reward, discount, kind, mind.memory[LEGAL], inputs)
    learner.waiting |= bit(seat)
    learner.turn[seat] = game.turns
    learner.kind[seat] = kind
    learner.chosen[seat] = chosen
    for number in range(learner.network.inputs):
        learner.seen[seat, number] = inputs[number]
    if learner.places == 0:
        extend_trace(learner, traces[seat], seat, discount, kind, chosen, mind.memory[STRAYED] == 1, inputs)


@compiled
def watch_ends(
    box: BoxRecord, game: GameRecord, learner: QLearnerRecord, memory: Any, teaching: Numbers, traces: Numbers
) -> None:
    """Learn from the end of those for whom the game is over."""
    for seat in range(game.players):
        if learner.waiting & bit(seat) != 0 and is_out(game, seat):
            learner.waiting &= ~bit(seat)
            reward = learner.ending * reward_of(box, game, seat, learner.money)
            learn_outcome(learner, memory, teaching, traces, seat, reward, 0.0, OVER_FOR_GOOD, 0, learner.seen[seat])


@entry(
    types.int64(
        BOX,
        GAME,
        LUCK,
        AGENTS,
        MINDS,
        Q_LEARNER,
        MEMORY,
        ROWS_OF_WEIGHTS,
        ROWS_OF_WEIGHTS,
        types.int64,
        types.int64,
        types.uint64,
        NUMBERS,
    )
)
def learn_by_playing(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    learner: QLearnerRecord,
    memory: Any,
    teaching: Numbers,
    traces: Numbers,
    players: int,
    views: int,
    key: Any,
    illegal: Numbers,
) -> int:
    """Play a game to its end and learn on the way, for the seats in `views`; how many decisions it took, -1: an illegal one."""
    begin(box, game, luck, players, key)
    for seat in range(players):
        wake(minds[seat], key, seat)
    begin_learning(learner, traces, players, key)
    decisions = 0
    turn = -1
    last = 0
    while game.decision != OVER:
        if game.turns != turn:
            turn = game.turns + 0
            last = decisions + MOST_DECISIONS_A_TURN
        seat = game.actor + 0
        action = agents[seat](box, game, minds[seat])
        if decisions > last or check(box, game, action) != FINE:
            write_action(action, illegal)
            return -1
        if views & bit(seat) != 0:
            watch_decision(box, game, minds[seat], learner, memory, teaching, traces, seat)
        apply(box, game, luck, action)
        watch_ends(box, game, learner, memory, teaching, traces)
        decisions += 1
    return decisions
