"""Compare ways to estimate the odds by rollouts: seconds that each needs for the same interval, on one core.

    python benchmarks/rollouts.py

The positions are random decisions of games between agents of the league under `uk-classic`, one per game, by phase: while the
bank sells deeds, then before and after the first house. The seconds for an interval are proportional to the variance of a
rollout, averaged over seats and positions, times the seconds that it takes. `off by` is the root mean square difference from
the odds of whole games; even equal methods differ by chance, as the last column says.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rentier.agents.specs import parse_agent
from rentier.arena.hooks import Hook, watch_match
from rentier.box import Box, load_box
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation

AGENTS = ("bot", "phase2", "aggressive", "genes")
POSITIONS = 200
SEED = 27
PHASES = ("selling", "trading", "building")
MOST_TURNS = 400  # positions of games that may never end say little
SELFPLAY = "selfplay"


class Way(NamedTuple):
    """A way to estimate: who plays the rollouts, how they are valued, and how many are played for each position."""

    player: str
    valuation: Valuation | None
    rollouts: int

    def __str__(self) -> str:
        how = self.valuation
        cut = "to the end" if how is None or how.cut is None else f"cut after {how.cut} turns"
        return f"{self.player}, {cut}{', luck subtracted' if how and how.subtract_luck else ''}"


class Positions(Hook):
    """Keeps one random decision of every game."""

    def __init__(self) -> None:
        self.luck = np.random.default_rng(SEED)
        self.kept: list[GameRecord] = []

    def before(self, game: Game, seating: Sequence[int]) -> None:
        self.seen: list[GameRecord] = []

    def step(self, game: Game, action: Action) -> None:
        if game.turn <= MOST_TURNS:
            self.seen.append(copy.copy(game.state))

    def after(self, game: Game, seating: Sequence[int]) -> None:
        self.kept.append(self.seen[self.luck.integers(len(self.seen))])


def phase_of(box: Box, game: GameRecord) -> str:
    """Return the phase of a position: before all deeds are sold, before the first house, or after it."""
    if any(game.owner[square] == NOBODY for square in range(len(box.square_names)) if int(box.record.deeds) >> square & 1):
        return PHASES[0]
    return PHASES[1] if game.built == 0 else PHASES[2]


def measure(box: Box, positions: Sequence[GameRecord], way: Way) -> tuple[Numbers, Numbers, float]:
    """Return the odds and variances of all positions, and the seconds per rollout."""
    evaluator = RolloutEvaluator(box, [parse_agent(way.player)], len(AGENTS), way.valuation)
    seconds, odds, variances = 0.0, [], []
    for number, position in enumerate(positions):
        evaluator.set_state(position, key_of(np.uint64(SEED), number))
        start = time.process_time()
        results = evaluator.play_on(range(way.rollouts))
        seconds += time.process_time() - start
        odds.append(results.mean(axis=0))
        variances.append(results.var(axis=0, ddof=1))
    return np.array(odds), np.array(variances), seconds / len(positions) / way.rollouts


def main() -> None:
    box = load_box("uk-classic")
    hook = Positions()
    watch_match(box, [parse_agent(spec) for spec in AGENTS], POSITIONS, SEED, hooks=[hook])
    network = parse_agent(SELFPLAY)
    few = f"{SELFPLAY}:offers=0"
    ways = [Way("bot", None, 400), *(Way("bot", Valuation(network, cut), 200) for cut in (4, 8, 16))]
    ways += [Way("bot", Valuation(network, 8, True), 40), Way(few, Valuation(network, 4), 20)]
    ways += [Way(few, Valuation(network, 4, True), 20)]
    for phase in PHASES:
        positions = [position for position in hook.kept if phase_of(box, position) == phase]
        print(f"\n{phase}: {len(positions)} positions")
        print(f"{'rollouts':54s} {'ms each':>8s} {'spread':>7s} {'times fewer seconds':>20s} {'off by':>7s} {'by chance':>9s}")
        first = None
        for way in ways:
            odds, variances, seconds = measure(box, positions, way)
            cost = float(variances.mean() * seconds)
            first = first or (odds, variances / way.rollouts, cost)
            off = np.sqrt(((odds - first[0]) ** 2).mean())
            chance = 0.0 if odds is first[0] else np.sqrt((first[1] + variances / way.rollouts).mean())
            spread = np.sqrt(variances.mean())
            line = f"{1000 * seconds:8.3f} {spread:7.3f} {first[2] / cost:20.1f} {off:7.3f} {chance:9.3f}"
            print(f"{way!s:54s} {line}", flush=True)


if __name__ == "__main__":
    main()
