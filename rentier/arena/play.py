"""The compiled loop that plays games: agents decide, the rules check and carry out."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import types

from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import TABLE, Table, begin_game
from rentier.box.record import CAP_DRAW, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.bits import bit, lowest
from rentier.game.deeds import worth
from rentier.game.luck import below, key_of, mix
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.layout import Numbers, wide

ROWS = types.Array(types.int64, 2, "C")
DRAWN = -1  # the result of a game without a sole winner
SEATING_STREAM = 1 << 20  # far from the streams that the rules and the agents draw from

# columns of a result; ranks have four bits per agent, 1 for the first place
WINNER, TURNS, DECISIONS, RANKS = range(4)
COLUMNS = 4
RANK_BITS = 4


class Schedule(NamedTuple):
    """The games of a match: one game per seating shares a key. If `shuffled` is 1, the key determines the seating."""

    seed: Any
    seatings: Numbers  # a row per game of a block: the agent in each seat
    shuffled: int


SCHEDULE = types.NamedTuple((types.uint64, ROWS, types.int64), Schedule)


@compiled
def play_on(table: Table) -> bool:
    """Play to the end of the game; return False if an action is illegal."""
    while table.game.decision != OVER:
        action = decide(table)
        if not is_allowed(table, action):
            return False
        carry_out(table, action)
    return True


@compiled
def rank_of(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return a seat's rank after a game: winners, then survivors by net worth, then the bankrupt, the last to fall first."""
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
def shuffle(key: Any, seating: Numbers) -> None:
    """Seat the agents at random, by the key of the game."""
    for seat in range(len(seating) - 1, 0, -1):
        other = below(mix(key, SEATING_STREAM, seat), seat + 1)
        saved = seating[seat]
        seating[seat] = seating[other]
        seating[other] = saved


@compiled
def write_result(table: Table, result: Numbers) -> None:
    """Write the result row of a game that is over."""
    game = table.game
    winners = wide(game.winners)
    alone = winners != 0 and winners & (winners - 1) == 0
    result[WINNER] = table.seats.agent[lowest(winners)] if alone else DRAWN
    result[TURNS] = game.turns
    result[DECISIONS] = table.progress.made
    ranks = 0
    for seat in range(game.players):
        ranks |= rank_of(table.box, game, seat) << (RANK_BITS * table.seats.agent[seat])
    result[RANKS] = ranks


@compiled
def begin_scheduled(table: Table, schedule: Schedule, number: int) -> None:
    """Begin game `number` of a match."""
    rows = len(schedule.seatings)
    players = schedule.seatings.shape[1]
    key = key_of(schedule.seed, number // rows)
    for seat in range(players):
        table.seats.agent[seat] = schedule.seatings[number % rows, seat]
    if schedule.shuffled == 1:
        shuffle(key, table.seats.agent[:players])
    begin_game(table, players, key)


@entry(types.void(TABLE, SCHEDULE, types.int64))
def begin_one(table: Table, schedule: Schedule, number: int) -> None:
    """Begin game `number` of a match, to be played later."""
    begin_scheduled(table, schedule, number)


@entry(types.int64(TABLE, SCHEDULE, types.int64, types.int64, ROWS))
def play_games(table: Table, schedule: Schedule, first: int, begun: int, results: Numbers) -> int:
    """Play len(results) games from game `first` on, which has already begun if `begun` is 1.

    Return how many games were finished: fewer if an action is illegal.
    """
    for row in range(len(results)):
        if row > 0 or begun == 0:
            begin_scheduled(table, schedule, first + row)
        if not play_on(table):
            return row
        write_result(table, results[row])
    return len(results)
