"""Limits of a search: rollouts, time, nodes, depth and jobs."""

from __future__ import annotations

import time

import numpy as np
import pytest

from rentier.game.words import Action
from rentier.game_api import Game
from rentier.search.best import VISITS
from rentier.search.mcts import MOST_SEARCHED
from tests.rules.positions import BROWN, LIGHT_BLUE, ORANGE, levels, play, player, position
from tests.search.thinking import MODES, found, middle_game, searching, thought_of, visits

RED = ("Strand", "Fleet Street", "Trafalgar Square")
FULL = {"trade_menu": "full", "offers_per_turn": 10}


@pytest.mark.parametrize("nodes", [1, 2, 7, 60])
@pytest.mark.parametrize("mode", MODES)
def test_a_full_tree_does_not_stop_the_search(mode: str, nodes: int) -> None:
    game = middle_game()
    search = searching(f"mcts:{mode},rollouts=300,nodes={nodes}")
    thought = search.think(game.box, game.state)
    assert visits(thought) == thought.effort.rollouts == 300
    assert thought.effort.nodes == nodes
    assert game.is_legal(thought.best)
    # and goes on through the turn
    game.apply(thought.best)
    while game.actor == 0:
        thought = search.think(game.box, game.state)
        assert 1 <= thought.effort.nodes <= nodes
        game.apply(thought.best)


def test_more_choices_than_a_small_tree_has_room_for_are_left_alone() -> None:
    """There is room for four choices per node on average; with all offers there are many more."""
    game = middle_game(FULL)
    thought = thought_of("mcts:uniform,rollouts=3000,nodes=40", game)
    assert visits(thought) == 3000
    assert thought.effort.nodes == 40


@pytest.mark.parametrize("mode", MODES)
def test_with_a_depth_of_one_only_what_follows_the_decision_is_entered(mode: str) -> None:
    game = play(position(player(700, 10, ["Mayfair"]), player(700), switches={"dice": 1, "trade_menu": "none"}))
    thought = thought_of(f"mcts:{mode},rollouts=600,depth=1", game)
    assert visits(thought) == 600
    # six rolls, or the deed mortgaged
    assert thought.effort.nodes == 1 + 6 + 1


def test_a_single_legal_action_is_played_at_once() -> None:
    for game in (position(), play(position(dice=[(6, 4)]), "roll")):
        assert len(game.legal_actions()) == 1
        for jobs in (1, 2):
            thought = thought_of(f"mcts:rollouts=100000000,cut=none,jobs={jobs}", game)
            assert thought.effort.rollouts == visits(thought) == 0
            assert thought.best == game.legal_actions()[0]


def test_time_is_a_limit() -> None:
    game = middle_game()
    start = time.perf_counter()
    thought = thought_of("mcts:ms=50", game)
    assert time.perf_counter() - start < 10
    assert visits(thought) == thought.effort.rollouts > 0
    assert thought.effort.seconds >= 0.05


def test_the_first_limit_that_is_reached_ends_the_search() -> None:
    game = middle_game()
    few = thought_of("mcts:rollouts=70,ms=600000", game)
    assert few.effort.rollouts == visits(few) == 70
    assert found(few) == found(thought_of("mcts:rollouts=70", game))  # the clock changes nothing else
    short = thought_of("mcts:rollouts=100000000,ms=40", game)
    assert 0 < short.effort.rollouts < 100_000_000


def test_time_is_a_limit_for_every_job() -> None:
    thought = thought_of("mcts:ms=50,jobs=2", middle_game())
    assert visits(thought) == thought.effort.rollouts >= 2


@pytest.mark.parametrize(("rollouts", "jobs"), [(100, 2), (101, 2), (50, 3), (2, 3), (1, 2)])
def test_rollouts_are_shared_out_exactly(rollouts: int, jobs: int) -> None:
    game = middle_game()
    search = searching(f"mcts:rollouts={rollouts},jobs={jobs}")
    thought = search.think(game.box, game.state)
    assert visits(thought) == thought.effort.rollouts == rollouts
    shares = [worker.sums()[:, VISITS].sum() for worker in search.workers]
    assert sum(shares) == rollouts
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize("mode", MODES)
def test_jobs_find_the_same_however_the_threads_run(mode: str) -> None:
    game = middle_game()
    thoughts = [found(thought_of(f"mcts:{mode},rollouts=400,jobs=2", game)) for _ in range(4)]
    assert all(thought == thoughts[0] for thought in thoughts)
    assert thoughts[0] != found(thought_of(f"mcts:{mode},rollouts=400", game))


def test_jobs_add_up_what_each_has_found() -> None:
    game = middle_game({"trade_menu": "none"})
    search = searching("mcts:rollouts=300,jobs=3,uniform")
    thought = search.think(game.box, game.state)
    sums = [worker.sums() for worker in search.workers]
    assert not (sums[0] == sums[1]).all()  # each has its own luck
    actions = [Action(*row) for row in search.workers[0].actions().tolist()]
    expected = dict(zip(actions, np.sum(sums, axis=0), strict=True))
    for candidate in thought.candidates:
        seen, total, _ = expected[candidate.action]
        assert candidate.visits == seen
        if seen > 0:
            assert candidate.value == total / seen


@pytest.mark.slow
@pytest.mark.parametrize("rollouts", [1, 2, 3])
@pytest.mark.parametrize("mode", MODES)
def test_very_few_rollouts_are_enough_to_play_on(mode: str, rollouts: int) -> None:
    game, search = Game.new(2, "uk-classic", 3), searching(f"mcts:{mode},rollouts={rollouts},cut=5")
    for _ in range(40):
        game.apply(search.decide(game.box, game.state))


def test_a_turn_ends_even_if_houses_can_be_sold_and_bought_for_ever() -> None:
    """The only rival for the last houses has no money to bid: a house sells for £50, and the next costs £50 at auction."""
    rich = player(
        960,
        "Whitehall",
        levels(ORANGE, 3, 4, 3) | dict.fromkeys(RED, 4) | dict.fromkeys(BROWN, "mortgaged"),
    )
    game = position(rich, player(53, "Vine Street", dict.fromkeys(LIGHT_BLUE, 3)), dice=[(1, 3)])
    play(game, "roll")
    for key in range(12):
        again, search = game.copy(), searching("mcts:rollouts=200")
        search.begin(np.uint64(key))
        decisions = 0
        while again.turn == game.turn:
            again.apply(search.decide(again.box, again.state))
            decisions += 1
            assert decisions < 2 * MOST_SEARCHED
