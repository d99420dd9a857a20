"""Mortgaging, unmortgaging, and the interest on mortgaged deeds that change hands (rules 13)."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.debts import bank_pays, pay
from rentier.game.events import MORTGAGE_LOAN, MORTGAGED, UNMORTGAGED, UNMORTGAGING, Events, report_of
from rentier.game.reasons import ALLOWED, GROUP_BUILT, MORTGAGED_ALREADY, NO_CASH, NO_MORTGAGES, NOT_MORTGAGED, NOT_OWNED
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY


@compiled
def interest(box: BoxRecord, square: int) -> int:
    """Return the interest on a deed's mortgage, not on its price (rules 15.5), rounded up (rules 13.2, edge case 69)."""
    return (box.mortgage[square] * box.mortgage_interest + 99) // 100


@compiled
def unmortgage_cost(box: BoxRecord, square: int) -> int:
    """Return the cost of unmortgaging a deed: the mortgage and its interest (rules 13.2, edge case 68)."""
    return box.mortgage[square] + interest(box, square)


@compiled
def price_of_receiving(box: BoxRecord, square: int) -> int:
    """Return what the receiver of a mortgaged deed owes: the interest, or the cost of unmortgaging if forced (rules 18.7)."""
    return unmortgage_cost(box, square) if box.unmortgage_on_transfer == 1 else interest(box, square)


@compiled
def must_settle(box: BoxRecord) -> bool:
    """Return whether the receiver of a mortgaged deed owes something for it at once (rules 13.4, 18.7)."""
    return box.mortgage_transfer_fee == 1 or box.unmortgage_on_transfer == 1


@compiled
def interest_on(box: BoxRecord, game: GameRecord, squares: int) -> int:
    """Return what the receiver of these deeds owes at once for the mortgaged ones (rules 13.4, edge cases 71 and 72)."""
    owed = 0
    if must_settle(box):
        left = squares & game.mortgaged
        while left != 0:
            owed += price_of_receiving(box, lowest(left))
            left &= left - 1
    return owed


@compiled
def remortgage_value(box: BoxRecord, game: GameRecord, squares: int) -> int:
    """Return what these deeds bring if they are mortgaged again after their receiver had to unmortgage them (rules 18.7)."""
    money = 0
    if box.unmortgage_on_transfer == 1 and box.mortgages == 1:
        left = squares & game.mortgaged
        while left != 0:
            money += box.mortgage[lowest(left)]
            left &= left - 1
    return money


@compiled
def may_mortgage(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return why a seat may not mortgage a deed, or ALLOWED (rules 13.1, 18.6).

    Its group must have no buildings (edge case 67).
    """
    if box.mortgages == 0:
        return NO_MORTGAGES
    if game.deeds[seat] & bit(square) == 0:
        return NOT_OWNED
    if game.mortgaged & bit(square) != 0:
        return MORTGAGED_ALREADY
    return GROUP_BUILT if game.built & game.deeds[seat] & box.group_of[square] != 0 else ALLOWED


@compiled
def mortgage(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Mortgage a deed for its printed mortgage value."""
    game.mortgaged |= bit(square)
    bank_pays(game, events, seat, box.mortgage[square], MORTGAGE_LOAN, square)
    report_of(events, MORTGAGED, seat, square, box.mortgage[square])


@compiled
def may_unmortgage(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return why a seat may not unmortgage a deed, or ALLOWED. Only the owner may (rules 13.3)."""
    if game.deeds[seat] & bit(square) == 0:
        return NOT_OWNED
    if game.mortgaged & bit(square) == 0:
        return NOT_MORTGAGED
    return NO_CASH if game.cash[seat] < unmortgage_cost(box, square) else ALLOWED


@compiled
def unmortgage(box: BoxRecord, game: GameRecord, events: Events, seat: int, square: int) -> None:
    """Pay back a deed's mortgage with its interest."""
    game.mortgaged &= ~bit(square)
    pay(box, game, events, seat, NOBODY, unmortgage_cost(box, square), UNMORTGAGING, square)
    report_of(events, UNMORTGAGED, seat, square, unmortgage_cost(box, square))
