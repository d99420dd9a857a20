"""Offers, counter-offers and trades (rules 14, 18.8)."""

from __future__ import annotations

from rentier import Action
from rentier.rules import ACCEPT, COUNTER, MOST_MONEY, MOST_SQUARES, NOBODY
from tests.reference import building, debts, mortgages
from tests.reference.box import DECKS
from tests.reference.table import Flow, Offer, Table, ask


def squares_in(bits: int) -> frozenset[int]:
    return frozenset(square for square in range(MOST_SQUARES) if bits >> square & 1)


def cards_in(bits: int) -> frozenset[str]:
    return frozenset(deck for place, deck in enumerate(DECKS) if bits >> (MOST_SQUARES + place) & 1)


def read_offer(proposer: int, action: Action, other: int | None = None, depth: int = 0) -> Offer:
    return Offer(
        proposer,
        action.target if other is None else other,
        action.amount,
        squares_in(action.give),
        squares_in(action.take),
        cards_in(action.give),
        cards_in(action.take),
        action.iou,
        squares_in(action.free_rent),
        depth,
    )


def offers_left(table: Table, seat: int) -> bool:
    """Rules 18.8."""
    limit = table.box.switches["offers_per_turn"]
    return limit == "unlimited" or table.players[seat].offers_made < int(limit)


def may_trade_at_all(table: Table, seat: int) -> bool:
    return table.box.switches["trade_menu"] != "none" and offers_left(table, seat)


def may_offer(table: Table, seat: int, offer: Offer) -> bool:
    """Whether a player may put this offer on the table (rules 14.1 to 14.6)."""
    return offers_left(table, seat) and is_possible(table, offer)


def is_possible(table: Table, offer: Offer) -> bool:
    """Whether the rules allow this trade between these two now."""
    if table.box.switches["trade_menu"] == "none" or not 0 <= offer.other < len(table.players):
        return False
    if offer.other == offer.proposer or not table.in_play(offer.other):
        return False
    return (
        changes_something(offer)
        and both_have_what_they_give(table, offer)
        and is_on_the_menu(table, offer)
        and groups_allow_it(table, offer)
        and promises_allow_it(table, offer)
        and interest_can_be_paid(table, offer)
        and debt_can_be_paid(table, offer)
    )


def changes_something(offer: Offer) -> bool:
    things = offer.give | offer.take | offer.give_cards | offer.take_cards | offer.free_rent
    return bool(things) or offer.cash != 0 or offer.iou != 0


def both_have_what_they_give(table: Table, offer: Offer) -> bool:
    return (
        all(table.owner.get(square) == offer.proposer for square in offer.give)
        and all(table.owner.get(square) == offer.other for square in offer.take)
        and all(table.card_holder[deck] == offer.proposer for deck in offer.give_cards)
        and all(table.card_holder[deck] == offer.other for deck in offer.take_cards)
        and table.players[offer.proposer].cash >= offer.cash
        and table.players[offer.other].cash >= -offer.cash
        and abs(offer.cash) <= MOST_MONEY
        and abs(offer.iou) <= MOST_MONEY
    )


def is_on_the_menu(table: Table, offer: Offer) -> bool:
    """Rules 18.8."""
    menu = table.box.switches["trade_menu"]
    if menu == "full":
        return True
    if offer.give_cards or offer.take_cards or offer.iou or offer.free_rent:
        return False
    if menu == "one-for-one":
        return len(offer.give) == len(offer.take) == 1 and offer.cash == 0
    sold = len(offer.give) == 1 and not offer.take and offer.cash < 0
    bought = len(offer.take) == 1 and not offer.give and offer.cash > 0
    return sold or bought


def groups_allow_it(table: Table, offer: Offer) -> bool:
    """No lot of a built group changes hands, save with the whole group where the rules allow that (rules 14.3)."""
    for square in offer.give | offer.take:
        if square in table.unsettled:
            return False
        if table.group_is_built(square):
            group = set(table.box.group_of(square))
            if not table.box.is_yes("trade_built_sets") or not (group <= offer.give or group <= offer.take):
                return False
    return True


def promises_allow_it(table: Table, offer: Offer) -> bool:
    """IOUs and free rent only where the rules have them (rules 14.4, 14.5)."""
    if offer.free_rent:
        if not table.box.is_yes("immunity"):
            return False
        if any(table.owner.get(square) not in {offer.proposer, offer.other} for square in offer.free_rent):
            return False
    if offer.iou == 0:
        return True
    if not table.box.is_yes("loans"):
        return False
    borrower, lender = (offer.proposer, offer.other) if offer.iou > 0 else (offer.other, offer.proposer)
    reverse = table.players[lender].owes if table.players[lender].owes_to == borrower else 0
    return table.players[borrower].owes_to in {NOBODY, lender} or reverse >= abs(offer.iou)  # two IOUs cancel out


def cash_after(table: Table, offer: Offer, seat: int) -> int:
    """What a side has after the trade and what it must pay for the mortgaged deeds it gets."""
    given, received = (offer.cash, offer.take) if seat == offer.proposer else (-offer.cash, offer.give)
    fees = sum(mortgages.price_of_receiving(table, square) for square in received)
    return table.players[seat].cash - given - fees


def interest_can_be_paid(table: Table, offer: Offer) -> bool:
    """Edge case 70."""
    for seat, received in ((offer.proposer, offer.take), (offer.other, offer.give)):
        fees = sum(mortgages.price_of_receiving(table, square) for square in received)
        if fees > 0 and cash_after(table, offer, seat) < 0:
            return False
    return True


def debt_can_be_paid(table: Table, offer: Offer) -> bool:
    """Edge case 77."""
    debt = table.debt
    if debt is None or debt.debtor not in {offer.proposer, offer.other}:
        return True
    given, received = (offer.give, offer.take) if debt.debtor == offer.proposer else (offer.take, offer.give)
    total = debts.raisable(table, debt.debtor) - table.players[debt.debtor].cash + cash_after(table, offer, debt.debtor)
    total += sum(value_in_debt(table, square, received=True) for square in received)
    total -= sum(value_in_debt(table, square, received=False) for square in given)
    return total >= debt.amount


def value_in_debt(table: Table, square: int, received: bool) -> int:
    """What a deed adds to the money that its owner can raise: its mortgage and half its buildings."""
    value = building.resale(table, square, table.level[square])
    unmortgaged = square not in table.mortgaged or (received and table.box.is_yes("unmortgage_on_transfer"))
    if unmortgaged and table.box.is_yes("mortgages"):
        value += table.box.squares[square].mortgage
    return value


def could_offer(table: Table, debtor: int) -> bool:
    """Whether a trade may still save a debtor: one who has an offer left and something to give (edge case 79)."""
    if not may_trade_at_all(table, debtor):
        return False
    may_promise = table.box.is_yes("loans") and table.box.switches["trade_menu"] == "full"
    return bool(table.deeds_of(debtor)) or debtor in table.card_holder.values() or may_promise


def negotiate(table: Table, offer: Offer) -> Flow:
    """Put an offer to the other player, who accepts, refuses or counters it (rules 14.1, 18.8)."""
    table.players[offer.proposer].offers_made += 1
    while True:
        table.offer = offer
        action = yield from ask(table, offer.other, "respond")
        table.offer = None
        if action.kind != COUNTER:
            break
        offer = read_offer(offer.other, action, offer.proposer, offer.depth + 1)
    if action.kind == ACCEPT:
        yield from carry_out(table, offer)


def may_counter(table: Table, offer: Offer, action: Action) -> bool:
    counter = read_offer(offer.other, action, offer.proposer, offer.depth + 1)
    if offer.depth >= table.box.switches["counter_offers"] or not is_possible(table, counter):
        return False
    return not is_the_same(offer, counter)


def is_the_same(offer: Offer, counter: Offer) -> bool:
    """Whether a counter-offer says what the offer said, from the other side."""
    return (
        counter.cash == -offer.cash
        and counter.give == offer.take
        and counter.take == offer.give
        and counter.give_cards == offer.take_cards
        and counter.take_cards == offer.give_cards
        and counter.iou == -offer.iou
        and counter.free_rent == offer.free_rent
    )


def carry_out(table: Table, offer: Offer) -> Flow:
    """Exchange everything, then settle the mortgaged deeds received (rules 13.4, 14.1)."""
    debts.hand_over(table, offer.proposer, offer.other, offer.cash)
    for squares, receiver in ((offer.give, offer.other), (offer.take, offer.proposer)):
        for square in squares:
            change_owner(table, square, receiver)
    for deck in offer.give_cards:
        table.card_holder[deck] = offer.other
    for deck in offer.take_cards:
        table.card_holder[deck] = offer.proposer
    promise(table, offer)
    mortgages.receive(table, set(offer.give | offer.take))
    yield from mortgages.settle(table)


def change_owner(table: Table, square: int, owner: int) -> None:
    """A promise of free rent ends when the deed changes hands (rules 14.5)."""
    table.owner[square] = owner
    for player in table.players:
        player.free_rent.discard(square)


def promise(table: Table, offer: Offer) -> None:
    """IOUs between the same two players cancel out (rules 14.4); free rent holds until the deed changes hands (rules 14.5)."""
    for square in offer.free_rent:
        visitor = offer.other if table.owner[square] == offer.proposer else offer.proposer
        table.players[visitor].free_rent.add(square)
    if offer.iou:
        borrower, lender = (offer.proposer, offer.other) if offer.iou > 0 else (offer.other, offer.proposer)
        owe(table, borrower, lender, abs(offer.iou))


def owe(table: Table, borrower: int, lender: int, amount: int) -> None:
    reverse = table.players[lender]
    if reverse.owes_to == borrower:
        cancelled = min(amount, reverse.owes)
        reverse.owes -= cancelled
        amount -= cancelled
        if reverse.owes == 0:
            reverse.owes_to = NOBODY
    if amount:
        table.players[borrower].owes += amount
        table.players[borrower].owes_to = lender
