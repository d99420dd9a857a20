"""What players do with their estate: building, selling, mortgaging, lifting, and keeping a mortgage."""

from __future__ import annotations

from rentier.arena.telling.amounts import cost_to_lift, interest_due, sale_price
from rentier.arena.telling.tale import Tale
from rentier.game.words import BUILD, LIFT, MORTGAGE, NOBODY, PLACE, SELL


def tell_estate(tale: Tale, kind: int, square: int) -> None:
    """Building, selling, mortgaging, lifting, and keeping a mortgage."""
    seat, name = tale.actor, tale.name(square)
    if kind == BUILD:
        _tell_build(tale, square)
    elif kind == SELL:
        _tell_sale(tale, square)
    elif kind == MORTGAGE:
        amount = int(tale.record.mortgage[square])
        tale.move_cash(NOBODY, seat, amount)
        tale.say(f"seat {seat} mortgages {name} for {tale.money(amount)}")
    elif kind == LIFT:
        amount = cost_to_lift(tale.record, square)
        tale.unsettled &= ~(1 << square)
        tale.move_cash(seat, NOBODY, amount)
        tale.say(f"seat {seat} lifts the mortgage of {name} for {tale.money(amount)}")
    else:
        tale.unsettled &= ~(1 << square)
        tale.charge(seat, NOBODY, interest_due(tale.record, square), f"interest and keeps {name} mortgaged")


def _tell_build(tale: Tale, square: int) -> None:
    """A building, or the call for one that others want too."""
    seat = tale.actor
    if tale.after.level[square] == tale.before.level[square]:
        tale.say(f"seat {seat} wants to build on {tale.name(square)}, but others want the last buildings too")
        return
    cost = tale.bid if tale.before.decision == PLACE else int(tale.record.house_cost[square])
    tale.move_cash(seat, NOBODY, cost)
    tale.say(f"seat {seat} builds on {tale.name(square)} for {tale.money(cost)}: {tale.standing(square)}")


def _tell_sale(tale: Tale, square: int) -> None:
    """One building, or a whole group brought down with its hotel."""
    for lot in tale.squares(int(tale.before.built)):
        levels = int(tale.before.level[lot]) - int(tale.after.level[lot])
        # a bankruptcy that follows is told with the estate
        if levels > 0 and tale.before.owner[lot] == tale.actor and tale.record.group_of[lot] >> square & 1:
            amount = sale_price(tale.record, lot, levels)
            tale.move_cash(NOBODY, tale.actor, amount)
            tale.say(f"seat {tale.actor} sells on {tale.name(lot)} for {tale.money(amount)}: {tale.standing(lot)}")
