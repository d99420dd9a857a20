"""When the game is over, and who has won (rules 15.9 and 16, edge cases 85, 90 and 91)."""

from __future__ import annotations

from rentier.box.record import CAP_DRAW, END_LAST_PLAYER, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.deeds import worth
from rentier.game.events import ENDED, Events, report_set
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, OVER


@compiled
def finish(game: GameRecord, events: Events, winners: int) -> None:
    report_set(events, ENDED, NOBODY, NOBODY, 0, winners)
    game.winners = winners
    game.decision = OVER
    game.actor = NOBODY


@compiled
def richest(box: BoxRecord, game: GameRecord) -> int:
    """The seats still in the game that are worth most, as bits; equal worth shares the rank."""
    most = -1
    seats = 0
    for seat in range(game.players):
        if game.in_play & bit(seat) != 0:
            value = worth(box, game, seat, box.worth)
            if value > most:
                most = value
                seats = bit(seat)
            elif value == most:
                seats |= bit(seat)
    return seats


@compiled
def end_by_bankruptcy(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """The last player left wins; a short game ends at its first or second bankruptcy, the richest winning."""
    left = count(game.in_play)
    if left == 1:
        finish(game, events, game.in_play)
        return True
    if box.end != END_LAST_PLAYER and game.players - left >= box.end:
        finish(game, events, richest(box, game))
        return True
    return False


@compiled
def end_by_cap(box: BoxRecord, game: GameRecord, events: Events) -> None:
    finish(game, events, 0 if box.cap == CAP_DRAW else richest(box, game))


@compiled
def end_by_cash_goal(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """Whoever has the most cash, once somebody has reached the goal."""
    if box.cash_goal == 0:
        return False
    most = box.cash_goal
    seats = 0
    for seat in range(game.players):
        if game.in_play & bit(seat) != 0 and game.cash[seat] >= most:
            if game.cash[seat] > most:
                seats = 0
            most = game.cash[seat] + 0
            seats |= bit(seat)
    if seats == 0:
        return False
    finish(game, events, seats)
    return True
