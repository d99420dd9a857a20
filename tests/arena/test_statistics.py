"""Shares, differences and their intervals: known values, correct coverage, sensible results at the edges."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier.arena.statistics import (
    Z_95,
    Blocks,
    deviations,
    difference,
    difference_moments,
    draw_interval,
    games_for_share,
    games_needed,
    share_interval,
    wilson_interval,
)
from rentier.errors import RentierError
from rentier.layout import Numbers

HISTOGRAMS = st.dictionaries(
    st.tuples(*[st.integers(0, 2)] * 3).filter(lambda outcome: sum(outcome) <= 4), st.integers(1, 40), min_size=1
).map(lambda counts: Blocks(4, Counter(counts)))


def correlated_wins(blocks: int, luck: np.random.Generator) -> Numbers:
    """Blocks of four games of two agents; in half of them luck alone decides, and the same agent wins every game."""
    shared = np.repeat(luck.random((blocks, 1)) < 0.5, 4, axis=1)
    own = luck.random((blocks, 4)) < 0.6
    won = np.where(luck.random((blocks, 1)) < 0.5, shared, own).sum(axis=1)
    return np.stack([won, 4 - won], axis=1)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (500, 1000, 0.4691, 0.5309), (0, 0, 0.0, 1.0)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_interval_holds_the_share_and_shrinks() -> None:
    widths = []
    for games in (10, 100, 1000, 10000):
        low, high = wilson_interval(games // 5, games)
        assert 0.0 <= low < 0.2 < high <= 1.0
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_blocks_count_games_wins_and_draws() -> None:
    blocks = Blocks.from_wins(4, np.array([[1, 2, 1], [1, 2, 1], [0, 0, 3]]))
    assert blocks.outcomes == {(1, 2, 1): 2, (0, 0, 3): 1}
    assert (blocks.blocks, blocks.games, blocks.agents, blocks.draws) == (3, 12, 3, 1)
    assert [blocks.wins(agent) for agent in range(3)] == [2, 4, 5]
    assert blocks.share([0, 1]) == 0.5


def test_blocks_without_games() -> None:
    blocks = Blocks(4, Counter())
    assert (blocks.blocks, blocks.games, blocks.agents, blocks.draws, blocks.share([0])) == (0, 0, 0, 0, 0.0)
    assert share_interval(blocks, [0]) == (0.0, 1.0, "Wilson")
    nothing = difference(blocks, [0], [1])
    assert (nothing.mean, nothing.low, nothing.high, nothing.p_value) == (0.0, -1.0, 1.0, 1.0)
    assert games_needed(blocks, [0], 0.01) == games_for_share(0.5, 0.01) * 4


@given(HISTOGRAMS, HISTOGRAMS)
def test_blocks_add_up(some: Blocks, more: Blocks) -> None:
    both = some + more
    assert both.outcomes == more.outcomes + some.outcomes
    assert both.games == some.games + more.games
    assert both.wins(1) == some.wins(1) + more.wins(1)


def test_blocks_of_different_size_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="of 2 and of 4 games"):
        Blocks(2, Counter()) + Blocks(4, Counter())


def test_single_games_have_the_interval_of_wilson() -> None:
    blocks = Blocks(1, Counter({(1, 0, 0): 30, (0, 1, 0): 50, (0, 0, 1): 15, (0, 0, 0): 5}))
    assert share_interval(blocks, [0, 2]) == (*wilson_interval(45, 100), "Wilson")


def test_blocks_all_alike_count_as_one_game_each() -> None:
    assert share_interval(Blocks(4, Counter({(1, 3): 50})), [0]) == (*wilson_interval(12.5, 50), "Wilson")
    assert share_interval(Blocks(4, Counter({(0, 4): 20, (0, 3): 5})), [0]) == (*wilson_interval(0, 25), "Wilson")


@given(HISTOGRAMS, st.sets(st.integers(0, 2), min_size=1).map(sorted))
def test_share_interval_holds_the_share(blocks: Blocks, agents: list[int]) -> None:
    low, high, _ = share_interval(blocks, agents)
    assert 0 <= low <= blocks.share(agents) + 1e-12
    assert blocks.share(agents) - 1e-12 <= high <= 1


@given(HISTOGRAMS)
def test_draw_interval_holds_the_share_of_draws(blocks: Blocks) -> None:
    found = draw_interval(blocks)
    assert -1e-12 <= found.low <= blocks.draws / blocks.games + 1e-12
    assert blocks.draws / blocks.games - 1e-12 <= found.high <= 1 + 1e-12


def test_draw_interval_of_single_games_and_of_blocks() -> None:
    single = Blocks(1, Counter({(1, 0): 60, (0, 1): 30, (0, 0): 10}))
    assert draw_interval(single)[:2] == pytest.approx(wilson_interval(10, 100))
    assert draw_interval(single).method == "Wilson"
    blocks = draw_interval(Blocks(2, Counter({(1, 1): 90, (0, 0): 10})))
    assert blocks.method == "block bootstrap"
    assert blocks[:2] == pytest.approx(wilson_interval(10, 100), abs=0.02), "whole blocks are drawn: 100 count, not 200"


def test_draws_without_games_are_unknown() -> None:
    assert draw_interval(Blocks(4, Counter())) == (0.0, 1.0, "Wilson")


def test_share_interval_does_not_depend_on_the_order_of_blocks() -> None:
    wins = correlated_wins(100, np.random.default_rng(1))
    assert share_interval(Blocks.from_wins(4, wins), [0]) == share_interval(Blocks.from_wins(4, wins[::-1]), [0])


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [8, 100])
def test_share_interval_holds_the_true_share_as_often_as_it_says(blocks: int) -> None:
    """If the games were counted as independent, only about 80 % of the intervals would contain it."""
    luck = np.random.default_rng(2)
    held = 0
    for _ in range(250):
        low, high, method = share_interval(Blocks.from_wins(4, correlated_wins(blocks, luck)), [0])
        assert method == "block bootstrap"
        held += low <= 0.55 <= high
    assert 0.92 <= held / 250 <= 0.98


@pytest.mark.parametrize(("blocks", "quantile"), [(2, 12.7062), (3, 4.30265), (11, 2.22814), (31, 2.04227), (100, Z_95)])
def test_students_quantiles(blocks: int, quantile: float) -> None:
    assert deviations(blocks) == pytest.approx(quantile, rel=1e-5)


def test_difference_by_hand() -> None:
    """Per block 1/2, 0, 1/2, 1: mean 1/2, variance 1/6; Student's t with 3 degrees of freedom, 2.449."""
    seen = difference(Blocks(4, Counter({(3, 1): 2, (2, 2): 1, (4, 0): 1})), [0], [1])
    assert seen.mean == 0.5
    assert seen.standard_error == pytest.approx(math.sqrt(1 / 24))
    assert (seen.low, seen.high) == pytest.approx((0.5 - 3.18245 * math.sqrt(1 / 24), 1.0), rel=1e-5)
    assert seen.p_value == pytest.approx(0.09175, rel=1e-3)


def test_difference_is_per_seat() -> None:
    """One seat wins 40 %, three others 20 % each, over blocks of various kinds."""
    blocks = Blocks(5, Counter({(2, 1, 1, 1): 30, (3, 0, 1, 1): 10, (1, 2, 1, 1): 10}))
    seen = difference(blocks, [0], [1, 2, 3])
    assert seen.mean == pytest.approx(0.2)
    assert seen.low < 0.2 < seen.high
    assert seen.p_value < 1e-6


@given(HISTOGRAMS)
def test_difference_the_other_way_round(blocks: Blocks) -> None:
    there, back = difference(blocks, [0], [1, 2]), difference(blocks, [1, 2], [0])
    assert (there.mean, there.low, there.high) == pytest.approx((-back.mean, -back.high, -back.low), abs=1e-12)
    assert (there.standard_error, there.p_value) == pytest.approx((back.standard_error, back.p_value))
    assert -0.5 <= there.low <= there.mean <= there.high <= 1
    assert (there.p_value < 0.05) == (there.low > 0 or there.high < 0) or there.p_value == pytest.approx(0.05)


def test_difference_of_blocks_all_alike() -> None:
    same = difference(Blocks(2, Counter({(1, 1): 50})), [0], [1])
    assert (same.mean, same.p_value) == (0.0, 1.0)
    assert -0.3 < same.low < 0 < same.high < 0.3
    swept = difference(Blocks(2, Counter({(2, 0): 10})), [0], [1])
    assert (swept.mean, swept.p_value) == (1.0, pytest.approx(0.001565, rel=1e-3))
    assert 0 < swept.low < swept.high == 1.0


def test_spread_of_blocks_all_alike_is_exactly_0() -> None:
    assert difference_moments(Blocks(7, Counter({(1, 2, 3): 999, (2, 3, 1): 1})), [0], [1]).variance == 0


def test_p_values_of_equal_agents_are_spread_evenly() -> None:
    luck = np.random.default_rng(3)
    small = 0
    for _ in range(500):
        won = luck.binomial(4, 0.5, 12)
        small += difference(Blocks.from_wins(4, np.stack([won, 4 - won], axis=1)), [0], [1]).p_value < 0.1
    assert 0.07 <= small / 500 <= 0.13


@given(st.floats(0, 1), st.floats(0.002, 0.49))
def test_games_for_share_are_just_enough(share: float, half_width: float) -> None:
    games = games_for_share(share, half_width)

    def half(number: int) -> float:
        low, high = wilson_interval(share * number, number)
        return (high - low) / 2

    assert half(games) <= half_width * (1 + 1e-9)
    assert half(games - 1) >= half_width * (1 - 1e-9)


def test_games_for_share_at_the_edges() -> None:
    assert games_for_share(0.5, 0.01) == 9600
    assert games_for_share(0.3, 0.5) == 0
    with pytest.raises(RentierError, match="half width: 0 should be more than 0"):
        games_for_share(0.5, 0)


def test_games_needed_are_what_it_takes() -> None:
    luck = np.random.default_rng(4)
    blocks = Blocks.from_wins(4, correlated_wins(500, luck))
    games = games_needed(blocks, [0], 0.02)
    assert games % 4 == 0
    assert games > games_for_share(0.55, 0.02) * 1.5, "games that share their luck carry less information"
    assert share_interval(Blocks.from_wins(4, correlated_wins(games // 4, luck)), [0]).half_width == pytest.approx(
        0.02, rel=0.1
    )


def test_games_needed_of_single_games() -> None:
    assert games_needed(Blocks(1, Counter({(1, 0): 30, (0, 1): 70})), [0], 0.01) == games_for_share(0.3, 0.01)
