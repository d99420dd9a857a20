"""Scarce buildings: when they are auctioned, who bids, what the winner pays and where the building goes."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game

from .positions import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, PINK, kinds, levels, play, player, position, refused, waits


def builders(supply: str, *seats: dict[str, Any], **switches: Any) -> Game:
    """Players who could build, with a number of houses and hotels in the box."""
    return position(*seats, switches={"building_supply": supply} | switches)


def test_no_auction_while_there_is_enough_for_all() -> None:
    """Two brown and three light blue lots take 20 houses at most; with as many in the bank nobody need bid."""
    seats = player(deeds=BROWN), player(deeds=LIGHT_BLUE)
    enough = play(builders("20/12", *seats), "build Old Kent Road")
    assert (waits(enough), enough.buildings("Old Kent Road")) == (("manage", 0), 1)
    short = play(builders("19/12", *seats), "build Old Kent Road")
    assert waits(short) == ("bid", 1)


def test_wants_end_where_the_cash_ends() -> None:
    """What a rival could not pay at list price counts as not wanted."""
    rich = play(builders("3/12", player(cash=100, deeds=BROWN), player(cash=100, deeds=LIGHT_BLUE)), "build Old Kent Road")
    assert waits(rich) == ("bid", 1)
    poor = play(builders("3/12", player(cash=100, deeds=BROWN), player(cash=99, deeds=LIGHT_BLUE)), "build Old Kent Road")
    assert waits(poor) == ("manage", 0)


@pytest.mark.parametrize(
    "rival", [player(), player(deeds=levels(LIGHT_BLUE, "mortgaged", 0, 0)), player(cash=0, deeds=LIGHT_BLUE)]
)
def test_no_auction_without_a_rival_who_could_build(rival: dict[str, Any]) -> None:
    """Only who owns a group free of mortgages, and has the cash, is a rival."""
    game = play(builders("1/12", player(deeds=BROWN), rival), "build Old Kent Road")
    assert (game.buildings("Old Kent Road"), game.cash[0], game.decision) == (1, 1450, "manage")


def test_asking_is_the_opening_bid() -> None:
    """If all rivals pass, who asked takes the building at the lowest list price among them, and says where it goes."""
    game = play(builders("1/12", player(deeds=DARK_BLUE), player(deeds=BROWN)), "build Mayfair")
    assert waits(game) == ("bid", 1)
    play(game, "pass")
    assert waits(game) == ("place", 0)
    play(game, "build Mayfair")
    assert (game.cash[0], game.buildings("Mayfair"), game.houses_left) == (1450, 1, 0)
    assert waits(game) == ("manage", 0)


def test_only_builders_bid_and_from_cash_alone() -> None:
    """Players without a lot for it are not asked; a bid for a building never exceeds the cash, whatever the bid limit."""
    seats = player(deeds=BROWN), player(), player(cash=120, deeds=LIGHT_BLUE), player(deeds=PINK)
    game = play(builders("1/12", *seats, bid_limit="unlimited"), "build Old Kent Road")
    assert waits(game) == ("bid", 2)
    refused(game, "bid 121", "above the bid limit")
    play(game, "bid 120")
    assert waits(game) == ("bid", 3)
    play(game, "pass", "pass", "build Euston Road")
    assert (game.cash[2], game.buildings("Euston Road")) == (0, 1)


def test_winner_places_where_it_is_allowed() -> None:
    """The place decision lists the lots that keep the group even, and nothing else is legal in it."""
    game = play(
        builders("3/12", player(deeds=BROWN), player(deeds=levels(LIGHT_BLUE, 1, 0, 1))), "build Old Kent Road", "bid 60"
    )
    play(game, "pass")
    assert (game.buildings("Euston Road"), game.cash[1]) == (1, 1440), "a single place needs no decision"
    other = play(
        builders("2/12", player(deeds=BROWN), player(deeds=levels(LIGHT_BLUE, 1, 0, 0))), "build Old Kent Road", "bid 60"
    )
    play(other, "pass")
    assert waits(other) == ("place", 1)
    assert kinds(other) == {"build Euston Road", "build Pentonville Road"}
    for action in ("build The Angel, Islington", "build Old Kent Road", "mortgage Euston Road", "pass", "end"):
        assert not other.is_legal(action)


def test_price_is_the_bid_and_the_bank_loses_one_house() -> None:
    """Nothing but the bid is paid, above the list price or below it."""
    game = play(builders("1/12", player(deeds=BROWN), player(deeds=DARK_BLUE)), "build Old Kent Road", "bid 55", "pass")
    play(game, "build Mayfair")
    assert (game.cash, game.houses_left) == ((1500, 1445), 0)


def test_each_house_is_auctioned_by_itself() -> None:
    """After one is placed the next one asked for is auctioned again."""
    game = play(
        builders("2/12", player(deeds=BROWN), player(deeds=LIGHT_BLUE)), "build Old Kent Road", "pass", "build Old Kent Road"
    )
    assert game.houses_left == 1
    play(game, "build Whitechapel Road")
    assert waits(game) == ("bid", 1)


def test_last_hotel_is_auctioned() -> None:
    """Hotels too, among those whose whole group has four houses; the houses go back to the bank."""
    seats = player(deeds=levels(BROWN, 4, 4)), player(deeds=levels(LIGHT_BLUE, 4, 4, 4)), player(deeds=levels(PINK, 1, 1, 1))
    game = play(builders("32/1", *seats), "build Old Kent Road")
    assert waits(game) == ("bid", 1)
    play(game, "bid 51", "pass", "build Euston Road")
    assert (game.buildings("Euston Road"), game.hotels_left, game.houses_left) == (5, 0, 32 - 23 + 4)


def test_sealed_bids_for_a_house() -> None:
    """The opening bid of who asks lies in an envelope already; a better one may replace it."""
    seats = player(deeds=BROWN), player(deeds=LIGHT_BLUE), player(deeds=ORANGE)
    game = play(builders("1/12", *seats, auction="sealed"), "build Old Kent Road")
    assert [waits(game), waits(play(game, "pass")), waits(play(game, "pass"))] == [("bid", 1), ("bid", 2), ("bid", 0)]
    silent = play(game.copy(), "pass", "build Whitechapel Road")
    assert (silent.cash[0], silent.buildings("Whitechapel Road")) == (1450, 1)
    eager = play(game, "bid 80", "build Whitechapel Road")
    assert eager.cash[0] == 1420


@pytest.mark.parametrize(("tie", "winner"), [("first", 1), ("last", 0), ("nobody", 1)])
def test_tied_sealed_bids_sell_a_house_all_the_same(tie: str, winner: int) -> None:
    """The request is a bid of the lowest amount; a tie that would go to nobody goes to the first from the mover's left."""
    game = builders("1/12", player(deeds=BROWN), player(deeds=LIGHT_BLUE), auction="sealed", auction_tie=tie)
    play(game, "build Old Kent Road", "bid 50", "pass")
    assert waits(game) == ("place", winner)


def test_the_request_opens_with_the_cash_at_hand_and_its_left_bids_first() -> None:
    """Between turns too, it is the left of the player who asks that counts, not the left of the mover."""
    seats = player(deeds=ORANGE), player(), player(cash=60, deeds=BROWN), player(deeds=LIGHT_BLUE)
    switches = {"building_supply": "1/12", "shortage_open_bid": 75, "manage_window": "between-turns"}
    game = position(*seats, switches=switches, phase="window", windows=[2], actor=2)
    play(game, "build Old Kent Road")
    assert (waits(game), game.cash[2]) == (("bid", 3), 60)
    refused(game, "bid 60", "below the minimum")
    play(game, "bid 61")
    assert waits(game) == ("bid", 0)


def test_no_shortage_auction_where_it_is_switched_off() -> None:
    """Then, and where there are no auctions at all, who asks first builds at list price."""
    for switches in ({"shortage_auction": False}, {"auction": "none"}):
        game = play(builders("1/12", player(deeds=BROWN), player(deeds=LIGHT_BLUE), **switches), "build Old Kent Road")
        assert (game.buildings("Old Kent Road"), game.cash[0]) == (1, 1450)


def test_unlimited_buildings_are_never_scarce() -> None:
    """Without an end to them there is nothing to bid for, and hotels are always changed back into houses."""
    game = builders("unlimited", player(deeds=levels(BROWN, 5, 5)), player(deeds=LIGHT_BLUE))
    play(game, "sell Old Kent Road", "build Old Kent Road")
    assert (game.cash[0], game.houses_left, game.hotels_left) == (1475, None, None)


@pytest.mark.parametrize(
    ("before", "supply", "sold", "after"),
    [
        ((5, 5, 5), 3, "Pall Mall", [1, 1, 1]),
        ((5, 5, 5), 0, "Whitehall", [0, 0, 0]),
        ((5, 5, 5), 2, "Whitehall", [0, 1, 1]),
        ((5, 4, 4), 9, "Pall Mall", [3, 3, 3]),
        ((5, 4, 4), 11, "Pall Mall", [3, 4, 4]),
        ((5, 4, 4), 12, "Pall Mall", [4, 4, 4]),
    ],
)
def test_hotels_are_stripped_when_houses_are_short(before: tuple[int, ...], supply: int, sold: str, after: list[int]) -> None:
    """Selling a hotel takes the group down to the most houses the bank and the group have, for half of all given up."""
    game = builders(f"{supply}/12", player(cash=0, deeds=levels(PINK, *before)), player())
    play(game, f"sell {sold}")
    assert [game.buildings(lot) for lot in PINK] == after, "what does not divide evenly stands on the last lots"
    assert game.cash[0] == 50 * (sum(before) - sum(after))
    assert game.houses_left == supply - sum(after)
    assert game.hotels_left == 12


def test_stripping_takes_only_the_one_lot_where_building_is_not_even() -> None:
    """Without even building the other hotels stay."""
    game = builders("2/12", player(cash=0, deeds=levels(PINK, 5, 5, 5)), player(), even_build=False)
    play(game, "sell Whitehall")
    assert [game.buildings(lot) for lot in PINK] == [5, 2, 5]
    assert (game.cash[0], game.houses_left) == (150, 0)


def test_wants_count_only_the_houses_that_still_fit() -> None:
    """Lots that have three houses already take one more each, so two and two of them want four."""
    seats = player(deeds=levels(BROWN, 3, 3)), player(deeds=levels(DARK_BLUE, 3, 3))
    enough = play(builders("16/12", *seats), "build Old Kent Road")
    assert (enough.buildings("Old Kent Road"), enough.decision) == (4, "manage")
    short = play(builders("15/12", *seats), "build Old Kent Road")
    assert waits(short) == ("bid", 1)


def test_hotels_count_for_no_further_wants() -> None:
    """A lot with its hotel takes nothing more."""
    seats = player(deeds=levels(BROWN, 5, 4)), player(deeds=levels(LIGHT_BLUE, 5, 5, 4))
    enough = play(builders("32/5", *seats), "build Whitechapel Road")
    assert (enough.buildings("Whitechapel Road"), enough.hotels_left) == (5, 1)
    short = play(builders("32/4", *seats), "build Whitechapel Road")
    assert waits(short) == ("bid", 1)


def test_hotels_are_wanted_only_where_their_houses_stand() -> None:
    """Without even building, a bare lot wants no hotel because its neighbour could have one."""
    seats = player(deeds=levels(BROWN, 4, 0)), player(deeds=levels(LIGHT_BLUE, 4, 4, 0))
    enough = play(builders("32/3", *seats, even_build=False), "build Old Kent Road")
    assert (enough.buildings("Old Kent Road"), enough.decision) == (5, "manage")
    short = play(builders("32/2", *seats, even_build=False), "build Old Kent Road")
    assert waits(short) == ("bid", 1)
