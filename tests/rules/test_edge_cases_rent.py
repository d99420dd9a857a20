"""Edge cases 36 to 48: rent."""

from __future__ import annotations

import pytest

from rentier import Game

from .positions import BROWN, RAILROADS, STATIONS, UTILITIES, levels, play, player, position, waits


@pytest.mark.parametrize(("doubled", "rent"), [(True, 8), (False, 4)])
def test_edge_case_36_full_group_with_a_mortgaged_lot(doubled: bool, rent: int) -> None:
    """With one lot mortgaged the others charge double or single, by `double_rent_with_mortgaged_member`."""
    owner = player(deeds=levels(BROWN, "mortgaged", 0))
    game = position(player(), owner, dice=[(1, 2)], switches={"double_rent_with_mortgaged_member": doubled})
    assert play(game, "roll").cash == (1500 - rent, 1500 + rent)


@pytest.mark.parametrize(("rules", "rent"), [("uk-classic", 4), ("us-classic", 8), ("modern", 8)])
def test_edge_case_36_full_group_with_a_mortgaged_lot_by_edition(rules: str, rent: int) -> None:
    """British rules charge single rent in that case, American ones double."""
    names = BROWN if rules == "uk-classic" else ("Mediterranean Avenue", "Baltic Avenue")
    game = position(player(), player(deeds=levels(names, "mortgaged", 0)), rules=rules, dice=[(1, 2)])
    assert play(game, "roll").cash == (1500 - rent, 1500 + rent)


def test_edge_case_37_bare_lot_of_a_built_group_charges_double() -> None:
    """A house on one lot does not take the doubling from the bare lot beside it."""
    game = play(position(player(), player(deeds=levels(BROWN, 1, 0)), dice=[(1, 2)]), "roll")
    assert game.cash == (1492, 1508)


def test_edge_case_38_mortgaged_lot_charges_nothing_and_is_not_for_sale() -> None:
    """A mortgaged deed has an owner still: no rent, and nothing to buy."""
    game = play(position(player(), player(deeds={"Whitechapel Road": "mortgaged"}), dice=[(1, 2)]), "roll")
    assert game.cash == (1500, 1500)
    assert waits(game) == ("manage", 0)
    assert game.owner("Whitechapel Road") == 1


def test_edge_case_39_mortgaged_station_counts_for_the_others() -> None:
    """Four stations charge 200 each while one of them is mortgaged."""
    owner = player(deeds=dict.fromkeys(STATIONS, 0) | {"Marylebone Station": "mortgaged"})
    assert play(position(player(), owner, dice=[(2, 3)]), "roll").cash == (1300, 1700)


def test_edge_case_40_mortgaged_utility_counts_for_the_other() -> None:
    """Both utilities charge ten times the roll while one of them is mortgaged."""
    owner = player(deeds={"Water Works": "mortgaged", "Electric Company": 0})
    assert play(position(player(square=5), owner, dice=[(3, 4)]), "roll").cash == (1430, 1570)


def next_station(owner: dict[str, object], **more: object) -> Game:
    """Seat 0 draws the card to the next station, which is Pennsylvania Railroad."""
    return play(position(player(square=4), owner, rules="modern", dice=[(1, 2)], chance=["nearest_railroad_a"]), "roll")


def next_utility(owner: dict[str, object], *rolls: tuple[int, int]) -> Game:
    """Seat 0 draws the card to the next utility, which is the Electric Company."""
    return play(position(player(square=3), owner, rules="modern", dice=rolls, chance=["nearest_utility"]), "roll")


@pytest.mark.parametrize(("owned", "rent"), [(1, 50), (2, 100), (3, 200), (4, 400)])
def test_edge_case_41_next_station_charges_twice_the_usual_rent(owned: int, rent: int) -> None:
    """The card doubles what the owner's number of stations asks: three stations make 200."""
    owner = player(deeds=("Pennsylvania Railroad", "Reading Railroad", "Short Line", "B. & O. Railroad")[:owned])
    assert next_station(owner).cash == (1500 - rent, 1500 + rent)


def test_edge_case_42_next_station_mortgaged_charges_nothing() -> None:
    """Twice nothing is nothing."""
    game = next_station(player(deeds=dict.fromkeys(RAILROADS, 0) | {"Pennsylvania Railroad": "mortgaged"}))
    assert (game.square[0], game.cash) == (15, (1500, 1500))


def test_edge_case_43_next_utility_mortgaged_charges_nothing() -> None:
    """A mortgaged utility earns nothing, whatever the card says; nor are dice rolled for it."""
    game = next_utility(player(deeds={"Electric Company": "mortgaged", "Water Works": 0}), (1, 3), (6, 5))
    assert (game.square[0], game.cash, game.dice) == (12, (1500, 1500), (1, 3))


def test_edge_case_44_next_utility_charges_ten_times_a_fresh_roll() -> None:
    """Even the owner of a single utility gets ten times, and by a roll made for it."""
    game = next_utility(player(deeds=["Electric Company"]), (1, 3), (6, 5))
    assert (game.square[0], game.cash) == (12, (1390, 1610))


def test_edge_case_45_double_in_the_utility_roll_gives_no_roll() -> None:
    """Only the roll that moved the token counts as a double."""
    game = next_utility(player(deeds=["Electric Company"]), (1, 3), (6, 6))
    assert game.cash[0] == 1380
    assert game.is_legal("end")
    assert not game.is_legal("roll")
    moved_by_double = next_utility(player(deeds=["Electric Company"]), (2, 2), (1, 6))
    assert moved_by_double.cash[0] == 1430
    assert moved_by_double.is_legal("roll")
    assert not moved_by_double.is_legal("end")


@pytest.mark.parametrize(("rules", "rent"), [("us-classic", 28), ("modern", 12)])
def test_edge_case_46_which_roll_a_utility_counts(rules: str, rent: int) -> None:
    """Classic rules count the roll that brought the token there, modern ones a new roll."""
    game = position(player(square=5), player(deeds=["Electric Company"]), rules=rules, dice=[(3, 4), (1, 2)])
    assert play(game, "roll").cash == (1500 - rent, 1500 + rent)


def test_edge_case_47_rent_that_is_not_asked_for_is_lost() -> None:
    """Rent is collected by itself; where the rules want it asked for, letting it pass is final."""
    owner = player(deeds=UTILITIES)
    assert play(position(player(square=5), owner, dice=[(3, 4)]), "roll").cash == (1430, 1570)
    asked = play(position(player(square=5), owner, dice=[(3, 4)], switches={"rent_claim": "asked"}), "roll")
    assert waits(asked) == ("claim", 1)
    play(asked, "waive rent")
    assert asked.cash == (1500, 1500)
    assert waits(asked) == ("manage", 0)


def test_edge_case_48_rent_cannot_be_declined() -> None:
    """By the default rules the owner is never asked: rent is paid before anybody decides anything."""
    game = play(position(player(), player(deeds=["Whitechapel Road"]), dice=[(1, 2)]), "roll")
    assert waits(game) == ("manage", 0)
    assert game.cash == (1496, 1504)
