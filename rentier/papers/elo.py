"""Ratings as Berry 2013 calculates them (section 6.3): the sum, over all sets of games, of the Elo difference for the win rate.

The work does not spell this out, but its printed wins and ratings show it: in 27 of the 29 rows of tables 1 to 4 the printed
rating is the sum of these differences, each rounded, where a set that is won or lost completely counts 1200. In the other two
the printed average and rating agree with each other but not with one of the printed wins: 100 instead of 99 against random
agents for 160 nodes in table 2, and 43 instead of one of the 41s after 25,000 games in table 4. A win rate of one half counts
nothing, although the fair share at a table of four is a quarter.
"""

from __future__ import annotations

from collections.abc import Iterable

from rentier.arena.ratings import elo_of_share

WHOLE = 1200  # for a set that was won completely: the table's entry for more than 99.9 %


def difference(percent: float) -> int:
    """Return the difference in rating points for the percentage of a set that a player wins."""
    return round(max(-WHOLE, min(WHOLE, elo_of_share(percent / 100))))


def rating(percents: Iterable[float]) -> int:
    """Return the rating of a player from its win rate in every set."""
    return sum(map(difference, percents))
