"""Matches: many games of the same agents, seats rotated, on one or more threads, with the same result on any number of them.

A block of as many games as there are players shares one luck, and every agent plays it from every seat.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from rentier.agents.mind import MIND, MindRecord, wake
from rentier.agents.specs import Agent
from rentier.arena.limits import check_match, check_players, check_seed
from rentier.arena.play import DECISIONS as DECISIONS_COLUMN
from rentier.arena.play import DRAWN, TURNS, WINNER, play_games
from rentier.arena.statistics import wilson_interval
from rentier.box import Box, Setting
from rentier.box.record import MOST_SEATS
from rentier.compiled import entry
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import FINE, REASONS
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, DECISIONS, Action
from rentier.record.actions import action_text
from rentier.records import Numbers, many, new

COLUMNS = 3  # of a result
CHUNK_SECONDS = 0.1  # how long a thread plays before it reports; a call costs about a millisecond

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Score:
    """How often one agent of a match won alone."""

    spec: str
    wins: int
    win_rate: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class MatchResult:
    """What a match came to. `results` has a row a game: the number of the agent that won or DRAWN, turns, decisions."""

    rules: str
    rules_version: int
    overrides: dict[str, Setting]
    agents: tuple[str, ...]
    seed: int
    wanted: int
    results: Numbers
    seconds: float

    @property
    def games(self) -> int:
        """How many games were played: fewer than were wanted when the match was stopped."""
        return len(self.results)

    @property
    def turns(self) -> int:
        """Turns of all games together."""
        return int(self.results[:, TURNS].sum())

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return int((self.results[:, WINNER] == DRAWN).sum())

    @property
    def scores(self) -> list[Score]:
        """How each agent did, in the order they were named."""
        scores = []
        for number, spec in enumerate(self.agents):
            wins = int((self.results[:, WINNER] == number).sum())
            rate = wins / self.games if self.games else 0.0
            scores.append(Score(spec, wins, rate, wilson_interval(wins, self.games)))
        return scores

    def as_dict(self) -> dict[str, Any]:
        """The result as `rentier match --json` writes it."""
        seconds = max(self.seconds, 1e-9)
        decisions = int(self.results[:, DECISIONS_COLUMN].sum())
        return {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "overrides": self.overrides,
            "players": len(self.agents),
            "games": self.games,
            "seed": self.seed,
            "agents": [
                {"spec": score.spec, "wins": score.wins, "win_rate": score.win_rate, "interval": list(score.interval)}
                for score in self.scores
            ],
            "draws": self.draws,
            "turns": {
                "mean": self.turns / self.games if self.games else 0.0,
                "max": int(self.results[:, TURNS].max()) if self.games else 0,
            },
            "decisions_per_turn": decisions / self.turns if self.turns else 0.0,
            "seconds": self.seconds,
            "games_per_second": self.games / seconds,
            "turns_per_second": self.turns / seconds,
        }


@contextlib.contextmanager
def first_class_functions() -> Iterator[None]:
    """Numba calls it experimental that agents are handed over as functions, and says so at every call: not to our users."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)
        yield


class Table:
    """What one thread needs to play: a game, its luck, the agents' functions and minds."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int) -> None:
        self.box = box
        self.agents = agents
        self.seed = seed
        self.game = new(GameRecord)
        self.luck = new(LuckRecord)
        self.minds = seat_minds(agents)
        self.functions = tuple(agents[seat % len(agents)].decide for seat in range(MOST_SEATS))
        self.agent_of = np.zeros(len(agents), np.int64)
        self.illegal = np.zeros(ACTION_NUMBERS, np.int64)

    def play(self, first: int, results: Numbers) -> RentierError | None:
        """Play games from the first-th on into `results`; the error where an agent breaks the rules."""
        key = np.uint64(self.seed)
        records = (self.box.record, self.game, self.luck, self.functions, self.minds, self.agent_of)
        played = play_games(*records, key, first, results, self.illegal)
        return None if played == len(results) else self._foul(first + played)

    def _foul(self, number: int) -> RentierError:
        """The error that says who played what against the rules, and where."""
        seat = int(self.game.actor)
        action = Action(*self.illegal.tolist())
        return foul(self.box, self.agents[self.agent_of[seat]].spec, self.game, action, f"game {number} of seed {self.seed}")


def foul(box: Box, spec: str, game: GameRecord, action: Action, where: str) -> RentierError:
    """The error for an action that the rules do not allow: who, where, at which decision, what and why."""
    try:
        said = action_text(box, action)
    except RentierError:
        said = str(tuple(action))
    decision = f"decision {DECISIONS[game.decision]!r} of seat {game.actor}"
    reason = REASONS[check(box.record, game, action)]
    if not reason:
        return RentierError(
            f"agent {spec!r} goes round in circles in {where}, at {decision}: the turn never ends; last {said!r}"
        )
    return RentierError(f"agent {spec!r} played an illegal action in {where}, at {decision}: {said!r}: {reason}")


def seat_minds(agents: Sequence[Agent]) -> Any:
    """A mind for every agent, with its settings."""
    minds = many(MindRecord, MOST_SEATS)
    for number, agent in enumerate(agents):
        minds[number].settings[: len(agent.settings)] = agent.settings
    return minds


class _Match:
    """A match under way: threads take the next games, play them and say so."""

    def __init__(self, tables: list[Table], games: int, chunk: int | None) -> None:
        self.tables = tables
        self.games = games
        self.chunk = chunk
        self.results = np.zeros((games, COLUMNS), np.int64)
        self.taken = 0
        self.fouls: dict[int, RentierError] = {}
        self.lock = threading.Lock()
        self.played: queue.SimpleQueue[int | BaseException | None] = queue.SimpleQueue()

    def take(self, size: int) -> range:
        """The next games to play. They are handed out in order, so what was taken is always the first so many."""
        with self.lock:
            first = self.taken
            self.taken = min(first + size, self.games)
            return range(first, self.taken)

    def stop(self) -> None:
        """No more games: what is under way is played to its end."""
        with self.lock:
            self.games = self.taken

    def work(self, table: Table) -> None:
        """One thread: play and report until no games are left; then report None."""
        try:
            size = self.chunk or 1
            while chunk := self.take(size):
                start = time.perf_counter()
                foul_seen = table.play(chunk.start, self.results[chunk.start : chunk.stop])
                if foul_seen is not None:
                    self.fouls[chunk.start] = foul_seen
                    self.stop()
                self.played.put(len(chunk))
                if self.chunk is None:
                    size = _next_size(size, time.perf_counter() - start)
            self.played.put(None)
        except BaseException as error:  # carried to the thread that waits
            self.stop()
            self.played.put(error)

    def run(self, progress: Progress | None) -> None:
        """Play it all, passing on what the threads report. Ctrl-C ends the match early, a second one breaks it off."""
        threads = [threading.Thread(target=self.work, args=(table,), daemon=True) for table in self.tables]
        for thread in threads:
            thread.start()
        try:
            self._follow(len(threads), progress)
        except KeyboardInterrupt:
            self.stop()
        for thread in threads:
            thread.join()
        if self.fouls:
            raise self.fouls[min(self.fouls)]

    def _follow(self, working: int, progress: Progress | None) -> None:
        """Read reports until every thread is done."""
        while working > 0:
            report = self.played.get()
            if isinstance(report, BaseException):
                raise report
            if report is None:
                working -= 1
            elif progress is not None:
                progress(report)


def _next_size(size: int, seconds: float) -> int:
    """More games at a time while they go fast, fewer while they go slowly."""
    if seconds < CHUNK_SECONDS / 2:
        return size * 2
    return max(size // 2, 1) if seconds > CHUNK_SECONDS * 2 else size


def play_match(
    box: Box,
    agents: Sequence[Agent],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> MatchResult:
    """Play a match. `progress` is told how many games each chunk had; `chunk` fixes their number, else time does."""
    check_match(agents, games, seed, jobs)
    with first_class_functions():
        match = _Match([Table(box, agents, seed) for _ in range(min(jobs, games))], games, chunk)
        start = time.perf_counter()
        match.run(progress)
        seconds = time.perf_counter() - start
    return MatchResult(
        rules=box.name,
        rules_version=box.version,
        overrides=dict(box.overrides),
        agents=tuple(agent.spec for agent in agents),
        seed=seed,
        wanted=games,
        results=match.results[: match.taken],
        seconds=seconds,
    )


@entry(types.void(MIND, types.uint64, types.int64))
def wake_mind(mind: MindRecord, key: Any, number: int) -> None:
    """Begin a game for the number-th agent."""
    wake(mind, key, number)


class Sitting:
    """The agents at one table whose game is played from Python, each in the seat of its number: the first game of a match."""

    def __init__(self, box: Box, agents: Sequence[Agent], seed: int) -> None:
        check_players(agents)
        check_seed(seed)
        self.box = box
        self.agents = agents
        self.seed = seed
        self.minds = seat_minds(agents)
        for number in range(len(agents)):
            wake_mind(self.minds[number], key_of(np.uint64(seed), 0), number)

    def decide(self, game: GameRecord) -> Action:
        """What the agent whose turn it is does; the error where it breaks the rules."""
        seat = int(game.actor)
        action = Action(*map(int, self.agents[seat].decide(self.box.record, game, self.minds[seat])))
        if check(self.box.record, game, action) != FINE:
            raise foul(self.box, self.agents[seat].spec, game, action, f"the game of seed {self.seed}")
        return action
