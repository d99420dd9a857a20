"""The thinkers of a server: processes of their own that answer questions, so that no thought delays the table of another.

    thinkers = Thinkers(workers=2)
    await thinkers.start()
    answer = await thinkers.decide(question)

There are four rooms: one for quick agents, one for slow ones, one, at lower priority, for what may wait: odds and hints, and
one with a single process, at the lowest, for reviews.
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

LIMIT = 60.0  # seconds that a question may take
LEAST_PRIORITY = 10
PROCESSES = multiprocessing.get_context("forkserver")


class ThinkingError(RentierError):
    """A question that has no answer: the agent broke the rules, its process died, or it took too long."""


class Dropped(ThinkingError):  # noqa: N818 - named for what happened
    """A question that nobody needs answered any more: a newer one of the same table came."""


@dataclass
class _Waiting:
    """A question in the queue; of those with the same `about` only the newest is answered."""

    question: Any
    about: tuple[str, ...] | None
    answer: asyncio.Future[Any]


class Thinkers:
    """The rooms of the server's thinkers. `limit`: seconds after which a question fails and its process is replaced."""

    def __init__(self, workers: int, limit: float = LIMIT) -> None:
        self._quick = _Room(workers, limit)
        self._slow = _Room(workers, limit)
        self._patient = _Room(max(workers // 2, 1), limit, nice=LEAST_PRIORITY, newest_first=True)
        self._reviewing = _Room(1, limit, nice=2 * LEAST_PRIORITY)
        self._rooms = (self._quick, self._slow, self._patient, self._reviewing)

    async def start(self) -> None:
        """Start the processes; what they share is loaded once, before the first of them."""
        PROCESSES.set_forkserver_preload(["rentier.web.preload"])
        for room in self._rooms:
            await room.start()

    async def close(self) -> None:
        """End all processes; questions under way fail."""
        for room in self._rooms:
            await room.close()

    async def decide(self, question: Question) -> Answer:
        """An agent's decision."""
        try:
            room = self._slow if is_slow(question.agent) else self._quick
        except RentierError as error:  # its file is gone
            raise ThinkingError(str(error)) from None
        answer: Answer = await room.ask(question)
        return answer

    async def odds(self, question: OddsQuestion) -> dict[str, Any]:
        """The odds of a table: `seats`, each with `seat`, `share`, `low` and `high`, and the number of `rollouts`."""
        found: dict[str, Any] = await self._patient.ask(question, question.about)
        return found

    async def hint(self, question: HintQuestion) -> dict[str, Any]:
        """What an agent would do: its `choice` and the `candidates`, as texts."""
        found: dict[str, Any] = await self._patient.ask(question, question.about)
        return found

    async def review(self, question: Any) -> Any:
        """What a slice of a review has found."""
        return await self._reviewing.ask(question)

    @property
    def processes(self) -> list[int]:
        """The process ids of all workers."""
        return [worker.pid for room in self._rooms for worker in room.workers]


class _Room:
    """Some workers and the questions that wait for them."""

    def __init__(self, workers: int, limit: float, nice: int = 0, newest_first: bool = False) -> None:
        self.workers: list[_Worker] = []
        self._number = workers
        self._limit = limit
        self._nice = nice
        self._newest_first = newest_first
        self._queue: deque[_Waiting] = deque()
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers, and for each a task that hands it questions."""
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
        while self._queue:
            _fail(self._queue.popleft(), ThinkingError("the server is closing"))

    async def ask(self, question: Any, about: tuple[str, ...] | None = None) -> Any:
        """Wait for an answer; an older question about the same is dropped if it still waits."""
        waiting = _Waiting(question, about, asyncio.get_running_loop().create_future())
        async with self._news:
            for older in [one for one in self._queue if about is not None and one.about == about]:
                self._queue.remove(older)
                _fail(older, Dropped("a newer question of this table was asked"))
            self._queue.append(waiting)
            self._news.notify()
        return await waiting.answer

    async def _work(self, place: int) -> None:
        """Hand one worker questions, and put another in its place when it is lost."""
        while True:
            async with self._news:
                await self._news.wait_for(lambda: self._queue)
                waiting = self._queue.pop() if self._newest_first else self._queue.popleft()
            if waiting.answer.done():  # whoever asked has gone
                continue
            await self._answer(place, waiting)

    async def _answer(self, place: int, waiting: _Waiting) -> None:
        """Let a worker think."""
        if not self.workers[place].alive:  # it died while nobody asked it anything
            await self._replace(place)
        try:
            async with asyncio.timeout(self._limit):
                found, error = await self.workers[place].ask(waiting.question)
        except TimeoutError:
            _fail(waiting, ThinkingError(f"no answer within {self._limit:g} s"))
            await self._replace(place)
        except (EOFError, OSError):
            _fail(waiting, ThinkingError("the process that was thinking has died"))
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
        """Put another worker in the place of one that is lost."""
        self.workers[place].end()
        self.workers[place] = await asyncio.to_thread(_Worker, self._nice)


def _fail(waiting: _Waiting, error: ThinkingError) -> None:
    """Tell whoever still waits that there is no answer."""
    if not waiting.answer.done():
        waiting.answer.set_exception(error)


class _Worker:
    """One process and the line to it."""

    def __init__(self, nice: int) -> None:
        self._line: Connection[Any, Any]
        self._line, theirs = PROCESSES.Pipe()
        self._process = PROCESSES.Process(target=answer_questions, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return int(self._process.pid or 0)

    @property
    def alive(self) -> bool:
        """Whether the process runs, while nothing is asked of it: then all there is to hear is that its line is cut."""
        return self._process.is_alive() and not self._line.poll()

    async def ask(self, question: Any) -> tuple[Any, str | None]:
        """What the process answers, and the error."""
        loop = asyncio.get_running_loop()
        heard = asyncio.Event()
        self._line.send(question)
        loop.add_reader(self._line.fileno(), heard.set)
        try:
            await heard.wait()
        finally:
            loop.remove_reader(self._line.fileno())
        found: tuple[Any, str | None] = self._line.recv()
        return found

    def end(self) -> None:
        """End the process, whatever it is at."""
        with contextlib.suppress(OSError):
            self._line.close()
        self._process.kill()
        self._process.join()
