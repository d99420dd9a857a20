"""The same key gives the same findings; the tree is kept within a turn, and a new turn begins with an empty one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.positions import player, position
from tests.search.thinking import KEY, MODES, candidates, found, middle_game, saved_visits, searching, thought_of, visits


@pytest.mark.parametrize("mode", MODES)
def test_the_same_key_gives_the_same_thought(mode: str) -> None:
    game = middle_game()
    spec = f"mcts:{mode},rollouts=300"
    assert found(thought_of(spec, game)) == found(thought_of(spec, game))
    assert found(thought_of(spec, game)) != found(thought_of(spec, game, np.uint64(8)))


def test_a_new_game_makes_a_used_search_as_good_as_new() -> None:
    game, spec = middle_game(), "mcts:rollouts=200"
    search = searching(spec)
    search.think(game.box, game.state)
    search.think(game.box, game.state)
    search.begin(KEY)
    assert found(search.think(game.box, game.state)) == found(thought_of(spec, game))


def test_two_decisions_alike_do_not_draw_the_same_numbers() -> None:
    """In another turn the same choice is searched with other luck."""
    game, other = middle_game(), middle_game(turn=9, round=5)
    search = searching("mcts:rollouts=200")
    first = search.think(game.box, game.state)
    second = search.think(other.box, other.state)
    assert found(first) != found(second)
    assert second.effort.rollouts == 200


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("action", ["mortgage Mayfair", "build Pall Mall"])
def test_what_is_known_after_an_action_of_ones_own_is_kept(mode: str, action: str) -> None:
    game = middle_game({"trade_menu": "none"})
    search = searching(f"mcts:{mode},rollouts=2000")
    first = search.think(game.box, game.state)
    tried = candidates(game, first)[action].visits
    assert tried > 10
    game.apply(action)
    saved = saved_visits(search, game)
    assert tried - 1 <= saved <= tried  # nothing else leads there, and the first visit had no choices yet
    before = search.workers[0].sums()
    second = search.think(game.box, game.state)
    assert second.effort.rollouts == 2000
    after = search.workers[0].sums()
    assert (after >= before).all()
    assert after[:, 0].sum() - before[:, 0].sum() == 2000 - saved


def test_a_new_turn_begins_anew() -> None:
    """The state is the same except for the number of turns: nothing was kept."""
    game, later = middle_game({"trade_menu": "none"}), middle_game({"trade_menu": "none"}, turn=9, round=5)
    search = searching("mcts:rollouts=500")
    search.think(game.box, game.state)
    nodes = search.workers[0].tree.used[0]
    assert nodes > 100
    fresh = searching("mcts:rollouts=500")
    fresh.decisions = search.decisions
    assert found(search.think(later.box, later.state)) == found(fresh.think(later.box, later.state))


def test_a_roll_keeps_what_was_found_for_where_it_led() -> None:
    game = position(player(700, 10, ["Mayfair"]), player(700), switches={"dice": 1, "trade_menu": "none"}, dice=[(1,)])
    search = searching("mcts:rollouts=600")
    rolled = candidates(game, search.think(game.box, game.state))["roll"].visits
    game.apply("roll")
    saved = saved_visits(search, game)
    assert rolled / 12 < saved < rolled / 3  # one face of six


def test_a_kept_tree_may_be_without_room_for_the_decision() -> None:
    """Then the tree is cleared, and the search has all its rollouts for the current decision."""
    game = middle_game({"trade_menu": "none"})
    search = searching("mcts:rollouts=500,nodes=3")
    search.think(game.box, game.state)
    game.apply("mortgage Mayfair")
    game.apply("mortgage Euston Road")
    thought = search.think(game.box, game.state)
    assert visits(thought) == thought.effort.rollouts == 500


@pytest.mark.parametrize("mode", MODES)
def test_every_decision_of_a_turn_gets_its_rollouts(mode: str) -> None:
    """All but the one that reached its state first, when there were no choices yet."""
    game, search = middle_game(), searching(f"mcts:{mode},rollouts=400")
    while game.actor == 0 and game.turn == 1:
        thought = search.think(game.box, game.state)
        if len(thought.candidates) > 1:
            assert thought.effort.rollouts >= 400
            assert thought.effort.rollouts - 1 <= visits(thought) <= thought.effort.rollouts
        game.apply(thought.best)
