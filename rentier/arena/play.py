"""Playing games: agents decide, the rules judge and carry out, in one compiled loop."""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.agents.mind import AGENTS, MINDS, wake
from rentier.arena.tally import (
    NOT_WATCHED,
    TALLY,
    TallyRecord,
    watch_beginning,
    watch_decision,
    watch_end,
    watch_step,
)
from rentier.box.record import CAP_DRAW, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.apply import apply, begin
from rentier.game.bits import bit, lowest
from rentier.game.check import check
from rentier.game.deeds import worth
from rentier.game.legal import write_action
from rentier.game.luck import below, key_of, mix
from rentier.game.reasons import FINE
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.records import Numbers, wide

NUMBERS = types.Array(types.int64, 1, "C")
ROWS = types.Array(types.int64, 2, "C")
DRAWN = -1  # result: nobody alone has won
MOST_DECISIONS_A_TURN = 100_000  # beyond it an agent goes round in circles, say by lifting and mortgaging where that is free
SEATING_STREAM = 1 << 20  # far from the streams that the rules and the agents draw from

# columns of a result; ranks hold four bits an agent, 1 for the first
WINNER, TURNS, DECISIONS, RANKS = range(4)
COLUMNS = 4
RANK_BITS = 4

# the pace of a game under way, kept where the loop stops: decisions made, the turn, and the last one it may have
MADE, TURN, LAST = range(3)
PACE = 3


@compiled
def play_on(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    agent_of: Numbers,
    tally: TallyRecord,
    closely: int,
    illegal: Numbers,
    pace: Numbers,
) -> int:
    """Play on to the end; how many decisions it took from the beginning.

    On an illegal action, or one too many in a turn that never ends, stop: -1, the action being in `illegal`. An agent who
    thinks in Python asks by an illegal action too (see `thinkers`), so that nothing is slower where nobody does.
    """
    decisions = pace[MADE]
    turn = pace[TURN]
    last = pace[LAST]
    while game.decision != OVER:
        who = agent_of[game.actor]
        action = agents[who](box, game, minds[who])
        if game.turns != turn:
            turn = wide(game.turns)
            last = decisions + MOST_DECISIONS_A_TURN
        if decisions > last or check(box, game, action) != FINE:
            write_action(action, illegal)
            pace[MADE] = decisions
            pace[TURN] = turn
            pace[LAST] = last
            return -1
        if closely == NOT_WATCHED:
            apply(box, game, luck, action)
        else:
            proposer = agent_of[game.offer_from] if game.offer_from >= 0 else 0
            watch_decision(box, game, action, who, proposer, tally, minds[who].actions[:], closely)
            mover = wide(game.mover)
            apply(box, game, luck, action)
            watch_step(box, game, action, mover, turn, tally)
        decisions += 1
    return decisions


@compiled
def rank_of(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """The place of a seat in a game that is over: winners, then those still in by worth, then the bankrupt, last one first."""
    if game.fallen[seat] != 0:
        return game.players - game.fallen[seat] + 1
    if game.winners & bit(seat) != 0 or (game.winners == 0 and box.cap == CAP_DRAW):
        return 1
    rank = 1
    own = worth(box, game, seat, box.worth)
    for other in range(game.players):
        if other != seat and game.fallen[other] == 0:
            rank += game.winners & bit(other) != 0 or worth(box, game, other, box.worth) > own
    return rank


@compiled
def shuffle(key: Any, agent_of: Numbers) -> None:
    """Seat the agents at random, by the key of the game."""
    for seat in range(len(agent_of) - 1, 0, -1):
        other = below(mix(key, SEATING_STREAM, seat), seat + 1)
        kept = agent_of[seat]
        agent_of[seat] = agent_of[other]
        agent_of[other] = kept


@compiled
def write_result(box: BoxRecord, game: GameRecord, agent_of: Numbers, decisions: int, result: Numbers) -> None:
    """The row of a game that is over."""
    winners = wide(game.winners)
    alone = winners != 0 and winners & (winners - 1) == 0
    result[WINNER] = agent_of[lowest(winners)] if alone else DRAWN
    result[TURNS] = game.turns
    result[DECISIONS] = decisions
    ranks = 0
    for seat in range(game.players):
        ranks |= rank_of(box, game, seat) << (RANK_BITS * agent_of[seat])
    result[RANKS] = ranks


@compiled
def begin_game(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    minds: Any,
    agent_of: Numbers,
    seatings: Numbers,
    shuffled: int,
    seed: Any,
    number: int,
    tally: TallyRecord,
    closely: int,
    pace: Numbers,
) -> None:
    """Begin the number-th game of a match: as many games in a row as there are seatings share one key."""
    players = len(agent_of)
    key = key_of(seed, number // len(seatings))
    for seat in range(players):
        agent_of[seat] = seatings[number % len(seatings), seat]
    if shuffled == 1:
        shuffle(key, agent_of)
    begin(box, game, luck, players, key)
    for who in range(players):
        wake(minds[who], key, who)
    if closely != NOT_WATCHED:
        watch_beginning(box, game, tally)
    pace[MADE] = 0
    pace[TURN] = game.turns
    pace[LAST] = MOST_DECISIONS_A_TURN


@compiled
def finish_game(
    box: BoxRecord, game: GameRecord, agent_of: Numbers, tally: TallyRecord, closely: int, decisions: int, result: Numbers
) -> None:
    """A game is over: count it and write its row."""
    if closely != NOT_WATCHED:
        watch_end(box, game, tally)
    write_result(box, game, agent_of, decisions, result)


@entry(
    types.int64(
        *(BOX, GAME, LUCK, AGENTS, MINDS, NUMBERS, ROWS, types.int64, types.uint64, types.int64, ROWS, TALLY, types.int64),
        *(NUMBERS, NUMBERS),
    )
)
def play_games(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    agent_of: Numbers,
    seatings: Numbers,
    shuffled: int,
    seed: Any,
    first: int,
    results: Numbers,
    tally: TallyRecord,
    closely: int,
    illegal: Numbers,
    pace: Numbers,
) -> int:
    """Play len(results) games from the first-th on.

    `agent_of` has one place a seat and is overwritten, as is `pace`. Returns how many games were played to their end.
    """
    for row in range(len(results)):
        begin_game(box, game, luck, minds, agent_of, seatings, shuffled, seed, first + row, tally, closely, pace)
        decisions = play_on(box, game, luck, agents, minds, agent_of, tally, closely, illegal, pace)
        if decisions < 0:
            return row
        finish_game(box, game, agent_of, tally, closely, decisions, results[row])
    return len(results)
