"""Reviews under way: slices of work, one of each game in turn; what is found is kept, and outlives the server."""

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
from rentier.web.findings import Found, begin_anew, keep_chances, keep_end, keep_reviews, read_found, unfinished
from rentier.web.judging import LastSlice, LookSlice, Slice
from rentier.web.refusals import FULL, Refused
from rentier.web.store import Store

USUAL_ROLLOUTS = FEWEST_ROLLOUTS
MOST_ROLLOUTS = 200
MOST_DECISIONS = 5_000
MOST_UNDER_WAY = 50
STRIDES = (16, 4, 1)  # the graph is drawn coarsely first
MOST_FAILURES = 3
A_SLICE = 60  # decisions that a process is asked about at once; mostly its time is over sooner

Think = Callable[[Any], Awaitable[Any]]
FindRecord = Callable[[str], Awaitable[tuple[str, int]]]  # as another process reads it, and how many decisions it has


@dataclass
class Work:
    """One review under way. `dropped`: it was begun anew meanwhile."""

    game: str
    found: Found
    record: str = ""
    decisions: int = 0
    dropped: bool = False
    failures: int = 0


class Reviews:
    """All reviews of a server. `think` asks a process of low priority."""

    def __init__(self, store: Store, think: Think, find_record: FindRecord) -> None:
        self._store = store
        self._think = think
        self._find_record = find_record
        self._under_way: dict[str, Work] = {}
        self._queue: deque[Work] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up what was not finished when the server ended."""
        for game in await self._store.read(unfinished):
            found = await self._find(game)
            if found is not None:
                self._enter(Work(game, found))
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop; what was found is kept."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def begin(self, game: str, rollouts: int | None, decisions: int) -> None:
        """Begin a review, or go on with it; it begins anew where more rollouts are asked for than it has, or it failed."""
        known = await self._find(game)
        if known is not None and known.error is None and (rollouts or 0) <= known.rollouts:
            return
        if decisions > MOST_DECISIONS:
            raise Refused(f"the game has {decisions} decisions; {MOST_DECISIONS} is the most for a review on the page")
        if game not in self._under_way and len(self._under_way) >= MOST_UNDER_WAY:
            raise Refused(f"{MOST_UNDER_WAY} reviews are under way; come back when some are done", FULL)
        work = Work(game, Found(rollouts or USUAL_ROLLOUTS))
        self._enter(work)
        await self._store.write(lambda connection: begin_anew(connection, game, work.found.rollouts))

    async def report(self, game: str, decisions: int) -> dict[str, Any] | None:
        """How far the review of a game has come, and what it has found; None where nobody asked for it."""
        found = await self._find(game)
        return None if found is None else found.report(decisions)

    async def _find(self, game: str) -> Found | None:
        if game in self._under_way:
            return self._under_way[game].found
        return await self._store.read(lambda connection: read_found(connection, game))

    def _enter(self, work: Work) -> None:
        if work.game in self._under_way:
            self._under_way[work.game].dropped = True
        self._under_way[work.game] = work
        self._queue.append(work)
        self._news.set()

    # the work

    async def _work(self) -> None:
        """One slice of each review in turn, as long as there are any."""
        while True:
            while not self._queue:
                self._news.clear()
                await self._news.wait()
            work = self._queue.popleft()
            try:
                await self._go_on(work)
            except RentierError as error:
                await self._fail(work, str(error))
            if work.dropped:
                continue
            if work.found.verdict is None and work.found.error is None:
                self._queue.append(work)
            else:
                del self._under_way[work.game]

    async def _fail(self, work: Work, error: str) -> None:
        """A slice has failed: its process may have died, so it is tried again; a few times."""
        work.failures += 1
        if work.failures == MOST_FAILURES:
            await self._keep(work, partial(keep_end, error=error))
            work.found.error = error

    async def _go_on(self, work: Work) -> None:
        """One slice: of the chances first, then of the reviews of decisions, and the verdict at last."""
        if not work.record:
            work.record, work.decisions = await self._find_record(work.game)
        found, game = work.found, (work.record, work.found.rollouts)
        unknown = [number for number in coarse_first(work.decisions) if number not in found.chances]
        unseen = [number for number in range(1, work.decisions + 1) if number not in found.reviews]
        if unknown:
            chances = await self._think(Slice(*game, tuple(unknown[:A_SLICE])))
            await self._keep(work, partial(keep_chances, chances=chances))
            found.chances |= chances
        elif unseen:
            seen = await self._think(LookSlice(*game, tuple(unseen[:A_SLICE])))
            await self._keep(work, partial(keep_reviews, seen=seen))
            found.reviews |= seen
        else:
            verdict = await self._think(LastSlice(*game, [found.reviews[number] for number in sorted(found.reviews)]))
            await self._keep(work, partial(keep_end, verdict=verdict))
            found.verdict = verdict

    async def _keep(self, work: Work, keep: Callable[[Connection, str], None]) -> None:
        """Write what was found, unless the review was begun anew: then the rows are another's."""
        if not work.dropped:
            await self._store.write(lambda connection: keep(connection, work.game))


def coarse_first(decisions: int) -> list[int]:
    """The numbers of all decisions: every sixteenth first, so that a graph is soon there."""
    return list(dict.fromkeys(number for stride in STRIDES for number in range(1, decisions + 1, stride)))
