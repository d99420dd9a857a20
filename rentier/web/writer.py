"""The writer thread: it commits all pending writes in one transaction."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
MOST_TOGETHER = 500


class Writer:
    """Writes rows in groups, because committing many rows takes no longer than committing one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Work[Any], Future[Any]] | None] = queue.SimpleQueue()
        # a daemon: a server that could not start need not wait for this thread
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work[Result]) -> Result:
        """Run a write, and return when it is committed. It may run twice, if the first transaction is rolled back."""
        done: Future[Result] = Future()
        self._waiting.put((work, done))
        return await asyncio.shield(asyncio.wrap_future(done))

    def close(self) -> None:
        """Finish all pending writes, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            group = [self._waiting.get()]
            while not self._waiting.empty() and len(group) < MOST_TOGETHER:
                group.append(self._waiting.get())
            going_on = None not in group
            jobs = [job for job in group if job is not None]
            if jobs:
                self._write_group(jobs)

    def _write_group(self, jobs: list[tuple[Work[Any], Future[Any]]]) -> None:
        """Write all in one transaction; if that fails, each in its own, so that only the faulty one fails."""
        try:
            with self._engine.begin() as connection:
                results = [work(connection) for work, _ in jobs]
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
            else:
                for job in jobs:
                    self._write_group([job])
            return
        for (_, done), result in zip(jobs, results, strict=True):
            done.set_result(result)
