"""Ratings: known strengths are recovered, and unusual pools do not break them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from rentier.arena.ratings import ELO, MIDDLE, RankedBlocks, Rating, _strengths, elo_of_pair, rate
from rentier.arena.statistics import Interval
from rentier.errors import RentierError
from rentier.layout import Numbers

SIZE = 2  # games in a block


def ranked(places: Numbers) -> Counter[tuple[int, ...]]:
    """Blocks as a table counts them, from an array of the ranks of its players: block, game, player."""
    ahead = (places[:, :, :, None] < places[:, :, None, :]).sum(axis=1)
    return Counter(map(tuple, ahead.reshape(len(places), -1).tolist()))


def play(elo: Sequence[float], tables: list[tuple[int, ...]], blocks: int, seed: int) -> RankedBlocks:
    """Simulate games of the Plackett-Luce model by exponential clocks whose rates are the strengths: the first to ring wins."""
    luck = np.random.default_rng(seed)
    strengths = np.exp(np.array(elo) / ELO)
    return {table: ranked(luck.exponential(1 / strengths[list(table)], (blocks, SIZE, len(table)))) for table in tables}


def test_true_strengths_lie_within_the_intervals() -> None:
    true = [1800.0, 1600.0, 1500.0, 1450.0, 1150.0]
    ratings = rate(5, play(true, [(0, 1, 2, 3), (4, 3), (1, 4, 0), (2, 4)], 300, 4))
    for rating, elo in zip(ratings, true, strict=True):
        assert rating.low < elo < rating.high
        assert rating.low < rating.elo < rating.high < rating.low + 120
    assert sum(rating.elo for rating in ratings) / 5 == pytest.approx(MIDDLE)


@pytest.mark.slow
def test_intervals_hold_as_often_as_they_say() -> None:
    true = [1600.0, 1500.0, 1400.0]
    held = [
        rating.low < elo < rating.high
        for seed in range(20)
        for rating, elo in zip(rate(3, play(true, [(0, 1, 2)], 60, seed)), true, strict=True)
    ]
    assert 0.87 <= sum(held) / len(held) <= 0.99


def test_intervals_do_not_follow_the_order_in_which_blocks_were_counted() -> None:
    tables = play([1600.0, 1500.0, 1400.0], [(0, 1, 2), (0, 1)], 30, 1)
    turned = {table: Counter(dict(reversed(blocks.items()))) for table, blocks in reversed(tables.items())}
    assert list(turned) != list(tables)
    assert rate(3, turned) == rate(3, tables)


def test_equals_are_rated_equal() -> None:
    rotation = (0, 1, 2, 2, 0, 1, 1, 2, 0)
    mirrored = (0, 2, 1, 1, 0, 2, 2, 1, 0)
    for rating in rate(3, {(0, 1, 2): Counter({rotation: 20, mirrored: 20})}):
        assert rating.elo == pytest.approx(MIDDLE)
        assert rating.low < MIDDLE < rating.high


def test_the_order_of_the_table_does_not_matter() -> None:
    outcomes = Counter({(0, 2, 0, 0): 30, (0, 1, 1, 0): 20})
    turned = Counter({(0, 0, 2, 0): 30, (0, 1, 1, 0): 20})
    assert rate(2, {(0, 1): outcomes})[0].elo == pytest.approx(rate(2, {(1, 0): turned})[0].elo)


def test_two_players_are_rated_as_a_pair() -> None:
    best, worst = rate(2, {(0, 1): Counter({(0, 2, 0, 0): 5000, (0, 0, 2, 0): 2500})})
    pair = elo_of_pair(2 / 3, Interval(0.6, 0.7, "Wilson"))
    assert best.elo - worst.elo == pytest.approx(pair.elo, abs=0.1)


def test_ties_count_for_nobody() -> None:
    decided = Counter({(0, 2, 0, 0): 30, (0, 1, 1, 0): 10})
    tied = decided + Counter({(0, 0, 0, 0): 100})
    assert [rating.elo for rating in rate(2, {(0, 1): tied})] == [rating.elo for rating in rate(2, {(0, 1): decided})]
    nobody = rate(2, {(0, 1): Counter({(0, 0, 0, 0): 100})})
    assert [rating.elo for rating in nobody] == pytest.approx([MIDDLE, MIDDLE])


def test_one_that_lost_everything_is_rated_last_and_vaguely() -> None:
    games = play([1550.0, 1450.0], [(0, 1)], 200, 6)
    games[0, 2] = games[1, 2] = Counter({(0, SIZE, 0, 0): 100})
    first, second, last = rate(3, games)
    assert last.elo < second.elo - 700 < first.elo - 700
    assert last.high - last.low > 200
    assert last.high < second.low


@pytest.mark.slow
def test_long_chains_of_sweeps_are_rated_in_order() -> None:
    chain = {(number, number + 1): Counter({(0, SIZE, 0, 0): 10_000}) for number in range(9)}
    ratings = [rating.elo for rating in rate(10, chain)]
    assert ratings == sorted(ratings, reverse=True)
    assert all(math.isfinite(rating) for rating in ratings)


def test_a_player_in_two_seats_of_a_table_is_rated_as_one() -> None:
    ratings = rate(2, play([1600.0, 1400.0], [(0, 0, 1)], 500, 7))
    assert ratings[0].low < 1600 < ratings[0].high


def test_one_that_never_played_is_in_the_middle() -> None:
    games = play([1600.0, 1400.0], [(0, 1)], 200, 8)
    assert rate(3, games)[2].elo == pytest.approx(MIDDLE, abs=10)


@pytest.mark.slow
def test_the_same_games_give_the_same_ratings() -> None:
    games = play([1600.0, 1500.0, 1400.0], [(0, 1, 2), (0, 2)], 50, 9)
    assert rate(3, games) == rate(3, games)


@pytest.mark.parametrize("tables", [{}, {(0, 1): Counter()}, {(0, 1): Counter({(0, 2, 0, 0): 1})}])
def test_too_few_blocks_are_refused(tables: RankedBlocks) -> None:
    with pytest.raises(RentierError, match="ratings need at least two blocks of games"):
        rate(2, tables)


def test_ratings_are_the_maximum_of_the_likelihood() -> None:
    """At the maximum each player is expected to finish ahead as often as it did (Zermelo 1929, Hunter 2004)."""
    luck = np.random.default_rng(11)
    wins = luck.integers(1, 400, (6, 6)).astype(np.float64)
    np.fill_diagonal(wins, 0)
    logs = _strengths(wins.copy())
    expected = (wins + wins.T) / (1 + np.exp(np.subtract.outer(logs, logs).T))
    assert expected.sum(axis=1) == pytest.approx(wins.sum(axis=1))
    assert logs.mean() == pytest.approx(0)


@pytest.mark.parametrize(
    ("share", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (0.64, 99.95), (1.0, math.inf), (0.0, -math.inf)]
)
def test_elo_of_a_pair(share: float, elo: float) -> None:
    assert elo_of_pair(share, Interval(0.0, 0.75, "Wilson")) == Rating(
        pytest.approx(elo, abs=0.01), -math.inf, pytest.approx(190.85, abs=0.01)
    )
