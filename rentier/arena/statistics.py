"""How sure we can be of a share of games won."""

from __future__ import annotations

import math

SURE = 1.959963984540054  # standard deviations that hold 95 % of a normal distribution


def wilson_interval(wins: int, games: int, deviations: float = SURE) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): sensible for few games and for shares near 0 or 1."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    weight = deviations**2 / games
    middle = (share + weight / 2) / (1 + weight)
    reach = deviations / (1 + weight) * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    low = 0.0 if wins == 0 else middle - reach
    high = 1.0 if wins == games else middle + reach
    return low, high
