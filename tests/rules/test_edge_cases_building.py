"""Edge cases 56 to 63: building."""

from __future__ import annotations

import pytest

from .positions import BROWN, LIGHT_BLUE, PINK, levels, play, player, position, refused, waits


def test_edge_case_56_no_building_on_a_group_with_a_mortgage() -> None:
    """One mortgaged lot keeps houses off the whole group; once lifted, they may come."""
    game = position(player(deeds=levels(PINK, "mortgaged", 0, 0)), player())
    for lot in PINK:
        refused(game, f"build {lot}", "a deed of the group is mortgaged")
    play(game, "unmortgage Pall Mall", "build Whitehall")
    assert game.buildings("Whitehall") == 1


def test_edge_case_57_hotel_needs_four_houses_on_every_lot() -> None:
    """With 4, 4 and 3 houses the third lot comes first."""
    game = position(player(deeds=levels(PINK, 4, 4, 3)), player())
    refused(game, "build Pall Mall", "even")
    refused(game, "build Whitehall", "even")
    play(game, "build Northumberland Avenue", "build Pall Mall")
    assert [game.buildings(lot) for lot in PINK] == [5, 4, 4]
    assert game.cash[0] == 1300


def test_edge_case_58_no_hotel_without_the_fourth_house() -> None:
    """Where the bank has no houses left for the last lot, money cannot buy its hotel directly."""
    game = position(player(deeds=levels(PINK, 4, 4, 3)), player(), switches={"building_supply": "11/12"})
    assert (game.houses_left, game.hotels_left) == (0, 12)
    refused(game, "build Northumberland Avenue", "no houses left")
    refused(game, "build Pall Mall", "even")


def test_edge_case_59_no_hotel_left() -> None:
    """Without a hotel in the bank a lot stays at four houses."""
    others = player(deeds=levels(LIGHT_BLUE, 5, 4, 4))
    game = position(player(deeds=levels(PINK, 4, 4, 4)), others, switches={"building_supply": "32/1"})
    assert game.hotels_left == 0
    refused(game, "build Pall Mall", "no hotels left")


def test_edge_case_60_last_house_is_auctioned() -> None:
    """Two players could place the last house: it goes to the highest bid, from the lowest list price, and the bid is paid."""
    rivals = [player(deeds=levels(BROWN, 0, 0)), player(deeds=levels(PINK, 0, 0, 0)), player()]
    game = position(*rivals, switches={"building_supply": "1/12"})
    play(game, "build Old Kent Road")
    assert waits(game) == ("bid", 1)
    refused(game, "bid 50", "below the minimum")
    play(game, "bid 70", "bid 80", "bid 90", "pass")
    assert waits(game) == ("place", 1)
    play(game, "build Whitehall")
    assert (game.buildings("Whitehall"), game.buildings("Old Kent Road"), game.houses_left) == (1, 0, 0)
    assert game.cash == (1500, 1410, 1500)
    assert waits(game) == ("manage", 0)


def test_edge_case_60_modern_rules_open_at_ten() -> None:
    """Under the modern guide bidding for the last house starts at 10."""
    rivals = [player(deeds=["Mediterranean Avenue", "Baltic Avenue"]), player(deeds=["Park Place", "Boardwalk"])]
    game = position(*rivals, rules="modern", switches={"building_supply": "1/12"})
    play(game, "build Baltic Avenue")
    refused(game, "bid 10", "below the minimum")
    play(game, "bid 11", "pass", "build Boardwalk")
    assert (game.cash, game.buildings("Boardwalk")) == ((1500, 1489), 1)


def test_edge_case_61_one_builder_takes_what_is_left() -> None:
    """Where nobody else could build, the last houses go at list price as far as they can be placed evenly."""
    game = position(player(deeds=levels(PINK, 0, 0, 0)), player(), switches={"building_supply": "2/12"})
    play(game, "build Pall Mall")
    refused(game, "build Pall Mall", "even")
    play(game, "build Whitehall")
    assert (game.houses_left, game.cash[0]) == (0, 1300)
    refused(game, "build Northumberland Avenue", "no houses left")


@pytest.mark.parametrize("manage_window", ["own-turn", "between-turns"])
def test_edge_case_62_no_building_between_a_roll_and_its_rent(manage_window: str) -> None:
    """Once the dice are rolled the rent is what stands there: the owner gets no moment to build in between."""
    owner = player(deeds=levels(BROWN, 0, 0))
    game = position(player(square=36), owner, player(), dice=[(2, 5)], switches={"manage_window": manage_window})
    play(game, "roll")
    assert game.cash == (1692, 1508, 1500)
    assert waits(game) == ("manage", 0)


def test_edge_case_62_debt_is_no_moment_to_build_either() -> None:
    """While a visitor raises the rent, the owner answers offers but does not build."""
    owner = player(deeds=levels(BROWN, 0, 0))
    game = position(player(cash=0, square=34, deeds=["Mayfair"]), owner, dice=[(1, 3)])
    play(game, "roll", "offer 1: Mayfair for 300")
    assert waits(game) == ("respond", 1)
    refused(game, "build Old Kent Road", "decision does not allow it")


def test_edge_case_63_houses_are_never_moved() -> None:
    """A house changes its lot only by being sold at half price and bought anew."""
    game = position(player(deeds=levels(BROWN, 1, 0)), player())
    refused(game, "move Old Kent Road", "unknown action")
    play(game, "sell Old Kent Road", "build Whitechapel Road")
    assert [game.buildings(lot) for lot in BROWN] == [0, 1]
    assert (game.cash[0], game.houses_left) == (1500 + 25 - 50, 31)


def test_parts_of_groups_are_built_on_without_regard_to_the_lots_of_others() -> None:
    """Where the whole group is not needed, only the owner's lots must be even and free of mortgages."""
    seats = player(deeds=["Pall Mall", "Whitehall"]), player(deeds={"Northumberland Avenue": "mortgaged"})
    game = position(*seats, switches={"build_without_full_set": True})
    play(game, "build Pall Mall")
    refused(game, "build Pall Mall", "even")
    play(game, "build Whitehall", "build Pall Mall")
    assert [game.buildings(lot) for lot in PINK] == [2, 1, 0]


def test_nobody_builds_where_the_bank_has_no_buildings() -> None:
    """Nor is a building auctioned, whoever could use it (the preset `berry2013-no-building`)."""
    rivals = player(5000, deeds=levels(PINK, 0, 0, 0)), player(5000, deeds=levels(BROWN, 0, 0))
    game = position(*rivals, rules="berry2013-no-building")
    assert (game.houses_left, game.hotels_left) == (0, 0)
    refused(game, "build Pall Mall", "no houses left")
    play(position(*rivals, rules="berry2013"), "build Pall Mall")
