"""Endgames whose odds are counted exactly, roll by roll and card by card: the search finds the best action and its odds."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

import pytest

from rentier.game_api import Game
from tests.rules.positions import DARK_BLUE, PINK, levels, player, position
from tests.search.thinking import MODES, candidates, finish, thought_of

GREEN = ("Regent Street", "Oxford Street", "Bond Street")
RED = ("Strand", "Fleet Street", "Trafalgar Square")
HOARDER = "reserve:100000,0"  # it buys and builds nothing, and always makes the same choice
HOARDERS = f"opponents=({HOARDER}),own=({HOARDER}),cut=none"
DICE = [(first, second) for first in range(1, 7) for second in range(1, 7)]
CHEST, CHANCE = 17, 22  # squares
SEVEN, TWELVE = 7, 12  # the rolls that lead there out of jail
BARE = {"auction": "none", "trade_menu": "none", "mortgages": False, "cap": "worth"}


def last_house(cash: int = 100, **luck: Any) -> Game:
    """Seat 0 has rolled and may build a last house; then seat 1, rich in deeds but with 650 in cash, rolls one die.

    From square 10 it moves to one of 11 to 16. Only four houses on Northumberland Avenue, with a rent of 700, bankrupt it; a
    four leads there. If it survives it wins by worth.
    """
    return position(
        player(cash, 0, levels(PINK, 3, 3, 3)),
        player(650, 10, dict.fromkeys((*DARK_BLUE, *GREEN, *RED), 0)),
        switches={**BARE, "dice": 1, "turn_cap": 40},
        phase="done",
        turn=39,
        round=20,
        **luck,
    )


def rent_or_worth(**luck: Any) -> Game:
    """Seat 0 may buy Vine Street and so double its rents; then seat 1, in jail and 90 richer, rolls.

    A deed counts at its price, so only that roll decides: a double frees seat 1, any other roll costs the fine of 50, and where
    it leads there are rents to pay or a card to draw.
    """
    return position(
        player(220, 19, dict.fromkeys(("Bow Street", "Marlborough Street"), 0)),
        player(670, 10, jail_turns=2),
        switches={**BARE, "turn_cap": 40},
        phase="buying",
        decision="buy",
        turn=39,
        round=20,
        **luck,
    )


def share_won(game: Game, action: str) -> Fraction:
    """Return what seat 0 wins if it takes this action and everybody hoards from then on."""
    game.apply(action)
    finish(game, [HOARDER, HOARDER])
    return Fraction(int(0 in game.winners), max(len(game.winners), 1))


@functools.cache
def odds_of_last_house(action: str) -> Fraction:
    """Return the odds over the six rolls of one die."""
    return sum((share_won(last_house(dice=[(face,)]), action) for face in range(1, 7)), Fraction()) / 6


@functools.cache
def odds_of_rent(action: str) -> Fraction:
    """Return the odds over the 36 rolls of two dice, and the cards on the two squares where one is drawn."""
    total = Fraction()
    decks = dict(zip(("chance", "chest"), rent_or_worth().box.decks, strict=True))
    for roll in DICE:
        deck = {SEVEN: "chest", TWELVE: "chance"}.get(sum(roll))
        if deck is None:
            total += share_won(rent_or_worth(dice=[roll]), action)
            continue
        cards = [card.id for card in decks[deck]]
        won = [share_won(rent_or_worth(dice=[roll], **{deck: [card]}), action) for card in cards]
        total += sum(won, Fraction()) / len(cards)
    return total / len(DICE)


def deviation(odds: Fraction, games: int) -> float:
    """Return the standard deviation of the share of games won."""
    return math.sqrt(odds * (1 - odds) / games)


@pytest.mark.slow
def test_the_odds_are_what_a_person_counts() -> None:
    assert odds_of_last_house("build Northumberland Avenue") == Fraction(1, 6)
    assert odds_of_last_house("build Pall Mall") == odds_of_last_house("end") == 0
    # a six, an eight or a nine that is no double wins by fine and rent; the rest are cards
    by_rent = Fraction(4 + 4 + 4, 36)
    assert by_rent < odds_of_rent("buy") < by_rent + Fraction(6 + 1, 36)
    assert 0 < odds_of_rent("decline") < Fraction(6 + 1, 36)


@pytest.mark.parametrize("mode", MODES)
def test_the_last_house_is_built_where_it_can_win(mode: str) -> None:
    """With one decision in the tree the values are the odds; a deeper tree also tries to sell the house again."""
    game = last_house()
    for depth in (1, 100):
        thought = thought_of(f"mcts:{mode},rollouts=4000,depth={depth},{HOARDERS}", game)
        assert game.text(thought.best) == "build Northumberland Avenue"
        for action, candidate in candidates(game, thought).items():
            odds = odds_of_last_house(action)
            reach = 3 * deviation(odds, candidate.visits)
            assert candidate.visits > 0
            assert candidate.value <= odds + reach, action
            assert candidate.value >= (odds - reach if depth == 1 else odds / 2), action


@pytest.mark.parametrize("mode", MODES)
def test_a_deed_is_bought_for_the_rents_to_come(mode: str) -> None:
    game = rent_or_worth()
    thought = thought_of(f"mcts:{mode},rollouts=6000,{HOARDERS}", game)
    assert game.text(thought.best) == "buy"
    assert set(candidates(game, thought)) == {"buy", "decline"}
    for action, candidate in candidates(game, thought).items():
        odds = odds_of_rent(action)
        assert candidate.visits > 30
        assert abs(candidate.value - odds) <= 3 * deviation(odds, candidate.visits), action
    best = candidates(game, thought)["buy"]
    assert best.low < odds_of_rent("buy") < best.high


@pytest.mark.parametrize("mode", MODES)
def test_values_come_nearer_to_the_odds_with_more_rollouts(mode: str) -> None:
    game = rent_or_worth()
    odds = odds_of_rent("buy")
    for rollouts in (500, 5_000, 50_000):
        buy = candidates(game, thought_of(f"mcts:{mode},rollouts={rollouts},{HOARDERS}", game))["buy"]
        assert buy.visits > 0.6 * rollouts
        assert abs(buy.value - odds) <= 3 * deviation(odds, buy.visits)
    assert abs(buy.value - odds) < 0.01


@pytest.mark.parametrize("mode", MODES)
def test_a_plan_of_two_actions_is_found(mode: str) -> None:
    """With money for two houses either may come first; the rollout agents would never build the second."""
    game = last_house(cash=200)
    assert all(share_won(last_house(200, dice=[(face,)]), "build Pall Mall") == 0 for face in range(1, 7))
    odds = 1 / 6
    found = candidates(game, thought_of(f"mcts:{mode},rollouts=20000,{HOARDERS}", game))
    assert found["end"].value == 0
    first = found["build Pall Mall"]
    assert first.visits > 100
    assert odds / 3 < first.value <= odds + 3 * deviation(Fraction(1, 6), first.visits)
    shallow = candidates(game, thought_of(f"mcts:{mode},rollouts=2000,depth=1,{HOARDERS}", game))
    assert shallow["build Pall Mall"].value == 0
