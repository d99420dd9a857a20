"""Offers, answers, and what comes with mortgaged deeds."""

from __future__ import annotations

from rentier.arena.telling.tale import Tale
from rentier.game.words import COUNTER, OFFER, REFUSE
from rentier.record.actions import offer_on_table, terms_text


def tell_trade(tale: Tale, kind: int) -> None:
    """An offer, or the answer to one."""
    game, action = tale.before, tale.action
    if kind in (OFFER, COUNTER):
        other = action.target if kind == OFFER else int(game.offer_from)
        terms = terms_text(tale.box, action)
        verb = "offers" if kind == OFFER else "answers"
        tale.say(f"seat {tale.actor} {verb} seat {other}: {terms}")
        return
    if kind == REFUSE:
        tale.say(f"seat {tale.actor} refuses")
        return
    give, take = int(game.offer_give), int(game.offer_take)
    proposer = int(game.offer_from)
    tale.say(f"seat {tale.actor} accepts: {terms_text(tale.box, offer_on_table(game))}")
    tale.move_cash(proposer, tale.actor, int(game.offer_cash))
    if tale.record.mortgage_transfer_fee == 1:
        tale.unsettled |= (give | take) & int(game.mortgaged)
