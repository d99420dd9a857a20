"""Matches: many games of the same agents in blocks, on threads, processes or a cluster, with the same result on each of them.

A block is a few games that share their luck, with every agent in every seat. Threads take whole blocks and play them or have
them played (see `executors`). Finished games are counted in order, so that a match that is stopped always leaves its first
games and can be resumed. With a store and agents that think, games that finish before their turn are saved as well (see
`chunks`).
"""

from __future__ import annotations

import heapq
import itertools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypedDict, Unpack

import numpy as np

from rentier.agents.specs import Agent
from rentier.arena.chunks import Ahead, Chunk
from rentier.arena.executors import Jobs, executor_of
from rentier.arena.executors.protocol import Worker
from rentier.arena.limits import check_match
from rentier.arena.play import COLUMNS
from rentier.arena.results import MatchResult, Summary
from rentier.arena.seating import ROTATE, check_seats, seatings, twins
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.arena.store import Store
from rentier.arena.tables import TableJob
from rentier.arena.tally import NOT_WATCHED, merged
from rentier.box import Box
from rentier.layout import Numbers

CHUNK_SECONDS = 0.1  # how long a thread plays before it reports, unless its executor sets another time
CHECKED_BLOCKS = 16  # a sequential test is evaluated every 16 blocks, whatever the number of threads

Progress = Callable[[int], None]
Until = Callable[[Summary], str | None]  # returns the verdict, once there is one


class MatchOptions(TypedDict, total=False):
    """Options of a match."""

    seats: str  # how the agents of a block are seated, see `seating`
    watch_level: int  # what is counted, see `tally`
    until: Until | None  # stops the match when it returns a verdict
    keep_rows: bool  # return the result of every game
    ordered: bool  # record who finished before whom, for ratings
    chunk: int | None  # blocks that a thread plays at a time; None: adapted to the time they take


DEFAULTS: MatchOptions = {
    "seats": ROTATE,
    "watch_level": NOT_WATCHED,
    "until": None,
    "keep_rows": False,
    "ordered": False,
    "chunk": None,
}


class _Match:
    """A match in progress: threads take the next blocks, play them and hand them in; they are counted in order."""

    def __init__(
        self,
        tables: Sequence[Worker[range, Chunk]],
        summary: Summary,
        games: int,
        chunk: int | None,
        step: int,
        ahead: Ahead | None = None,
        seconds: float = CHUNK_SECONDS,
    ) -> None:
        self.tables = tables
        self.seconds = seconds
        self.summary = summary
        self.games = games
        self.chunk = chunk
        self.step = step  # no chunk crosses a multiple of it
        self.taken = summary.games
        self.lock = threading.Lock()
        self.done: queue.SimpleQueue[Chunk | BaseException | None] = queue.SimpleQueue()
        self.order = itertools.count()
        self.decided = False
        self.interrupted = False
        self.ahead = ahead  # saves the chunks that wait
        resumed = [] if ahead is None else ahead.usable(games, step)
        self.waiting = [(chunk.first, next(self.order), chunk) for chunk in resumed]
        self.played = deque(range(chunk.first, chunk.end) for chunk in resumed)  # games that need not be played again

    def take(self, blocks: int) -> range:
        """Return the next games to play, in order: whole blocks, or a partial one at the very end."""
        with self.lock:
            while self.played and self.played[0].start == self.taken < self.games:
                self.taken = self.played.popleft().stop
            first, size = self.taken, self.summary.size
            end = min(self.games, self.played[0].start) if self.played else self.games
            games = min(blocks * size, self.step - first % self.step, end - first)
            self.taken += games // size * size or games
            return range(first, self.taken)

    def take_no_more(self) -> None:
        """Hand out no more games; those in progress are played to the end."""
        with self.lock:
            self.games = self.taken

    def stop(self) -> None:
        """Hand out no more games; those in progress are played to the end, or dropped if that may take long."""
        self.take_no_more()
        for table in self.tables:
            table.stop()

    def interrupt(self) -> None:
        """Stop because of Ctrl-C, which may come when all games are already in progress."""
        self.interrupted = True
        self.stop()

    def work(self, table: Worker[range, Chunk]) -> None:
        """Play and hand in games, in one thread, until none are left; then hand in None."""
        try:
            size = self.chunk or 1
            while games := self.take(size):
                start = time.perf_counter()
                played = table.do(games)
                if played is None:  # stopped
                    continue
                if played.error is not None:
                    self.take_no_more()  # the first error is raised whatever the number of threads, so earlier games go on
                self.done.put(played)
                if self.chunk is None:
                    size = _next_size(size, (time.perf_counter() - start) / self.seconds)
            self.done.put(None)
        except BaseException as error:  # raised again in the thread that waits
            self.stop()
            self.done.put(error)

    def hand_in(self, chunk: Chunk) -> None:
        """Let a chunk wait for its turn, and save it unless its turn has come."""
        heapq.heappush(self.waiting, (chunk.first, next(self.order), chunk))
        if self.ahead is not None and chunk.first != self.summary.games:
            self.ahead.save(chunk)

    def in_order(self) -> list[Chunk]:
        """Return the chunks that can be counted now."""
        ready: list[Chunk] = []
        expected = self.summary.games
        while self.waiting and self.waiting[0][0] == expected:
            ready.append(heapq.heappop(self.waiting)[2])
            expected = ready[-1].end
        return ready

    def run(self, fold: Callable[[Chunk], bool]) -> None:
        """Play the match. `fold` receives the chunks in order and returns whether to stop."""
        threads = [threading.Thread(target=self.work, args=(table,), daemon=True) for table in self.tables]
        for thread in threads:
            thread.start()
        try:
            self._gather(len(threads), fold)
        finally:
            self.stop()  # after an error too, so that no agent goes on thinking
        for thread in threads:
            thread.join()

    def _gather(self, working: int, fold: Callable[[Chunk], bool]) -> None:
        """Count the resumed chunks, then those that the `working` threads hand in until all have ended."""
        self._fold_ready(fold)
        while working > 0:
            report = self.done.get()
            if isinstance(report, BaseException):
                raise report
            if report is None:
                working -= 1
                continue
            self.hand_in(report)
            self._fold_ready(fold)

    def _fold_ready(self, fold: Callable[[Chunk], bool]) -> None:
        """Count the chunks whose turn has come."""
        for chunk in self.in_order():
            if chunk.error is not None:
                raise chunk.error
            if not self.decided and fold(chunk):
                self.decided = True
                self.stop()
            if self.ahead is not None:
                self.ahead.discard(self.summary.games)


def _next_size(size: int, taken: float) -> int:
    """Return how many blocks to play next: more if the last were fast, fewer if slow. `taken`: time used / time intended."""
    if taken < 1 / 2:
        return size * 2
    return max(size // 2, 1) if taken > 2 else size


class _Fold:
    """Where the chunks go, in order: the summary, the tally, the returned rows, the store, the sequential test."""

    def __init__(
        self, summary: Summary, until: Until | None, progress: Progress | None, store: Store | None, keep: bool
    ) -> None:
        self.summary = summary
        self.until = until
        self.progress = progress
        self.store = store
        self.saved: list[Numbers] | None = [] if keep else None
        self.tally = store.tally if store is not None else None
        self.verdict: str | None = None
        self.resumed = 0

    def resume(self, store: Store) -> None:
        """Count the games in the store; the sequential test is run at the same points as during play."""
        for rows in store.finished(self.summary.size):
            self._count(rows)
            if self.verdict is not None:
                break
        if self.progress is not None:
            self.progress(self.summary.games)

    def __call__(self, chunk: Chunk) -> bool:
        """Count a chunk; return whether the match is decided."""
        rows = self._count(chunk.rows)
        self.tally = chunk.tally if self.tally is None else merged([self.tally, chunk.tally])
        if self.store is not None:
            self.store.append(self.summary.games - len(rows), rows, self.tally)
        if chunk.resumed:
            self.resumed += len(rows)
        if self.progress is not None:
            self.progress(len(rows))
        return self.verdict is not None

    def _count(self, rows: Numbers) -> Numbers:
        """Add rows until the sequential test reaches a verdict; return the rows that were added."""
        if self.until is None:
            self.summary.add(rows)
        else:
            rows = self._judged(rows)
        if self.saved is not None:
            self.saved.append(rows)
        return rows

    def _judged(self, rows: Numbers) -> Numbers:
        step = CHECKED_BLOCKS * self.summary.size
        counted = 0
        while counted < len(rows) and self.verdict is None:
            until_check = step - self.summary.games % step
            part = rows[counted : counted + until_check]
            self.summary.add(part)
            counted += len(part)
            if self.until is not None and self.summary.games % step == 0:
                self.verdict = self.until(self.summary)
        return rows[:counted]


def play_match(
    box: Box,
    agents: Sequence[Agent],
    games: int,
    seed: int = 0,
    jobs: Jobs = 1,
    *,
    store: Store | None = None,
    progress: Progress | None = None,
    **options: Unpack[MatchOptions],
) -> MatchResult:
    """Play a match; `jobs`: the number of threads, or an executor (see `executors`).

    `store` saves finished games, and a later call resumes from them; `progress` is called with the games of each chunk.
    """
    how: MatchOptions = {**DEFAULTS, **options}
    if unknown := how.keys() - DEFAULTS.keys():
        raise TypeError(f"play_match has no option {', '.join(sorted(unknown))}; its options are {', '.join(DEFAULTS)}")
    seats, watch_level, until, chunk = how["seats"], how["watch_level"], how["until"], how["chunk"]
    executor = executor_of(jobs)
    check_match(agents, games, seed, executor.jobs)
    check_seats(seats, len(agents))
    specs = [agent.spec for agent in agents]
    summary = Summary(len(agents), len(seatings(seats, len(agents))), how["ordered"], twins(seats, specs))
    if store is not None:
        store.open(box, specs, seed, seats)
    fold = _Fold(summary, until, progress, store, how["keep_rows"])
    ahead = None
    if store is not None:
        fold.resume(store)
        ahead = _ahead(store, agents, summary, watch_level)
    saved = summary.games
    interrupted = False
    start = time.perf_counter()
    if summary.games < games and fold.verdict is None:
        blocks = -(-(games - summary.games) // summary.size)
        job = TableJob(box, tuple(agents), seed, seats, watch_level)
        tables = executor.start_workers(job, min(executor.jobs, blocks))
        start = time.perf_counter()  # without the time to compile agents
        # a tally cannot be cut where the question is answered, so chunks end wherever the question is asked
        step = games if until is None or watch_level == NOT_WATCHED else CHECKED_BLOCKS * summary.size
        match = _Match(tables, summary, games, chunk, step, ahead, executor.seconds)
        with stopped_by_ctrl_c(match.interrupt):
            match.run(fold)
        interrupted = match.interrupted
    return MatchResult(
        rules=box.name,
        rules_version=box.version,
        overrides=dict(box.overrides),
        agents=tuple(specs),
        seed=seed,
        seats=seats,
        wanted=games,
        summary=summary,
        saved=saved,
        saved_ahead=fold.resumed,
        ahead=0 if ahead is None else ahead.games,
        seconds=time.perf_counter() - start,
        tally=fold.tally,
        rows=None if fold.saved is None else np.concatenate([*fold.saved, np.zeros((0, COLUMNS), np.int64)]),
        verdict=fold.verdict,
        interrupted=interrupted,
    )


def _ahead(store: Store, agents: Sequence[Agent], summary: Summary, watch_level: int) -> Ahead | None:
    """Return the folder for chunks that finish early, if an agent thinks; compiled games are quickly played again."""
    if not any(agent.is_python for agent in agents):
        return None
    ahead = Ahead(store.folder / "ahead", summary.size, watch_level)
    ahead.discard(summary.games)
    return ahead
