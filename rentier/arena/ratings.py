"""Ratings: one number a player for a whole pool, whoever met whom at tables of whatever size.

The model is Plackett's and Luce's (Luce 1959, Plackett 1975): every player has a strength, and of any players still in the game
each is the next best with a probability in proportion to it. A ranking of a table is broken into all its pairs, which keeps the
estimate consistent (Azari Soufiani, Chen, Parkes & Xia 2013), and blocks are resampled whole, which keeps the intervals honest.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from rentier.arena.statistics import Interval, percentiles
from rentier.errors import RentierError
from rentier.layout import Numbers

ELO = 400 / math.log(10)  # Elo points for a factor of e in strength
MIDDLE = 1500.0  # the mean rating of a pool
RESAMPLES = 200
MOST_ROUNDS = 1000
TOLERANCE = 1e-8  # mean change of the log strengths in the last round

RankedBlocks = dict[tuple[int, ...], Counter[tuple[int, ...]]]
"""For each table, its players by their numbers in the pool: how many of its blocks came out how.

How a block came out is a square matrix, flattened row by row: in how many of its games the table's player of the row finished
ahead of that of the column. A tie counts for neither.
"""


@dataclass(frozen=True)
class Rating:
    """A rating, or a difference of two, in Elo points with its 95 % interval."""

    elo: float
    low: float
    high: float


def rate(pool_size: int, tables: RankedBlocks) -> list[Rating]:
    """The rating of every player of the pool, with intervals by the percentile bootstrap over the blocks of all tables.

    Each player is taken to have won and lost half a game more, spread over all others. So one that lost every game has a
    rating, if a vague one: resamples weigh these half games at random, else they would all agree on it.
    """
    urn = _Urn(pool_size, tables)
    if urn.blocks < 2:
        raise RentierError("ratings need at least two blocks of games")
    luck = np.random.default_rng(0)
    half_games = np.full((pool_size, pool_size), 0.5 / max(pool_size - 1, 1))
    best = _strengths(urn.beaten(urn.counts) + half_games)
    resampled = []
    for _ in range(RESAMPLES):
        beaten = urn.beaten(luck.multinomial(urn.blocks, urn.counts / urn.blocks))
        resampled.append(_strengths(beaten + half_games * luck.exponential(size=half_games.shape)))
    ends = percentiles(np.array(resampled), urn.blocks)
    return [Rating(*(MIDDLE + ELO * float(end) for end in ratings)) for ratings in zip(best, *ends, strict=True)]


def elo_of_share(share: float) -> float:
    """By how much a player is better that wins this share (Elo 1978); infinite for 0 and 1."""
    if 0 < share < 1:
        return ELO * math.log(share / (1 - share))
    return math.copysign(math.inf, share - 0.5)


def elo_of_pair(share: float, interval: Interval) -> Rating:
    """The same of a share of games against one other, with its interval."""
    return Rating(elo_of_share(share), elo_of_share(interval.low), elo_of_share(interval.high))


class _Urn:
    """The blocks of all tables to draw from, and the pairs that each of them adds to the pool's."""

    def __init__(self, pool_size: int, tables: RankedBlocks) -> None:
        self.pool_size = pool_size
        # what is drawn follows the order here, which is not to be that in which games were finished
        tables = {table: Counter(dict(sorted(outcomes.items()))) for table, outcomes in sorted(tables.items())}
        self.counts = np.array([count for outcomes in tables.values() for count in outcomes.values()], np.int64)
        self.blocks = int(self.counts.sum())
        triples = []  # block's number, pair's number, games
        first = 0
        for table, outcomes in tables.items():
            pairs = np.add.outer(np.array(table) * pool_size, table).ravel()
            matrices = np.array(list(outcomes), np.int64).reshape(-1, len(pairs))
            blocks, cells = matrices.nonzero()
            triples.append((blocks + first, pairs[cells], matrices[blocks, cells]))
            first += len(outcomes)
        self.triples = [np.concatenate(parts) for parts in zip(*triples, strict=True)]

    def beaten(self, counts: Numbers) -> Numbers:
        """Over so many blocks of each kind: in how many games each of the pool finished ahead of each."""
        blocks, pairs, games = self.triples
        sums = np.bincount(pairs, counts[blocks] * games, self.pool_size**2)
        return sums.reshape(self.pool_size, self.pool_size)


def _strengths(beaten: Numbers) -> Numbers:
    """Maximum-likelihood log strengths with mean 0, by iterative Luce spectral ranking (Maystre & Grossglauser 2015).

    A Markov chain moves from each player to those who beat it; its stationary distribution, taken for the strengths that set
    its rates, converges to the estimate.
    """
    np.fill_diagonal(beaten, 0)  # of two seats with one player, one is ahead
    logs = np.zeros(len(beaten))
    for _ in range(MOST_ROUNDS):
        before, strengths = logs, np.exp(logs)
        rates = beaten.T / np.add.outer(strengths, strengths)
        flows = rates.T - np.diag(rates.sum(axis=1))
        logs = np.log(np.append(np.linalg.solve(flows[:-1, :-1], -flows[:-1, -1]), 1.0))
        logs -= logs.mean()
        if np.abs(logs - before).mean() <= TOLERANCE:
            return logs
    raise RentierError(f"ratings did not converge in {MOST_ROUNDS} rounds")
