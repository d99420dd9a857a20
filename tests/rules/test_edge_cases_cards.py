"""Edge cases 49 to 55: cards and several payers."""

from __future__ import annotations

import pytest

from .positions import BROWN, PINK, levels, play, player, position, seen_under, waits


def test_edge_case_49_pay_each_pays_in_turn_order_until_the_money_is_gone() -> None:
    """From the left of the drawer on; the first who cannot be paid in full is the creditor of the bankruptcy."""
    drawer = player(cash=70, square=4)
    game = position(player(), drawer, player(), player(), rules="modern", to_move=1, dice=[(1, 2)], chance=["chairman"])
    play(game, "roll")
    assert game.bankrupt(1)
    assert game.cash == (1500, 0, 1550, 1520)


def test_edge_case_49_pay_each_may_be_raised_first() -> None:
    """A drawer with something to mortgage raises the money and pays everybody in full."""
    drawer = player(cash=70, square=4, deeds=["Boardwalk"])
    game = position(drawer, player(), player(), rules="modern", dice=[(1, 2)], chance=["chairman"])
    play(game, "roll")
    assert (waits(game), game.cash) == (("raise", 0), (20, 1550, 1500))
    play(game, "mortgage Boardwalk")
    assert game.cash == (170, 1550, 1550)
    assert waits(game) == ("manage", 0)


def test_edge_case_50_birthday_payer_who_is_short() -> None:
    """That payer raises money or is bankrupt to the drawer; the others pay, and the drawer's turn goes on."""
    drawer = player(square=14)
    short, poor = player(cash=4, deeds=["Old Kent Road"]), player(cash=6)
    game = position(drawer, short, poor, player(), dice=[(1, 2)], chest=["birthday"])
    play(game, "roll")
    assert waits(game) == ("raise", 1)
    play(game, "mortgage Old Kent Road")
    assert [game.bankrupt(seat) for seat in range(4)] == [False, False, True, False]
    assert game.cash == (1526, 24, 0, 1490)
    assert waits(game) == ("manage", 0)
    assert game.is_legal("end")


def test_edge_case_51_repairs_are_counted_when_drawn() -> None:
    """Buildings may be sold to pay the bill, but that does not make it smaller."""
    drawer = player(cash=10, square=4, deeds=levels(BROWN, 2, 2))
    game = play(position(drawer, player(), dice=[(1, 2)], chance=["general_repairs"]), "roll")
    assert waits(game) == ("raise", 0)
    play(game, "sell Old Kent Road", "sell Whitechapel Road", "sell Old Kent Road")
    assert waits(game) == ("raise", 0)
    play(game, "sell Whitechapel Road")
    assert game.cash[0] == 10 + 4 * 25 - 4 * 25
    assert waits(game) == ("manage", 0)


@pytest.mark.parametrize(("card", "bill"), [("general_repairs", 225), ("street_repairs", 315)])
def test_edge_case_52_hotel_counts_as_a_hotel_alone(card: str, bill: int) -> None:
    """The houses handed in for a hotel are not counted: one hotel and five houses are charged as such."""
    drawer = player(square=4, deeds=levels(BROWN, 5, 4) | levels(PINK, 1, 0, 0))
    game = play(position(drawer, player(), dice=[(1, 2)], chance=[card]), "roll")
    assert game.cash[0] == 1500 - bill


def test_edge_case_53_fine_or_chance_leaves_the_choice_to_a_poor_player() -> None:
    """A player without the fine may take the card, or choose the fine and raise it."""
    drawer = player(cash=5, square=14, deeds=["Old Kent Road"])
    game = position(drawer, player(), dice=[(1, 2)], chest=["fine_or_chance"], chance=["dividend"])
    play(game, "roll")
    assert waits(game) == ("card", 0)
    drawn = play(game.copy(), "draw card")
    assert (drawn.cash[0], drawn.decision) == (55, "manage")
    play(game, "pay fine")
    assert waits(game) == ("raise", 0)
    play(game, "mortgage Old Kent Road")
    assert (game.cash[0], game.decision) == (25, "manage")


def test_edge_case_54_second_jail_card_is_kept_too() -> None:
    """A jail card drawn while the other deck's is held joins it."""
    drawer = player(square=4, jail_cards=["chest"])
    game = play(position(drawer, player(), dice=[(1, 2)], chance=["jail_card"]), "roll")
    assert game.jail_cards == (2, 0)
    assert seen_under(game, "chance") == []


def test_edge_case_55_cards_come_round_in_the_same_order() -> None:
    """Drawn cards go under the deck for all to remember: after the rest of the deck they come again as they came."""
    seen = ["crossword", "building_loan", "speeding", "drunk_fine", "school_fees", "back_3", "to_go", "to_pall_mall"]
    seen += ["to_marylebone", "to_trafalgar", "to_mayfair", "general_repairs", "street_repairs", "go_to_jail", "jail_card"]
    game = position(player(square=4), player(square=4), dice=[(1, 2), (1, 2)], seen={"chance": seen})
    play(game, "roll", "end")
    assert game.cash == (1550, 1500), "the only card left is the dividend"
    assert seen_under(game, "chance") == [*seen, "dividend"]
    play(game, "roll")
    assert game.cash == (1550, 1600), "then the crossword prize, which was drawn first"
    assert seen_under(game, "chance") == [*seen[1:], "dividend", "crossword"]
