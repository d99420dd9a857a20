"""What is owed: debts, interest, payments of everybody by a card, and those who cannot pay."""

from __future__ import annotations

from rentier.arena.telling.amounts import interest_due, sale_price
from rentier.arena.telling.tale import Tale
from rentier.game.words import NOBODY, NOTHING, OVER, SELL


def tell_debt_paid(tale: Tale) -> None:
    """The debt that was waiting is paid once the cash is there."""
    game, debtor = tale.before, int(tale.before.debtor)
    if game.debt == 0 or tale.cash[debtor] < game.debt or not tale.in_play(debtor):
        return
    tale.owing = False
    tale.move_cash(debtor, int(game.creditor), int(game.debt))
    deed = "" if game.debt_deed == NOTHING else f" and takes {tale.name(game.debt_deed)}"
    tale.say(f"seat {debtor} pays {tale.who(int(game.creditor))} the {tale.money(game.debt)} it owes{deed}")


def tell_settling(tale: Tale) -> None:
    """The interest on mortgaged deeds whose new owner could not lift them anyway."""
    for square in tale.squares(tale.unsettled & ~int(tale.after.unsettled)):
        owner, due = int(tale.after.owner[square]), interest_due(tale.record, square)
        if tale.owing and owner != NOBODY and tale.cash[owner] < due:
            continue
        tale.unsettled &= ~(1 << square)
        if owner != NOBODY:
            reason = "to lift the mortgage of" if tale.record.lift_on_transfer == 1 else "interest on"
            tale.charge(owner, NOBODY, due, f"{reason} {tale.name(square)}")


def tell_paying_back(tale: Tale) -> None:
    """The IOU of a mover who has passed GO."""
    if tale.pays_back:
        tale.charge(tale.mover, int(tale.before.owes_to[tale.mover]), tale.pays_back, "back")


def tell_payments_of_each(tale: Tale) -> None:
    """Payments of a card between the mover and everybody else, one after the other, until one cannot pay."""
    seats, amount, collects = tale.each
    for step in range(1, tale.players):
        seat = (tale.mover + step) % tale.players
        if tale.owing or not seats >> seat & 1 or int(tale.after.each_seats) >> seat & 1:
            continue
        payer, payee = (seat, tale.mover) if collects else (tale.mover, seat)
        tale.charge(payer, payee, amount, "by the card")


def tell_bankruptcies(tale: Tale) -> None:
    """Who is out, and who gets what is left."""
    fallen = int(tale.before.in_play) & ~int(tale.after.in_play)
    for seat in range(tale.players):
        if fallen >> seat & 1:
            _tell_bankruptcy(tale, seat)


def _tell_bankruptcy(tale: Tale, seat: int) -> None:
    """The buildings go at half their cost; the rest to the creditor or to the bank."""
    deeds = int(tale.before.deeds[seat])
    heirs = {int(tale.after.owner[square]) for square in tale.squares(deeds)}
    creditor = tale.creditor if tale.owing else NOBODY
    for square in tale.squares(deeds & int(tale.before.built)):
        if not (tale.action.kind == SELL and tale.record.group_of[square] >> tale.action.target & 1):
            tale.move_cash(NOBODY, seat, sale_price(tale.record, square, int(tale.before.level[square])))
    if creditor >= 0:
        tale.move_cash(seat, creditor, tale.cash[seat])
    tale.cash[seat] = 0
    heir = creditor if creditor in heirs else NOBODY
    estate = f"; {', '.join(map(tale.name, tale.squares(deeds)))} to {tale.who(heir)}" if deeds else ""
    tale.say(f"seat {seat} is bankrupt{estate}")
    if heir >= 0 and tale.record.mortgage_transfer_fee == 1 and tale.after.decision != OVER:
        tale.unsettled |= deeds & int(tale.before.mortgaged)
    tale.owing = False


def tell_rest_of_cash(tale: Tale) -> None:
    """Whatever the account has not explained."""
    for seat in range(tale.players):
        rest = int(tale.after.cash[seat]) - tale.cash[seat]
        if rest != 0:
            tale.say(f"seat {seat} has {tale.money(abs(rest))} {'more' if rest > 0 else 'less'}")
        tale.cash[seat] = int(tale.after.cash[seat])
