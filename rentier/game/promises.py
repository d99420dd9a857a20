"""Promises in a trade, a house rule: loans and free rent (rules 14.4 and 14.5 forbid both, edge case 76).

A loan is an IOU. The borrower pays it back on next passing GO, and can owe only one player at a time. Free rent is promised by
the owner of a deed to the other side of the trade, and lasts until the deed changes hands.
"""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.debts import charge
from rentier.game.events import IOU, Events
from rentier.game.reasons import ALLOWED, NO_FREE_RENT, NO_LOANS, NOT_BETWEEN_THEM, OUT_OF_RANGE, OWES_ANOTHER
from rentier.game.state import GameRecord
from rentier.game.words import CARD_CHOICE, CLAIMING, MOST_MONEY, NOBODY, NOTHING, TAXING
from rentier.layout import wide


@compiled
def left_to_owe(game: GameRecord, borrower: int, lender: int, amount: int) -> int:
    """Return what is left of a new IOU after deducting what the lender already owes the borrower."""
    if game.owes_to[lender] == borrower:
        return max(amount - game.owes[lender], 0)
    return amount


@compiled
def may_owe(box: BoxRecord, game: GameRecord, borrower: int, lender: int, amount: int) -> int:
    """Return why a seat may not give another an IOU, or ALLOWED."""
    if box.loans == 0:
        return NO_LOANS
    if amount > MOST_MONEY:
        return OUT_OF_RANGE
    owes_another = game.owes_to[borrower] != NOBODY and game.owes_to[borrower] != lender
    return OWES_ANOTHER if owes_another and left_to_owe(game, borrower, lender, amount) > 0 else ALLOWED


@compiled
def may_promise(box: BoxRecord, game: GameRecord, seat: int, other: int, iou: int, free_rent: int) -> int:
    """Return why a trade may not hold these promises, or ALLOWED."""
    reason = ALLOWED
    if iou > 0:
        reason = may_owe(box, game, seat, other, iou)
    elif iou < 0:
        reason = OUT_OF_RANGE if iou < -MOST_MONEY else may_owe(box, game, other, seat, -iou)
    if reason != ALLOWED or free_rent == 0:
        return reason
    if box.immunity == 0:
        return NO_FREE_RENT
    return ALLOWED if free_rent & ~(game.deeds[seat] | game.deeds[other]) == 0 else NOT_BETWEEN_THEM


@compiled
def give_iou(game: GameRecord, borrower: int, lender: int, amount: int) -> None:
    """Record an IOU of the borrower. What the lender already owes the borrower is deducted from both."""
    left = left_to_owe(game, borrower, lender, amount)
    if left < amount:
        game.owes[lender] -= amount - left
        if game.owes[lender] == 0:
            game.owes_to[lender] = NOBODY
    if left > 0:
        game.owes[borrower] += left
        game.owes_to[borrower] = lender


@compiled
def promise(game: GameRecord, seat: int, other: int, iou: int, free_rent: int) -> None:
    """Record the promises of a trade. Free rent is owed by the player who owns the deed after the trade."""
    if iou > 0:
        give_iou(game, seat, other, iou)
    elif iou < 0:
        give_iou(game, other, seat, -iou)
    game.free_rent[seat] |= free_rent & game.deeds[other]
    game.free_rent[other] |= free_rent & game.deeds[seat]


@compiled
def is_iou_due(game: GameRecord) -> bool:
    """Return whether the mover must pay back an IOU now: GO is passed, and all that the square costs is paid (rules 14.4).

    Money that is owed cannot buy the square first, so the purchase and any auction wait for the IOU.
    """
    if game.owes_now == 0 or game.each_seats != 0:
        return False
    return game.phase != TAXING and game.phase != CARD_CHOICE and game.phase != CLAIMING


@compiled
def pay_back(box: BoxRecord, game: GameRecord, events: Events) -> None:
    """Charge the IOU of the mover, who has passed GO."""
    borrower = game.mover
    lender = wide(game.owes_to[borrower])
    amount = wide(game.owes[borrower])
    game.owes_now = 0
    game.owes[borrower] = 0
    game.owes_to[borrower] = NOBODY
    charge(box, game, events, borrower, lender, amount, IOU, NOTHING)


@compiled
def end_promises(game: GameRecord, seat: int, heir: int) -> None:
    """End the promises of and to a bankrupt player.

    IOUs that the bankrupt player holds pass to the heir, if that is a player other than the borrower, and cancel out what the
    heir owes the borrower.
    """
    game.free_rent[seat] = 0
    game.owes[seat] = 0
    game.owes_to[seat] = NOBODY
    for borrower in range(game.players):
        if game.owes_to[borrower] == seat:
            amount = wide(game.owes[borrower])
            game.owes[borrower] = 0
            game.owes_to[borrower] = NOBODY
            if heir != NOBODY and heir != borrower:
                give_iou(game, borrower, heir, amount)
    if game.mover == seat or game.owes[game.mover] == 0:
        game.owes_now = 0
