"""Reviews in progress: they take turns, one slice of work each; findings are saved and survive a restart.

When nobody is waiting for a review, finished games of people are reviewed unasked, the latest first, so that their mistakes
become puzzles. Tutorials are not.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection

from rentier.analysis.options import FEWEST_ROLLOUTS
from rentier.errors import RentierError
from rentier.web.findings import (
    Findings,
    games_to_review,
    read_findings,
    restart,
    restart_outdated,
    save_chances,
    save_end,
    save_reviews,
    unfinished,
)
from rentier.web.judging import DecisionSlice, LastSlice, Slice
from rentier.web.refusals import FULL, Refused
from rentier.web.schema import games
from rentier.web.store import Store, now

DEFAULT_ROLLOUTS = FEWEST_ROLLOUTS
MOST_ROLLOUTS = 200
MOST_DECISIONS = 5_000
MOST_UNDER_WAY = 50
STRIDES = (16, 4, 1)  # the chart starts coarse
MOST_FAILURES = 3
SLICE_DECISIONS = 60  # decisions per slice; its time is usually up sooner
RECENT = 7 * 86_400.0  # seconds since the end of a game that is reviewed although nobody asked for it

Think = Callable[[Any], Awaitable[Any]]
FindRecord = Callable[[str], Awaitable[tuple[str, int]]]  # the record for another process, and its number of decisions


@dataclass
class Job:
    """One review in progress. `asked`: somebody waits for it; `dropped`: it was restarted meanwhile."""

    game: str
    found: Findings
    record: str = ""
    decisions: int = 0
    asked: bool = True
    dropped: bool = False
    failures: int = 0


class Reviews:
    """All reviews on a server. `think` runs a slice in a low-priority process."""

    def __init__(self, store: Store, think: Think, find_record: FindRecord) -> None:
        self._store = store
        self._think = think
        self._find_record = find_record
        self._under_way: dict[str, Job] = {}
        self._queue: deque[Job] = deque()
        self._spare: Job | None = None  # the review that nobody asked for
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Resume the reviews that were unfinished when the server stopped, or restart them if they had another judge."""
        await self._store.write(restart_outdated)
        for game in await self._store.read(unfinished):
            found = await self._find(game)
            if found is not None:
                self._enqueue(Job(game, found))
        self._store.when_over = self._news.set
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; all findings are saved."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def begin(self, game: str, rollouts: int | None, decisions: int) -> None:
        """Begin or continue a review; restart it if it failed or if more rollouts are wanted."""
        known = await self._find(game)
        if known is not None and known.error is None and (rollouts or 0) <= known.rollouts:
            self._prefer(game)
            return
        if decisions > MOST_DECISIONS:
            raise Refused(f"the game has {decisions} decisions; reviews on the page are limited to {MOST_DECISIONS}")
        if game not in self._under_way and sum(job.asked for job in self._under_way.values()) >= MOST_UNDER_WAY:
            raise Refused(f"the server is busy with {MOST_UNDER_WAY} reviews; try again later", FULL)
        job = Job(game, Findings(rollouts or DEFAULT_ROLLOUTS))
        self._enqueue(job)
        await self._store.write(lambda connection: restart(connection, game, job.found.rollouts))

    async def report(self, game: str, decisions: int) -> dict[str, Any] | None:
        """Return the progress and findings of a review; None if there is no review."""
        found = await self._find(game)
        return None if found is None else found.report(decisions)

    async def is_expected(self, game: str) -> bool:
        """Whether a game that has no review gets one unasked."""
        wanted = games_to_review(now() - RECENT, MOST_DECISIONS).where(games.c.id == game)
        return await self._store.read(lambda connection: connection.execute(wanted).first()) is not None

    async def _find(self, game: str) -> Findings | None:
        if game in self._under_way:
            return self._under_way[game].found
        return await self._store.read(lambda connection: read_findings(connection, game))

    def _prefer(self, game: str) -> None:
        """Let a review that nobody had asked for take turns with the others, now that somebody waits for it."""
        job = self._under_way.get(game)
        if job is None or job.asked:
            return
        job.asked = True
        if self._spare is job:
            self._spare = None
            self._queue.append(job)

    def _enqueue(self, job: Job) -> None:
        if job.game in self._under_way:
            self._under_way[job.game].dropped = True
        self._under_way[job.game] = job
        self._queue.append(job)
        self._news.set()

    # working

    async def _run(self) -> None:
        """Work on one slice of each review in turn."""
        while True:
            job = await self._next()
            try:
                await self._advance(job)
            except RentierError as error:
                await self._fail(job, str(error))
            if job.dropped:
                continue
            if job.found.verdict is not None or job.found.error is not None:
                del self._under_way[job.game]
            elif job.asked:
                self._queue.append(job)
            else:
                self._spare = job

    async def _next(self) -> Job:
        """Wait for the next review to work on; one that nobody asked for comes last."""
        while True:
            self._news.clear()
            if self._queue:
                return self._queue.popleft()
            spare, self._spare = self._spare or await self._unasked(), None
            if spare is not None and not spare.dropped:
                return spare
            if spare is None:
                await self._news.wait()

    async def _unasked(self) -> Job | None:
        """Begin the review of the latest finished game of people that has none; None if all of them have one."""
        latest = games_to_review(now() - RECENT, MOST_DECISIONS).limit(1)
        game: str | None = await self._store.read(lambda connection: connection.execute(latest).scalar())
        if game is None or game in self._under_way:
            return None
        job = Job(game, Findings(DEFAULT_ROLLOUTS), asked=False)
        self._under_way[game] = job
        await self._store.write(lambda connection: restart(connection, game, DEFAULT_ROLLOUTS))
        return job

    async def _fail(self, job: Job, error: str) -> None:
        """Count a failed slice; the review fails after several, as a process may have died."""
        job.failures += 1
        if job.failures == MOST_FAILURES:
            await self._save(job, partial(save_end, error=error))
            job.found.error = error

    async def _advance(self, job: Job) -> None:
        """Work on one slice: first the win probabilities, then the decisions, last the verdict."""
        if not job.record:
            job.record, job.decisions = await self._find_record(job.game)
        found, game = job.found, (job.record, job.found.rollouts)
        unknown = [number for number in coarse_first(job.decisions) if number not in found.chances]
        unseen = [number for number in range(1, job.decisions + 1) if number not in found.reviews]
        if unknown:
            chances = await self._think(Slice(*game, tuple(unknown[:SLICE_DECISIONS])))
            await self._save(job, partial(save_chances, chances=chances))
            found.chances |= chances
        elif unseen:
            seen = await self._think(DecisionSlice(*game, tuple(unseen[:SLICE_DECISIONS])))
            await self._save(job, partial(save_reviews, seen=seen))
            found.reviews |= seen
        else:
            verdict = await self._think(LastSlice(*game, [found.reviews[number] for number in sorted(found.reviews)]))
            await self._save(job, partial(save_end, verdict=verdict))
            found.verdict = verdict

    async def _save(self, job: Job, keep: Callable[[Connection, str], None]) -> None:
        """Save findings, unless the review was restarted meanwhile."""
        if not job.dropped:
            await self._store.write(lambda connection: keep(connection, job.game))


def coarse_first(decisions: int) -> list[int]:
    """Return the numbers of all decisions, every sixteenth first, so that the chart appears soon."""
    return list(dict.fromkeys(number for stride in STRIDES for number in range(1, decisions + 1, stride)))
