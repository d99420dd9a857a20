"""Amounts that the rules work out, for those who tell the game."""

from __future__ import annotations

from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.deeds import resale
from rentier.game.landing import tax_share
from rentier.game.mortgages import lift_cost, price_of_receiving
from rentier.game.state import BOX, GAME, GameRecord


@entry(types.int64(BOX, types.int64))
def cost_to_lift(box: BoxRecord, square: int) -> int:
    """What lifting a mortgage costs."""
    return lift_cost(box, square)


@entry(types.int64(BOX, types.int64))
def interest_due(box: BoxRecord, square: int) -> int:
    """What a mortgaged deed that changes hands costs its new owner."""
    return price_of_receiving(box, square)


@entry(types.int64(BOX, types.int64, types.int64))
def sale_price(box: BoxRecord, square: int, levels: int) -> int:
    """What the bank pays for so many buildings of a lot."""
    return resale(box, square, levels)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def share_of_worth(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """The tax as a share of what a seat is worth."""
    return tax_share(box, game, seat, square)
