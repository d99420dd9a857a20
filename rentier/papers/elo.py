"""Ratings as Berry 2013 reckons them (section 6.3): for every set of games what the Elo table gives for its share, added up.

The work does not spell this out. Its printed wins and ratings do: in 27 of the 29 rows of tables 1 to 4 the sum of these
differences, each rounded, is the printed rating, where a set that is won or lost as a whole counts 1200. In the other two the
printed average and rating agree with each other and not with one of the printed wins: 100 and not 99 against random agents for
160 nodes in table 2, and 43 for one of the 41s after 25,000 games in table 4. A half counts nothing, though a fair share of a
table of four is a quarter.
"""

from __future__ import annotations

from collections.abc import Iterable

from rentier.arena.ratings import elo_of_share

WHOLE = 1200  # of a set that was won as a whole; what the table has for more than 99.9 %


def difference(percent: float) -> int:
    """The rating points by which a player is better, from the percentage of a set that it wins."""
    return round(max(-WHOLE, min(WHOLE, elo_of_share(percent / 100))))


def rating(percents: Iterable[float]) -> int:
    """The rating of a player by its share of wins in every set."""
    return sum(map(difference, percents))
