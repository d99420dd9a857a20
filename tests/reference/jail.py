"""The way into jail and out of it (rules 10)."""

from __future__ import annotations

from rentier.rules import NOBODY, POT
from tests.reference import debts
from tests.reference.box import DECKS
from tests.reference.table import Table


def go_to_jail(table: Table) -> None:
    """Go straight to jail, without a salary (rules 3.4, 10.1)."""
    player = table.players[table.mover]
    player.square = next(square.number for square in table.box.squares if square.kind == "jail")
    player.jail_turns = 0
    table.sent_to_jail = True
    table.doubles = 0


def may_pay_fine(table: Table, seat: int) -> bool:
    """The fine may be paid before a roll, before the last one only where the rules say so (rules 10.2, 10.3)."""
    player = table.players[seat]
    if player.jail_turns is None or player.cash < table.box.switches["jail_fine"]:
        return False
    is_last = player.jail_turns >= table.box.switches["jail_max_turns"] - 1
    return not is_last or table.box.is_yes("jail_pay_third_turn_before_roll")


def pay_fine(table: Table, seat: int) -> None:
    debts.hand_over(table, seat, POT, table.box.switches["jail_fine"])
    table.players[seat].jail_turns = None


def may_use_card(table: Table, seat: int) -> bool:
    return table.players[seat].jail_turns is not None and seat in table.card_holder.values()


def use_card(table: Table, seat: int) -> None:
    """Leave jail; the card returns under its deck, the Chance card first (rules 9.2, edge case 27)."""
    deck = next(deck for deck in DECKS if table.card_holder[deck] == seat)
    give_card(table, deck, NOBODY)
    table.players[seat].jail_turns = None


def give_card(table: Table, deck: str, heir: int) -> None:
    """A jail card goes to the creditor, or under its deck (edge cases 82, 83)."""
    table.card_holder[deck] = heir
    if heir == NOBODY:
        card = next(card for card in table.box.decks[deck] if card.effect == "jail_card")
        table.decks[deck].append(None if table.box.switches["card_draw"] == "replace" else card.number)
