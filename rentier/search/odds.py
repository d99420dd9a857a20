"""The odds: each seat's win probability from a position, by many rollouts on luck that agrees with what was seen.

    table = OddsTable(game.box, [parse_agent("aggressive")])
    table.odds(game.state).seats[0].share

An `OddsTable` reuses its memory, so it can be asked after every move of a live game. It gets the state that everybody sees and
never the luck.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents.specs import Agent, check_compiled
from rentier.agents.table import TABLE, Table
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import entry
from rentier.errors import RentierError
from rentier.game.luck import mix
from rentier.game.state import GAME, GameRecord
from rentier.game.words import OVER
from rentier.game_api import read_seed
from rentier.layout import Numbers, wide
from rentier.pools import Pool
from rentier.search.action_trace import ACTION_TRACE, ActionTrace, new_action_trace
from rentier.search.best import SQUARE, VALUE, VISITS
from rentier.search.imagined import ImaginedTable
from rentier.search.rollouts import CUT, ENDED, ENDLESS, ILLEGAL, NO_LIMIT, NO_SEAT, Until, imagine_world, play_on, start_over
from rentier.search.thoughts import interval
from rentier.search.values import NO_WEIGHTS, WEIGHTS, result, worth_share

DEFAULT_ROLLOUTS = 2000
MOST_ROLLOUTS = 1_000_000_000
MOST_JOBS = 1024
CHUNK = 250  # rollouts that are added up together, so that the sums do not depend on the number of threads
ODDS_STREAM = (1 << 21) + 2
DRAWN = ENDED  # the index of draws in the counts

SUMS = types.Array(types.float64, 2, "C")
COUNTS = types.Array(types.int64, 1, "C")


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


class Rollouts(NamedTuple):
    """The rollouts to play: `number` of those of a key, from rollout `first` on, each cut after `cut` turns (0: never)."""

    key: Any
    first: int
    number: int
    cut: int


ROLLOUTS = types.NamedTuple((types.uint64, types.int64, types.int64, types.int64), Rollouts)


@entry(types.boolean(TABLE, GAME, ROLLOUTS, WEIGHTS, ACTION_TRACE, SUMS, COUNTS))
def play_many(
    table: Table,
    known: GameRecord,
    rollouts: Rollouts,
    weights: Numbers,
    trace: ActionTrace,
    sums: Numbers,
    counts: Numbers,
) -> bool:
    """Play many rollouts, each with its own luck; return False if an agent breaks the rules."""
    game = table.game
    until = Until(NO_SEAT, wide(known.turns) + rollouts.cut if rollouts.cut > 0 else NO_LIMIT, False, -1)
    for rollout in range(rollouts.first, rollouts.first + rollouts.number):
        start_over(table, known)
        imagine_world(table, mix(rollouts.key, ODDS_STREAM, rollout))
        stop = play_on(table, until, trace)
        if stop == ILLEGAL:
            return False
        if stop != ENDED or game.winners == 0:
            counts[stop] += 1
        for seat in range(game.players):
            value = worth_share(table.box, game, seat, weights) if stop == CUT else result(game, seat)
            sums[seat, VISITS] += 1
            sums[seat, VALUE] += value
            sums[seat, SQUARE] += value * value
    return True


class OddsTable:
    """The odds at one table, move after move. `agents`: one for each seat, or one that plays for all."""

    def __init__(self, box: Box, agents: Sequence[Agent]) -> None:
        if not 1 <= len(agents) <= MOST_SEATS:
            raise RentierError(f"agents: {len(agents)} are named; name one for each seat, or one for all")
        check_compiled(agents)
        self.box = box
        self.agents = tuple(agents)
        self._simulators = [_Simulator(box, self.agents)]

    def odds(
        self, game: GameRecord, rollouts: int = DEFAULT_ROLLOUTS, seed: int = 0, jobs: int = 1, cut: int | None = None
    ) -> Odds:
        """Return the odds in a state of the game; for one seed they are the same with any number of jobs.

        `cut`: stop games after this many turns and give every seat its share of the total worth at that point.
        """
        start = time.perf_counter()
        players = int(game.players)
        if len(self.agents) not in (1, players):
            raise RentierError(f"agents: {len(self.agents)} are named for {players} seats; name one for each, or one for all")
        _check("rollouts", rollouts, MOST_ROLLOUTS)
        _check("jobs", jobs, MOST_JOBS)
        _check("cut", 1 if cut is None else cut, NO_LIMIT)
        if game.decision == OVER:
            return self._final_odds(game, time.perf_counter() - start)
        played = self._play(game, rollouts, read_seed(seed), jobs, cut or 0)
        seats = tuple(self._seat(game, seat, played.seats[seat]) for seat in range(players))
        draws, endless = int(played.counts[DRAWN] + played.counts[ENDLESS]), int(played.counts[ENDLESS])
        return Odds(seats, rollouts, draws, endless, time.perf_counter() - start)

    def _play(self, game: GameRecord, rollouts: int, key: Any, jobs: int, cut: int) -> _Sums:
        """Play the rollouts in chunks, each on a free simulator, and add up the chunks in order."""
        chunks = [range(first, min(first + CHUNK, rollouts)) for first in range(0, rollouts, CHUNK)]
        jobs = min(jobs, len(chunks))
        while len(self._simulators) < jobs:
            self._simulators.append(_Simulator(self.box, self.agents))
        simulators = self._simulators[:jobs]
        for simulator in simulators:
            simulator.table.set_game(game)
        total = _Sums()
        with Pool(simulators) as pool:
            for sums in pool.map(lambda simulator, chunk: simulator.play(key, chunk, cut), chunks):
                total.add(sums)
        return total

    def _seat(self, game: GameRecord, seat: int, sums: Numbers) -> SeatOdds:
        """Return the odds of a seat; a bankrupt one cannot win."""
        share, low, high = interval(sums) if game.fallen[seat] == 0 else (0.0, 0.0, 0.0)
        return SeatOdds(seat, self._spec(seat), share, low, high)

    def _spec(self, seat: int) -> str:
        return self.agents[seat % len(self.agents)].spec

    def _final_odds(self, game: GameRecord, seconds: float) -> Odds:
        """Return the odds in a game that is over."""
        winners = int(game.winners)
        shares = [(winners >> seat & 1) / max(winners.bit_count(), 1) for seat in range(int(game.players))]
        seats = tuple(SeatOdds(seat, self._spec(seat), share, share, share) for seat, share in enumerate(shares))
        return Odds(seats, 0, 0, 0, seconds)


class _Sums:
    """Sums over rollouts: for each seat visits, values and their squares; and how many were drawn, cut or endless."""

    def __init__(self) -> None:
        self.seats = np.zeros((MOST_SEATS, 3))
        self.counts = np.zeros(ILLEGAL, np.int64)

    def add(self, other: _Sums) -> None:
        """Add other sums to these."""
        self.seats += other.seats
        self.counts += other.counts


class _Simulator:
    """Everything that one thread needs to play rollouts."""

    def __init__(self, box: Box, agents: Sequence[Agent]) -> None:
        self.table = ImaginedTable(box, [agents[seat % len(agents)] for seat in range(MOST_SEATS)], len(agents))
        self.trace = new_action_trace()

    def play(self, key: Any, rollouts: range, cut: int) -> _Sums:
        """Play these rollouts and return their sums."""
        sums = _Sums()
        wanted = Rollouts(np.uint64(key), rollouts.start, len(rollouts), cut)
        if not play_many(self.table.table, self.table.known, wanted, NO_WEIGHTS, self.trace, sums.seats, sums.counts):
            raise self.table.rule_error()
        return sums


def odds(
    box: Box,
    game: GameRecord,
    agents: Sequence[Agent],
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    jobs: int = 1,
    cut: int | None = None,
) -> Odds:
    """Return the odds in a state of the game; `OddsTable` saves the set-up for repeated calls."""
    return OddsTable(box, agents).odds(game, rollouts, seed, jobs, cut)


def _check(name: str, number: int, most: int) -> None:
    """Refuse anything but a whole number from 1 to `most`."""
    try:
        valid = not isinstance(number, bool) and 1 <= operator.index(number) <= most
    except TypeError:
        valid = False
    if not valid:
        raise RentierError(f"{name}: {number!r} should be a whole number from 1 to {most}")
