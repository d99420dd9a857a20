"""The tree: random events after a choice, two paths to one state, common random numbers, and the value of cut games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rentier.game_api import Game
from rentier.search.mcts import searcher
from rentier.search.tree import NODES
from rentier.search.values import value_function, worth_share
from tests.rules.positions import BROWN, play, player, position
from tests.search.thinking import (
    KEY,
    MODES,
    candidates,
    found,
    middle_game,
    saved_sums,
    saved_visits,
    searching,
    thought_of,
    visits,
)

FACES = range(1, 7)


def after_a_roll(dice: int) -> set[tuple[object, ...]]:
    """Return where a roll from Just Visiting leads: of the dice themselves only a double matters."""
    rolls: list[tuple[int, ...]] = [(first,) for first in FACES]
    if dice == 2:
        rolls = [(first, second) for first in FACES for second in FACES]
    return {(sum(roll), len(roll) == 2 and roll[0] == roll[1]) for roll in rolls}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dice", [1, 2])
def test_a_roll_leads_to_many_nodes(mode: str, dice: int) -> None:
    """There is one for every square and double, and several where a card is drawn."""
    game = position(player(900, 10, ["Mayfair"]), player(900), switches={"dice": dice, "trade_menu": "none"})
    reached = after_a_roll(dice)
    without_cards = len({way for way in reached if way[0] not in (7, 12)})
    nodes = thought_of(f"mcts:{mode},rollouts=3000,depth=1", game).effort.nodes
    if dice == 1:
        assert nodes == 1 + 6 + 1  # the root, the rolls, and the deed mortgaged
    else:
        assert nodes > 1 + without_cards + 1 + 2


def ways_on(game: Game) -> set[str]:
    """Return all states in which the player can be before it ends its turn, by trying everything."""
    seen: set[str] = set()
    waiting = [game]
    while waiting:
        here = waiting.pop()
        if here.position() in seen:
            continue
        seen.add(here.position())
        for action in here.legal_actions():
            if str(action) != "end":
                waiting.append(play(here.copy(), str(action)))
    return seen


@pytest.mark.parametrize("mode", MODES)
def test_two_ways_to_one_state_meet(mode: str) -> None:
    """Mortgaging two deeds leads to the same state in either order. The game ends with the turn, so these are all states."""
    game = position(
        player(0, 5, BROWN),
        player(500),
        switches={"trade_menu": "none", "turn_cap": 1, "cap": "worth", "mortgage_interest": 100},
        phase="done",
    )
    states = ways_on(game)
    paths = [play(game.copy(), *order) for order in (("mortgage 1", "mortgage 3"), ("mortgage 3", "mortgage 1"))]
    assert paths[0].position() == paths[1].position()
    thought = thought_of(f"mcts:{mode},rollouts=3000,c=50,cut=none", game)
    assert len(states) == 7
    assert thought.effort.nodes == len(states)


def test_what_was_learnt_on_one_way_is_known_on_the_other() -> None:
    game = middle_game({"trade_menu": "none"})
    search = searching("mcts:uniform,rollouts=6000")
    search.think(game.box, game.state)
    sums = []
    for order in (("mortgage Mayfair", "mortgage Euston Road"), ("mortgage Euston Road", "mortgage Mayfair")):
        there = play(game.copy(), *order)
        sums.append(saved_sums(search, there))
    assert sums[0].sum() > 0
    assert (sums[0] == sums[1]).all()


def tax_table() -> Game:
    """Income tax of 200, or a tenth of 2000: two actions that lead to the same state."""
    game = position(player(2000, 2), player(1500), rules="us-classic", dice=[(1, 1)])
    return play(game, "roll")


@pytest.mark.parametrize("mode", MODES)
def test_actions_are_compared_on_the_same_luck(mode: str) -> None:
    game = tax_table()
    assert play(game.copy(), "pay tax").position() == play(game.copy(), "pay share").position()
    values = set()
    for rollouts in (2, 20, 200):
        tried = candidates(game, thought_of(f"mcts:{mode},rollouts={rollouts},depth=1,c=100,cut=3", game))
        assert tried["pay tax"].visits == tried["pay share"].visits == rollouts // 2
        assert tried["pay tax"].value == tried["pay share"].value
        assert tried["pay tax"].low == tried["pay share"].low
        values.add(tried["pay tax"].value)
    assert len(values) == 3  # but not the same game twice


@value_function
def quarter(box: Any, game: Any, seat: int, weights: Any) -> float:
    """Return a quarter, whatever happens."""
    return 0.25


@value_function
def weighed(box: Any, game: Any, seat: int, weights: Any) -> float:
    """Return the first weight for seat 0 and the second for other seats."""
    return weights[0] if seat == 0 else weights[1]  # type: ignore[no-any-return]


@pytest.mark.parametrize("mode", MODES)
def test_a_value_function_of_ones_own_is_asked_at_the_cut(mode: str) -> None:
    game = middle_game()
    thought = searcher(f"mcts:{mode},rollouts=200,cut=4", value=quarter).think(game.box, game.state)
    assert visits(thought) == 200
    assert all(candidate.value == 0.25 for candidate in thought.candidates if candidate.visits > 0)
    assert all(candidate.low <= 0.25 <= candidate.high for candidate in thought.candidates)


def test_games_that_end_before_the_cut_are_not_asked_about() -> None:
    game = middle_game({"turn_cap": 2, "cap": "worth"})
    for value in (quarter, worth_share):
        thought = searcher("mcts:rollouts=100,cut=30,uniform", value=value).think(game.box, game.state)
        totals = [candidate.value * candidate.visits for candidate in thought.candidates if candidate.visits > 0]
        assert all(abs(total - round(total)) < 1e-9 for total in totals)  # won or lost


def test_a_value_function_gets_the_seat_and_its_weights() -> None:
    for to_move, expected in ((0, 0.5), (1, 0.125)):
        game = middle_game(to_move=to_move)
        search = searcher("mcts:rollouts=50,cut=3", value=weighed, weights=np.array([0.5, 0.125]))
        thought = search.think(game.box, game.state)
        assert {candidate.value for candidate in thought.candidates if candidate.visits > 0} == {expected}


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_of_equals_everybody_has_the_same_share(players: int) -> None:
    game = Game.new(players, "uk-classic", 1)
    for seat in range(players):
        assert worth_share(game.box.record, game.state, seat, np.zeros(1)) == 1 / players


def test_the_share_is_that_of_all_who_are_in_the_game() -> None:
    game = position(player(100, 0, ["Mayfair"]), {"bankrupt": 1}, player(1500))
    shares = [worth_share(game.box.record, game.state, seat, np.zeros(1)) for seat in range(3)]
    assert shares == [500 / 2000, 0, 1500 / 2000]


def test_nobody_has_a_share_of_nothing() -> None:
    game = position(player(0), player(0))
    assert worth_share(game.box.record, game.state, 0, np.zeros(1)) == 0


def test_without_a_cut_only_the_end_counts() -> None:
    game = middle_game({"turn_cap": 30, "cap": "worth"})
    never = searcher("mcts:rollouts=60,cut=none", value=quarter)
    never.begin(KEY)
    assert found(never.think(game.box, game.state)) == found(thought_of("mcts:rollouts=60,cut=none", game))


def test_a_used_up_tree_counts_its_nodes() -> None:
    search = searching("mcts:rollouts=500")
    game = middle_game()
    thought = search.think(game.box, game.state)
    assert thought.effort.nodes == search.workers[0].tree.used[NODES] <= 501


def landed(*roll: int) -> Game:
    """Return where a roll leads from Whitechapel Road."""
    return play(position(player(900, "Whitechapel Road"), player(900), dice=[roll]), "roll")


def test_once_the_token_has_moved_only_a_double_is_remembered_of_the_roll() -> None:
    search = searching("mcts:rollouts=200")
    here, same, double = landed(1, 5), landed(2, 4), landed(3, 3)
    assert here.square == same.square == double.square
    search.think(here.box, here.state)
    assert saved_visits(search, same) == 200
    assert saved_visits(search, double) == 0


def test_in_jail_the_roll_still_to_be_moved_is_remembered() -> None:
    """The fine must be raised first; how far the token then moves depends on the roll."""
    tables = [
        play(position(player(0, 10, ["Mayfair", "Strand"], jail_turns=2), player(900), dice=[roll]), "roll")
        for roll in ((1, 4), (2, 3), (1, 5))
    ]
    assert {table.decision for table in tables} == {"raise"}
    search = searching("mcts:rollouts=200")
    search.think(tables[0].box, tables[0].state)
    assert saved_visits(search, tables[2]) == 0
