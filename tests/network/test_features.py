"""The inputs of a network, one by one: hand-made positions, rotated seats, boards of all sizes, and random games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier.box import Box, load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.network.features import see
from rentier.network.shape import (
    ENCODINGS,
    MOST_INPUTS,
    PARTS,
    SCRIPTED_INPUTS,
    SEATS,
    WHOLE_DEEDS,
    WHOLE_GROUPS,
    count_inputs,
    read_features,
)
from tests.rules.fair import RULES as FAIR
from tests.rules.positions import BROWN, DARK_BLUE, ORANGE, STATIONS, UTILITIES, levels, play, player, position

RULES = "berry2013"
VILLAGE = str(Path(__file__).parents[2] / "docs" / "village" / "preset.toml")
BESIDE_WHOLE = ("reach", "scripted")  # features that need it
EVERYTHING = "+".join(part for part in PARTS if part not in ("whole", *BESIDE_WHOLE))  # with it there would be too many inputs
SETS = [
    *(part for part in PARTS if part not in BESIDE_WHOLE),
    "whole+reach",
    "whole+reach+scripted",
    "berry+sets",
    "berry+one-short",
    "berry+groups",
    "berry+rentier",
    EVERYTHING,
]
SETS += ["berry+one-owner", "berry+one-owner+money-6000+groups"]
HOLDING = ("share", "all", "built", "mortgaged")
STEPS = 30 if INTERPRETED else 150  # of a random game
WHOLE_FORTUNE = ("sits", "cash 300", "cash 1500", "cash 6000", "raisable", "worth", "income", "highest", "danger", "rolls")
WHOLE_FORTUNE += ("moves", "jailed", "time in jail", "cards")
WHOLE_TABLE = ("rounds", "limited", "houses left", "hotels left", "free deeds", "pot", "auctions", "trades", "salary", "even")
WHOLE_TABLE += ("players", "bid")
REACH_FORTUNE = ("receives", "later", "worst", "GO", "buys", "short", "broke", "houses")
FORTUNE = ("sits", "cash 300", "cash 1500", "cash 6000", "raisable", "worth", "income", "highest", "danger", "moves", "jailed")


def berry_names(box: Box, parts: list[str]) -> Iterator[str]:
    """The inputs of `berry` in their order."""
    owners = ["owner"] if "one-owner" in parts else [f"owner {place}" for place in range(SEATS)]
    for square in box.board.squares:
        if square.is_deed:
            yield from (f"{square.name} {owner}" for owner in owners)
            if square.kind == "street":
                yield f"{square.name} houses"
            yield f"{square.name} mortgaged"
    for place in range(SEATS):
        yield from (f"{what} {place}" for what in ("money", "jail", "time in jail", "jail cards"))
    yield "rounds"


def group_names(box: Box, parts: list[str]) -> Iterator[str]:
    """The inputs of `sets`, `one-short` and `groups`."""
    for group in street_groups(box):
        yield from (f"{group} {part}" for part in ("sets", "one-short") if part in parts)
        if "groups" in parts:
            yield from (f"{group} {state}" for state in ("free", "one owner", "several owners", "whole"))


def fortune_names(box: Box) -> Iterator[str]:
    """The inputs of `rentier`."""
    for place in range(SEATS):
        for group in box.board.groups:
            for what in HOLDING:
                if what != "built" or group.name in street_groups(box):
                    yield f"{group.name} {what} {place}"
        yield from (f"{what} {place}" for what in (*FORTUNE, "cards"))
    yield from ("rounds played", "limited", "free deeds", "houses left", "hotels left")


def whole_names(box: Box) -> Iterator[str]:
    """The inputs of `whole`, which has room for more deeds and groups than a board may have."""
    deeds = [square.name for square in box.board.squares if square.is_deed]
    deeds += [f"no deed {number}" for number in range(WHOLE_DEEDS - len(deeds))]
    groups = [group.name for group in box.board.groups]
    groups += [f"no group {number}" for number in range(WHOLE_GROUPS - len(groups))]
    for deed in deeds:
        yield from (f"{deed} whole owner {place}" for place in range(SEATS))
        yield from (f"{deed} whole {what}" for what in ("houses", "mortgage", "sold", "rent", "price", "house", "three houses"))
    for place in range(SEATS):
        yield from (f"whole {what} {place}" for what in WHOLE_FORTUNE)
        yield from (f"{group} set {place}" for group in groups)
    yield from (f"whole {what}" for what in WHOLE_TABLE)


def reach_names(box: Box) -> Iterator[str]:
    """The inputs of `reach`, beside those of `whole`."""
    deeds = [square.name for square in box.board.squares if square.is_deed]
    deeds += [f"no deed {number}" for number in range(WHOLE_DEEDS - len(deeds))]
    for deed in deeds:
        yield from (f"{deed} reach own", f"{deed} reach others")
    for place in range(SEATS):
        yield from (f"reach {what} {place}" for what in REACH_FORTUNE)


def street_groups(box: Box) -> list[str]:
    """The names of the groups that are built on."""
    streets = {square.group for square in box.board.squares if square.kind == "street"}
    return [group.name for group in box.board.groups if group.id in streets]


def names_of(box: Box, features: str) -> list[str]:
    """The inputs of some features in their order."""
    parts = features.split("+")
    names = list(berry_names(box, parts)) if "berry" in parts else []
    names += group_names(box, parts)
    names += fortune_names(box) if "rentier" in parts else ()
    groups = [group.name for group in box.board.groups]
    if "coverage" in parts:
        names += [f"{group} {whose}" for group in groups for whose in ("mine", "theirs")]
        names += ["square", "share of deeds", "finance"]
    if "matter" in parts:
        names += [*(f"{group} at stake" for group in groups), "money at stake", "next rent", "my houses", "their houses"]
    names += whole_names(box) if "whole" in parts else ()
    names += reach_names(box) if "reach" in parts else ()
    names += [f"agent {number} {place}" for place in range(SEATS) for number in range(6)] if "scripted" in parts else ()
    return names


def inputs_of(game: Game, seat: int, features: str) -> Any:
    """Return the inputs of a seat."""
    inputs = np.full(MOST_INPUTS, np.nan, np.float32)
    number = see(game.box.record, game.state, seat, read_features(features), inputs)
    assert np.isnan(inputs[number:]).all()
    return inputs[:number]


def seen(game: Game, seat: int = 0, features: str = "berry") -> dict[str, float]:
    """Return the inputs of a seat, by name."""
    return dict(zip(names_of(game.box, features), inputs_of(game, seat, features).tolist(), strict=True))


def shown(found: dict[str, float]) -> dict[str, float]:
    """Return the inputs that are not 0."""
    return {name: pytest.approx(value) for name, value in found.items() if value}


# how many there are


@pytest.mark.parametrize("features", SETS)
@pytest.mark.parametrize("rules", ["uk-classic", "khan2019", VILLAGE, FAIR])
def test_there_are_as_many_as_are_counted(rules: str, features: str) -> None:
    for players in (2, SEATS):
        game = Game.new(players, rules, 1)
        number = count_inputs(game.box.record, read_features(features))
        for seat in range(players):
            assert len(inputs_of(game, seat, features)) == number == len(names_of(game.box, features))


def test_how_many_there_are_on_the_british_board() -> None:
    box = load_box("uk-classic").record
    counted = [count_inputs(box, read_features(features)) for features in PARTS if features not in BESIDE_WHOLE]
    assert counted == [28 * 7 + 22 + 25, 8, 8, 32, 6 * (12 + 4 * 8 + 3 * 2) + 5, 2 * 10 + 3, 10 + 4, 28 * 13 + 6 * 24 + 12]
    assert count_inputs(box, read_features("whole+reach")) == counted[-1] + 28 * 2 + 6 * 8
    assert count_inputs(box, read_features("whole+reach+scripted")) == counted[-1] + 28 * 2 + 6 * 8 + 6 * 6


@pytest.mark.parametrize("name", ["reach", "reach+berry", "berry+whole+reach"])
def test_reach_needs_whole(name: str) -> None:
    with pytest.raises(RentierError, match="whole, and nothing but scripted, beside reach"):
        read_features(name)


@pytest.mark.parametrize("name", ["scripted", "whole+scripted", "berry+scripted"])
def test_scripted_needs_reach(name: str) -> None:
    with pytest.raises(RentierError, match="should have whole and reach beside scripted"):
        read_features(name)


def test_outside_of_self_play_nobody_is_scripted() -> None:
    assert not inputs_of(Game.new(4, RULES, 1), 2, "whole+reach+scripted")[-SCRIPTED_INPUTS:].any()


@pytest.mark.parametrize("name", ["bery", "", "berry+", "Berry", "berry sets"])
def test_unknown_features_are_refused(name: str) -> None:
    with pytest.raises(RentierError, match=r"^unknown features"):
        read_features(name)


# the inputs of the Q-learners


def test_coverage_position_and_finance() -> None:
    held = {**dict.fromkeys((*ORANGE[:2], STATIONS[0]), 0), STATIONS[1]: "mortgaged"}
    game = position(player(500, "Jail", deeds=held), player(4500, deeds=BROWN), player(0, deeds=ORANGE[2:]))
    mine, theirs = seen(game, 0, "coverage"), seen(game, 1, "coverage")
    orange, brown, stations = (box_group(game, name) for name in (ORANGE[0], BROWN[0], STATIONS[0]))
    finance = {"square": 10 / 40, "share of deeds": 4 / 7, "finance": 0.25}
    groups = {f"{orange} mine": 2 / 3, f"{orange} theirs": 1 / 3, f"{brown} theirs": 1, f"{stations} mine": 1 / 4}
    assert mine == {**dict.fromkeys(mine, 0.0), **{name: pytest.approx(value) for name, value in (groups | finance).items()}}
    assert theirs[f"{brown} mine"] == 1
    assert theirs["finance"] == 0.75


def test_what_a_purchase_and_an_offer_are_about() -> None:
    game = position(player(500, "Regent Street"), player(deeds=levels(ORANGE, 2, 2, 2)), rules=RULES, dice=[(4, 4), (1, 2)])
    play(game, "roll")
    dark_blue = box_group(game, DARK_BLUE[0])
    found = seen(game, 0, "matter")
    assert found[f"{dark_blue} at stake"] == 0.5
    assert found["money at stake"] == pytest.approx(-400 / 1900)
    assert (found["my houses"], found["their houses"]) == (0, pytest.approx(6 / 16))
    offered = position(player(500, deeds=BROWN[:1]), player(deeds=[DARK_BLUE[0]]), rules=RULES)
    play(offered, f"offer 1: 300 + {BROWN[0]} for {DARK_BLUE[0]}")
    found = seen(offered, 1, "matter")
    brown = box_group(offered, BROWN[0])
    assert (found[f"{brown} at stake"], found[f"{dark_blue} at stake"]) == (0.5, -0.5)
    assert found["money at stake"] == pytest.approx(300 / 1800)


def box_group(game: Game, deed: str) -> str:
    """The name of the group of a deed."""
    ids = {square.name: square.group for square in game.box.board.squares}
    return next(group.name for group in game.box.board.groups if group.id == ids[deed])


# the inputs of Berry's network


def berry_position(**more: Any) -> Game:
    """Three players with something of everything."""
    mine: dict[str, Any] = {**levels(ORANGE, 3, 3, 4), "Old Kent Road": "mortgaged"}
    theirs = {**levels(DARK_BLUE, 5, 4), UTILITIES[0]: 0}
    return position(
        player(750, deeds=mine, jail_cards=["chance", "chest"]),
        player(1500, "Jail", theirs, jail_turns=1),
        player(30, 3, {STATIONS[1]: "mortgaged"}),
        **{"rules": RULES, "round": 13, **more},
    )


def test_what_the_first_seat_sees() -> None:
    assert shown(seen(berry_position())) == {
        **{f"{name} owner 0": 1 for name in (*ORANGE, "Old Kent Road")},
        **{f"{name} houses": houses / 5 for name, houses in zip(ORANGE, (3, 3, 4), strict=True)},
        **{f"{name} owner 1": 1 for name in (*DARK_BLUE, UTILITIES[0])},
        **{f"{name} houses": houses / 5 for name, houses in zip(DARK_BLUE, (5, 4), strict=True)},
        f"{STATIONS[1]} owner 2": 1,
        "Old Kent Road mortgaged": 1,
        f"{STATIONS[1]} mortgaged": 1,
        "money 0": pytest.approx(0.1),
        "money 1": pytest.approx(0.2),
        "money 2": pytest.approx(0.004),
        "jail 1": 1,
        "time in jail 1": pytest.approx(1 / 3),
        "jail cards 0": 1,
        "rounds": pytest.approx(0.2),
    }


def test_the_board_is_turned_so_that_whoever_asks_sits_first() -> None:
    game = berry_position()
    first = shown(seen(game))
    for seat in range(3):
        for name, value in shown(seen(game, seat)).items():
            what, _, place = name.rpartition(" ")
            original = f"{what} {(int(place) + seat) % 3}" if place.isdigit() else name
            assert first[original] == value
        assert len(shown(seen(game, seat))) == len(first)


def test_the_owner_as_one_number() -> None:
    """1 for the seat itself, 2 for the next seat, 0 for nobody; all else is unchanged."""
    game = berry_position()
    for seat in range(3):
        usual, found = seen(game, seat), seen(game, seat, "berry+one-owner")
        for name, owner in ((ORANGE[0], 0), ("Mayfair", 1), (STATIONS[1], 2)):
            assert found.pop(f"{name} owner") == 1 + (owner - seat) % 3
        assert found["Euston Road owner"] == 0
        assert all(usual[name] == value for name, value in found.items() if not name.endswith("owner"))


@pytest.mark.parametrize(
    ("way", "money"),
    [
        ("money-1500", (0.5, 1.0, 0.02)),
        ("money-6000", (0.125, 0.25, 0.005)),
        ("money-log", tuple(np.log(1 + np.array([750, 1500, 30])) / np.log(7501))),
    ],
)
def test_money_is_scaled_in_other_ways(way: str, money: tuple[float, ...]) -> None:
    usual, found = seen(berry_position()), seen(berry_position(), features=f"berry+{way}")
    assert [found[f"money {place}"] for place in range(4)] == pytest.approx([*money, 0])
    assert {name for name in found if found[name] != usual[name]} == {f"money {place}" for place in range(3)}


def test_seats_that_are_not_turned() -> None:
    """All seats have the inputs of the first seat, even when it is bankrupt."""
    game = berry_position()
    for seat in range(3):
        assert seen(game, seat, "berry+fixed-seats") == seen(game, 0)
    out = position({"bankrupt": 1}, player(600, deeds=["Mayfair"]), player(400), rules=RULES, to_move=1)
    found = seen(out, 2, "berry+fixed-seats")
    assert (found["Mayfair owner 1"], found["money 0"], found["money 1"]) == (1, 0, pytest.approx(0.08))


def test_ways_go_with_the_features_of_the_work() -> None:
    for name in ("money-log", "sets+one-owner", "rentier+fixed-seats", "berry+coverage+money-6000"):
        with pytest.raises(RentierError, match="should be berry, sets, one-short or groups beside one-owner, money-1500"):
            read_features(name)
    with pytest.raises(RentierError, match="should scale money in one way"):
        read_features("berry+money-1500+money-log")
    assert not set(ENCODINGS) & set(PARTS)


def test_one_card_of_two() -> None:
    game = position(player(jail_cards=["chance"]), player(jail_cards=["chest"]), rules=RULES)
    found = seen(game)
    assert (found["jail cards 0"], found["jail cards 1"], found["jail cards 2"]) == (0.5, 0.5, 0)


def test_the_share_of_the_rounds() -> None:
    for switches, rounds, share in (
        ({}, 65, 1.0),
        ({"round_cap": 20}, 5, 0.25),
        ({"round_cap": 0}, 13, 0.2),
        ({"round_cap": 0}, 400, 1.0),
    ):
        game = berry_position(round=rounds, switches=switches)
        assert seen(game)["rounds"] == pytest.approx(share)
        found = seen(game, features="rentier")
        assert (found["rounds played"], found["limited"]) == (pytest.approx(share), float(switches.get("round_cap", 65) > 0))


def test_a_hotel_is_full_height_after_three_houses_too() -> None:
    game = position(player(deeds=levels(BROWN, 5, 3)), player(), rules=RULES, switches={"hotel_after": 3})
    found = seen(game)
    assert (found["Old Kent Road houses"], found["Whitechapel Road houses"]) == (1.0, 0.75)


def test_the_bankrupt_are_not_seen() -> None:
    game = position(player(900, deeds=ORANGE), {"bankrupt": 1}, player(600, deeds=["Mayfair"]), {"bankrupt": 2}, rules=RULES)
    for seat, out in ((0, (1, 3, 4, 5)), (2, (1, 3, 4, 5))):
        found = seen(game, seat, EVERYTHING)
        names = [name for name in found if name.rpartition(" ")[2] in map(str, out) and not name.startswith("cash")]
        names += [f"cash {scale} {place}" for scale in (300, 1500, 6000) for place in out]
        assert {found[name] for name in names} == {0}
        assert len(names) > 300
    assert seen(game, 2)["Mayfair owner 0"] == seen(game, 0)["Mayfair owner 2"] == 1


TURN = ("moves", "whole moves", "whole rolls")


def test_seats_of_a_symmetric_position_see_the_same() -> None:
    """Only whose turn it is differs."""
    game = position(*(player(700, 5) for _seat in range(4)), rules=RULES)
    for features in SETS:
        first = seen(game, 0, features)
        for seat in range(1, 4):
            other = seen(game, seat, features)
            assert {name for name in first if first[name] != other[name]} <= {
                f"{what} {place}" for what in TURN for place in (0, 4 - seat)
            }


# the state of groups


@pytest.mark.parametrize(
    ("mine", "theirs", "state", "one_short"),
    [
        ((), (), "free", 0),
        (ORANGE[:1], (), "one owner", 0),
        (ORANGE[:2], (), "one owner", 1),
        (ORANGE[:1], ORANGE[1:2], "several owners", 0),
        (ORANGE[:1], ORANGE[1:], None, 1),
        (ORANGE, (), "whole", 0),
        ((), ORANGE, "whole", 0),
    ],
)
def test_the_states_of_a_group(mine: Any, theirs: Any, state: str | None, one_short: int) -> None:
    """A group of several owners with nothing left is in none of the four states."""
    game = position(player(deeds=[*mine, STATIONS[0]]), player(deeds=theirs), player(), rules=RULES)
    for seat in range(3):
        found = seen(game, seat, "sets+one-short+groups")
        assert found["Orange sets"] == float(state == "whole")
        assert found["Orange one-short"] == one_short
        states = {name: found[f"Orange {name}"] for name in ("free", "one owner", "several owners", "whole")}
        assert states == {name: float(name == state) for name in states}
        assert {found[f"{group} free"] for group in street_groups(game.box) if group != "Orange"} == {1}
        assert seen(game, seat, "sets")["Orange sets"] == found["Orange sets"]
        assert seen(game, seat, "one-short")["Orange one-short"] == one_short


def test_one_of_a_group_of_two_is_one_short() -> None:
    game = position(player(deeds=BROWN[:1]), player(deeds=BROWN[1:]), rules=RULES)
    assert seen(game, 0, "one-short")["Brown one-short"] == 1


# our own features


def test_holdings_of_groups() -> None:
    found = seen(berry_position(), 1, "rentier")
    held = {
        name: value for name, value in shown(found).items() if " ".join(name.split()[:-2]) in group_set(berry_position().box)
    }
    assert held == {
        "Dark Blue share 0": 1,
        "Dark Blue all 0": 1,
        "Dark Blue built 0": pytest.approx(0.9),
        "Utilities share 0": 0.5,
        "Stations share 1": 0.25,
        "Stations mortgaged 1": 0.25,
        "Orange share 2": 1,
        "Orange all 2": 1,
        "Orange built 2": pytest.approx(10 / 15),
        "Brown share 2": 0.5,
        "Brown mortgaged 2": 0.5,
    }


def group_set(box: Box) -> set[str]:
    """The names of all groups."""
    return {group.name for group in box.board.groups}


def test_fortunes() -> None:
    found = seen(berry_position(), 1, "rentier")
    mine = {what: found[f"{what} 0"] for what in (*FORTUNE, "cards")}
    prices = 350 + 400 + 150
    assert mine == {
        "sits": 1,
        "cash 300": 1,
        "cash 1500": 1,
        "cash 6000": 0.25,
        "raisable": pytest.approx((9 * 100 + prices // 2) / 3000),
        "worth": pytest.approx((1500 + 9 * 200 + prices) / 8000),
        "income": pytest.approx((1500 + 1700 + 4 * 7) / 4000),  # a hotel on Park Lane, four houses on Mayfair, a roll of 7
        "highest": pytest.approx(1700 / 2000),
        "danger": found["danger 0"],
        "moves": 0,
        "jailed": 1,
        "cards": 0,
    }
    assert [found[f"moves {place}"] for place in range(4)] == [0, 0, 1, 0]
    assert [found[f"sits {place}"] for place in range(4)] == [1, 1, 1, 0]
    assert found["cash 300 1"] == pytest.approx(0.1)
    assert found["cards 2"] == 1
    assert found["free deeds"] == pytest.approx(20 / 28)
    assert found["houses left"] == pytest.approx((32 - 14) / 32)
    assert found["hotels left"] == pytest.approx(11 / 12)


def test_the_danger_of_the_next_roll() -> None:
    """Bow Street, 16, is six squares from Jail, 10, Marlborough Street eight and Vine Street nine."""
    street = {"Bow Street": 0, "Vine Street": 0}
    game = position(player(square="Jail"), player(deeds=street), rules=RULES)
    assert seen(game, 0, "rentier")["danger 0"] == pytest.approx((5 * 14 + 4 * 16) / 36 / 300)
    assert seen(game, 0, "rentier")["danger 1"] == 0
    game = position(player(square="Jail"), player(deeds={**street, "Bow Street": "mortgaged"}), rules=RULES)
    assert seen(game, 1, "rentier")["danger 1"] == pytest.approx(4 * 16 / 36 / 300)


def test_the_danger_with_one_die() -> None:
    """As with two dice; it once was 0."""
    game = position(player(square="Jail"), player(deeds=["Bow Street", "Vine Street"]), rules=RULES, switches={"dice": 1})
    assert seen(game, 0, "rentier")["danger 0"] == pytest.approx(14 / 6 / 300)
    game = position(player(square="Jail"), player(deeds=[UTILITIES[0]]), rules=RULES, switches={"dice": 1})
    assert seen(game, 0, "rentier")["danger 0"] == pytest.approx(4 * 2 / 6 / 300)
    game = position(player(square="Jail"), player(deeds=["Bow Street"]), rules=RULES, switches={"dice": 3})
    assert seen(game, 0, "rentier")["danger 0"] == 0


@pytest.mark.parametrize(
    ("supply", "houses", "hotels"), [("0/0", 0, 0), ("9/0", 7 / 9, 0), ("unlimited", 1, 1), ("4/2", 0.5, 1)]
)
def test_a_bank_without_buildings(supply: str, houses: float, hotels: float) -> None:
    """A share of nothing is 0, not `nan`."""
    deeds = levels(BROWN, 1, 1) if supply != "0/0" else dict.fromkeys(BROWN, 0)
    found = seen(position(player(deeds=deeds), player(), rules=RULES, switches={"building_supply": supply}), 0, "rentier")
    assert (found["houses left"], found["hotels left"]) == (pytest.approx(houses), hotels)


def test_a_board_without_deeds() -> None:
    found = seen(Game.new(2, FAIR, 1), 0, "rentier")
    assert found["free deeds"] == 0


# any game


@pytest.mark.slow
@given(
    st.sampled_from(["uk-classic", "berry2013", "khan2019", "adjudicator2018", VILLAGE]),
    st.integers(2, SEATS),
    st.integers(0, 1 << 30),
    st.sampled_from([{}, {"deal_properties": 3}, {"building_supply": "3/0"}, {"start_cash": 300}, {"round_cap": 9}]),
)
def test_whatever_happens_inputs_stay_small(rules: str, players: int, seed: int, switches: dict[str, Any]) -> None:
    game = Game.new(players, rules, seed, switches)
    chooser = random.Random(seed)
    number = count_inputs(game.box.record, read_features(EVERYTHING))
    signed = number - count_inputs(game.box.record, read_features("matter"))  # the last may be negative: what a player gives
    for step in range(STEPS):
        if game.over:
            break
        if step % 5 == 0:
            for seat in range(players):
                inputs = inputs_of(game, seat, EVERYTHING)
                assert len(inputs) == number
                assert np.isfinite(inputs).all()
                assert inputs.min() >= (-1 if inputs.argmin() >= signed else -0.01)
                assert inputs.max() <= 2.5
        play(game, game.text(chooser.choice(game.legal_actions())))


@pytest.mark.slow
@given(st.integers(3, SEATS), st.integers(0, 1 << 30))
def test_every_deed_has_one_owner_in_everybodys_eyes(players: int, seed: int) -> None:
    game = Game.new(players, RULES, seed, {"deal_properties": 4, "start_cash": 500})
    chooser = random.Random(seed)
    for _step in range(60):
        if not game.over:
            game.apply(chooser.choice(game.legal_actions()))
    deeds = [square.name for square in game.box.board.squares if square.is_deed]
    for seat in range(players):
        found = seen(game, seat)
        for name in deeds:
            owner = game.owner(name)
            places = [found[f"{name} owner {place}"] for place in range(SEATS)]
            assert places == [float(owner is not None and place == (owner - seat) % players) for place in range(SEATS)]
        for other in range(players):
            assert found[f"money {(other - seat) % players}"] == pytest.approx(game.cash[other] / 7500)


# the features `whole`


def whole(game: Game, seat: int = 0) -> dict[str, float]:
    """Return the inputs of `whole` for a seat, by name."""
    return seen(game, seat, "whole")


def test_the_whole_of_a_deed() -> None:
    game = position(player(deeds=levels(ORANGE, 3, 2, 2)), player(deeds={"Mayfair": "mortgaged"}))
    found = {name: value for name, value in whole(game, 1).items() if name.startswith(("Bow Street", "Mayfair", "Old Kent"))}
    assert shown(found) == {
        "Bow Street whole owner 1": 1,
        "Bow Street whole houses": 3 / 5,
        "Bow Street whole rent": 0.55,
        "Bow Street whole price": 180 / 400,
        "Bow Street whole house": 0.5,
        "Bow Street whole three houses": 0.55,
        "Mayfair whole owner 0": 1,
        "Mayfair whole mortgage": 1,
        "Mayfair whole price": 1,
        "Mayfair whole house": 1,
        "Mayfair whole three houses": 1.4,
        "Old Kent Road whole price": 60 / 400,
        "Old Kent Road whole house": 0.25,
        "Old Kent Road whole three houses": 0.09,
    }


def test_the_whole_of_a_seat() -> None:
    one = player(600, "Jail", levels(BROWN, 1, 0), jail_turns=1, jail_cards=["chance"])
    game = position(one, player(900, "Park Lane"), to_move=1)
    found = {
        name: value for name, value in whole(game, 0).items() if name.endswith(" 0") and name.startswith(("whole", "Brown"))
    }
    assert shown(found) == {
        "whole sits 0": 1,
        "whole cash 300 0": 1,
        "whole cash 1500 0": 0.4,
        "whole cash 6000 0": 0.1,
        "whole raisable 0": (30 + 30 + 25) / 3000,
        "whole worth 0": (600 + 60 + 60 + 50) / 8000,
        "whole income 0": (10 + 8) / 4000,
        "whole highest 0": 10 / 2000,
        "whole jailed 0": 1,
        "whole time in jail 0": 1 / 3,
        "whole cards 0": 0.5,
        "Brown set 0": 1,
    }
    danger = 36 * 300 * whole(game, 0)["whole danger 1"]  # from Park Lane to Old Kent Road it is 4, to Whitechapel Road 6
    assert danger == pytest.approx(3 * 10 + 5 * 8, rel=1e-4)


def test_the_whole_shows_what_is_being_sold_and_the_bid() -> None:
    game = play(position(player(), player(), dice=[(4, 2)]), "roll")
    assert whole(game)["The Angel, Islington whole sold"] == 1
    play(game, "decline", "bid 80")
    found = whole(game)
    assert (found["The Angel, Islington whole sold"], found["whole bid"]) == (1, pytest.approx(0.2))


def test_the_whole_takes_debts_off_the_cash() -> None:
    mine, theirs = {"Whitehall": 0, "Pall Mall": 0}, dict.fromkeys(DARK_BLUE, 1)
    game = play(position(player(150, 35, mine), player(deeds=theirs), dice=[(1, 1)]), "roll")
    assert game.decision == "raise"
    assert whole(game)["whole cash 300 0"] == pytest.approx((150 - 175) / 300)


def test_who_rolls_next() -> None:
    game = position(player(), player(), player(), dice=[(4, 6)])
    assert whole(game)["whole rolls 0"] == 1
    play(game, "roll")
    found = whole(game)
    assert (found["whole moves 0"], found["whole rolls 0"], found["whole rolls 1"]) == (1, 0, 1)


# the features `reach`


def reach(game: Game, seat: int = 0) -> dict[str, float]:
    """Return the inputs of `reach` for a seat, by name."""
    return {name: value for name, value in seen(game, seat, "whole+reach").items() if " reach " in f" {name}"}


def test_who_reaches_a_deed() -> None:
    game = position(player(square="GO"), player(square="Mayfair"), player(square="Mayfair"))
    found = reach(game)
    assert found["The Angel, Islington reach own"] == pytest.approx(5 / 36)  # 6
    assert found["The Angel, Islington reach others"] == pytest.approx(2 * 6 / 36)  # 7
    assert found["Mayfair reach own"] == found["Mayfair reach others"] == 0
    assert reach(game, 1)["The Angel, Islington reach others"] == pytest.approx((5 + 6) / 36)
    assert (found["reach GO 0"], found["reach GO 1"]) == (0, 1)


def test_what_the_next_rolls_cost_and_bring() -> None:
    game = position(player(20, "GO"), player(1500, "GO", dict.fromkeys(STATIONS[:1], 0)))
    found = reach(game)
    assert found["reach worst 0"] == pytest.approx(25 / 2000)  # a station, 5 squares ahead
    assert found["reach receives 1"] == pytest.approx(4 / 36 * 25 / 300)
    assert (found["reach short 0"], found["reach broke 0"]) == (pytest.approx(4 / 36), pytest.approx(4 / 36))
    assert found["reach short 1"] == found["reach receives 0"] == found["reach worst 1"] == 0
    assert found["reach buys 0"] == pytest.approx((2 + 5 + 5 + 4 + 2 + 1) / 36)  # 3, 6, 8, 9, 11 and 12; 5 is sold


def test_what_can_be_raised_against_a_rent() -> None:
    game = position(player(20, "GO", dict.fromkeys(BROWN, 0)), player(1500, "GO", dict.fromkeys(STATIONS[:1], 0)))
    found = reach(game)
    assert (found["reach short 0"], found["reach broke 0"]) == (pytest.approx(4 / 36), 0)


def test_a_debtor_is_short_whatever_it_rolls() -> None:
    game = position(player(150, 35, dict.fromkeys(BROWN, 0)), player(deeds=dict.fromkeys(DARK_BLUE, 1)), dice=[(1, 1)])
    play(game, "roll")
    assert (game.decision, int(game.state.debt)) == ("raise", 175)
    found = reach(game)
    assert found["reach short 0"] == 1  # 25 is missing
    assert found["reach broke 0"] == pytest.approx(1 / 36)  # 60 can be raised: enough, but not for Mayfair too, 2 squares ahead


def test_rents_about_two_rolls_ahead() -> None:
    game = position(player(1500, "GO"), player(1500, "GO", dict.fromkeys(STATIONS[:2], 0)))
    assert reach(game)["reach later 0"] == pytest.approx(6 / 49 * 50 / 300)  # the second station, 15 squares ahead


def test_who_is_in_jail_moves_with_doubles() -> None:
    game = position(player(1500, "Jail", jail_turns=0), player(1500, "Jail"))
    found = reach(game)
    assert found["Vine Street reach own"] == 0  # 9
    assert found["Bow Street reach own"] == pytest.approx(1 / 36)  # 6
    assert found["Bow Street reach others"] == pytest.approx(5 / 36)


def test_how_many_houses_cash_could_pay_for() -> None:
    game = position(player(260, "GO", levels(BROWN, 4, 3)), player(1500, "GO", levels(DARK_BLUE, 0, 0)))
    found = reach(game)
    assert found["reach houses 0"] == pytest.approx(3 / 15)  # a hotel and two more houses
    assert found["reach houses 1"] == pytest.approx(7 / 15)
    assert reach(position(player(20), player()))["reach houses 0"] == 0


def rolls_of(game: Game, seat: int) -> Iterator[tuple[str, bool, int, Fraction]]:
    """All 36 rolls of two dice that move a seat: the square, whether GO is reached, the rent, and the probability."""
    squares = [square.name for square in game.box.board.squares]
    for one, two in itertools.product(range(1, 7), repeat=2):
        if game.in_jail(seat) and one != two:
            continue
        steps = int(game.state.square[seat]) + one + two
        name = squares[steps % len(squares)]
        is_charged = game.box.board.squares[steps % len(squares)].is_deed and game.owner(name) != seat
        rent = game.rent(name, one + two) if is_charged else 0
        yield name, steps >= len(squares), rent, Fraction(1, 36)


def counted_reach(game: Game, seat: int) -> dict[str, float]:
    """What `reach` says about a seat's next roll, and `whole` about its danger, by counting out all rolls."""
    rolls = list(rolls_of(game, seat))
    deeds = [square.name for square in game.box.board.squares if square.is_deed]
    own = [name for name in deeds if game.owner(name) == seat and not game.mortgaged(name)]
    sales = sum(int(game.state.level[game.box.square_names.index(name)]) * (game.house_cost(name) // 2) for name in own)
    mortgages = sum(map(game.mortgage_value, own)) if game.box.record.mortgages else 0
    cash = game.cash[seat] - (int(game.state.debt) if game.state.debtor == seat else 0)
    return {
        **{f"{name} reach own": float(sum(chance for where, _go, _rent, chance in rolls if where == name)) for name in deeds},
        "reach GO 0": float(sum(chance for _where, go, _rent, chance in rolls if go)),
        "reach buys 0": float(sum(chance for name, _go, _rent, chance in rolls if name in deeds and game.owner(name) is None)),
        "reach worst 0": min(max((rent for _where, _go, rent, _chance in rolls), default=0) / 2000, 1.0),
        "reach short 0": float(sum(chance for _where, _go, rent, chance in rolls if rent > cash)),
        "reach broke 0": float(sum(chance for _where, _go, rent, chance in rolls if rent > cash + sales + mortgages)),
    }


@pytest.mark.slow
@given(
    st.sampled_from(["uk-classic", "us-classic", VILLAGE]),
    st.integers(2, SEATS),
    st.integers(0, 1 << 30),
    st.sampled_from([{}, {"deal_properties": 3}, {"deal_properties": 4, "start_cash": 50}, {"start_cash": 300}]),
)
def test_the_next_roll_is_as_counted_out(rules: str, players: int, seed: int, switches: dict[str, Any]) -> None:
    game = Game.new(players, rules, seed, switches)
    chooser = random.Random(seed)
    for step in range(STEPS):
        if game.over:
            break
        if step % 5 == 0:
            for seat in (seat for seat in range(players) if not game.bankrupt(seat)):
                found, counted = seen(game, seat, "whole+reach"), counted_reach(game, seat)
                assert {name: found[name] for name in counted} == pytest.approx(counted, abs=1e-6)
        play(game, game.text(chooser.choice(game.legal_actions())))
