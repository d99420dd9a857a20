"""Playing games: agents decide, the rules judge and carry out, in one compiled loop."""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.mind import DECIDE, MIND, wake
from rentier.box.record import MOST_SEATS, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import apply, begin
from rentier.game.bits import lowest
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import FINE
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.records import Numbers, wide

AGENTS = types.UniTuple(types.FunctionType(DECIDE), MOST_SEATS)
MINDS = types.Array(MIND, 1, "C")
NUMBERS = types.Array(types.int64, 1, "C")
RESULTS = types.Array(types.int64, 2, "C")
DRAWN = -1  # result: nobody alone has won
MOST_DECISIONS_A_TURN = 100_000  # beyond it an agent goes round in circles, say by lifting and mortgaging where that is free

# columns of a result
WINNER, TURNS, DECISIONS = range(3)


@compiled
def play_on(
    box: BoxRecord, game: GameRecord, luck: LuckRecord, agents: Any, minds: Any, agent_of: Numbers, illegal: Numbers
) -> int:
    """Play to the end; how many decisions it took.

    On an illegal action, or one too many in a turn that never ends, stop: -1, the action being in `illegal`.
    """
    decisions = 0
    turn = game.turns
    last = MOST_DECISIONS_A_TURN
    while game.decision != OVER:
        who = agent_of[game.actor]
        action = agents[who](box, game, minds[who])
        if game.turns != turn:
            turn = game.turns
            last = decisions + MOST_DECISIONS_A_TURN
        if decisions > last or check(box, game, action) != FINE:
            illegal[0] = action.kind
            illegal[1] = action.target
            illegal[2] = action.amount
            illegal[3] = action.give
            illegal[4] = action.take
            illegal[5] = action.iou
            illegal[6] = action.free_rent
            return -1
        apply(box, game, luck, action)
        decisions += 1
    return decisions


@entry(types.int64(BOX, GAME, LUCK, AGENTS, MINDS, NUMBERS, types.uint64, types.int64, RESULTS, NUMBERS))
def play_games(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    agent_of: Numbers,
    seed: Any,
    first: int,
    results: Numbers,
    illegal: Numbers,
) -> int:
    """Play len(results) games from the first-th on. Seats rotate by one a game; a full rotation shares one key.

    `agent_of` has one place a seat and is overwritten. Returns how many games were played to their end.
    """
    players = len(agent_of)
    for row in range(len(results)):
        number = first + row
        block = number // players
        for seat in range(players):
            agent_of[seat] = (seat + number) % players
        key = key_of(seed, block)
        begin(box, game, luck, players, key)
        for who in range(players):
            wake(minds[who], key, who)
        decisions = play_on(box, game, luck, agents, minds, agent_of, illegal)
        if decisions < 0:
            return row
        winners = wide(game.winners)
        alone = winners != 0 and winners & (winners - 1) == 0
        results[row, WINNER] = agent_of[lowest(winners)] if alone else DRAWN
        results[row, TURNS] = game.turns
        results[row, DECISIONS] = decisions
    return len(results)
