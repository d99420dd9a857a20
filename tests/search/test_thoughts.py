"""The findings of a search: means and intervals, and the best candidate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier.game.words import BUILD, END, MORTGAGE, ROLL, Action
from rentier.layout import Numbers
from rentier.search.best import BY_VALUE, BY_VISITS, best_row
from rentier.search.thoughts import Effort, Thought, interval
from tests.rules.positions import play, position
from tests.search.thinking import thought_of

TINY = 1e-12
EFFORT = Effort(0, 0, 0.0)
BUILD_1, BUILD_3, MORTGAGE_5, STOP = Action(BUILD, 1), Action(BUILD, 3), Action(MORTGAGE, 5), Action(END)
values = st.lists(st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)), min_size=1, max_size=40)


def sums_of(worths: Sequence[float]) -> Numbers:
    """Visits, values and squares."""
    return np.array([len(worths), math.fsum(worths), math.fsum(worth * worth for worth in worths)])


@given(worths=values)
def test_the_mean_lies_in_its_interval(worths: list[float]) -> None:
    mean, low, high = interval(sums_of(worths))
    assert mean == pytest.approx(math.fsum(worths) / len(worths))
    assert 0 <= low <= mean + TINY
    assert mean - TINY <= high <= 1
    assert high - low > 0  # nothing is certain


@given(worths=values, times=st.integers(2, 50))
def test_more_of_the_same_is_surer(worths: list[float], times: int) -> None:
    _, low, high = interval(sums_of(worths))
    _, narrow_low, narrow_high = interval(sums_of(worths) * times)
    assert narrow_high - narrow_low < high - low + TINY
    assert (narrow_low, narrow_high) != (low, high)


@given(games=st.integers(1, 400), data=st.data())
def test_of_games_won_and_lost_it_is_wilsons_interval(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, games))
    share, reach = won / games, 1.96**2
    _, low, high = interval(np.array([games, won, won], float))
    # its ends are the shares from which the observed share is 1.96 deviations away
    for end in (low, high):
        assert (share - end) ** 2 * games == pytest.approx(reach * end * (1 - end), abs=1e-7)


@given(worths=values)
def test_values_that_lie_together_are_surer_than_games_won_and_lost(worths: list[float]) -> None:
    mean, low, high = interval(sums_of(worths))
    _, wide_low, wide_high = interval(np.array([len(worths), mean * len(worths), mean * len(worths)]))
    assert wide_low - TINY <= low
    assert high <= wide_high + TINY


def test_what_was_never_tried_may_be_anything() -> None:
    mean, low, high = interval(np.zeros(3))
    assert math.isnan(mean)
    assert (low, high) == (0, 1)


def gathered(
    rows: dict[Action, tuple[int, float]], default_action: Action, typed: bool = True, final: int = BY_VISITS
) -> Thought:
    """Return a thought with these visits and mean values."""
    sums = np.array([(visits, visits * value, visits * value * value) for visits, value in rows.values()], float)
    actions = np.array(list(rows))
    best = best_row(actions, sums, default_action, int(typed), final)
    return Thought(Action(*actions[best].tolist()), actions, sums, EFFORT)


def test_a_typed_search_takes_the_best_of_the_best_kind() -> None:
    """The most visited kind decides before the most visited action."""
    rows = {BUILD_1: (30, 0.5), BUILD_3: (31, 0.5), MORTGAGE_5: (5, 0.1), STOP: (50, 0.5)}
    assert gathered(rows, STOP).best == BUILD_3
    assert gathered(rows, STOP, typed=False).best == STOP


def test_visits_go_before_value() -> None:
    assert gathered({BUILD_1: (100, 0.4), STOP: (90, 0.6)}, STOP).best == BUILD_1


@pytest.mark.parametrize("typed", [True, False])
def test_the_final_choice_may_go_by_value(typed: bool) -> None:
    assert gathered({BUILD_1: (100, 0.4), STOP: (90, 0.6)}, BUILD_1, typed, BY_VALUE).best == STOP
    assert gathered({BUILD_1: (100, 0.6), STOP: (90, 0.6)}, BUILD_1, typed, BY_VALUE).best == BUILD_1
    assert gathered({BUILD_1: (100, 0.6), STOP: (90, 0.6)}, STOP, typed, BY_VALUE).best == STOP
    assert gathered({BUILD_1: (100, 0.0), STOP: (0, 0.0)}, STOP, typed, BY_VALUE).best == BUILD_1


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("default_action", [BUILD_3, STOP, MORTGAGE_5])
def test_where_nothing_differs_instinct_decides(default_action: Action, typed: bool) -> None:
    one = {STOP: (10, 0.5), MORTGAGE_5: (10, 0.5), BUILD_3: (10, 0.5)}
    assert gathered(one, default_action, typed).best == default_action
    assert gathered({**one, STOP: (11, 0.5)}, default_action, typed).best == default_action  # one of them is tried first
    never = dict.fromkeys((STOP, MORTGAGE_5, BUILD_1, BUILD_3), (0, 0.0))
    assert gathered(never, default_action, typed).best == default_action


@pytest.mark.parametrize("typed", [True, False])
def test_instinct_has_no_say_where_there_is_a_difference(typed: bool) -> None:
    assert gathered({STOP: (10, 0.5), MORTGAGE_5: (8, 0.5)}, MORTGAGE_5, typed).best == STOP
    assert gathered({STOP: (10, 0.5), MORTGAGE_5: (10, 0.4)}, MORTGAGE_5, typed).best == STOP
    assert gathered({STOP: (1, 0.5), MORTGAGE_5: (0, 0.0)}, MORTGAGE_5, typed).best == STOP
    assert gathered({STOP: (9, 0.5), MORTGAGE_5: (9, 0.5)}, Action(ROLL), typed).best in (STOP, MORTGAGE_5)


def test_kinds_and_candidates_come_the_most_visited_first() -> None:
    rows = {STOP: (7, 0.25), BUILD_1: (4, 0.5), MORTGAGE_5: (0, 0.0), BUILD_3: (6, 1.0)}
    thought = gathered(rows, STOP)
    assert [kind.kind for kind in thought.kinds] == [BUILD, END, MORTGAGE]
    built = thought.kinds[0]
    assert built.visits == 10
    assert built.value == pytest.approx((4 * 0.5 + 6 * 1.0) / 10)
    assert [one.action for one in built.candidates] == [BUILD_3, BUILD_1]
    assert [one.action for one in thought.candidates] == [STOP, BUILD_3, BUILD_1, MORTGAGE_5]


@given(
    rows=st.dictionaries(
        st.builds(Action, st.integers(0, 5), st.integers(0, 9), *[st.just(0)] * 5),
        st.tuples(st.integers(0, 9), st.floats(0, 1)),
        min_size=1,
    ),
    typed=st.booleans(),
    data=st.data(),
)
def test_the_best_is_always_a_candidate_visited_most_but_for_one(
    rows: dict[Action, tuple[int, float]], typed: bool, data: st.DataObject
) -> None:
    default_action = data.draw(st.sampled_from(list(rows)))
    thought = gathered(rows, default_action, typed)
    assert thought.best in rows
    assert sum(one.visits for one in thought.candidates) == sum(visits for visits, _ in rows.values())
    rivals = [visits for action, (visits, _) in rows.items() if not typed or action.kind == thought.best.kind]
    assert rows[thought.best][0] >= max(rivals) - 1
    assert thought.best == default_action or rows[thought.best][0] == max(rivals)


def test_a_search_that_finds_no_difference_plays_by_instinct() -> None:
    """All values are 0 here, so the search plays the default action."""
    game = play(position(dice=[(1, 2)], switches={"turn_cap": 1, "cap": "draw"}), "roll")
    for own, action in (("reserve:0,0", "buy"), ("reserve:100000,0", "decline")):
        for sampling in ("typed", "uniform"):
            thought = thought_of(f"mcts:{sampling},rollouts=40,cut=none,own=({own}),opponents=({own})", game)
            assert game.text(thought.best) == action
