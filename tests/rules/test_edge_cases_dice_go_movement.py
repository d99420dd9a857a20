"""Edge cases 1 to 19: dice, GO and movement."""

from __future__ import annotations

import pytest

from rentier import Game

from .positions import play, player, position, seen_under, waits


def test_edge_case_01_third_double_goes_straight_to_jail() -> None:
    """The third double in a row is not moved: no square, no salary for the way, the turn is over."""
    mover = player(square="Liverpool Street Station", deeds=["Park Lane", "Mayfair"])
    game = position(mover, player(), dice=[(1, 1), (1, 1), (6, 6)])
    play(game, "roll", "roll")
    assert (game.square[0], game.doubles) == (39, 2)
    play(game, "roll")
    assert (game.square[0], game.in_jail(0), game.cash[0]) == (10, True, 1500)
    assert waits(game) == ("manage", 1)


@pytest.mark.parametrize(("square", "faces", "chance"), [(20, (5, 5), []), (3, (2, 2), ["go_to_jail"])])
@pytest.mark.parametrize("second", [False, True])
def test_edge_case_02_double_that_ends_in_jail_gives_no_roll(
    square: int, faces: tuple[int, int], chance: list[str], second: bool
) -> None:
    """Whoever is sent to jail after a double, by the square or by a card, loses the roll it would have given."""
    game = position(player(square=square), player(), dice=[faces], chance=chance, doubles=int(second))
    play(game, "roll")
    assert game.in_jail(0)
    assert game.doubles == 0
    assert waits(game) == ("manage", 1)


def test_edge_case_03_double_to_the_jail_square_only_visits() -> None:
    """Walking onto square 10 is a visit; the double still gives its roll."""
    game = play(position(dice=[(5, 5), (1, 2)]), "roll")
    assert (game.square[0], game.in_jail(0)) == (10, False)
    assert waits(game) == ("manage", 0)
    play(game, "roll")
    assert game.square[0] == 13


def test_edge_case_04_double_out_of_jail_moves_but_gives_no_roll() -> None:
    """The double that frees is also the move, its square is settled, and the turn ends there."""
    game = position(player(jail_turns=0), player(deeds=["Marlborough Street"]), dice=[(4, 4)])
    play(game, "roll")
    assert (game.in_jail(0), game.square[0], game.cash) == (False, 18, (1486, 1514))
    assert waits(game) == ("manage", 0)
    assert not game.is_legal("roll")
    play(game, "end")
    assert game.actor == 1


@pytest.mark.parametrize(("way_out", "left"), [("pay fine", 1450), ("use card", 1500)])
def test_edge_case_05_double_after_buying_out_is_an_ordinary_one(way_out: str, left: int) -> None:
    """Who has paid or used a card rolls as on any other turn: a double is the first of three and gives a roll."""
    game = position(player(jail_turns=1, jail_cards=["chest"]), player(), dice=[(5, 5)])
    play(game, way_out, "roll")
    assert (game.square[0], game.doubles, game.cash[0]) == (20, 1, left)
    assert waits(game) == ("manage", 0)
    assert game.is_legal("roll")


def test_edge_case_06_three_doubles_after_buying_out_lead_back_to_jail() -> None:
    """Leaving jail by payment does not protect from the third double."""
    game = position(player(jail_turns=0, deeds=["Electric Company"]), player(), dice=[(1, 1), (4, 4), (2, 2)])
    play(game, "pay fine", "roll", "roll")
    assert not game.in_jail(0)
    play(game, "roll")
    assert game.in_jail(0)
    assert game.actor == 1


def test_edge_case_07_passing_go_to_chance_then_advance_to_go_pays_twice() -> None:
    """The dice cross GO, and the card then brings the token there again: two salaries."""
    game = play(position(player(square="Mayfair"), player(), dice=[(3, 5)], chance=["to_go"]), "roll")
    assert (game.square[0], game.cash[0]) == (0, 1900)


def test_edge_case_08_next_station_from_the_last_chance_crosses_go() -> None:
    """Ahead of square 36 the next station is the first of the next lap."""
    game = position(player(square=33), player(), rules="modern", dice=[(1, 2)], chance=["nearest_railroad_a"])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (5, 1700)
    assert waits(game) == ("buy", 0)


def test_edge_case_09_next_utility_from_the_last_chance_crosses_go() -> None:
    """Ahead of square 36 the next utility is the first of the next lap."""
    game = position(player(square=33), player(), rules="modern", dice=[(1, 2)], chance=["nearest_utility"])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (12, 1700)
    assert waits(game) == ("buy", 0)


def test_edge_case_10_next_station_is_always_ahead() -> None:
    """From square 7 the station two squares behind is nearer, but the card goes forward, to 15."""
    game = position(player(square=4), player(), rules="modern", dice=[(1, 2)], chance=["nearest_railroad_b"])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (15, 1500)


@pytest.mark.parametrize("chance_square", [7, 22, 36])
@pytest.mark.parametrize(
    ("rules", "decks", "card"), [("us-classic", "us-2008", "to_reading"), ("uk-classic", "uk-modern", "to_kings_cross")]
)
def test_edge_case_11_trip_to_the_first_station_always_crosses_go(
    rules: str, decks: str, card: str, chance_square: int
) -> None:
    """Every Chance square lies beyond square 5, so the trip there always earns the salary."""
    mover = player(square=chance_square - 3)
    game = position(mover, player(), rules=rules, switches={"decks": decks}, dice=[(1, 2)], chance=[card])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (5, 1700)


@pytest.mark.parametrize(
    ("chance_square", "reached", "cash", "decision"), [(7, 4, 1300, "manage"), (22, 19, 1500, "buy"), (36, 33, 1700, "manage")]
)
def test_edge_case_12_back_three_settles_the_square_it_reaches(
    chance_square: int, reached: int, cash: int, decision: str
) -> None:
    """Back three from the Chance squares: income tax, a street to buy, or a Community Chest card."""
    game = position(player(square=chance_square - 3), player(), dice=[(1, 2)], chance=["back_3"], chest=["bank_error"])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (reached, cash)
    assert waits(game) == (decision, 0)


def test_edge_case_13_back_three_over_go_pays_nothing() -> None:
    """A Chance card drawn in place of a fine on square 2 leads back over GO: no salary, and Mayfair asks its rent."""
    owner = player(deeds=["Mayfair"])
    game = position(player(square=39), owner, dice=[(1, 2)], chest=["fine_or_chance"], chance=["back_3"])
    play(game, "roll")
    assert (waits(game), game.cash[0]) == (("card", 0), 1700)
    play(game, "draw card")
    assert (game.square[0], game.cash) == (39, (1650, 1550))


def test_edge_case_14_back_three_onto_go_to_jail() -> None:
    """The same card on square 33 leads back to square 30, and so to jail."""
    game = position(player(square=30), player(), dice=[(1, 2)], chest=["fine_or_chance"], chance=["back_3"])
    play(game, "roll", "draw card")
    assert (game.square[0], game.in_jail(0), game.actor) == (10, True, 1)


@pytest.mark.parametrize("chest_square", [2, 17, 33])
def test_edge_case_15_back_to_old_kent_road(chest_square: int) -> None:
    """The way is backwards and earns no salary; the street is settled like any other: bought, or its rent paid."""
    start = (chest_square - 3) % 40
    salary = 200 if chest_square == 2 else 0  # for the way to the card, not for the way back
    unowned = position(player(square=start), player(), dice=[(1, 2)], chest=["back_old_kent"])
    play(unowned, "roll")
    assert (unowned.square[0], unowned.cash[0]) == (1, 1500 + salary)
    assert waits(unowned) == ("buy", 0)
    play(unowned, "decline")
    assert waits(unowned) == ("bid", 1)
    owned = position(player(square=start), player(deeds=["Old Kent Road"]), dice=[(1, 2)], chest=["back_old_kent"])
    play(owned, "roll")
    assert owned.cash == (1498 + salary, 1502)


def test_edge_case_16_salary_comes_before_the_tax() -> None:
    """Passing GO on the way to income tax pays first, so that the salary can meet the tax."""
    game = play(position(player(cash=0, square=38), player(), dice=[(2, 4)]), "roll")
    assert (game.square[0], game.cash[0]) == (4, 0)
    assert waits(game) == ("manage", 0)


def test_edge_case_17_card_to_jail_from_the_last_chance_pays_nothing() -> None:
    """Jail lies beyond GO from square 36, but the way there is no walk."""
    game = play(position(player(square=33), player(), dice=[(1, 2)], chance=["go_to_jail"]), "roll")
    assert (game.in_jail(0), game.cash[0]) == (True, 1500)


def test_edge_case_18_starting_on_go_pays_nothing() -> None:
    """Everybody begins on GO with the starting cash alone, and leaving GO pays nothing either."""
    game = Game.new(players=3, seed=5)
    assert (game.square, game.cash) == ((0, 0, 0), (1500, 1500, 1500))
    first = play(position(dice=[(4, 6)]), "roll")
    assert (first.square[0], first.cash[0]) == (10, 1500)


def test_edge_case_19_card_that_leads_to_a_card_square_draws_again() -> None:
    """Back three from 36 is the only such way: a Chance card, then a Community Chest card, each under its own deck."""
    game = position(player(square=33), player(), dice=[(1, 2)], chance=["back_3"], chest=["to_go"])
    play(game, "roll")
    assert (game.square[0], game.cash[0]) == (0, 1700)
    assert (seen_under(game, "chance"), seen_under(game, "chest")) == (["back_3"], ["to_go"])
