"""Offers, answers, and what comes with mortgaged deeds."""

from __future__ import annotations

from rentier.arena.telling.amounts import interest_due
from rentier.arena.telling.tale import Tale
from rentier.game.words import COUNTER, NOBODY, OFFER, REFUSE
from rentier.record.actions import terms_text


def tell_trade(tale: Tale, kind: int) -> None:
    """An offer, or the answer to one."""
    game, action = tale.before, tale.action
    if kind in (OFFER, COUNTER):
        other = action.target if kind == OFFER else int(game.offer_from)
        terms = terms_text(tale.box, action.amount, action.give, action.take)
        verb = "offers" if kind == OFFER else "answers"
        tale.say(f"seat {tale.actor} {verb} seat {other}: {terms}")
        return
    if kind == REFUSE:
        tale.say(f"seat {tale.actor} refuses")
        return
    give, take = int(game.offer_give), int(game.offer_take)
    proposer = int(game.offer_from)
    tale.say(f"seat {tale.actor} accepts: {terms_text(tale.box, int(game.offer_cash), give, take)}")
    tale.move_cash(proposer, tale.actor, int(game.offer_cash))
    for seat, things in ((tale.actor, give), (proposer, take)):
        _receive_mortgaged(tale, seat, things & int(game.mortgaged))


def _receive_mortgaged(tale: Tale, seat: int, deeds: int) -> None:
    """Mortgaged deeds come with interest: a debtor pays it at once, others as they are asked."""
    if tale.record.mortgage_transfer_fee == 0:
        return
    if tale.before.debt > 0 and tale.before.debtor == seat:
        for square in tale.squares(deeds):
            tale.charge(seat, NOBODY, interest_due(tale.record, square), f"interest on {tale.name(square)}")
    else:
        tale.unsettled |= deeds
