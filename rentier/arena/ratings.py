"""Ratings: one number for each player of a pool, no matter who met whom at tables of which size.

The Plackett-Luce model is used (Luce 1959, Plackett 1975): every player has a strength, and among the players still in the game
each takes the next place with a probability proportional to its strength. A ranking of a table is broken into all its pairs,
which keeps the estimate consistent (Azari Soufiani, Chen, Parkes & Xia 2013), and blocks are resampled whole, which keeps the
intervals honest.
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
"""For each table, given as the pool numbers of its players: how often each outcome of a block occurred.

The outcome of a block is a square matrix, flattened row by row: in how many of its games the row's player finished ahead of the
column's player. A tie counts for neither.
"""


@dataclass(frozen=True)
class Rating:
    """A rating, or a difference of ratings, in Elo points, with its 95 % interval."""

    elo: float
    low: float
    high: float


def rate(pool_size: int, tables: RankedBlocks) -> list[Rating]:
    """Return the rating of every player of the pool, with intervals by the percentile bootstrap over the blocks of all tables.

    Each player gets an extra half win and half loss, spread over all others, so that even a player that lost every game has a
    rating. Every resample weights these half games at random; otherwise all resamples would give that player the same rating.
    """
    sampler = _BlockSampler(pool_size, tables)
    if sampler.blocks < 2:
        raise RentierError("ratings need at least two blocks of games")
    luck = np.random.default_rng(0)
    half_games = np.full((pool_size, pool_size), 0.5 / max(pool_size - 1, 1))
    best = _strengths(sampler.beaten(sampler.counts) + half_games)
    resampled = []
    for _ in range(RESAMPLES):
        beaten = sampler.beaten(luck.multinomial(sampler.blocks, sampler.counts / sampler.blocks))
        resampled.append(_strengths(beaten + half_games * luck.exponential(size=half_games.shape)))
    ends = percentiles(np.array(resampled), sampler.blocks)
    return [Rating(*(MIDDLE + ELO * float(end) for end in ratings)) for ratings in zip(best, *ends, strict=True)]


def elo_of_share(share: float) -> float:
    """Return the lead in Elo points of a player with this win rate against one other (Elo 1978); infinite for 0 and 1."""
    if 0 < share < 1:
        return ELO * math.log(share / (1 - share))
    return math.copysign(math.inf, share - 0.5)


def elo_of_pair(share: float, interval: Interval) -> Rating:
    """Return the lead in Elo points for a win rate against one other player, with its interval."""
    return Rating(elo_of_share(share), elo_of_share(interval.low), elo_of_share(interval.high))


class _BlockSampler:
    """The blocks of all tables, to be resampled, with the pairwise results that each block contributes."""

    def __init__(self, pool_size: int, tables: RankedBlocks) -> None:
        self.pool_size = pool_size
        # sorted, because the random draws depend on the order, and games finish in any order
        tables = {table: Counter(dict(sorted(outcomes.items()))) for table, outcomes in sorted(tables.items())}
        self.counts = np.array([count for outcomes in tables.values() for count in outcomes.values()], np.int64)
        self.blocks = int(self.counts.sum())
        triples = []  # the number of the block, the number of the pair, games
        first = 0
        for table, outcomes in tables.items():
            pairs = np.add.outer(np.array(table) * pool_size, table).ravel()
            matrices = np.array(list(outcomes), np.int64).reshape(-1, len(pairs))
            blocks, cells = matrices.nonzero()
            triples.append((blocks + first, pairs[cells], matrices[blocks, cells]))
            first += len(outcomes)
        self.triples = [np.concatenate(parts) for parts in zip(*triples, strict=True)]

    def beaten(self, counts: Numbers) -> Numbers:
        """Return in how many games each player of the pool finished ahead of each other, given the count of each block."""
        blocks, pairs, games = self.triples
        sums = np.bincount(pairs, counts[blocks] * games, self.pool_size**2)
        return sums.reshape(self.pool_size, self.pool_size)


def _strengths(beaten: Numbers) -> Numbers:
    """Maximum-likelihood log strengths with mean 0, by iterative Luce spectral ranking (Maystre & Grossglauser 2015).

    A Markov chain moves from each player to those who beat it. Its stationary distribution serves as the strengths that set the
    rates of the next round, and converges to the estimate.
    """
    np.fill_diagonal(beaten, 0)  # a player in two seats is ahead of itself
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
