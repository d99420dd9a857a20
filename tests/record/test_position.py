"""Positions: what a person may write, what is refused and why, and that the position of every game reads back the same."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rentier import Game, RentierError
from rentier.game.words import DECISIONS, WINDOW

from .playing import PRESETS, ROUGH, play, random_action

EXAMPLE = """
rules = "uk-classic"
to_move = 0
decision = "manage"
round = 30
[[players]]
cash = 300
square = "Pall Mall"
jail_turns = 0
jail_cards = ["chance"]
deeds = { "Pall Mall" = 5, "Whitehall" = 5, "Northumberland Avenue" = 5, "Mayfair" = "mortgaged" }
[[players]]
cash = 1500
[luck]
dice = [[3, 4], [6, 6]]
chance = ["to_go", "back_3"]
chest = ["jail_card"]
"""
SIMPLE = """\
rules = "uk-classic"
to_move = 1
round = 3

[[players]]
cash = 300
square = "Pall Mall"
jail_cards = ["chest"]
deeds = { "Pall Mall" = 5, "Whitehall" = 4, "Northumberland Avenue" = 4, "Mayfair" = "mortgaged" }

[[players]]
cash = 20
jail_turns = 1
"""


def test_the_example_of_the_notation() -> None:
    game = Game.from_position(EXAMPLE, seed=1)
    assert (game.actor, game.decision, game.round, game.players) == (0, "manage", 30, 2)
    assert game.cash == (300, 1500)
    assert game.in_jail(0)
    assert game.square == (10, 0)  # jail_turns puts the player in jail, whatever square is written
    assert game.jail_cards == (1, 0)
    assert [game.buildings(name) for name in ("Pall Mall", "Whitehall", "Northumberland Avenue", "Mayfair")] == [5, 5, 5, 0]
    assert game.mortgaged("Mayfair")
    assert game.owner("Park Lane") is None
    assert (game.houses_left, game.hotels_left) == (32, 9)
    assert {"roll", "pay fine", "use card"} <= {str(action) for action in game.legal_actions()}


def test_a_simple_position_is_written_as_a_person_would() -> None:
    assert Game.from_position(SIMPLE).position() == SIMPLE
    assert Game.from_position(tomllib.loads(SIMPLE)).position() == SIMPLE


def test_a_new_game_reads_plainly() -> None:
    text = Game.new(2, overrides={"first_player": "first-seat", "auction": "none"}).position()
    switches = '\n[switches]\nauction = "none"\nfirst_player = "first-seat"\n'
    players = "\n[[players]]\ncash = 1500\n" * 2
    assert text == f'rules = "uk-classic"\nto_move = 0\n{switches}{players}'


def test_roll_goes_straight_to_the_dice_which_are_loaded() -> None:
    text = EXAMPLE.replace('"manage"', '"roll"').replace("jail_turns = 0\n", "")
    game = Game.from_position(text, seed=1)
    assert [str(action) for action in game.legal_actions()] == ["roll"]
    game.apply("roll")
    assert (game.dice, game.square[0]) == ((3, 4), 18)


def test_stacked_decks_come_up_in_their_order() -> None:
    players = [{"cash": 1500, "square": 4}, {"cash": 1500, "square": 19}]
    luck = {"dice": [[1, 2], [1, 2]], "chance": ["to_go", "back_3"]}
    game = Game.from_position({"rules": "uk-classic", "to_move": 0, "players": players, "luck": luck}, seed=1)
    game.apply("roll")
    assert (game.square[0], game.cash[0]) == (0, 1700)
    game.apply("end")
    game.apply("roll")
    assert game.square[1] == 19
    assert "[seen]\nchance = " in game.position()
    assert 'chance = ["to_go", "back_3"]' in game.position()


def base() -> dict[str, Any]:
    """A valid position, to be spoilt."""
    return {
        "rules": "uk-classic",
        "to_move": 0,
        "players": [
            {"cash": 100, "deeds": {"Pall Mall": 1, "Whitehall": 1, "Northumberland Avenue": 1}},
            {"cash": 100, "deeds": {"Mayfair": "mortgaged", "King's Cross Station": 0}},
            {"cash": 100, "jail_cards": ["chance"]},
        ],
    }


def spoilt(path: str, value: object) -> dict[str, Any]:
    """The valid position with one value changed, or left out if it is None."""
    position = copy.deepcopy(base())
    place: Any = position
    *way, last = path.split("/")
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
    if value is None:
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return position


HOUSES_33 = {
    **dict.fromkeys(("Pall Mall", "Whitehall", "Northumberland Avenue"), 4),
    **dict.fromkeys(("Bow Street", "Marlborough Street", "Vine Street"), 4),
    **dict.fromkeys(("Strand", "Fleet Street", "Trafalgar Square"), 3),
}
AUCTION = {"lot": "Park Lane", "high_bid": 5, "leader": 1}


def test_by_default_the_rules_are_uk_classic_and_seat_0_moves() -> None:
    short, long = {"players": [{}, {}]}, {"rules": "uk-classic", "to_move": 0, "players": [{}, {}]}
    game = Game.from_position(short, seed=1)
    assert game.position() == Game.from_position(long, seed=1).position()
    assert Game.replay(game.record()).position() == Game.from_position(game.position()).position() == game.position()
    with pytest.raises(RentierError, match="'Mayfair' is built on, but the player does not own the whole group"):
        Game.from_position({"players": [{"deeds": {"Mayfair": 1}}, {}]})


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("rules", "uk-clasic", "did you mean 'uk-classic'"),
        ("switches", {"auktion": "none"}, "did you mean 'auction'"),
        ("switches", {"auction": "dutch"}, "one of none, ascending, sealed"),
        ("to_move", 3, "to_move: 3 should be a whole number from 0 to 2"),
        ("to_move", "0", "to_move: '0' should be a whole number"),
        ("tomove", 0, "tomove: unknown key 'tomove'; did you mean 'to_move'"),
        ("players", [{"cash": 1}], "there are 1; there should be 2 to 8"),
        ("players", [{"cash": 1}] * 9, "there are 9; there should be 2 to 8"),
        ("players/0/money", 1, "players[0].money: unknown key"),
        ("players/0/cash", -1, "players[0].cash: -1 should be a whole number from 0"),
        ("players/0/cash", True, "players[0].cash: true should be a whole number"),
        ("players/0/square", 40, "players[0].square: no square 40"),
        ("players/0/square", "Pall Mal", "did you mean 'Pall Mall'"),
        ("players/0/square", 1.5, "should be a square's name or number"),
        ("players/0/square", "Chance", "several squares"),
        ("players/0/jail_turns", 3, "players[0].jail_turns: 3 should be a whole number from 0 to 2"),
        ("players/0/jail_cards", ["chance"], "the chance card is already held by seat 0"),
        ("players/2/jail_cards", ["chance", "chance"], "already held by seat 2"),
        ("players/2/jail_cards", ["luck"], "unknown deck 'luck'"),
        ("players/2/passed_go", 1, "passed_go: 1 should be true or false"),
        ("players/2/deeds", ["Mayfair"], "should be a table"),
        ("players/2/deeds", {"Mayfair": 0}, 'players[2].deeds."Mayfair": it already belongs to seat 1'),
        ("players/2/deeds", {"GO": 0}, "'GO' has no deed"),
        ("players/2/deeds", {"Mayfare": 0}, "did you mean 'Mayfair'"),
        ("players/2/deeds", {"Strand": 6}, "6 should be 0 to 4 for houses, 5 for a hotel, or 'mortgaged'"),
        ("players/2/deeds", {"Strand": "pawned"}, "'pawned' should be 0 to 4"),
        ("players/2/deeds", {"Water Works": 1}, "only streets are built on"),
        ("players/2/deeds", {"Strand": 1}, "the player does not own the whole group 'Red'"),
        ("players/0/deeds/Whitehall", 3, "the buildings of group 'Pink' are uneven"),
        ("players/0/deeds/Whitehall", "mortgaged", "'Whitehall' of its group is mortgaged"),
        ("players/0/deeds", HOUSES_33, "there are 33 houses on the board; the box has 32"),
        ("players/2", {"bankrupt": 1, "cash": 5}, "players[2].cash: a bankrupt player has nothing else"),
        ("players/2", {"bankrupt": 2}, "only 1 went bankrupt"),
        ("players/2", {"bankrupt": 3}, "bankrupt: 3 should be a whole number from 1 to 2"),
        ("players/0", {"bankrupt": 1}, "to_move: seat 0 is bankrupt"),
        ("actor", 3, "actor: 3 should be a whole number from 0 to 2"),
        ("dice", [1, 7], "dice: [1, 7] should be a list of 2 faces from 1 to 6"),
        ("phase", "midday", "unknown phase 'midday'"),
        ("decision", "think", "unknown decision 'think'"),
        ("decision", "buy", "'GO', where seat 0 stands, is not for sale"),
        ("decision", "tax", "offers no choice of a share"),
        ("decision", "card", "'card' needs [choice]"),
        ("decision", "claim", "'claim' needs [claim]"),
        ("decision", "bid", "'bid' needs [auction]"),
        ("decision", "place", "'place' needs [auction]"),
        ("decision", "respond", "'respond' needs [offer]"),
        ("decision", "raise", "'raise' needs [debt]"),
        ("decision", "settle", "'settle' needs [unsettled]"),
        ("winners", [0], "unknown key 'winners'"),
        ("actor", 1, "under these rules nobody but seat 0, whose turn it is, may manage"),
        ("windows", [1], "unknown key 'windows'"),
        ("phase", "landed", "cannot wait"),
        ("auction", AUCTION, "does not follow from the rest of the position; 'bid' of seat 0 does"),
        ("auction", {**AUCTION, "lot": "Mayfair"}, "auction.lot: 'Mayfair' should be a deed of the bank"),
        ("auction", {**AUCTION, "bidders": [0, 9]}, "auction.bidders: a list of 2 should be a list of seats from 0 to 2"),
        ("auction", {**AUCTION, "bidders": [0, 0]}, "a seat is listed twice"),
        ("auction", {**AUCTION, "lot": "house"}, "seat 1 has no lot for it"),
        ("debt", {"debtor": 0, "amount": 0}, "debt.amount: 0 should be"),
        ("debt", {"debtor": 0, "amount": 9, "creditor": 0}, "a player cannot owe itself"),
        ("debt", {"debtor": 0, "amount": 9, "creditor": "me"}, "'me' should be a seat, 'bank' or 'pot'"),
        ("debt", {"debtor": 0, "amount": 9, "deed": "Mayfair"}, "debt.deed: it has an owner"),
        ("debt", {"debtor": 0, "amount": 9}, "cannot wait"),
        ("each", {"seats": [0], "amount": 10}, "each.seats: it should list at least one player, and not the one to move"),
        ("estate", ["Mayfair"], "'Mayfair' belongs to seat 1"),
        ("unsettled", ["King's Cross Station"], "is not mortgaged"),
        ("unsettled", ["Mayfair", "Mayfair"], "twice"),
        ("offer", {"from": 0, "to": 1, "terms": "Strand for 1"}, "offer.terms: the player does not own everything"),
        ("offer", {"from": 0, "to": 1, "terms": "Strand"}, "offer.terms: 'Strand' should be what is given"),
        ("offer", {"from": 1, "to": 0, "terms": "Mayfair for 101"}, "the other player does not have enough cash"),
        ("choice", {"deck": "chance", "card": "to_go"}, "the card offers no choice"),
        ("seen", {"chance": ["jail_card"]}, "seen.chance: card 'jail_card' is held by seat 2"),
        ("luck", {"chance": ["jail_card"]}, "luck.chance: card 'jail_card' is held by seat 2"),
        ("luck", {"chance": ["to_go", "to_go"]}, "card 'to_go' is listed twice"),
        ("luck", {"chest": ["to_goo"]}, "unknown chest card 'to_goo'; did you mean 'to_go'"),
        ("luck", {"dice": [[1, 2], [0, 6]]}, "luck.dice[1]: [0, 6] should be a list of 2 faces from 1 to 6"),
        ("luck", {"dice": [[1]]}, "luck.dice[0]: [1] should be a list of 2 faces"),
        ("luck", {"dice": [[1, 2]] * 129}, "there are 129 rolls; there should be 128 at most"),
        ("luck", {"cards": []}, "luck.cards: unknown key"),
    ],
)
def test_an_impossible_position_is_refused_with_its_place_and_reason(path: str, value: object, reason: str) -> None:
    with pytest.raises(RentierError) as refusal:
        Game.from_position(spoilt(path, value))
    assert str(refusal.value).startswith("position: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_position_that_is_spoilt_was_valid() -> None:
    assert Game.from_position(base()).decision == "manage"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"switches": {"hotel_after": 3}, "level": 4}, "4 should be 0 to 3 for houses, 5 for a hotel"),
        ({"switches": {"building_supply": "32/2"}, "level": 5}, "there are 3 hotels on the board; the box has 2"),
        ({"switches": {"auction": "none"}, "decision": "bid", "auction": AUCTION}, "these rules have no auctions"),
        ({"switches": {"auction": "sealed"}, "decision": "bid", "auction": AUCTION}, "bids are sealed, so nobody leads"),
        ({"switches": {"card_draw": "replace"}, "luck": {"chance": ["to_go"]}}, "its order has no meaning"),
        ({"seen": {"chance": ["to_go"]}, "luck": {"chance": ["to_go"]}}, "'to_go' is at the bottom of the deck by [seen]"),
        ({"rules": "us-classic", "actor": 1, "windows": [1, 0], "players": [{}, {}]}, "seat 0, whose turn it is, is not asked"),
        ({"rules": "us-classic", "actor": 1, "windows": [2], "players": [{}, {}, {}]}, "'manage' of seat 2 does"),
        ({"switches": {"cap": "worth"}, "decision": "over"}, "winners: missing; these rules have no draws"),
        ({"switches": {"round_cap": 5}, "round": 6}, "round: 6 should be a whole number from 1 to 5"),
        ({"rules": "tournament", "decision": "over", "players": [{}, {"bankrupt": 1}]}, "seat 0 is the last in the game"),
        ({"players": [{}, {"bankrupt": 1}]}, "with this number of bankrupt players the game is over"),
        ({"players": [{}, {"bankrupt": 1}, {"bankrupt": 1}, {}]}, "seat 1 has 1 too; number bankruptcies from 1"),
    ],
)
def test_what_the_rules_make_impossible(changes: dict[str, Any], reason: str) -> None:
    position = {**base(), **changes}
    level = position.pop("level", None)
    if level is not None:
        position["players"][0]["deeds"] = dict.fromkeys(("Pall Mall", "Whitehall", "Northumberland Avenue"), level)
    with pytest.raises(RentierError) as refusal:
        Game.from_position(position)
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("switches", "deeds"),
    [
        ({"even_build": False}, {"Pall Mall": 3, "Whitehall": 0, "Northumberland Avenue": 0}),
        ({"build_without_full_set": True}, {"Pall Mall": 3}),
        ({"building_supply": "unlimited"}, HOUSES_33),
        ({"hotel_after": 2}, {"Pall Mall": 5, "Whitehall": 5, "Northumberland Avenue": 2}),
    ],
)
def test_what_the_rules_allow(switches: dict[str, Any], deeds: dict[str, int]) -> None:
    players = [{"cash": 1, "deeds": deeds}, {"cash": 1}]
    game = Game.from_position({"rules": "uk-classic", "switches": switches, "to_move": 0, "players": players})
    assert {name: game.buildings(name) for name in deeds} == deeds


@pytest.mark.parametrize("text", ["rules = ", "rules = 'uk-classic'\nrules = 'short'", "\x00"])
def test_text_that_is_no_toml(text: str) -> None:
    with pytest.raises(RentierError, match="position: not valid TOML"):
        Game.from_position(text)


def test_the_notation_has_an_example_of_every_decision() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()
    games = [Game.from_position(text, seed=1) for text in re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
    assert {game.decision for game in games} | {"over"} == set(DECISIONS)
    assert any(game.state.phase == WINDOW for game in games)


def test_neither_text_nor_dictionary() -> None:
    with pytest.raises(RentierError, match="position: int should be a text or a dictionary"):
        Game.from_position(7)  # type: ignore[arg-type]


def reads_back(game: Game, seed: int) -> None:
    """Check that the position of a game reads back the same, and that both games then go the same way with the same luck."""
    text = game.position()
    read = Game.from_position(text, seed=seed)
    assert read.position() == text
    imagined = game.imagine(seed)
    for _step in range(2):
        if read.over:
            break
        assert read.legal_actions() == imagined.legal_actions()
        action = random_action(read, random.Random(seed))
        read.apply(action)
        imagined.apply(action)
        assert read.position() == imagined.position()


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(PRESETS), st.integers(2, 8), st.integers(0, 10**6))
def test_every_position_of_a_game_reads_back(rules: str, players: int, seed: int) -> None:
    for number, game in enumerate(play(Game.new(players, rules, seed=seed), 40, seed)):
        if number % 4 == seed % 4:
            reads_back(game, seed)


@settings(max_examples=10, deadline=None)
@given(
    st.integers(2, 5),
    st.integers(0, 10**6),
    st.fixed_dictionaries(
        {
            "auction": st.sampled_from(["none", "ascending", "sealed"]),
            "card_draw": st.sampled_from(["cycle", "replace", "reshuffle"]),
            "manage_window": st.sampled_from(["own-turn", "between-turns"]),
            "first_lap_no_buying": st.booleans(),
            "hotel_after": st.integers(1, 4),
            "dice": st.integers(1, 3),
            "jail_fine": st.sampled_from([50, 1000]),
        }
    ),
)
def test_rough_rules_read_back_at_every_kind_of_decision(players: int, seed: int, switches: dict[str, Any]) -> None:
    shown = set()
    for game in play(Game.new(players, "uk-classic", seed, {**ROUGH, **switches}), 80, seed):
        if (game.decision, game.state.phase) not in shown:
            shown.add((game.decision, int(game.state.phase)))
            reads_back(game, seed)


def test_a_deed_being_auctioned_is_not_for_sale() -> None:
    """Otherwise the player who stands there would buy it from the winner of the auction."""
    position = {
        "decision": "bid",
        "phase": "buying",
        "to_move": 1,
        "actor": 0,
        "dice": [4, 2],
        "players": [{"cash": 300}, {"cash": 100, "square": "Strand"}],
        "auction": {"lot": "Strand", "high_bid": 40, "leader": 1, "bidders": [0, 1]},
    }
    with pytest.raises(RentierError, match="'Strand' is being auctioned and can no longer be bought"):
        Game.from_position(position)
    assert Game.from_position(position | {"phase": "landed"}).decision == "bid"
