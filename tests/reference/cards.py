"""Decks and what their cards do (rules 9.1 to 9.5)."""

from __future__ import annotations

from rentier.rules import PAY_FINE, POT
from tests.reference import bankruptcy, debts, jail, landing
from tests.reference.box import Card
from tests.reference.table import Flow, Table, ask


def draw(table: Table, deck: str) -> Flow:
    """Draw the top card, carry it out and put it under the deck (rules 9.1)."""
    drawn_from, number = table.luck.cards.popleft()
    assert drawn_from == deck, f"a card of {drawn_from} was drawn, not of {deck}"
    card = table.box.decks[deck][number]
    put_back(table, deck, card)
    yield from carry_out(table, deck, card)


def put_back(table: Table, deck: str, card: Card) -> None:
    """A jail card is kept; others go under the deck, back into it, or aside (rules 9.1, 9.2, edge case 55)."""
    cards = table.decks[deck]
    rule = table.box.switches["card_draw"]
    if rule == "replace":
        cards.pop()
        if card.effect != "jail_card":
            cards.append(None)
        return
    if rule == "reshuffle" and cards[0] is not None:  # all cards of the deck have been set aside
        cards[:] = [None] * len(cards)
    top = cards.pop(0)
    assert top in {None, card.number}, f"everybody knew that card {top} of {deck} was on top, but card {card.number} was drawn"
    if card.effect != "jail_card":
        cards.append(card.number)


def carry_out(table: Table, deck: str, card: Card) -> Flow:
    """Do what a card says; a new square is fully resolved (rules 9.3, edge cases 7 to 19)."""
    mover = table.mover
    player = table.players[mover]
    size = len(table.box.squares)
    if card.effect == "advance_to":
        yield from landing.move(table, (card.to - player.square) % size)
    elif card.effect == "back_to":
        yield from landing.move(table, -((player.square - card.to) % size))
    elif card.effect == "move_by":
        yield from landing.move(table, card.steps)
    elif card.effect == "nearest":
        steps = next(n for n in range(1, size) if table.box.squares[(player.square + n) % size].kind == card.kind)
        yield from landing.move(table, steps, card)
    elif card.effect == "go_to_jail":
        jail.go_to_jail(table)
    elif card.effect == "jail_card":
        table.card_holder[deck] = mover
    elif card.effect == "bank_pays":
        player.cash += card.amount
    elif card.effect == "pay_bank":
        yield from debts.pay(table, mover, POT, card.amount)
    elif card.effect == "repairs":
        yield from debts.pay(table, mover, POT, repairs(table, mover, card))
    elif card.effect in {"pay_each", "collect_each"}:
        yield from each(table, card)
    elif card.effect == "pay_or_draw":
        action = yield from ask(table, mover, "card")
        if action.kind == PAY_FINE:
            yield from debts.pay(table, mover, POT, card.amount)
        else:
            yield from draw(table, card.draw)


def repairs(table: Table, seat: int, card: Card) -> int:
    """So much for each house and each hotel; a hotel is not also counted as houses (rules 9.5, edge case 52)."""
    levels = [table.level[square] for square in table.deeds_of(seat)]
    hotel = table.box.hotel
    return sum(card.hotel if level == hotel else card.house * level for level in levels)


def each(table: Table, card: Card) -> Flow:
    """Pay or collect in turn order from the left, among those still in play (rules 9.4, 15.7, edge cases 49, 50)."""
    mover = table.mover
    table.each_seats = table.left_of(mover)
    while table.each_seats:
        seat = table.each_seats.pop(0)
        if not table.in_play(seat):
            continue
        payer, payee = (seat, mover) if card.effect == "collect_each" else (mover, seat)
        yield from debts.pay(table, payer, payee, card.amount)
    yield from bankruptcy.auction_estate(table)
