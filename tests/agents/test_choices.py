"""The choices of a player that evaluates states, position by position, and the state by which each is evaluated."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.choices import ALL_SWAPS, CHOICE_NUMBERS, list_choices, to_afterstate
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.check import ACTION, check
from rentier.game.legal import ACTIONS
from rentier.game.reasons import ALLOWED
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import OFFER, Action
from rentier.game_api import Game
from rentier.layout import Numbers, new
from tests.rules.positions import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, play, player, position

ROOM = 2048


@entry(types.int64(BOX, GAME, types.int64, types.uint64, ACTIONS))
def listed(box: BoxRecord, game: GameRecord, swaps: int, key: Any, choices: Numbers) -> int:
    """`list_choices`, for Python."""
    return list_choices(box, game, swaps, key, choices)


@entry(types.void(BOX, GAME, LUCK, ACTION))
def foreseen(box: BoxRecord, game: GameRecord, luck: LuckRecord, choice: Action) -> None:
    """`to_afterstate`, for Python."""
    to_afterstate(box, game, luck, choice)


def choices_of(game: Game, swaps: int = ALL_SWAPS, key: int = 0, room: int = ROOM) -> list[Action]:
    """Return all choices, after checking that each is legal."""
    rows = np.zeros((room, CHOICE_NUMBERS), np.int64)
    number = listed(game.box.record, game.state, swaps, np.uint64(key), rows)
    choices = [Action(*map(int, row), 0, 0) for row in rows[:number]]
    for choice in choices:
        assert check(game.box.record, game.state, choice) == ALLOWED, game.text(choice)
    return choices


def words(game: Game, swaps: int = 0) -> list[str]:
    """Return the choices as text, by default without deals."""
    return [game.text(choice) for choice in choices_of(game, swaps)]


def rolled(*players: dict[str, Any], **more: Any) -> Game:
    """A game in which the first player has rolled, landed where nothing happens, and may manage."""
    game = play(position(*players, dice=[(4, 6)], **more), "roll")
    assert game.decision == "manage"
    return game


def after(game: Game, choice: Action) -> GameRecord:
    """Return the state by which a choice is evaluated."""
    state = copy.copy(game.state)
    foreseen(game.box.record, state, new(LuckRecord), choice)
    return state


def test_before_the_roll_there_is_nothing_to_choose_outside_jail() -> None:
    assert words(position(player(deeds=ORANGE), player())) == ["roll"]


def test_ways_out_of_jail() -> None:
    assert words(position(player(square="Jail", jail_turns=0, jail_cards=["chance"]), player())) == [
        "roll",
        "pay fine",
        "use card",
    ]


def test_after_the_roll_it_builds_lifts_and_mortgages_what_is_outside_its_sets() -> None:
    mine = {**dict.fromkeys(ORANGE, 0), "Mayfair": 0, "Whitechapel Road": "mortgaged"}
    builds = [f"build {name}" for name in ORANGE]
    assert words(rolled(player(500, deeds=mine), player())) == [
        "end",
        *builds,
        "unmortgage Whitechapel Road",
        "mortgage Mayfair",
    ]


def test_nothing_is_mortgaged_without_a_set_to_build_on() -> None:
    assert words(rolled(player(500, deeds=["Mayfair"]), player())) == ["end"]


def test_where_the_rules_manage_before_the_roll_so_does_it() -> None:
    game = position(player(500, deeds=BROWN), player(), switches={"manage_part": "before-roll"})
    assert words(game) == ["roll", *(f"build {name}" for name in BROWN)]


def test_a_deed_is_bought_or_declined_or_paid_by_a_mortgage() -> None:
    rich = play(position(player(), player(), dice=[(4, 2)]), "roll")
    assert words(rich) == ["decline", "buy"]
    poor = play(position(player(50, deeds=["Mayfair"]), player(), dice=[(4, 2)]), "roll")
    assert words(poor) == ["decline", "mortgage Mayfair"]


def test_a_bid_is_judged_by_owning_the_lot_and_leaving_by_the_leader_owning_it() -> None:
    game = play(position(player(), player(), dice=[(4, 2)]), "roll", "decline", "bid 30")
    leave, bid = choices_of(game)
    assert [game.text(leave), game.text(bid)] == ["pass", "bid 41"]  # the minimum bid plus a tenth of the price
    square = 6
    state = after(game, bid)
    assert (state.owner[square], state.cash[0]) == (game.actor, 1500 - 41)
    state = after(game, leave)
    assert (state.owner[square], state.cash[1]) == (1, 1500 - 30)


def test_sealed_bids_are_any_tenth_of_the_price() -> None:
    switches = {"auction": "sealed"}
    game = play(position(player(130), player(130), dice=[(4, 2)], switches=switches), "roll", "decline")
    assert words(game) == ["pass", *(f"bid {10 * tenths}" for tenths in range(1, 14))]


def test_a_debt_is_met_by_sales_and_mortgages_or_not_at_all() -> None:
    hotels = dict.fromkeys(DARK_BLUE, 5)
    mine = {**dict.fromkeys(BROWN, 1), "Whitehall": 0}
    game = play(position(player(1450, square=35, deeds=mine), player(deeds=hotels), dice=[(1, 1)]), "roll")
    assert game.decision == "raise"
    assert words(game) == [*(f"sell {name}" for name in BROWN), "mortgage Whitehall"]


def test_every_deal_of_the_menu_is_within_the_means_of_both() -> None:
    game = rolled(player(400, deeds=[ORANGE[0], ORANGE[1], BROWN[0]]), player(90, deeds=[ORANGE[2], BROWN[1], "Mayfair"]))
    deals = [choice for choice in choices_of(game) if choice.kind == OFFER]
    assert {deal.target for deal in deals} == {1}
    assert all(-90 <= deal.amount <= 400 for deal in deals)
    swaps = {(deal.give, deal.take) for deal in deals}
    old_kent, bow, vine, mayfair = (1 << square for square in (1, 16, 19, 39))
    assert (old_kent, vine) in swaps  # a set for a set
    assert (0, vine) in swaps  # for cash
    assert (0, mayfair) in swaps  # any single deed
    assert (bow, 0) in swaps
    prices = sorted(deal.amount for deal in deals if (deal.give, deal.take) == (0, vine))
    assert prices == [40, 80, 200, 360]


def test_nobody_is_asked_for_a_gift_or_offered_one() -> None:
    game = rolled(player(400, deeds=[ORANGE[0], ORANGE[1], BROWN[0]]), player(90, deeds=[ORANGE[2], BROWN[1], "Mayfair"]))
    for deal in choices_of(game):
        if deal.kind == OFFER:
            assert deal.give != 0 or deal.amount > 0
            assert deal.take != 0 or deal.amount < 0


@pytest.mark.parametrize(
    ("offer", "answers"),
    [
        ("nothing for Strand", ["refuse"]),
        ("nothing for Strand + 50", ["refuse"]),
        ("1 for Strand", ["refuse", "accept"]),
        ("Mayfair for Strand + 50", ["refuse", "accept"]),
    ],
)
def test_an_offer_of_nothing_is_refused(offer: str, answers: list[str]) -> None:
    game = rolled(player(400, deeds=["Mayfair"]), player(300, deeds=["Strand"]))
    assert words(play(game, f"offer 1: {offer}")) == answers


def test_drawn_deals_are_some_of_all() -> None:
    game = rolled(player(400, deeds=[ORANGE[0], ORANGE[1]]), player(90, deeds=[ORANGE[2], "Mayfair"]))
    every = set(choices_of(game))
    drawn = [choices_of(game, 1, key) for key in range(20)]
    assert all(set(choices) < every for choices in drawn)
    assert len({tuple(choices) for choices in drawn}) > 1
    assert len(choices_of(game, 3, room=5)) == 5  # no more than there is room for


def test_a_deal_is_judged_by_being_done_with_the_interest_paid() -> None:
    game = rolled(player(400, deeds={ORANGE[0]: "mortgaged", "Mayfair": 0}), player(300, deeds=["Park Lane"]))
    bow, park, mayfair = (1 << square for square in (16, 37, 39))
    state = after(game, Action(OFFER, 1, 50, mayfair | bow, park))
    assert (state.deeds[0], state.deeds[1]) == (park, mayfair | bow)
    assert (state.cash[0], state.cash[1]) == (350, 350 - 9)


def test_an_answer_is_judged_by_the_deal_or_by_things_as_they_are() -> None:
    game = rolled(player(400, deeds=["Mayfair"]), player(300))
    play(game, "offer 1: Mayfair for 200")
    refuse, accept = choices_of(game)
    assert after(game, refuse).tobytes() == game.state.tobytes()
    assert after(game, accept).owner[39] == 1


@pytest.mark.parametrize("kind", ["roll", "end"])
def test_going_on_is_judged_by_things_as_they_are(kind: str) -> None:
    game = rolled(player(), player()) if kind == "end" else position(player(square="Jail", jail_turns=0), player())
    first = choices_of(game)[0]
    assert game.text(first) == kind
    assert after(game, first).tobytes() == game.state.tobytes()


def test_building_is_judged_by_the_house() -> None:
    game = rolled(player(500, deeds=LIGHT_BLUE), player())
    build = choices_of(game, 0)[1]
    state = after(game, build)
    assert (state.level[6], state.cash[0]) == (1, 450)
