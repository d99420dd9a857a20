"""The odds: each seat's win probability from a position, by many rollouts on luck that agrees with what was seen.

    table = OddsTable(game.box, [parse_agent("aggressive")])
    table.odds(game.state).seats[0].share

An `OddsTable` reuses its memory, so it can be asked after every move of a live game. It gets the state that everybody sees and
never the luck.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rentier.agents.specs import Agent, check_compiled
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.game_api import read_seed
from rentier.layout import Numbers
from rentier.pools import Pool
from rentier.search.best import SQUARE, VALUE, VISITS
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation, check_valuation, check_whole_number
from rentier.search.rollouts import ENDED, ENDLESS
from rentier.search.thoughts import interval, spread_interval

DEFAULT_ROLLOUTS = 2000
MOST_ROLLOUTS = 1_000_000_000
MOST_JOBS = 1024
CHUNK = 250  # rollouts that are added up together, so that the sums do not depend on the number of threads
DRAWN = ENDED  # the index of draws in the counts


@dataclass(frozen=True)
class SeatOdds:
    """The odds of one seat: the share of games won, a shared win counting in part, with a 95 % interval."""

    seat: int
    agent: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Odds:
    """The odds of all seats. `draws`: games that nobody won, including the `endless` ones, which were abandoned."""

    seats: tuple[SeatOdds, ...]
    rollouts: int  # 0: the game is over, so nothing was played
    draws: int
    endless: int
    seconds: float

    @property
    def draw_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of draws."""
        return interval((self.rollouts, self.draws, self.draws))[1:]

    def as_dict(self) -> dict[str, Any]:
        """Return the odds as a dictionary for JSON; a game that is over has no interval of draws."""
        draws = {"draw_interval": list(self.draw_interval)} if self.rollouts else {}
        return asdict(self) | {"seats": [asdict(seat) for seat in self.seats]} | draws


class OddsTable:
    """The odds at one table, move after move. `agents`: one for each seat, or one that plays for all.

    `valuation`: where games are cut, and whether their luck is subtracted; without one they are played to their end.
    """

    def __init__(self, box: Box, agents: Sequence[Agent], valuation: Valuation | None = None) -> None:
        if not 1 <= len(agents) <= MOST_SEATS:
            raise RentierError(f"agents: {len(agents)} are named; name one for each seat, or one for all")
        check_compiled(agents)
        if valuation is not None:
            check_valuation(valuation)
        self.box = box
        self.agents = tuple(agents)
        self.valuation = valuation
        self._evaluators: list[RolloutEvaluator] = []

    def odds(self, game: GameRecord, rollouts: int = DEFAULT_ROLLOUTS, seed: int = 0, jobs: int = 1) -> Odds:
        """Return the odds in a state of the game; for one seed they are the same with any number of jobs."""
        start = time.perf_counter()
        players = int(game.players)
        if len(self.agents) not in (1, players):
            raise RentierError(f"agents: {len(self.agents)} are named for {players} seats; name one for each, or one for all")
        check_whole_number("rollouts", rollouts, MOST_ROLLOUTS)
        check_whole_number("jobs", jobs, MOST_JOBS)
        if game.decision == OVER:
            return self._final_odds(game, time.perf_counter() - start)
        sums, counts = self._play(game, rollouts, read_seed(seed), jobs)
        seats = tuple(self._seat(game, seat, sums[seat]) for seat in range(players))
        draws, endless = int(counts[DRAWN] + counts[ENDLESS]), int(counts[ENDLESS])
        return Odds(seats, rollouts, draws, endless, time.perf_counter() - start)

    def _play(self, game: GameRecord, rollouts: int, key: Any, jobs: int) -> tuple[Numbers, Numbers]:
        """Play the rollouts in chunks, each with a free evaluator, and add up the chunks in order."""
        chunks = [range(first, min(first + CHUNK, rollouts)) for first in range(0, rollouts, CHUNK)]
        evaluators = self._ready_evaluators(int(game.players), min(jobs, len(chunks)))
        for evaluator in evaluators:
            evaluator.set_state(game, key)
        sums = np.zeros((int(game.players), 3))
        with Pool(evaluators) as pool:
            for results in pool.map(lambda evaluator, chunk: evaluator.play_on(chunk), chunks):
                sums[:, VISITS] += len(results)
                sums[:, VALUE] += results.sum(axis=0)
                sums[:, SQUARE] += (results**2).sum(axis=0)
        return sums, np.sum([evaluator.counts for evaluator in evaluators], axis=0)

    def _ready_evaluators(self, players: int, number: int) -> list[RolloutEvaluator]:
        """Return evaluators for this number of players; earlier ones are used again."""
        if self._evaluators and self._evaluators[0].players != players:
            self._evaluators = []
        while len(self._evaluators) < number:
            self._evaluators.append(RolloutEvaluator(self.box, self.agents, players, self.valuation))
        return self._evaluators[:number]

    def _seat(self, game: GameRecord, seat: int, sums: Numbers) -> SeatOdds:
        """Return the odds of a seat; a bankrupt one cannot win."""
        if game.fallen[seat] != 0:
            return SeatOdds(seat, self._spec(seat), 0.0, 0.0, 0.0)
        of_results = spread_interval if self.valuation is not None and self.valuation.subtract_luck else interval
        return SeatOdds(seat, self._spec(seat), *of_results(sums))

    def _spec(self, seat: int) -> str:
        return self.agents[seat % len(self.agents)].spec

    def _final_odds(self, game: GameRecord, seconds: float) -> Odds:
        """Return the odds in a game that is over."""
        winners = int(game.winners)
        shares = [(winners >> seat & 1) / max(winners.bit_count(), 1) for seat in range(int(game.players))]
        seats = tuple(SeatOdds(seat, self._spec(seat), share, share, share) for seat, share in enumerate(shares))
        return Odds(seats, 0, 0, 0, seconds)


def odds(
    box: Box,
    game: GameRecord,
    agents: Sequence[Agent],
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    jobs: int = 1,
    valuation: Valuation | None = None,
) -> Odds:
    """Return the odds in a state of the game; `OddsTable` saves the set-up for repeated calls."""
    return OddsTable(box, agents, valuation).odds(game, rollouts, seed, jobs)
