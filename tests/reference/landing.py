"""Moving a token and resolving the square it reaches (rules 3, 4, 6 to 9)."""

from __future__ import annotations

from rentier.rules import ASK_RENT, BUY, DECLINE, NOBODY, PAY_TAX, POT
from tests.reference import auctions, cards, debts, ending, jail, rent
from tests.reference.box import DECKS, Card
from tests.reference.table import Flow, Table, ask


def move(table: Table, steps: int, by_card: Card | None = None) -> Flow:
    """Move the mover's token, pay the salary on the way, and resolve the square (rules 2.1, 3.1 to 3.6)."""
    player = table.players[table.mover]
    size = len(table.box.squares)
    target = player.square + steps
    player.square = target % size
    if steps > 0 and target >= size:
        pass_go(table)
    yield from resolve(table, by_card)


def pass_go(table: Table) -> None:
    player = table.players[table.mover]
    player.passed_go = True
    if player.owes:
        table.owes_now = True
    if table.box.squares[0].kind == "go":
        player.cash += table.box.switches["salary"]
        if player.square == 0:
            player.cash += table.box.switches["go_exact_bonus"]


def resolve(table: Table, by_card: Card | None = None) -> Flow:
    mover = table.mover
    square = table.box.squares[table.players[mover].square]
    if square.is_deed:
        if table.owner[square.number] == NOBODY:
            yield from for_sale(table, square.number)
        else:
            yield from visit(table, square.number, by_card)
    elif square.kind == "tax":
        yield from pay_tax(table, square.number)
    elif square.kind in DECKS:
        yield from cards.draw(table, square.kind)
    elif square.kind == "parking":  # rules 9.8
        table.players[mover].cash += table.box.switches["free_parking_bonus"] + table.pot
        table.pot = 0
    elif square.kind == "gotojail":
        jail.go_to_jail(table)


def for_sale(table: Table, square: int) -> Flow:
    """Buy at the printed price, or leave the deed to an auction (rules 4.1 to 4.3, 18.3)."""
    mover, price = table.mover, table.box.squares[square].price
    player = table.players[mover]
    if table.box.is_yes("first_lap_no_buying") and not player.passed_go:
        return
    yield from debts.pay_iou(table)
    if table.box.switches["buying"] == "choice":
        while True:
            action = yield from ask(table, mover, "buy")
            if action.kind == BUY:
                player.cash -= price
                table.owner[square] = mover
                return
            if action.kind == DECLINE:
                break
            yield from debts.raise_by(table, mover, action)
        if not table.box.is_yes("auction_on_decline"):
            return
    if table.box.switches["auction"] != "none":
        yield from auctions.auction_deed(table, square)


def visit(table: Table, square: int, by_card: Card | None) -> Flow:
    """Pay the rent, if any is due and the owner asks for it (rules 6, 7.3, 8.2, 8.3)."""
    mover, owner = table.mover, table.owner[square]
    if rent.is_free(table, mover, square):
        return
    deed = table.box.squares[square]
    if deed.kind == "utility":
        fresh = by_card is not None or table.box.switches["utility_roll"] == "fresh"
        if fresh:  # moves nobody, and is no double (rules 8.4, edge case 45)
            table.dice = table.luck.rolls.popleft()
        roll = sum(table.dice)
        amount = by_card.factor * roll if by_card else rent.rent(table, square, roll)
    else:
        amount = rent.rent(table, square, 0) * (by_card.factor if by_card else 1)
    if table.box.switches["rent_claim"] == "asked":  # rules 6.6
        table.claim = amount
        action = yield from ask(table, owner, "claim")
        table.claim = None
        if action.kind != ASK_RENT:
            return
    yield from debts.pay(table, mover, owner, amount)


def pay_tax(table: Table, square: int) -> Flow:
    """Pay the tax, or a share of all one is worth where the rules leave a choice (rules 9.6, 9.7)."""
    mover, deed = table.mover, table.box.squares[square]
    amount = deed.tax
    if table.box.switches["income_tax"] == "choice" and deed.tax_percent:
        action = yield from ask(table, mover, "tax")
        if action.kind != PAY_TAX:
            amount = max(0, -(-ending.worth(table, mover, "tax") * deed.tax_percent // 100))
    yield from debts.pay(table, mover, POT, amount)
