"""Statistics of a match: how certain its results are.

A block is a few games that share their luck, with the seats changed. Blocks are independent, the games within a block are not;
so every interval here is calculated over blocks.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rentier.errors import RentierError
from rentier.layout import Numbers

Z_95 = 1.959963984540054  # standard deviations to either side that contain 95 % of a normal distribution
FEW_BLOCKS = 100  # with fewer, the variance is itself uncertain, and Student's distribution allows for that
RESAMPLES = 4000


@dataclass
class Blocks:
    """The outcomes of the blocks of a match as a histogram, which does not grow with the number of games.

    An outcome is the games of a block won by each agent (the rest were drawn); its count is the number of such blocks.
    """

    size: int  # games in a block
    outcomes: Counter[tuple[int, ...]]

    @classmethod
    def from_wins(cls, size: int, wins: Numbers) -> Blocks:
        """Create blocks from a table of games won: a row per block, a column per agent."""
        return cls(size, Counter(map(tuple, wins.tolist())))

    @property
    def blocks(self) -> int:
        """The number of blocks played."""
        return self.outcomes.total()

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.blocks * self.size

    @property
    def agents(self) -> int:
        """The number of agents; 0 while there are no blocks."""
        return len(next(iter(self.outcomes), ()))

    @property
    def draws(self) -> int:
        """The number of games without a sole winner."""
        return self.games - sum(sum(outcome) * count for outcome, count in self.outcomes.items())

    def wins(self, agent: int) -> int:
        """Return the number of games that an agent won."""
        return sum(outcome[agent] * count for outcome, count in self.outcomes.items())

    def share(self, agents: Sequence[int]) -> float:
        """Return the share of games that these agents won together; 0 while there are no games."""
        return sum(map(self.wins, agents)) / self.games if self.games else 0.0

    def update(self, other: Blocks) -> None:
        """Add the blocks of another part of the match."""
        if self.size != other.size:
            raise ValueError(f"blocks of {self.size} and of {other.size} games do not add up")
        self.outcomes.update(other.outcomes)

    def __add__(self, other: Blocks) -> Blocks:
        both = Blocks(self.size, self.outcomes.copy())
        both.update(other)
        return both


class Interval(NamedTuple):
    """A 95 % interval, and the method by which it was calculated."""

    low: float
    high: float
    method: str  # "Wilson" or "block bootstrap"

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Moments(NamedTuple):
    """Mean and variance of a figure over blocks; the variance is 0 for fewer than two blocks."""

    blocks: int
    mean: float
    variance: float


@dataclass(frozen=True)
class Difference:
    """How much higher one spec's win rate per seat is than another's, with a 95 % interval."""

    mean: float
    standard_error: float
    low: float
    high: float
    p_value: float  # of the hypothesis that there is no difference, two-sided


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927): sensible for few games and for shares near 0 or 1."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    weight = Z_95**2 / games
    middle = (share + weight / 2) / (1 + weight)
    reach = Z_95 / (1 + weight) * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    low = 0.0 if wins == 0 else middle - reach
    high = 1.0 if wins == games else middle + reach
    return low, high


def share_interval(blocks: Blocks, agents: Sequence[int]) -> Interval:
    """Return the 95 % interval of the share of games won by these agents together.

    For single games it is Wilson's, for blocks the percentile bootstrap over blocks (Efron 1979). If all blocks are alike there
    is nothing to resample, and each counts as a single game, which makes the interval wider than necessary.
    """
    wins = _weighed(blocks, dict.fromkeys(agents, 1))
    if blocks.size == 1 or len(wins) < 2:
        won = sum(map(blocks.wins, agents)) / blocks.size
        return Interval(*wilson_interval(won, blocks.blocks), "Wilson")
    values, counts = np.array(sorted(wins.items())).T
    resampled = np.random.default_rng(0).multinomial(blocks.blocks, counts / blocks.blocks, RESAMPLES)
    low, high = percentiles(resampled @ values / blocks.games, blocks.blocks)
    return Interval(float(low), float(high), "block bootstrap")


def draw_interval(blocks: Blocks) -> Interval:
    """Return the 95 % interval of the share of games without a sole winner."""
    low, high, method = share_interval(blocks, range(blocks.agents))
    return Interval(1 - high, 1 - low, method)


def percentiles(resampled: Numbers, blocks: int) -> tuple[Numbers, Numbers]:
    """Return the ends of the 95 % percentile interval, widened for few blocks as Student's is (Hesterberg 2015).

    Weibull's quantiles are used because they leave the stated share outside even with few resamples.
    """
    tail = math.erfc(deviations(blocks) * math.sqrt(blocks / (blocks - 1) / 2)) / 2
    low, high = np.quantile(resampled, [tail, 1 - tail], axis=0, method="weibull")
    return low, high


def difference(blocks: Blocks, first: Sequence[int], second: Sequence[int]) -> Difference:
    """Return the win rate per seat of the first agents minus that of the second, by Student's distribution for few blocks.

    If all blocks are alike, each counts as a single game won by one side or the other: the interval is Wilson's, and the
    p-value that of the corresponding test.
    """
    seen = difference_moments(blocks, first, second)
    lowest, highest = -1 / len(second), 1 / len(first)
    if seen.variance == 0:
        return _difference_of_blocks_alike(seen, lowest, highest)
    error = math.sqrt(seen.variance / seen.blocks)
    reach = deviations(seen.blocks) * error
    low, high = max(seen.mean - reach, lowest), min(seen.mean + reach, highest)
    return Difference(seen.mean, error, low, high, _outside(abs(seen.mean) / error, seen.blocks))


def _difference_of_blocks_alike(seen: Moments, lowest: float, highest: float) -> Difference:
    """Return a difference that was the same in all blocks, treated as a share of the range from `lowest` to `highest`."""
    width = highest - lowest
    share, equal = (seen.mean - lowest) / width, -lowest / width
    low, high = (lowest + width * end for end in wilson_interval(share * seen.blocks, seen.blocks))
    errors = abs(share - equal) / math.sqrt(equal * (1 - equal)) * math.sqrt(seen.blocks)
    return Difference(seen.mean, (high - low) / (2 * Z_95), low, high, math.erfc(errors / math.sqrt(2)))


def difference_moments(blocks: Blocks, first: Sequence[int], second: Sequence[int]) -> Moments:
    """Return the mean and variance over blocks of the first agents' win rate per seat minus that of the second."""
    weights = Counter(dict.fromkeys(first, len(second)))
    weights.subtract(dict.fromkeys(second, len(first)))
    return _moments(_weighed(blocks, weights), blocks.size * len(first) * len(second))


def games_needed(blocks: Blocks, agents: Sequence[int], half_width: float) -> int:
    """Return how many games in total give these agents' share a 95 % interval of that half width, judging by the blocks."""
    variance = _moments(_weighed(blocks, dict.fromkeys(agents, 1)), blocks.size).variance
    if blocks.size == 1 or variance == 0:
        share = blocks.share(agents) if blocks.games else 0.5
        return games_for_share(share, half_width) * blocks.size
    return math.ceil((Z_95 / half_width) ** 2 * variance) * blocks.size


def games_for_share(share: float, half_width: float) -> int:
    """Return how many independent games give a share a Wilson interval of that half width, by solving Wilson's formula."""
    if not half_width > 0:
        raise RentierError(f"half width: {half_width} should be more than 0")
    if half_width >= 0.5:
        return 0
    square = half_width**2
    half_slope = (share * (1 - share) - 2 * square) / 2
    curve = 0.25 - square
    weight = (math.sqrt(half_slope**2 + curve * square) - half_slope) / curve
    return math.ceil(Z_95**2 / weight)


@functools.cache
def deviations(blocks: int) -> float:
    """Return how many standard errors to either side contain 95 %: Student's quantile for few blocks, found by bisection."""
    if blocks >= FEW_BLOCKS:
        return Z_95
    low, high = Z_95, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _outside(middle, blocks) > 0.05 else (low, middle)
    return high


def _outside(errors: float, blocks: int) -> float:
    """Return the probability of a deviation of more than `errors` standard errors.

    For few blocks it is that of Student's distribution (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4).
    """
    if blocks >= FEW_BLOCKS:
        return math.erfc(errors / math.sqrt(2))
    freedom = blocks - 1
    odd = freedom % 2
    angle = math.atan(errors / math.sqrt(freedom))
    term, total = math.cos(angle) ** odd, 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= math.cos(angle) ** 2 * (power + 1) / (power + 2)
    inside = math.sin(angle) * total
    return max(1 - (2 / math.pi * (angle + inside) if odd else inside), 0.0)


def _weighed(blocks: Blocks, weights: dict[int, int]) -> Counter[int]:
    """Return the histogram over blocks of the weighted sum of the games won by each agent."""
    sums: Counter[int] = Counter()
    for outcome, count in blocks.outcomes.items():
        sums[sum(outcome[agent] * weight for agent, weight in weights.items())] += count
    return sums


def _moments(histogram: Counter[int], unit: int) -> Moments:
    """Return mean and variance of integers divided by a unit; sums are exact, so the variance of equal numbers is exactly 0."""
    blocks = histogram.total()
    total = sum(value * count for value, count in histogram.items())
    squares = sum(value * value * count for value, count in histogram.items())
    if blocks < 2:
        return Moments(blocks, total / unit, 0.0)
    return Moments(blocks, total / (blocks * unit), (blocks * squares - total**2) / (blocks * (blocks - 1) * unit**2))
