"""The action itself: what a player chose to do."""

from __future__ import annotations

from rentier.arena.telling.amounts import share_of_worth
from rentier.arena.telling.auctions import tell_bid
from rentier.arena.telling.estate import tell_estate
from rentier.arena.telling.tale import Tale
from rentier.arena.telling.trades import tell_trade
from rentier.game.words import (
    ACCEPT,
    ASK_RENT,
    BANKRUPT,
    BID,
    BUILD,
    BUY,
    CHOOSE_CARD,
    COUNTER,
    DECLINE,
    DRAW_CARD,
    KEEP,
    LIFT,
    MORTGAGE,
    NOBODY,
    OFFER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    POT,
    REFUSE,
    SELL,
    USE_CARD,
    WAIVE_RENT,
)


def tell_action(tale: Tale) -> None:
    """What the player did, by its kind."""
    kind = tale.action.kind
    if kind in (BUILD, SELL, MORTGAGE, LIFT, KEEP):
        tell_estate(tale, kind, tale.action.target)
    elif kind in (OFFER, COUNTER, ACCEPT, REFUSE):
        tell_trade(tale, kind)
    elif kind in (BID, PASS):
        tell_bid(tale, kind)
    elif kind in (PAY_FINE, USE_CARD, PAY_TAX, PAY_SHARE, ASK_RENT, WAIVE_RENT, DRAW_CARD):
        _tell_choice(tale, kind)
    elif kind == BUY:
        square = int(tale.before.square[tale.mover])
        tale.move_cash(tale.mover, NOBODY, int(tale.record.price[square]))
        tale.say(f"seat {tale.mover} buys {tale.name(square)} for {tale.money(tale.record.price[square])}")
    elif kind == DECLINE:
        tale.say(f"seat {tale.mover} does not buy {tale.name(tale.before.square[tale.mover])}")
    elif kind == BANKRUPT:
        tale.say(f"seat {tale.actor} gives up")


def _tell_choice(tale: Tale, kind: int) -> None:
    """Leaving jail, and the choices that cards, taxes and rents leave."""
    game, seat = tale.before, tale.actor
    square = int(game.square[tale.mover])
    if kind == USE_CARD:
        tale.say(f"seat {seat} uses a card and leaves jail")
    elif kind == DRAW_CARD:
        tale.say(f"seat {seat} would rather draw a card")
    elif kind == PAY_FINE and game.decision == CHOOSE_CARD:
        tale.charge(seat, POT, int(tale.record.card_first[game.choice_deck, game.choice_card]), "by the card")
    elif kind == PAY_FINE:
        tale.charge(seat, POT, int(tale.record.jail_fine), "and leaves jail")
    elif kind == PAY_TAX:
        tale.charge(seat, POT, int(tale.record.tax[square]), f"for {tale.name(square)}")
    elif kind == PAY_SHARE:
        tale.charge(seat, POT, share_of_worth(tale.record, game, seat, square), f"for {tale.name(square)}, a share")
    elif kind == ASK_RENT:
        tale.charge(tale.mover, seat, int(game.claim), f"rent for {tale.name(square)}")
    else:
        tale.say(f"seat {seat} does not ask for the rent of {tale.name(square)}")
