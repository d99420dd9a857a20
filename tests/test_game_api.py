"""The Python interface of a game: what it shows, what it allows, and that refusals change nothing."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rentier
from rentier import Action, Game, IllegalAction, RentierError, load_box
from rentier.game.words import BID, BUILD, OFFER, ROLL

PINK = dict.fromkeys(("Pall Mall", "Whitehall", "Northumberland Avenue"), 3)


def game_of(*players: dict[str, Any], **more: Any) -> Game:
    """A game that begins from a position."""
    return Game.from_position({"rules": "uk-classic", "to_move": 0, "players": list(players), **more}, seed=1)


def bytes_of(game: Game) -> tuple[bytes, bytes]:
    """Return all bytes of a game."""
    return game.state.tobytes(), game._luck.tobytes()  # type: ignore[attr-defined]


def play(game: Game, steps: int, seed: int) -> Game:
    """Play on at random."""
    chooser = random.Random(seed)
    for _step in range(steps):
        if game.over:
            break
        game.apply(chooser.choice(game.legal_actions()))
    return game


def test_the_package_exports_its_names_and_imports_them_when_asked() -> None:
    for name in rentier.__all__:
        assert getattr(rentier, name) is not None
        assert name in dir(rentier)
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        _ = rentier.Gmae  # type: ignore[attr-defined]
    code = "import sys, rentier; assert not {'numba', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_new_game_shows_the_table() -> None:
    game = Game.new(players=4, rules="uk-classic", seed=7)
    assert (game.players, game.round, game.turn, game.over, game.decision) == (4, 1, 1, False, "manage")
    assert game.actor == game.mover
    assert game.cash == (1500,) * 4
    assert game.square == game.jail_cards == (0,) * 4
    assert (game.dice, game.doubles, game.pot) == ((0, 0), 0, 0)
    assert (game.houses_left, game.hotels_left) == (32, 12)
    assert game.owner("Mayfair") is None
    assert game.buildings("Mayfair") == 0
    assert not game.mortgaged("Mayfair")
    assert game.deeds(0) == game.winners == game.decisions == ()
    assert not game.in_jail(0)
    assert not game.bankrupt(0)
    assert game.worth(0) == 1500
    assert [standing.rank for standing in game.standings] == [1] * 4
    assert repr(game) == f"<Game uk-classic, 4 players, round 1, decision of seat {game.actor} (manage)>"
    assert "Mayfair" in str(game)
    assert game._repr_svg_().startswith("<svg")


def test_what_the_players_have() -> None:
    game = game_of(
        {"cash": 5, "square": "Strand", "deeds": {**PINK, "Mayfair": "mortgaged"}, "jail_cards": ["chance", "chest"]},
        {"cash": 7, "jail_turns": 2},
        {"bankrupt": 1},
    )
    assert game.deeds(0) == (*PINK, "Mayfair")
    assert (game.owner("pall mall"), game.owner(11), game.buildings("Whitehall")) == (0, 0, 3)
    assert game.mortgaged("Mayfair")
    assert game.jail_cards == (2, 0, 0)
    assert game.square == (21, 10, 0)
    assert (game.in_jail(0), game.in_jail(1), game.bankrupt(2)) == (False, True, True)
    assert game.houses_left == 23
    assert game.worth(0) == 5 + 140 + 140 + 160 + 9 * 100 + 200
    assert [(standing.rank, standing.seat) for standing in game.standings] == [(1, 0), (2, 1), (3, 2)]


def test_unlimited_buildings_have_no_number() -> None:
    game = Game.new(2, overrides={"building_supply": "unlimited"})
    assert game.houses_left is None
    assert game.hotels_left is None


def test_the_same_seed_is_the_same_game_and_no_seed_another() -> None:
    assert bytes_of(play(Game.new(3, seed=5), 20, 1)) == bytes_of(play(Game.new(3, seed=5), 20, 1))
    assert len({bytes_of(Game.new(3))[1] for _ in range(5)}) == 5


def test_rules_may_be_a_box() -> None:
    box = load_box("short", {"auction": "none"})
    game = Game.new(3, box, seed=1)
    assert game.box is box
    assert game.rules == "short"
    assert Game.replay(game.record()).position() == game.position()
    with pytest.raises(RentierError, match="a box comes with its rules"):
        Game.new(3, box, overrides={"auction": "none"})


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"players": 1}, "players: 1 should be a whole number from 2 to 8"),
        ({"players": 9}, "players: 9 should be"),
        ({"players": "4"}, "players: '4' should be"),
        ({"players": True}, "players: True should be"),
        ({"seed": -1}, "seed: -1 should be a whole number from 0 to"),
        ({"seed": 2**64}, "seed: 18446744073709551616 should be"),
        ({"seed": 1.5}, "seed: 1.5 should be"),
        ({"seed": "x"}, "seed: 'x' should be"),
        ({"rules": "uk-clasic"}, "did you mean 'uk-classic'"),
        ({"rules": None}, "rules: None should be a preset's name or a file"),
        ({"rules": 5}, "rules: 5 should be a preset's name or a file"),
        ({"overrides": {"auktion": "none"}}, "did you mean 'auction'"),
        ({"overrides": "auction=none"}, "overrides: 'auction=none' should be a dictionary, such as {'auction': 'none'}"),
        ({"overrides": [1]}, "overrides: a list of 1 should be a dictionary"),
        ({"overrides": ""}, "overrides: '' should be a dictionary"),
    ],
)
def test_an_impossible_game_is_refused_in_one_line(how: dict[str, Any], reason: str) -> None:
    with pytest.raises(RentierError) as refusal:
        Game.new(**how)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_no_such_seat_or_deed() -> None:
    game = Game.new(3)
    for seat in (-1, 3, "0", None, True):
        for ask in (game.worth, game.in_jail, game.bankrupt, game.deeds):
            with pytest.raises(RentierError, match=r"no seat .*; this game has seats 0 to 2"):
                ask(seat)  # type: ignore[operator]
    for ask_deed in (game.owner, game.buildings, game.mortgaged):
        with pytest.raises(RentierError, match="did you mean 'Mayfair'"):
            ask_deed("Mayfare")
        with pytest.raises(RentierError, match="has no deed"):
            ask_deed("GO")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("build Mayfair", "the player does not own it"),
        ("end", "the player must roll the dice now"),
        ("bid 5", "this decision does not allow it"),
        ("offer 7: 1 for Mayfair", "there is no such player in the game to trade with"),
        ("offer 1: Pall Mall for 1", "there are buildings on its group"),
        ("rol", "did you mean 'roll'"),
        ("build Mayfare", "did you mean 'Mayfair'"),
        (Action(BUILD, target=99), "the numbers of the action are out of range"),
        (Action(BUILD, target=-1), "the numbers of the action are out of range"),
        (Action(OFFER, target=-1, give=1), "there is no such player"),
        (Action(OFFER, target=1, give=-1), "the player does not own everything offered"),
        (Action(BID, amount=1 << 70), "the numbers of the action are out of range"),
        (Action(99), "no kind of action 99"),
        (Action(-1), "no kind of action -1"),
        ((ROLL,) * 9, "it should be an Action of whole numbers, or its text"),
        (Action("roll"), "it should be an Action of whole numbers, or its text"),  # type: ignore[arg-type]
        (None, "it should be an Action of whole numbers, or its text"),
    ],
)
def test_an_illegal_action_is_named_and_changes_nothing(action: Any, reason: str) -> None:
    game = game_of({"cash": 500, "deeds": PINK}, {"cash": 500})
    before = bytes_of(game)
    assert not game.is_legal(action)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(action)
    assert isinstance(refusal.value, RentierError)
    assert isinstance(refusal.value, ValueError)
    message = str(refusal.value)
    assert message.startswith("illegal action ")
    assert "at decision 'manage' of seat 0: " in message
    assert reason in message
    assert message.endswith("legal kinds: roll, build, sell")
    assert "\n" not in message
    assert bytes_of(game) == before
    assert game.decisions == ()


def test_a_game_that_is_over_takes_no_action() -> None:
    game = Game.new(2, seed=1)
    loser = game.actor
    game.apply("bankrupt")
    assert (game.over, game.actor, game.decision) == (True, None, "over")
    assert game.winners == (1 - int(loser or 0),)
    assert game.legal_actions() == []
    assert not game.is_legal("roll")
    with pytest.raises(IllegalAction, match="illegal action 'roll': the game is over"):
        game.apply("roll")
    assert Game.from_position(game.position()).winners == game.winners
    assert repr(game).endswith("over>")


def test_actions_are_taken_as_text_as_tuple_and_as_listed() -> None:
    games = [Game.new(3, seed=2) for _ in range(3)]
    games[0].apply("roll")
    games[1].apply(Action(ROLL, 3, 4))
    games[2].apply(next(action for action in games[2].legal_actions() if str(action) == "roll"))
    assert bytes_of(games[0]) == bytes_of(games[1]) == bytes_of(games[2])
    assert games[1].decisions == games[0].decisions == (f"{Game.new(3, seed=2).actor}: roll",)


def test_the_text_of_an_action_is_canonical_however_it_is_given() -> None:
    game = Game.new(2)
    assert game.text(Action(BUILD, target=39)) == game.text(" Build mayfair") == "build Mayfair"
    assert game.text("roll") == "roll"
    with pytest.raises(RentierError, match="did you mean 'roll'"):
        game.text("rol")
    with pytest.raises(RentierError, match="it should be an Action of whole numbers, or its text"):
        game.text(None)  # type: ignore[arg-type]


def test_standings_of_a_finished_game() -> None:
    game = Game.new(4, seed=3, rules="uk-classic")
    fallen = []
    while not game.over:
        fallen.append(game.actor)
        game.apply("bankrupt")
    assert [standing.seat for standing in game.standings] == [*game.winners, *fallen[::-1]]
    assert [standing.rank for standing in game.standings] == [1, 2, 3, 4]


def test_a_draw_leaves_those_in_the_game_level() -> None:
    switches = {"round_cap": 5}
    game = game_of({"cash": 5}, {"cash": 9}, {"bankrupt": 1}, switches=switches, round=5, decision="over", winners=[])
    assert game.winners == ()
    assert [(standing.rank, standing.seat) for standing in game.standings] == [(1, 0), (1, 1), (3, 2)]


def test_winners_come_first_whatever_others_are_worth() -> None:
    rich = {"cash": 90, "deeds": {"Mayfair": 0}}
    game = game_of({"cash": 100}, rich, switches={"cash_goal": 100}, decision="over", winners=[0])
    assert [tuple(standing) for standing in game.standings] == [(1, 0, 100), (2, 1, 490)]


def test_copies_are_independent() -> None:
    game = play(Game.new(3, seed=6), 15, 6)
    before, decisions = bytes_of(game), game.decisions
    other = game.copy()
    assert bytes_of(other) == before
    play(other, 15, 7)
    assert (bytes_of(game), game.decisions) == (before, decisions)
    assert len(other.decisions) > len(decisions)
    assert bytes_of(play(game.copy(), 15, 7)) == bytes_of(other)
    for copied in (copy.copy(game), copy.deepcopy(game)):
        assert bytes_of(play(copied, 15, 7)) == bytes_of(other)
        assert (bytes_of(game), game.decisions) == (before, decisions)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(["uk-classic", "modern", "short"]), st.integers(2, 8), st.integers(0, 10**6))
def test_imagining_keeps_what_everybody_sees_and_deals_the_rest_anew(rules: str, players: int, seed: int) -> None:
    game = play(Game.new(players, rules, seed), 60, seed)
    before = bytes_of(game)
    imagined = game.imagine(seed)
    assert bytes_of(game) == before
    assert imagined.state.tobytes() == game.state.tobytes()
    luck = imagined._luck
    for deck in range(2):
        size, left, top = (int(table[deck]) for table in (game.box.record.deck_size, game.state.deck_left, game.state.deck_top))
        places = [(top + place) % size for place in range(left)]
        cards = [int(luck.order[deck, place]) for place in places]
        held = [int(game.box.record.jail_card[deck])] if game.state.card_holder[deck] >= 0 else []
        assert sorted(cards + held) == list(range(size))
        for place, card in zip(places, cards, strict=True):
            assert game.state.known[deck, place] in (-1, card)


def test_imagined_games_differ_in_their_luck_by_seed() -> None:
    game = Game.new(2, seed=1)
    assert bytes_of(game.imagine(1)) == bytes_of(game.imagine(1))
    assert len({bytes_of(game.imagine(seed))[1] for seed in range(5)}) == 5
    assert len({bytes_of(game.imagine())[1] for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("action", "cost"),
    [
        ("build Pall Mall", 100),
        ("sell Pall Mall", -50),
        ("mortgage Old Kent Road", -30),
        ("unmortgage Mayfair", 220),
        ("roll", 0),
        ("offer 1: Old Kent Road for 20", -20),
    ],
)
def test_what_an_action_costs_is_known_before_it_is_done(action: str, cost: int) -> None:
    game = game_of({"cash": 900, "deeds": {**PINK, "Old Kent Road": 0, "Mayfair": "mortgaged"}}, {"cash": 500})
    before = bytes_of(game)
    assert game.cost(action) == cost
    assert bytes_of(game) == before


def test_the_cost_of_a_draw_tells_nothing_of_the_card() -> None:
    game = game_of({}, {}, luck={"dice": [[1, 1]], "chest": ["fine_or_chance"], "chance": ["drunk_fine"]})
    game.apply("roll")
    assert (game.cost("pay fine"), game.cost("draw card")) == (10, 0)


def test_the_cost_of_raising_money_does_not_include_the_debt() -> None:
    game = game_of(
        {"cash": 10, "square": "Mayfair", "deeds": {"Old Kent Road": 0}},
        {"cash": 500, "deeds": {"Mayfair": 0}},
        decision="raise",
        debt={"debtor": 0, "creditor": 1, "amount": 30},
    )
    assert game.cost("mortgage Old Kent Road") == -30


def test_the_rent_that_is_due_now() -> None:
    game = game_of({"cash": 1, "deeds": {**PINK, "Water Works": 0, "Mayfair": "mortgaged"}}, {"cash": 2})
    assert (game.rent("Pall Mall"), game.rent("Water Works", 7), game.rent("Mayfair"), game.rent("Strand")) == (450, 28, 0, 0)


def test_a_game_knows_prices_and_groups() -> None:
    position = {"players": [{"deeds": {"Old Kent Road": 0, "Whitechapel Road": "mortgaged", "Mayfair": 0}}, {}]}
    game = Game.from_position(position, seed=1)
    assert (game.price("Mayfair"), game.mortgage_value("Mayfair"), game.unmortgage_cost("Mayfair")) == (400, 200, 220)
    assert game.house_cost(39) == 200
    assert game.house_cost("Water Works") == 0
    assert game.group("Mayfair") == ("Park Lane", "Mayfair")
    assert game.group("Water Works") == ("Electric Company", "Water Works")
    assert game.sets(0) == ("Old Kent Road", "Whitechapel Road")
    assert game.sets(1) == ()
    assert game.unmortgage_cost("Whitechapel Road") == game.cost("unmortgage Whitechapel Road") == 33
    with pytest.raises(RentierError, match="no seat 2"):
        game.sets(2)
