"""The results of a match, stored as sums and as a histogram of its blocks: a million games need no more memory than ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rentier.arena.play import COLUMNS, DECISIONS, DRAWN, RANK_BITS, RANKS, TURNS, WINNER
from rentier.arena.seating import Twin
from rentier.arena.statistics import Blocks, Interval, draw_interval, share_interval
from rentier.box import Setting
from rentier.errors import Stopped
from rentier.layout import Numbers


@dataclass(frozen=True)
class Score:
    """How often one agent of a match was the sole winner; `method` says how the interval was calculated."""

    spec: str
    wins: int
    win_rate: float
    interval: tuple[float, float]
    method: str


@dataclass
class Summary:
    """The sums over games. `blocks`: the wins of each agent in each whole block; `orders`: who finished before whom in it.

    With many players hardly two blocks end in the same order, so `orders` grows with the games; only ratings need it.
    """

    players: int
    size: int  # games in a block
    ordered: bool = False  # whether orders are recorded
    twins: tuple[Twin, ...] = ()  # games of a block that may repeat an earlier one
    games: int = 0
    draws: int = 0
    turns: int = 0
    turn_squares: int = 0  # the sum of the squared numbers of turns
    most_turns: int = 0
    decisions: int = 0
    repeated: int = 0  # games that repeat an earlier one of their block
    wins: list[int] = field(default_factory=list)
    outcomes: Counter[tuple[int, ...]] = field(default_factory=Counter)
    orders: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, rows: Numbers) -> None:
        """Add the results of games, which must start at the beginning of a block."""
        winners = rows[:, WINNER]
        self.wins = self.wins or [0] * self.players
        self.games += len(rows)
        self.draws += int((winners == DRAWN).sum())
        self.turns += int(rows[:, TURNS].sum())
        self.turn_squares += int((rows[:, TURNS] ** 2).sum())
        self.most_turns = max(self.most_turns, int(rows[:, TURNS].max(initial=0)))
        self.decisions += int(rows[:, DECISIONS].sum())
        for agent in range(self.players):
            self.wins[agent] += int((winners == agent).sum())
        whole = len(rows) // self.size * self.size
        won = np.stack([winners[:whole] == agent for agent in range(self.players)], axis=1)
        self._count(self.outcomes, won.reshape(-1, self.size, self.players).sum(axis=1))
        if self.twins:
            self.repeated += self._repeated(rows[:whole].reshape(-1, self.size, COLUMNS))
        if self.ordered:
            orders = ahead(rows[:whole, RANKS], self.players)
            self._count(self.orders, orders.reshape(-1, self.size, self.players**2).sum(axis=1))

    def _repeated(self, blocks: Numbers) -> int:
        """Count the games that went as their twins did: as many turns and decisions, and the same rank in every seat."""
        number = 0
        for game, earlier, partners in self.twins:
            one, other = blocks[:, earlier], blocks[:, game]
            alike = (one[:, TURNS] == other[:, TURNS]) & (one[:, DECISIONS] == other[:, DECISIONS])
            ranks, partners_ranks = (places(rows[:, RANKS], self.players) for rows in (one, other))
            number += int((alike & (ranks == partners_ranks[:, partners]).all(axis=1)).sum())
        return number

    def _count(self, counter: Counter[tuple[int, ...]], rows: Numbers) -> None:
        """Count equal rows."""
        kinds, numbers = np.unique(rows, axis=0, return_counts=True)
        for kind, number in zip(kinds.tolist(), numbers.tolist(), strict=True):
            counter[tuple(kind)] += number

    @property
    def blocks(self) -> Blocks:
        """The whole blocks, for statistics."""
        return Blocks(self.size, self.outcomes)


def places(ranks: Numbers, players: int) -> Numbers:
    """Return the rank of each agent in each game."""
    return np.stack([ranks >> (RANK_BITS * agent) & ((1 << RANK_BITS) - 1) for agent in range(players)], axis=1)


def ahead(ranks: Numbers, players: int) -> Numbers:
    """Return a flat matrix for each game: 1 where the row's agent finished before the column's agent."""
    placed = places(ranks, players)
    return (placed[:, :, None] < placed[:, None, :]).astype(np.int64).reshape(len(ranks), players**2)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match. `rows`, if they were asked for, has a row per game with the columns of `play`."""

    rules: str
    rules_version: int
    overrides: dict[str, Setting]
    agents: tuple[str, ...]
    seed: int
    seats: str
    wanted: int
    summary: Summary
    seconds: float  # for the games that were not in the store before
    tally: Any = None
    rows: Numbers | None = None
    verdict: str | None = None  # of the sequential test that stopped the match
    saved: int = 0  # games that the store already had
    saved_ahead: int = 0  # further games that had been saved before their turn, and have now been counted
    interrupted: bool = False  # by Ctrl-C, which may come during the last games, so that all are played
    ahead: int = 0  # games saved before their turn; they count once the earlier ones are played

    @property
    def games(self) -> int:
        """The number of games played: fewer than `wanted` if the match was stopped."""
        return self.summary.games

    @property
    def draws(self) -> int:
        """The number of games without a sole winner."""
        return self.summary.draws

    @property
    def draw_interval(self) -> Interval:
        """The 95 % interval of the share of games without a sole winner."""
        return draw_interval(self.summary.blocks)

    def unbroken(self) -> MatchResult:
        """Return this result, or raise `Stopped` if the match was interrupted: then whatever it is part of stops too."""
        if self.interrupted or (self.games < self.wanted and self.verdict is None):
            raise Stopped
        return self

    def seats_of(self, spec: str) -> list[int]:
        """Return the numbers of the agents with a spec."""
        return [number for number, other in enumerate(self.agents) if other == spec]

    def score(self, agents: Sequence[int]) -> Score:
        """Return the score of some agents together."""
        wins = sum(self.summary.wins[agent] for agent in agents) if self.games else 0
        low, high, method = share_interval(self.summary.blocks, agents)
        return Score(self.agents[agents[0]], wins, wins / max(self.games, 1), (low, high), method)

    @property
    def scores(self) -> list[Score]:
        """The scores of the agents, in the order they were named."""
        return [self.score([number]) for number in range(len(self.agents))]

    def as_dict(self) -> dict[str, Any]:
        """Return the result as `rentier match --json` writes it."""
        summary = self.summary
        speed = (1 - (self.saved + self.saved_ahead) / max(self.games, 1)) / max(self.seconds, 1e-9)
        report: dict[str, Any] = {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "overrides": self.overrides,
            "players": len(self.agents),
            "games": self.games,
            "blocks": summary.blocks.blocks,
            "repeated_games": summary.repeated,
            "seed": self.seed,
            "seats": self.seats,
            "agents": [
                {
                    "spec": score.spec,
                    "wins": score.wins,
                    "win_rate": score.win_rate,
                    "interval": list(score.interval),
                    "interval_method": score.method,
                }
                for score in self.scores
            ],
            "draws": self.draws,
            "draw_rate": self.draws / max(self.games, 1),
            "draw_interval": list(self.draw_interval[:2]),
            "turns": {"mean": summary.turns / max(self.games, 1), "max": summary.most_turns},
            "decisions_per_turn": summary.decisions / max(summary.turns, 1),
            "seconds": self.seconds,
            "games_per_second": self.games * speed,
            "turns_per_second": summary.turns * speed,
        }
        if self.verdict is not None:
            report["verdict"] = self.verdict
        return report
