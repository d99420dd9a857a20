"""Payments, debts, and cards by which all players pay or are paid (rules 15.1 and 15.7, edge cases 49 and 50)."""

from __future__ import annotations

from rentier.box.record import MENU_FULL, MENU_NONE, PARKING_POT, UNLIMITED, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, next_seat
from rentier.game.deeds import hand_over, raisable
from rentier.game.events import AUCTIONED, DEBT, EACH, OWES, PAID, Events, report
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, NOTHING, POT


@compiled
def pay(box: BoxRecord, game: GameRecord, events: Events, payer: int, payee: int, amount: int, why: int, square: int) -> None:
    """Pay another seat, the bank, or the pot on Free Parking."""
    game.cash[payer] -= amount
    if payee >= 0:
        game.cash[payee] += amount
    elif payee == POT and box.free_parking == PARKING_POT:
        game.pot += amount
    if events is not None and amount != 0:
        report(events, PAID, payer, payee, square, amount, why, game.cash[payer])


@compiled
def bank_pays(game: GameRecord, events: Events, seat: int, amount: int, why: int, square: int) -> None:
    """Pay a seat from the bank, whose money never runs out (rules 1.3, edge case 88)."""
    game.cash[seat] += amount
    if events is not None and amount != 0:
        report(events, PAID, NOBODY, seat, square, amount, why, 0)


@compiled
def pot_pays(game: GameRecord, events: Events, seat: int, why: int, square: int) -> None:
    """Pay the whole pot to a seat."""
    game.cash[seat] += game.pot
    if events is not None and game.pot != 0:
        report(events, PAID, POT, seat, square, game.pot, why, 0)
    game.pot = 0


@compiled
def charge(
    box: BoxRecord, game: GameRecord, events: Events, payer: int, payee: int, amount: int, why: int, square: int
) -> None:
    """Take a payment from cash, or record a debt that must be met before the game goes on."""
    if game.cash[payer] >= amount:
        pay(box, game, events, payer, payee, amount, why, square)
    else:
        report(events, OWES, payer, payee, square, amount, why, game.cash[payer])
        game.debtor = payer
        game.creditor = payee
        game.debt = amount


@compiled
def clear_debt(game: GameRecord) -> None:
    """Clear the debt from the game record."""
    game.debtor = NOBODY
    game.creditor = NOBODY
    game.debt = 0
    game.debt_deed = NOTHING


@compiled
def pay_debt(box: BoxRecord, game: GameRecord, events: Events) -> None:
    """Pay the debt in full, and hand over the deed that was bought with it, if any."""
    pay(box, game, events, game.debtor, game.creditor, game.debt, DEBT, game.debt_deed)
    if game.debt_deed != NOTHING:
        hand_over(box, game, events, game.debt_deed, game.debtor, AUCTIONED)
    clear_debt(game)


@compiled
def can_raise_debt(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether sales and mortgages alone can cover the debt."""
    return raisable(box, game, game.debtor) >= game.debt


@compiled
def has_offers_left(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Return whether the seat may make another offer this turn."""
    return box.offers_per_turn == UNLIMITED or game.offers_made[seat] < box.offers_per_turn


@compiled
def can_still_offer(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Return whether a trade could bring in money (edge case 79).

    The seat needs an offer that is left, and something to give: a deed, a jail card or an IOU.
    """
    if box.trade_menu == MENU_NONE or not has_offers_left(box, game, seat):
        return False
    if box.loans == 1 and box.trade_menu == MENU_FULL:
        return True  # who owes a player already may owe that player more
    return game.deeds[seat] != 0 or game.card_holder[0] == seat or game.card_holder[1] == seat


@compiled
def charge_next_of_each(box: BoxRecord, game: GameRecord, events: Events) -> None:
    """Charge the next payment of a card that all players pay or are paid by, in turn order from the mover's left."""
    other = next_seat(game.each_seats, game.mover, game.players)
    game.each_seats &= ~bit(other)
    if game.each_collects == 1:
        charge(box, game, events, other, game.mover, game.each_amount, EACH, NOTHING)
    else:
        charge(box, game, events, game.mover, other, game.each_amount, EACH, NOTHING)
    if game.each_seats == 0:
        game.each_amount = 0
        game.each_collects = 0
