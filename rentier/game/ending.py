"""The end of the game: when it is over, and who has won (rules 15.9 and 16)."""

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
    """End the game with these winners, as bits; it is a draw if there are none."""
    report_set(events, ENDED, NOBODY, NOBODY, 0, winners)
    game.winners = winners
    game.decision = OVER
    game.actor = NOBODY


@compiled
def richest(box: BoxRecord, game: GameRecord) -> int:
    """Return the seats in play with the highest worth, as bits. Players of equal worth win together (edge case 91)."""
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
    """End the game at once if one player is left, who wins. Return whether it is over (rules 15.9, edge case 85).

    A short game ends at its first or second bankruptcy, and the richest player wins (rules 16.1, 16.2).
    """
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
    """End the game at a cap: a draw, or the richest player wins (rules 16.3, 18.12)."""
    finish(game, events, 0 if box.cap == CAP_DRAW else richest(box, game))


@compiled
def end_by_cash_goal(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """End the game if a player has reached the cash goal; the most cash wins. Return whether it is over (rules 18.10)."""
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
