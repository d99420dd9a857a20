"""The arithmetic by which Berry 2013 calculates ratings: its own wins give its own ratings."""

from __future__ import annotations

import pytest

from rentier.papers.elo import WHOLE, difference, rating
from rentier.papers.works_toml import find_tables

# as printed: wins in percent against random agents and the networks V5, V5.1, and in tables 3 and 4 V5.32 and V5.36
WINS = {
    "1": ["0 0 0", "100 12 26", "100 22 30", "100 20 18", "100 26 26", "100 37 34", "100 43 52", "99 8 34"],
    "2": ["100 4 22", "99 32 38", "100 43 52", "100 58 74", "100 28 48", "100 38 62", "100 60 62", "99 56 82", "99 52 60"],
    "3": ["100 41 55 51 38", "100 30 50 52 58", "100 40 48 43 39", "100 52 55 53 44", "100 50 54 54 40", "100 24 43 36 39"],
    "4": ["100 33 37 34 26", "100 34 47 34 33", "100 22 53 44 32", "100 33 53 51 48", "100 37 45 48 44", "100 33 41 41 23"],
}
MISPRINTED = {"99 56 82": "100 56 82", "100 33 41 41 23": "100 33 43 41 23"}


def shares(wins: str) -> list[float]:
    return [float(share) for share in wins.split()]


@pytest.mark.parametrize("table", WINS)
def test_the_wins_of_the_work_give_its_ratings(table: str) -> None:
    """In two rows a share is misprinted, as the printed average shows too."""
    [found] = find_tables(f"berry2013/{table}")
    assert found.training is not None
    trials = found.training.trials
    ratings = [each for trial in trials for each in trial.ratings]
    averages = [each for trial in trials for each in trial.theirs]
    for wins, printed, average in zip(WINS[table], ratings, averages, strict=True):
        assert (rating(shares(wins)) == printed) == (wins not in MISPRINTED)
        meant = shares(MISPRINTED.get(wins, wins))
        assert rating(meant) == printed
        assert sum(meant) / len(meant) == pytest.approx(average, abs=0.006)


@pytest.mark.parametrize(
    ("percent", "points"), [(0, -WHOLE), (0.01, -WHOLE), (25, -191), (50, 0), (75, 191), (99.99, WHOLE), (100, WHOLE)]
)
def test_the_difference_of_one_set(percent: float, points: int) -> None:
    assert difference(percent) == points
