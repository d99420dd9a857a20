"""Edge cases 64 to 77: selling, mortgaging, trading."""

from __future__ import annotations

import pytest

from .positions import BROWN, DARK_BLUE, LIGHT_BLUE, PINK, levels, play, player, position, refused, waits


def test_edge_case_64_hotel_sold_leaves_four_houses() -> None:
    """The bank pays half the hotel's cost and puts four houses where it stood."""
    game = position(player(deeds=levels(PINK, 5, 5, 5)), player())
    play(game, "sell Whitehall")
    assert [game.buildings(lot) for lot in PINK] == [5, 4, 5]
    assert (game.cash[0], game.houses_left, game.hotels_left) == (1550, 28, 10)


@pytest.mark.parametrize(
    ("houses_left", "after", "paid"), [(0, [0, 0], 250), (1, [0, 1], 225), (2, [1, 1], 200), (3, [1, 2], 175), (4, [4, 5], 25)]
)
def test_edge_case_65_hotel_sold_while_houses_are_short(houses_left: int, after: list[int], paid: int) -> None:
    """Short of four houses the group comes down evenly to what the bank can supply, for half of all that is given up."""
    game = position(player(deeds=levels(BROWN, 5, 5)), player(), switches={"building_supply": f"{houses_left}/12"})
    play(game, "sell Old Kent Road")
    assert [game.buildings(lot) for lot in BROWN] == after
    assert game.cash[0] == 1500 + paid
    assert game.houses_left == houses_left - sum(level for level in after if level < 5)
    assert game.hotels_left == 12 - after.count(5)


def test_edge_case_66_two_hotels_and_four_houses_come_down_together() -> None:
    """With no house in the bank a hotel is sold by spreading the group's own four houses evenly."""
    game = position(player(cash=0, deeds=levels(PINK, 5, 5, 4)), player(), switches={"building_supply": "4/12"})
    assert game.houses_left == 0
    refused(game, "sell Northumberland Avenue", "even")
    play(game, "sell Pall Mall")
    assert sorted(game.buildings(lot) for lot in PINK) == [1, 1, 2]
    assert (game.houses_left, game.hotels_left, game.cash[0]) == (0, 12, 10 * 50)


def test_edge_case_67_bare_lot_of_a_built_group_is_not_mortgaged() -> None:
    """All buildings of the group go first."""
    game = position(player(deeds=levels(BROWN, 1, 0)), player())
    refused(game, "mortgage Whitechapel Road", "buildings on its group")
    play(game, "sell Old Kent Road", "mortgage Whitechapel Road")
    assert (game.mortgaged("Whitechapel Road"), game.cash[0]) == (True, 1555)


def test_edge_case_68_mortgage_and_lift_in_one_turn() -> None:
    """Allowed, and it costs the interest."""
    game = play(position(player(deeds=["Mayfair"]), player()), "mortgage Mayfair", "unmortgage Mayfair")
    assert (game.mortgaged("Mayfair"), game.cash[0]) == (False, 1480)


@pytest.mark.parametrize(("deed", "cost"), [("Water Works", 83), ("Park Lane", 193), ("Old Kent Road", 33)])
def test_edge_case_69_interest_is_rounded_up(deed: str, cost: int) -> None:
    """A tenth of 75 is 8, a tenth of 175 is 18."""
    game = play(position(player(deeds={deed: "mortgaged"}), player()), f"unmortgage {deed}")
    assert game.cash[0] == 1500 - cost


def test_edge_case_70_receiver_must_be_able_to_pay_the_interest() -> None:
    """A trade that leaves the receiver of a mortgaged deed without its interest is refused."""
    game = position(player(deeds={"Mayfair": "mortgaged"}), player(cash=119))
    refused(game, "offer 1: Mayfair for 100", "could not pay the interest")
    play(game, "offer 1: Mayfair for 99", "accept")
    assert (game.owner("Mayfair"), game.cash) == (1, (1599, 0))


def test_edge_case_71_swap_of_two_mortgaged_deeds_costs_both_sides() -> None:
    """Each receiver pays the interest on the deed received."""
    seats = player(deeds={"Mayfair": "mortgaged"}), player(deeds={"Strand": "mortgaged"})
    game = play(position(*seats), "offer 1: Mayfair for Strand", "accept")
    assert waits(game) == ("settle", 0)
    play(game, "keep Strand")
    assert waits(game) == ("settle", 1)
    play(game, "keep Mayfair")
    assert game.cash == (1489, 1480)
    assert game.mortgaged("Mayfair")
    assert game.mortgaged("Strand")
    assert waits(game) == ("manage", 0)


def test_edge_case_71_received_deed_may_be_lifted_at_once() -> None:
    """Who lifts the mortgage on receipt pays the interest once only."""
    game = play(
        position(player(), player(deeds={"Mayfair": "mortgaged"})), "offer 1: 50 for Mayfair", "accept", "unmortgage Mayfair"
    )
    assert (game.mortgaged("Mayfair"), game.cash) == (False, (1500 - 50 - 220, 1550))


def test_edge_case_72_mortgaged_deed_pays_interest_every_time_it_moves() -> None:
    """There and back again is twice the fee, and lifting later costs it once more."""
    game = position(player(deeds={"Mayfair": "mortgaged"}), player())
    play(game, "offer 1: Mayfair for 1", "accept", "keep Mayfair")
    play(game, "offer 1: 1 for Mayfair", "accept", "keep Mayfair")
    assert game.cash == (1480, 1480)
    play(game, "unmortgage Mayfair")
    assert game.cash == (1260, 1480)


def test_edge_case_73_no_lot_of_a_built_group_is_traded() -> None:
    """A bare lot stays while its sister has a house, for giver and taker alike."""
    game = position(player(deeds=levels(BROWN, 1, 0)), player(deeds=levels(DARK_BLUE, 0, 1)))
    refused(game, "offer 1: Whitechapel Road for 100", "buildings on its group")
    refused(game, "offer 1: 100 for Park Lane", "buildings on its group")
    play(game, "sell Old Kent Road")
    assert game.is_legal("offer 1: Whitechapel Road for 100")


def test_edge_case_74_trade_between_others_before_a_third_players_turn() -> None:
    """Where players manage between turns, two of them may trade before a third one rolls."""
    seats = player(deeds=["Boardwalk"]), player(), player()
    game = position(*seats, rules="modern", phase="done")
    play(game, "end")
    assert waits(game) == ("manage", 2)
    assert game.mover == 1
    play(game, "offer 0: 500 for Boardwalk")
    assert waits(game) == ("respond", 0)
    play(game, "accept")
    assert game.owner("Boardwalk") == 2
    play(game, "end")
    assert waits(game) == ("manage", 1)


def test_edge_case_74_nobody_without_deeds_is_asked_where_there_are_no_trades() -> None:
    """Without deeds there is nothing to do but trade, so where there are no trades the turn passes on."""
    seats = player(), player(), player(), player(deeds=["Boardwalk"])
    for menu, first in (("full", 2), ("none", 3)):
        game = position(*seats, rules="modern", phase="done", switches={"trade_menu": menu})
        assert waits(play(game, "end")) == ("manage", first)


@pytest.mark.parametrize("gift", ["Strand for nothing", "chance card for nothing", "250 for nothing"])
def test_edge_case_75_gifts_are_not_forbidden(gift: str) -> None:
    """A deed, a card or a sum may be given for nothing, if the other takes it."""
    game = position(player(deeds=["Strand"], jail_cards=["chance"]), player())
    play(game, f"offer 1: {gift}")
    assert waits(game) == ("respond", 1)
    play(game, "accept")
    assert (game.owner("Strand"), game.jail_cards[1], game.cash[1]) in ((1, 0, 1500), (0, 1, 1500), (0, 0, 1750))


def test_edge_case_76_promises_are_no_part_of_a_trade() -> None:
    """Deeds, jail cards and cash change hands; immunity from rent does not exist."""
    game = position(player(deeds=["Strand"]), player(deeds=["Mayfair"]))
    refused(game, "offer 1: Strand for immunity", "immunity")


def test_edge_case_77_debtor_trades_only_so_that_the_debt_can_be_paid() -> None:
    """Giving the estate away to a friend is refused; a sale that keeps the creditor whole is not."""
    debtor = player(cash=0, square=36, deeds=["Park Lane", "Strand"])
    game = position(debtor, player(deeds=levels(LIGHT_BLUE, 4, 4, 4)), player(), dice=[(6, 6)], switches={"salary": 0})
    play(game, "roll")
    assert waits(game) == ("raise", 0)
    refused(game, "offer 2: Park Lane for 1", "could not pay the debt")
    refused(game, "offer 2: Park Lane + Strand for 399", "could not pay the debt")
    play(game, "offer 2: Park Lane + Strand for 400", "accept")
    assert game.cash == (0, 1900, 1100)
    assert not game.bankrupt(0)
