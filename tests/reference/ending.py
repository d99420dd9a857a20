"""The end of the game, worth, and who wins (rules 15.9, 16, 17, 18.10, 18.12)."""

from __future__ import annotations

from rentier.rules import NOBODY
from tests.reference import rent
from tests.reference.table import GameOver, Table


def worth(table: Table, seat: int, how: str) -> int:
    """What a player is worth (rules 16.4, 17.1, 17.2, 18.12)."""
    player = table.players[seat]
    total = player.cash - player.owes + sum(other.owes for other in table.players if other.owes_to == seat)
    if how == "cash":
        return total
    for square in table.deeds_of(seat):
        deed = table.box.squares[square]
        if how == "rents":
            total += rent.rent(table, square, 1) if square not in table.mortgaged else 0
            continue
        total += deed.mortgage if how == "end" and square in table.mortgaged else deed.price
        total += table.level[square] * deed.house_cost
    return total


def finish(table: Table, winners: set[int]) -> None:
    """End the game at once, without auctions or interest (edge case 85)."""
    table.estate.clear()
    table.unsettled.clear()
    table.each_seats.clear()
    table.winners = winners
    table.decision, table.actor = "over", NOBODY
    raise GameOver


def richest(table: Table) -> set[int]:
    """All who are worth most: equal worth shares the first place (edge case 91)."""
    how = table.box.switches["worth"]
    values = {seat: worth(table, seat, how) for seat in table.seats_from(0)}
    return {seat for seat, value in values.items() if value == max(values.values())}


def check_after_bankruptcy(table: Table) -> None:
    """One player left wins; short games end at the first or second bankruptcy (rules 15.9, 16.1, 16.2)."""
    left = table.seats_from(0)
    if len(left) == 1:
        finish(table, set(left))
    fallen = len(table.players) - len(left)
    end = table.box.switches["end"]
    if (end == "first-bankruptcy" and fallen >= 1) or (end == "second-bankruptcy" and fallen >= 2):
        finish(table, richest(table))


def check_after_turn(table: Table, round_over: bool) -> None:
    """A goal of cash, and the caps of turns and rounds (rules 16.3, 16.5, 18.10, 18.12, edge case 90)."""
    switches = table.box.switches
    cash = {seat: table.players[seat].cash for seat in table.seats_from(0)}
    if switches["cash_goal"] and max(cash.values()) >= switches["cash_goal"]:
        finish(table, {seat for seat, amount in cash.items() if amount == max(cash.values())})
    turns_up = 0 < switches["turn_cap"] <= table.turns
    rounds_up = round_over and 0 < switches["round_cap"] <= table.rounds
    if turns_up or rounds_up:
        finish(table, richest(table) if switches["cap"] == "worth" else set())
