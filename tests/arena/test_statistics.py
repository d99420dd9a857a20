"""The interval of a share."""

from __future__ import annotations

import pytest

from rentier.arena.statistics import wilson_interval


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
