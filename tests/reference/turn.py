"""The course of a game and of a turn (rules 1, 2, 10)."""

from __future__ import annotations

from collections.abc import Generator

from rentier import Action
from rentier.rules import BANKRUPT, BUILD, END, MORTGAGE, NOBODY, OFFER, PAY_FINE, POT, ROLL, SELL, UNMORTGAGE, USE_CARD
from tests.reference import bankruptcy, building, debts, ending, jail, landing, mortgages
from tests.reference.table import Flow, GameOver, MoverIsOut, Table, ask


def play(table: Table) -> Flow:
    """Play turns, to the left, until the game is over (rules 1.5)."""
    begin_turn(table, table.first)
    table.rounds = 1
    last = NOBODY
    try:
        while True:
            try:
                yield from windows(table, last)
                yield from turn(table)
            except MoverIsOut:
                pass
            last = table.mover
            following = next(seat for seat in table.left_of(last) + [last] if table.in_play(seat))
            round_over = comes_round(table, last, following)
            ending.check_after_turn(table, round_over)
            table.rounds += round_over
            begin_turn(table, following)
    except GameOver:
        pass
    while True:
        yield


def comes_round(table: Table, last: int, following: int) -> bool:
    """Whether the turn comes to, or past, the seat that began (edge case 90)."""
    count = len(table.players)
    passed = [(last + step) % count for step in range(1, (following - last - 1) % count + 2)]
    return table.first in passed


def begin_turn(table: Table, seat: int) -> None:
    table.mover = seat
    table.turns += 1
    table.players[seat].offers_made = 0
    table.doubles = 0
    table.rolled = False
    table.sent_to_jail = False


def windows(table: Table, last: int) -> Flow:
    """Between turns all manage but the one who has just moved and the one who moves next (rules 2.7, edge case 74)."""
    if table.box.switches["manage_window"] != "between-turns" or last == NOBODY:
        return
    seats = [seat for seat in table.left_of(table.mover) if seat != last]  # those with nothing to do are passed over
    for seat in seats:
        table.players[seat].offers_made = 0
    for seat in seats:
        if table.in_play(seat) and (table.deeds_of(seat) or table.box.switches["trade_menu"] != "none"):
            table.in_window = True
            yield from manage(table, seat)
            table.in_window = False


def turn(table: Table) -> Flow:
    """Manage, roll, move and resolve, again after a double; then manage once more (rules 2.1 to 2.7)."""
    mover = table.mover
    while True:
        table.before_roll = True
        yield from manage(table, mover)
        table.before_roll = False
        again = yield from roll_and_move(table)
        yield from debts.pay_iou(table)
        if table.sent_to_jail:
            return  # rules 2.4
        if not again:
            break
    if table.box.switches["manage_part"] != "before-roll":
        yield from manage(table, mover)


def throw(table: Table) -> bool:
    """Roll the dice. Return whether they show a double; two or more ones earn a bonus, save in jail (rules 18.1, 18.2)."""
    table.dice = table.luck.rolls.popleft()
    table.rolled = True
    player = table.players[table.mover]
    if len(table.dice) > 1 and set(table.dice) == {1} and player.jail_turns is None:
        player.cash += table.box.switches["snake_eyes_bonus"]
    return len(table.dice) > 1 and len(set(table.dice)) == 1


def roll_and_move(table: Table) -> Generator[None, Action, bool]:
    """Roll once and move. Return whether the mover rolls again (rules 2.2, 2.3)."""
    player = table.players[table.mover]
    was_in_jail = player.jail_turns is not None
    is_double = throw(table)
    if was_in_jail:
        return (yield from roll_in_jail(table, is_double))
    table.doubles = table.doubles + 1 if is_double else 0
    if table.doubles == 3 and table.box.has_jail:
        jail.go_to_jail(table)  # rules 2.3
        return False
    yield from landing.move(table, sum(table.dice))
    return is_double


def roll_in_jail(table: Table, is_double: bool) -> Generator[None, Action, bool]:
    """A double frees; after the last failed roll the fine is due and the roll is used (rules 2.5, 10.2, 10.4, 10.5)."""
    player = table.players[table.mover]
    assert player.jail_turns is not None
    again = is_double and table.box.is_yes("jail_exit_double_rolls_again")
    if is_double:
        table.doubles = 1 if again else 0
        player.jail_turns = None
        yield from landing.move(table, sum(table.dice))
        return again
    if player.jail_turns + 1 < table.box.switches["jail_max_turns"]:
        player.jail_turns += 1
        return False
    yield from debts.pay(table, table.mover, POT, table.box.switches["jail_fine"])
    player.jail_turns = None
    yield from landing.move(table, sum(table.dice))
    return False


def manage(table: Table, seat: int) -> Flow:
    """Manage until the player rolls or ends (rules 2.7)."""
    while True:
        action = yield from ask(table, seat, "manage")
        if action.kind in {ROLL, END}:
            return
        yield from carry_out(table, seat, action)
        if not table.in_play(seat):
            return


def carry_out(table: Table, seat: int, action: Action) -> Flow:
    if action.kind == BUILD:
        yield from building.build(table, seat, action.target)
    elif action.kind == UNMORTGAGE:
        mortgages.unmortgage(table, seat, action.target)
    elif action.kind == PAY_FINE:
        jail.pay_fine(table, seat)
    elif action.kind == USE_CARD:
        jail.use_card(table, seat)
    elif action.kind == BANKRUPT:
        yield from bankruptcy.go_bankrupt(table, seat)
    elif action.kind in {SELL, MORTGAGE, OFFER}:
        yield from debts.raise_by(table, seat, action)
