"""Worker processes that answer questions, so that a slow agent does not delay other tables.

    thinkers = Thinkers(workers=2)
    await thinkers.start()
    answer = await thinkers.decide(question)

There are five pools: for quick agents, for slow agents, for odds and hints at lower priority, and two with a single process
each: for what people send, and at the lowest priority for reviews.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from rentier.errors import RentierError
from rentier.web.thoughts import Answer, HintQuestion, OddsQuestion, Question, is_slow
from rentier.web.worker import answer_questions

LIMIT = 60.0  # seconds per question
READING_LIMIT = 20.0  # seconds for a text from people
LEAST_PRIORITY = 10
PROCESSES = multiprocessing.get_context("forkserver")


class ThinkingError(RentierError):
    """A question without an answer: the agent broke the rules, its process died, or it took too long."""


class Dropped(ThinkingError):  # noqa: N818 - named for what happened
    """A question that was replaced by a newer one from the same table."""


class TooSlow(ThinkingError):  # noqa: N818 - named for what happened
    """A question whose answer is no longer waited for; its process keeps thinking."""


@dataclass
class _Waiting:
    """A question in the queue; of those with the same `topic`, only the newest is answered."""

    question: Any
    topic: tuple[str, ...] | None
    answer: asyncio.Future[Any]


class Thinkers:
    """The worker pools. `limit`: seconds after which a question fails and its process is replaced."""

    def __init__(self, workers: int, limit: float = LIMIT) -> None:
        self._quick = _Pool(workers, limit)
        self._slow = _Pool(workers, limit)
        self._background = _Pool(max(workers // 2, 1), limit, nice=LEAST_PRIORITY, newest_first=True)
        self._reviewing = _Pool(1, limit, nice=2 * LEAST_PRIORITY)
        self._reading = _Pool(1, min(limit, READING_LIMIT), nice=LEAST_PRIORITY, large=True)
        self._pools = (self._quick, self._slow, self._background, self._reading, self._reviewing)

    async def start(self) -> None:
        """Start the processes; shared modules are loaded once, before they are forked."""
        PROCESSES.set_forkserver_preload(["rentier.web.preload"])
        for pool in self._pools:
            await pool.start()

    async def close(self) -> None:
        """End all processes; pending questions fail."""
        for pool in self._pools:
            await pool.close()

    async def decide(self, question: Question, agents_alone: bool = False, patience: float | None = None) -> Answer:
        """Return an agent's decision; those at tables without people wait for those with people.

        `patience`: seconds to wait for an agent that may be slow. Its process is not replaced: a new one would be even slower.
        """
        try:
            pool = self._slow if is_slow(question.agent) else self._quick
        except RentierError as error:  # for example, its file is gone
            raise ThinkingError(str(error)) from None
        try:
            async with asyncio.timeout(patience if pool is self._slow else None):
                answer: Answer = await pool.ask(question, later=agents_alone)
        except TimeoutError:
            raise TooSlow(f"no answer within {patience:g} s") from None
        return answer

    async def odds(self, question: OddsQuestion, agents_alone: bool = False) -> dict[str, Any]:
        """Return the odds at a table: `seats`, each with `seat`, `agent`, `share`, `low` and `high`, and the `rollouts`."""
        found: dict[str, Any] = await self._background.ask(question, question.topic, agents_alone)
        return found

    async def hint(self, question: HintQuestion) -> dict[str, Any]:
        """Return what an agent would do: its `choice` and the `candidates`, as texts."""
        found: dict[str, Any] = await self._background.ask(question, question.topic)
        return found

    async def review(self, question: Any) -> Any:
        """Run a slice of a review."""
        return await self._reviewing.ask(question)

    async def read(self, question: Any) -> Any:
        """Return what a text from people, or a long game, says."""
        return await self._reading.ask(question)

    @property
    def processes(self) -> list[int]:
        """The process ids of all workers."""
        return [worker.pid for pool in self._pools for worker in pool.workers]


class _Pool:
    """A pool of workers with a queue of questions; `large`: questions and answers may have megabytes."""

    def __init__(self, workers: int, limit: float, nice: int = 0, newest_first: bool = False, large: bool = False) -> None:
        self.workers: list[_Worker] = []
        self._number = workers
        self._limit = limit
        self._nice = nice
        self._newest_first = newest_first
        self._large = large
        self._queue: deque[_Waiting] = deque()
        self._later: deque[_Waiting] = deque()  # asked when the queue is empty
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers, and a task for each that gives it questions."""
        for _ in range(self._number):
            self.workers.append(await asyncio.to_thread(_Worker, self._nice))
        self._tasks = [asyncio.create_task(self._work(place)) for place in range(self._number)]

    async def close(self) -> None:
        """End the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            worker.end()
        for queue in (self._queue, self._later):
            while queue:
                _fail(queue.popleft(), ThinkingError("the server is closing"))

    async def ask(self, question: Any, topic: tuple[str, ...] | None = None, later: bool = False) -> Any:
        """Wait for the answer; an older question with the same topic is dropped. One for `later` lets all others go first."""
        waiting = _Waiting(question, topic, asyncio.get_running_loop().create_future())
        async with self._news:
            for queue in (self._queue, self._later):
                for older in [one for one in queue if topic is not None and one.topic == topic]:
                    queue.remove(older)
                    _fail(older, Dropped("replaced by a newer question from this table"))
            (self._later if later else self._queue).append(waiting)
            self._news.notify()
        return await waiting.answer

    async def _work(self, place: int) -> None:
        """Give one worker questions, one after the other."""
        while True:
            async with self._news:
                await self._news.wait_for(lambda: self._queue or self._later)
                queue = self._queue or self._later
                waiting = queue.pop() if self._newest_first else queue.popleft()
            if waiting.answer.done():  # the caller is gone
                continue
            await self._answer(place, waiting)

    async def _answer(self, place: int, waiting: _Waiting) -> None:
        """Let a worker answer a question; replace the worker if it fails."""
        if not self.workers[place].alive:  # it died while idle
            await self._replace(place)
        try:
            async with asyncio.timeout(self._limit):
                worker = self.workers[place]
                found, error = await (worker.ask_at_length if self._large else worker.ask)(waiting.question)
        except TimeoutError:
            _fail(waiting, ThinkingError(f"no answer within {self._limit:g} s"))
            await self._replace(place)
        except (EOFError, OSError):
            _fail(waiting, ThinkingError("the worker process has died"))
            await self._replace(place)
        except asyncio.CancelledError:
            _fail(waiting, ThinkingError("the server is closing"))
            raise
        else:
            if error is not None:
                _fail(waiting, ThinkingError(error))
            elif not waiting.answer.done():
                waiting.answer.set_result(found)

    async def _replace(self, place: int) -> None:
        """Replace a worker."""
        self.workers[place].end()
        self.workers[place] = await asyncio.to_thread(_Worker, self._nice)


def _fail(waiting: _Waiting, error: ThinkingError) -> None:
    """Fail a question, unless its caller is gone."""
    if not waiting.answer.done():
        waiting.answer.set_exception(error)


class _Worker:
    """One process and the connection to it."""

    def __init__(self, nice: int) -> None:
        self._line: Connection[Any, Any]
        self._line, theirs = PROCESSES.Pipe()
        self._process = PROCESSES.Process(target=answer_questions, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The process id."""
        return int(self._process.pid or 0)

    @property
    def alive(self) -> bool:
        """Whether an idle process is running; the only thing it could send is the end of the connection."""
        return self._process.is_alive() and not self._line.poll()

    async def ask(self, question: Any) -> tuple[Any, str | None]:
        """Send a question; return (answer, None) or (None, error)."""
        self._line.send(question)
        await self._heard()
        found: tuple[Any, str | None] = self._line.recv()
        return found

    async def ask_at_length(self, question: Any) -> tuple[Any, str | None]:
        """Like `ask`, with threads that wait for what does not fit into the connection."""
        await asyncio.to_thread(self._line.send, question)
        await self._heard()
        found: tuple[Any, str | None] = await asyncio.to_thread(self._line.recv)
        return found

    async def _heard(self) -> None:
        """Wait for the beginning of an answer."""
        loop = asyncio.get_running_loop()
        heard = asyncio.Event()
        loop.add_reader(self._line.fileno(), heard.set)
        try:
            await heard.wait()
        finally:
            loop.remove_reader(self._line.fileno())

    def end(self) -> None:
        """Kill the process, on which a thread may still wait, and close the connection."""
        self._process.kill()
        self._process.join()
        with contextlib.suppress(OSError):
            self._line.close()
