"""Regression tests for bugs that were found in the search."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rentier.box import load_box
from rentier.game.words import Action
from rentier.search.mcts import searcher
from rentier.search.values import value_function
from tests.rules.positions import DARK_BLUE, LIGHT_BLUE, player, position
from tests.search.test_menu import completes, menu
from tests.search.thinking import MODES, found, middle_game, searching, visits


@pytest.mark.parametrize("mode", MODES)
def test_every_decision_of_a_turn_gets_its_rollouts_in_a_shallow_tree(mode: str) -> None:
    game, search = middle_game({"trade_menu": "none"}), searching(f"mcts:{mode},rollouts=400,depth=1")
    search.think(game.box, game.state)
    game.apply("mortgage Mayfair")
    assert visits(search.think(game.box, game.state)) >= 399


def test_other_rules_are_thought_through_anew() -> None:
    game = middle_game()
    poor = load_box("uk-classic", {"salary": 0, "turn_cap": 3, "cap": "worth"})
    search, fresh = searching("mcts:rollouts=200"), searching("mcts:rollouts=200")
    search.think(game.box, game.state)
    fresh.decisions = search.decisions
    assert found(search.think(poor, game.state)) == found(fresh.think(poor, game.state))


def test_every_further_offer_completes_a_group() -> None:
    game = position(player(900, 0, (*LIGHT_BLUE[:2], DARK_BLUE[0])), player(900, 0, (LIGHT_BLUE[2], DARK_BLUE[1])))
    legal = {Action(*action) for action in game.legal_actions()}
    for offer in set(menu(game)[1]) - legal:
        assert any(completes(game, offer)), game.text(offer)


def test_no_offer_is_listed_twice() -> None:
    game = position(player(900, 0, (*LIGHT_BLUE[:2], DARK_BLUE[0])), player(900, 0, (LIGHT_BLUE[2], DARK_BLUE[1])))
    offers = menu(game)[1]
    assert len(set(offers)) == len(offers)


@value_function
def late(box: Any, game: Any, seat: int, weights: Any) -> float:
    """Return 1 once this many turns have passed, else 0."""
    return 1.0 if game.turns > weights[0] else 0.0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("cut", [1, 2, 3])
def test_no_game_goes_beyond_the_cut(mode: str, cut: int) -> None:
    """In jail little happens, so the tree soon covers many turns. Every game is evaluated after that many turns."""
    game = position(
        player(500, 10, ["Mayfair"], jail_turns=0),
        player(500, 10, jail_turns=0),
        switches={"trade_menu": "none", "jail_max_turns": 100, "mortgages": False, "jail_fine": 0},
    )
    for last, worth in ((game.turn + cut, 1), (game.turn + cut + 1, 0)):
        search = searcher(f"mcts:{mode},rollouts=1000,cut={cut}", value=late, weights=np.array([float(last)]))
        thought = search.think(game.box, game.state)
        total = sum(one.value * one.visits for one in thought.candidates if one.visits > 0)
        assert abs(total - worth * 1000) < 10  # except for games that end earlier
