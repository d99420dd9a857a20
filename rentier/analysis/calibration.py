"""Calibration: whether players to whom a network gives a win probability of 30 % win 30 % of the time.

At the beginning of every turn of some games the network predicts the mover's win probability. The predictions are put into
bins, and for each bin their mean is compared with the share of these turns whose player went on to win. Predictions of one game
are not independent, so the intervals are a bootstrap over games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rentier.agents.mind import MindRecord
from rentier.agents.seating import minds_needed, seat_agents
from rentier.agents.specs import Agent, check_win_probabilities
from rentier.arena.hooks import Hook, watch_match
from rentier.arena.seating import FIXED
from rentier.box import Box
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.layout import Numbers, many

BINS = 10
RESAMPLES = 2000
LOW, HIGH = 2.5, 97.5  # percentiles of a 95 % interval
COUNT, PREDICTED, WON = range(3)  # columns of a bin in a game: predictions, their sum, and how many of their players won


@dataclass(frozen=True)
class Bin:
    """The predictions of one bin, the share of their players that won, and its 95 % interval; None if it is empty."""

    low: float
    high: float
    turns: int
    predicted: float | None
    won: float | None
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Calibration:
    """How well the win probabilities of a network fit the results of games between some agents."""

    network: str
    agents: Sequence[str]
    rules: str
    games: int
    bins: Sequence[Bin]
    brier: float  # the mean squared difference between a prediction and 1 or 0

    def as_dict(self) -> dict[str, Any]:
        """Return the calibration as a dictionary for JSON."""
        bins = [vars(one) for one in self.bins]
        return {**vars(self), "agents": list(self.agents), "bins": bins}


@dataclass
class _PredictionHook(Hook):
    """A hook that lets a network predict at the beginning of every turn."""

    box: Box
    network: Agent
    players: int
    games: list[Numbers] = field(default_factory=list)  # for each game a row per bin with the columns above
    squares: float = 0.0
    turns: int = 0

    def __post_init__(self) -> None:
        self.minds = many(MindRecord, minds_needed([self.network]))
        seat_agents(self.minds, self.box, [self.network], self.players)

    def before(self, game: Game, seating: Sequence[int]) -> None:
        self.turn, self.predicted = 0, list[tuple[int, float]]()

    def step(self, game: Game, action: Action) -> None:
        state = game.state
        if state.turns == self.turn or self.network.value is None:
            return
        self.turn, seat = int(state.turns), int(state.mover)
        self.predicted.append((seat, float(self.network.value(self.box.record, state, seat, self.minds[0]))))

    def after(self, game: Game, seating: Sequence[int]) -> None:
        counted = np.zeros((BINS, 3))
        for seat, chance in self.predicted:
            won = 1.0 if int(game.state.winners) & (1 << seat) != 0 else 0.0
            counted[min(int(chance * BINS), BINS - 1)] += (1, chance, won)
            self.squares += (chance - won) ** 2
        self.turns += len(self.predicted)
        self.games.append(counted)


def calibrate(network: Agent, box: Box, agents: Sequence[Agent], games: int, seed: int = 0) -> Calibration:
    """Compare a network's predictions with the results of games between some agents."""
    check_win_probabilities(network)
    hook = _PredictionHook(box, network, len(agents))
    watch_match(box, agents, games, seed, hooks=[hook], seats=FIXED)  # if rotated, equal agents would replay the same game
    bins = bins_of(np.array(hook.games), seed)
    specs = [agent.spec for agent in agents]
    return Calibration(network.spec, specs, box.name, games, bins, hook.squares / max(hook.turns, 1))


def bins_of(games: Numbers, seed: int) -> list[Bin]:
    """Return the bins, from their numbers in each game."""
    luck = np.random.default_rng(seed)
    drawn = luck.multinomial(len(games), np.full(len(games), 1 / len(games)), RESAMPLES)  # how often each game is drawn
    bins = []
    for number in range(BINS):
        counts, predicted, won = games[:, number].sum(axis=0)
        low, high = number / BINS, (number + 1) / BINS
        if counts == 0:
            bins.append(Bin(low, high, 0, None, None, None))
            continue
        resampled = drawn @ games[:, number]
        some = resampled[resampled[:, COUNT] > 0]
        ends = np.percentile(some[:, WON] / some[:, COUNT], (LOW, HIGH))
        bins.append(Bin(low, high, int(counts), predicted / counts, won / counts, (float(ends[0]), float(ends[1]))))
    return bins
