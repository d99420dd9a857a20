"""Sentences for events: those of single decisions, and that every kind of event has one or is covered by another on purpose."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rentier.box import preset_names
from rentier.game.events import CAUSES, EVENT_KINDS
from rentier.game.words import BANKRUPT
from rentier.game_api import Game
from rentier.narration.sentences import Narrator, templates

HOUSE_RULES = {
    "rent_claim": "asked",
    "free_parking": "pot",
    "snake_eyes_bonus": 100,
    "go_exact_bonus": 50,
    "card_draw": "reshuffle",
    "auction": "sealed",
    "utility_roll": "fresh",
    "building_supply": "6/2",
    "income_tax": "choice",
    "loans": True,
    "immunity": True,
}


def position(
    square: int,
    roll: tuple[int, int],
    chance: str = "to_go",
    luck: dict[str, Any] | None = None,
    switches: dict[str, Any] | None = None,
    **player: Any,
) -> Game:
    """Return a game with seat 0 about to roll loaded dice and draw a chosen card; seat 1 has Pall Mall and Water Works."""
    return Game.from_position(
        {
            "rules": "uk-classic",
            "switches": switches or {},
            "to_move": 0,
            "decision": "roll",
            "round": 3,
            "players": [
                {"cash": 300, "square": square, **player},
                {"cash": 500, "square": 10, "deeds": {"Pall Mall": 0, "Water Works": 0}},
            ],
            "luck": luck or {"dice": [list(roll)], "chance": [chance]},
        },
        seed=1,
    )


def played(game: Game, *actions: str) -> list[str]:
    """Return the sentences for some actions."""
    lines: list[str] = []
    for action in actions:
        game.apply(action)
        lines += [line.text for line in Narrator(game.box, None, game.players).tell(game.state, game.events)]
    return lines


def test_a_roll_a_purchase_and_the_next_turn() -> None:
    lines = played(position(0, (1, 2)), "roll", "buy", "end")
    assert lines[:2] == ["Seat 0 rolls 1 + 2 and moves to Whitechapel Road.", "Seat 0 buys Whitechapel Road for £60."]
    assert re.fullmatch(r"Round \d, turn \d: seat 1, on Jail / Just Visiting with £500", lines[2])


def test_salary_and_tax() -> None:
    assert played(position(38, (2, 4)), "roll") == [
        "Seat 0 rolls 2 + 4 and moves past GO to Income Tax and collects £200.",
        "Seat 0 pays £200 for Income Tax.",
    ]


def test_rent() -> None:
    assert played(position(5, (2, 4)), "roll") == [
        "Seat 0 rolls 2 + 4 and moves to Pall Mall.",
        "Seat 0 pays seat 1 £10 rent for Pall Mall.",
    ]


def test_a_double_and_utility_rent() -> None:
    assert played(position(18, (5, 5)), "roll") == [
        "Seat 0 rolls 5 + 5, a double, and moves to Water Works.",
        "Seat 0 pays seat 1 £40 rent for Water Works.",
    ]


def test_a_card_that_moves() -> None:
    assert played(position(0, (3, 4)), "roll") == [
        "Seat 0 rolls 3 + 4 and moves to Chance.",
        'Seat 0 draws a Chance card: "Advance to GO".',
        "Seat 0 moves to GO and collects £200.",
    ]


def test_into_jail() -> None:
    assert "Seat 0 goes to jail." in played(position(28, (1, 1)), "roll")
    assert "Seat 0 goes to jail." in played(position(0, (3, 4), "go_to_jail"), "roll")


def test_out_of_jail() -> None:
    assert played(position(10, (1, 2), jail_turns=0), "roll") == ["Seat 0 rolls 1 + 2, no double, and stays in jail."]
    double = played(position(10, (2, 2), jail_turns=0), "roll")
    assert double == ["Seat 0 rolls 2 + 2, a double, leaves jail, and moves to Northumberland Avenue."]
    assert played(position(10, (1, 4), jail_turns=2), "roll") == [
        "Seat 0 rolls 1 + 4, no double.",
        "Seat 0 pays £50 to leave jail.",
        "Seat 0 moves to Marylebone Station.",
    ]


def test_an_auction() -> None:
    game = position(0, (1, 2))
    lines = played(game, "roll", "decline")
    assert lines[1:] == [
        "Seat 0 declines to buy Whitechapel Road.",
        "Whitechapel Road goes up for auction, starting at £1.",
    ]
    game.apply("bid 30")
    assert played(game, "pass") == ["Seat 0 drops out.", "Whitechapel Road goes to seat 1 for £30."]


def test_a_debt_and_a_bankruptcy() -> None:
    game = position(34, (1, 3), cash=50, deeds={"Mayfair": 0})
    assert played(game, "roll") == [
        "Seat 0 rolls 1 + 3 and moves to Super Tax.",
        "Seat 0 owes the bank £100 for Super Tax but has only £50.",
    ]
    assert played(game.copy(), "mortgage Mayfair") == [
        "Seat 0 mortgages Mayfair for £200.",
        "Seat 0 pays the bank the £100 owed.",
    ]
    assert played(game, "bankrupt") == [
        "Seat 0 declares bankruptcy.",
        "Seat 0 is bankrupt; the bank takes Mayfair.",
        "The game is over: seat 1 wins.",
    ]


def test_building_mortgaging_and_trading() -> None:
    game = position(36, (1, 3), deeds={"Old Kent Road": 1, "Whitechapel Road": 1, "Mayfair": 0})
    game.apply("roll")
    assert played(game, "build Old Kent Road") == ["Seat 0 builds on Old Kent Road for £50 (now 2 houses)."]
    assert played(game, "sell Old Kent Road") == ["Seat 0 sells buildings on Old Kent Road for £25 (now 1 house)."]
    assert played(game, "mortgage Mayfair") == ["Seat 0 mortgages Mayfair for £200."]
    assert played(game, "unmortgage Mayfair") == ["Seat 0 unmortgages Mayfair for £220."]
    assert played(game, "offer 1: Mayfair for Pall Mall") == ["Seat 0 offers seat 1: Mayfair for Pall Mall."]
    assert played(game, "accept") == ["Seat 1 accepts: Mayfair for Pall Mall."]


def test_loans_and_free_rent() -> None:
    seats = [{"cash": 300, "square": 38}, {"cash": 500, "deeds": {"Whitechapel Road": 0}}]
    text = {"switches": {"loans": True, "immunity": True}, "players": seats, "luck": {"dice": [[2, 3]]}}
    game = Game.from_position(text, seed=1)
    offer = "offer 1: IOU 220 for 200, free rent on Whitechapel Road"
    assert played(game, offer, "accept", "roll") == [
        "Seat 0 offers seat 1: an IOU of £220 for £200, free rent on Whitechapel Road.",
        "Seat 1 accepts: an IOU of £220 for £200, free rent on Whitechapel Road.",
        "Seat 0 rolls 2 + 3 and moves past GO to Whitechapel Road and collects £200.",
        "Seat 1 has promised seat 0 free rent on Whitechapel Road.",
        "Seat 0 pays seat 1 £220 for an IOU.",
    ]


def test_a_card_that_costs_money_names_its_deck() -> None:
    lines = played(position(0, (3, 4), "speeding"), "roll")
    assert lines[1:] == ['Seat 0 draws a Chance card: "Speeding fine".', "Seat 0 pays £15 (Chance)."]


def test_a_trade_names_its_cash_and_cards() -> None:
    game = position(36, (1, 3), jail_cards=["chance"])
    game.apply("roll")
    assert played(game, "offer 1: chance card + 150 for Pall Mall") == [
        "Seat 0 offers seat 1: a Get Out of Jail Free card (Chance) + £150 for Pall Mall."
    ]


def test_players_by_their_names() -> None:
    game = position(5, (2, 4))
    game.apply("roll")
    lines = Narrator(game.box, ["ada", "Bob"], 2).tell(game.state, game.events)
    assert [line.text for line in lines] == [
        "ada rolls 2 + 4 and moves to Pall Mall.",
        "ada pays Bob £10 rent for Pall Mall.",
    ]


def test_a_roll_for_rent_is_told_with_both_rolls() -> None:
    """A second roll for the rent does not replace the roll that led to the square."""
    game = position(18, (5, 5), luck={"dice": [[5, 5], [1, 2]]}, switches={"utility_roll": "fresh"})
    assert played(game, "roll") == [
        "Seat 0 rolls 5 + 5, a double, and moves to Water Works.",
        "Seat 0 rolls 1 + 2 for the rent.",
        "Seat 0 pays seat 1 £12 rent for Water Works.",
    ]


def test_a_sealed_bid_is_not_told() -> None:
    game = position(0, (1, 2), switches={"auction": "sealed"})
    played(game, "roll", "decline")
    game.apply("bid 47")
    assert "47" not in str(game.events)
    assert played(game, "bid 20") == ["Seat 0 makes a sealed bid.", "Whitechapel Road goes to seat 1 for £47."]


def test_every_event_is_told_or_left_to_another_on_purpose() -> None:
    joined = {"rolled", "moved", "passed-go", "stayed-in-jail", "turn-began", "ended"}  # written by sentences.py
    with_reason = {name.partition(".")[0] for name in templates().sentences}
    assert {*EVENT_KINDS} == with_reason - {"received", "paid-bank"} | joined | {"freed", "deed-moved"}
    assert {*templates().reasons} <= {*CAUSES}


@pytest.mark.parametrize("rules", preset_names())
@pytest.mark.parametrize("overrides", [{}, HOUSE_RULES], ids=["default rules", "house rules"])
def test_a_game_can_be_told_from_its_beginning(rules: str, overrides: dict[str, Any]) -> None:
    dice = random.Random(f"{rules} {len(overrides)}")
    game = Game.new(4, rules, 1, overrides)
    narrator = Narrator(game.box, None, game.players)
    assert narrator.opening(game.state)[-1].is_heading
    for _decision in range(150):
        if game.over:
            break
        actions = game.legal_actions()
        kind = dice.choice(sorted({action.kind for action in actions} - {BANKRUPT}) or [BANKRUPT])
        game.apply(dice.choice([action for action in actions if action.kind == kind]))
        for text, event in narrator.tell(game.state, game.events):
            assert event in game.events
            assert re.fullmatch(r"[A-Z0-9].*[^ ]", text), text
            assert "{" not in text
            assert "  " not in text
