"""Printed rules that no edge case shows; docs/rules-reference.md names them by number."""

from __future__ import annotations

import pytest

from rentier import Game

from .positions import (
    BROWN,
    DARK_BLUE,
    LIGHT_BLUE,
    PINK,
    STATIONS,
    UTILITIES,
    kinds,
    levels,
    play,
    player,
    position,
    refused,
    waits,
)


def test_a_roll_moves_by_its_sum_and_the_square_is_resolved() -> None:
    """Rules 2.1: from square 5 a roll of 1 and 3 leads past Chance to square 9, where rent is due."""
    game = play(position(player(square=5), player(deeds=["Pentonville Road"]), dice=[(1, 3)]), "roll")
    assert (game.square[0], game.cash) == (9, (1492, 1508))
    assert waits(game) == ("manage", 0)


def test_a_double_gives_another_roll() -> None:
    """Rules 2.2: the square is resolved before the dice are rolled again, and the turn stays with the mover."""
    game = play(position(player(), player(deeds=["Euston Road"]), dice=[(4, 4), (1, 1)]), "roll")
    assert (game.square[0], game.cash) == (8, (1494, 1506))
    assert (waits(game), game.is_legal("end")) == (("manage", 0), False)
    play(game, "roll")
    assert (game.square[0], game.doubles) == (10, 2)


def test_tokens_share_a_square() -> None:
    """Rules 2.6: four tokens stand on one square."""
    seats = [player(square=10), *(player(square=20) for _seat in range(3))]
    game = play(position(*seats, dice=[(4, 6)]), "roll")
    assert game.square == (20, 20, 20, 20)


def test_bidders_only_bid_or_pass() -> None:
    """Rules 5.7: nobody sells, mortgages or trades while bids are made."""
    bidder = player(deeds=levels(BROWN, 1, 1) | {"Mayfair": 0})
    game = play(position(player(), bidder, dice=[(2, 3)]), "roll", "decline")
    assert waits(game) == ("bid", 1)
    for action in ("mortgage Mayfair", "sell Old Kent Road", "offer 0: Mayfair for 100", "end"):
        refused(game, action, "decision does not allow it")


def test_own_deeds_charge_no_rent() -> None:
    """Rules 6.1: a street, a station and a utility of one's own cost nothing."""
    owner = player(deeds=["Whitechapel Road", "King's Cross Station", "Electric Company"])
    game = play(position(owner, player(), dice=[(1, 2)]), "roll")
    assert (game.square[0], game.cash, waits(game)) == (3, (1500, 1500), ("manage", 0))
    on_station = play(position(owner, player(), dice=[(2, 3)]), "roll")
    assert (on_station.square[0], on_station.cash) == (5, (1500, 1500))
    on_utility = play(position(owner | {"square": 5}, player(), dice=[(3, 4)]), "roll")
    assert (on_utility.square[0], on_utility.cash) == (12, (1500, 1500))


@pytest.mark.parametrize(("buildings", "rent"), [(0, 100), (1, 200), (2, 600), (3, 1400), (4, 1700), (5, 2000)])
def test_rent_follows_the_buildings(buildings: int, rent: int) -> None:
    """Rules 6.2 and 6.5: a bare lot of a complete group charges double, a built one its printed rent and no more."""
    owner = player(deeds=levels(DARK_BLUE, buildings, buildings))
    game = play(position(player(cash=3000, square=32), owner, dice=[(3, 4)]), "roll")
    assert (game.square[0], game.cash) == (39, (3000 - rent, 1500 + rent))


@pytest.mark.parametrize(("owned", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_rent_follows_the_number_of_stations(owned: int, rent: int) -> None:
    """Rules 7.1."""
    game = play(position(player(), player(deeds=STATIONS[:owned]), dice=[(2, 3)]), "roll")
    assert (game.square[0], game.cash) == (5, (1500 - rent, 1500 + rent))


@pytest.mark.parametrize(("owned", "rent"), [(1, 4 * 7), (2, 10 * 7)])
def test_rent_follows_the_number_of_utilities(owned: int, rent: int) -> None:
    """Rules 8.1."""
    game = play(position(player(square=5), player(deeds=UTILITIES[:owned]), dice=[(3, 4)]), "roll")
    assert (game.square[0], game.cash) == (12, (1500 - rent, 1500 + rent))


def test_bankrupt_players_neither_pay_nor_collect() -> None:
    """Rules 9.4: a birthday is paid for by the players left, and a chairman pays only them."""
    seats = player(), {"bankrupt": 1}, player()
    birthday = play(position(player(square=14), *seats, dice=[(1, 2)], chest=["birthday"]), "roll")
    assert birthday.cash == (1520, 1490, 0, 1490)
    chairman = play(position(player(square=4), *seats, rules="modern", dice=[(1, 2)], chance=["chairman"]), "roll")
    assert chairman.cash == (1400, 1550, 0, 1550)


def test_any_number_of_buildings_may_be_bought_in_a_turn() -> None:
    """Rules 11.5: two bare lots get their hotels before the roll."""
    game = position(player(deeds=BROWN), player())
    for _level in range(5):
        play(game, *(f"build {lot}" for lot in BROWN))
    assert [game.buildings(lot) for lot in BROWN] == [5, 5]
    assert (game.cash[0], game.houses_left, game.hotels_left) == (1000, 32, 10)


def test_buildings_are_sold_evenly_at_half_their_cost() -> None:
    """Rules 12.1 and 12.4: one by one, the highest lot first, as many as one likes."""
    game = position(player(cash=0, deeds=levels(PINK, 2, 2, 1)), player())
    refused(game, "sell Northumberland Avenue", "even")
    play(game, "sell Pall Mall")
    assert (game.cash[0], game.houses_left) == (50, 28)
    refused(game, "sell Pall Mall", "even")
    play(game, "sell Whitehall", *(f"sell {lot}" for lot in PINK))
    assert ([game.buildings(lot) for lot in PINK], game.cash[0], game.houses_left) == ([0, 0, 0], 5 * 50, 32)


def test_a_hotel_is_sold_at_once_though_others_want_houses() -> None:
    """Rules 12.5: a rival who could build does not come first; the hotel takes the last four houses."""
    seats = player(deeds=levels(BROWN, 5, 5)), player(deeds=LIGHT_BLUE)
    game = play(position(*seats, switches={"building_supply": "4/12"}), "sell Old Kent Road")
    assert (game.buildings("Old Kent Road"), game.cash[0], game.houses_left) == (4, 1525, 0)
    assert waits(game) == ("manage", 0)


def test_only_the_owner_unmortgages() -> None:
    """Rules 13.3."""
    game = position(player(), player(deeds={"Mayfair": "mortgaged"}))
    refused(game, "unmortgage Mayfair", "does not own it")
    assert game.mortgaged("Mayfair")


def test_the_bank_buys_no_deeds() -> None:
    """Rules 13.6: selling is for buildings, and the only money for a bare deed is its mortgage."""
    game = position(player(cash=0, deeds=["Strand"]), player())
    refused(game, "sell Strand", "no building on it")
    assert {action for action in kinds(game) if "Strand" in action and not action.startswith("offer")} == {"mortgage Strand"}


def test_the_short_game_deals_three_deeds_and_shortens_jail() -> None:
    """Rules 16.1: three free deeds, hotels after three houses, one roll for a double in jail and then the fine."""
    game = Game.new(players=3, rules="short", seed=1)
    assert (game.cash, [len(game.deeds(seat)) for seat in range(3)]) == ((1500, 1500, 1500), [3, 3, 3])
    group = ("Mediterranean Avenue", "Baltic Avenue")
    builder = play(position(player(deeds=levels(group, 3, 3)), player(), rules="short"), "build Baltic Avenue")
    assert (builder.buildings("Baltic Avenue"), builder.hotels_left) == (5, 11)
    jailed = play(position(player(jail_turns=0), player(), rules="short", dice=[(4, 6)]), "roll")
    assert (jailed.in_jail(0), jailed.square[0], jailed.cash[0]) == (False, 20, 1450)
    taxed = play(position(player(), player(), rules="short", dice=[(1, 3)]), "roll")
    assert (taxed.square[0], taxed.cash[0], taxed.decision) == (4, 1300, "manage")


def test_the_older_short_game_sells_two_deeds() -> None:
    """Rules 16.2 and 16.3: two deeds each at their printed prices, so that everybody is still worth 1500."""
    game = Game.new(players=4, seed=1, overrides={"deal_properties": 2, "deal_paid": True, "end": "second-bankruptcy"})
    assert [len(game.deeds(seat)) for seat in range(4)] == [2, 2, 2, 2]
    assert [game.worth(seat) for seat in range(4)] == [1500, 1500, 1500, 1500]
    assert all(cash < 1500 for cash in game.cash)


def test_jail_cards_are_offered_to_players_for_the_fine() -> None:
    """Rules 16.7: the bank pays nothing for a jail card; the list of offers has it for the amount of the fine."""
    game = position(player(jail_cards=["chance"]), player())
    assert {action for action in kinds(game) if "card" in action} == {"offer 1: chance card for 50"}
