"""Games that a network learns from, compiled: played by it and others, or kept ones played again."""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.mind import AGENTS, MINDS, wake
from rentier.arena.play import MOST_DECISIONS_A_TURN, NUMBERS, ROWS
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import apply, begin
from rentier.game.check import check
from rentier.game.legal import write_action
from rentier.game.reasons import FINE
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OVER, Action
from rentier.learn.starts import lay_start
from rentier.learn.traces import LEARNER, TRACES, LearnerRecord, begin_learning, look
from rentier.records import Numbers


@compiled
def look_once_a_turn(box: BoxRecord, game: GameRecord, learner: LearnerRecord, traces: Numbers) -> None:
    """Learn when a turn has begun."""
    if game.turns != learner.turn:
        learner.turn = game.turns
        look(box, game, learner, traces)


@entry(
    types.int64(BOX, GAME, LUCK, AGENTS, MINDS, LEARNER, TRACES, types.int64, types.int64, types.int64, types.uint64, NUMBERS)
)
def learn_by_playing(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    learner: LearnerRecord,
    traces: Numbers,
    players: int,
    views: int,
    start: int,
    key: Any,
    illegal: Numbers,
) -> int:
    """Play a game to its end and learn on the way; how many decisions it took, -1 where one is against the rules."""
    begin(box, game, luck, players, key)
    lay_start(box, game, key, start)
    for seat in range(players):
        wake(minds[seat], key, seat)
    begin_learning(learner, traces, views)
    decisions = 0
    last = MOST_DECISIONS_A_TURN + 0
    while game.decision != OVER:
        if game.turns != learner.turn:
            last = decisions + MOST_DECISIONS_A_TURN
        look_once_a_turn(box, game, learner, traces)
        action = agents[game.actor](box, game, minds[game.actor])
        if decisions > last or check(box, game, action) != FINE:
            write_action(action, illegal)
            return -1
        apply(box, game, luck, action)
        decisions += 1
    look(box, game, learner, traces)
    return decisions


@entry(types.int64(BOX, GAME, LUCK, LEARNER, TRACES, types.int64, types.int64, types.uint64, ROWS))
def learn_from_actions(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    learner: LearnerRecord,
    traces: Numbers,
    players: int,
    views: int,
    key: Any,
    actions: Numbers,
) -> int:
    """Play a kept game again and learn on the way; how many of its actions could be carried out."""
    begin(box, game, luck, players, key)
    begin_learning(learner, traces, views)
    for row in range(len(actions)):
        numbers = actions[row]
        action = Action(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6])
        if game.decision == OVER or check(box, game, action) != FINE:
            return row
        look_once_a_turn(box, game, learner, traces)
        apply(box, game, luck, action)
    look(box, game, learner, traces)
    return len(actions)
