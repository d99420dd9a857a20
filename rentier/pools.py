"""Work on several threads by workers that are created once: each is used by one thread at a time, and results come in order.

    with Pool([Room(box) for _ in range(jobs)]) as pool:
        for result in pool.map(Room.play, chunks):
            ...

A pool with one worker works in the caller's thread. Workers may be those of an executor of the arena; then a thread waits for
each.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, Self, TypeVar

from rentier.errors import Stopped

AHEAD = 8  # items per worker that may be in progress or done before their turn

Worker = TypeVar("Worker")
Item = TypeVar("Item")
Result = TypeVar("Result")


class Pool(Generic[Worker]):
    """Workers with a thread each. Threads start when they are first needed and stay until `close`."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = list(workers)
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self.workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(len(self.workers))
        self._stopped = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        self.close()

    def map(self, work: Callable[[Worker, Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Let free workers work on the items; yield the results, or raise the first error, in the order of the items.

        Only a few items are taken ahead of the results, so there may be any number of them.
        """

        def work_on(item: Item) -> Result:
            if self._stopped.is_set():
                raise Stopped
            worker = self._free.get()
            try:
                return work(worker, item)
            finally:
                self._free.put(worker)

        return self._in_order(work_on, items)

    def each(self, work: Callable[[Worker], Result]) -> list[Result]:
        """Let all workers work at the same time; return the results in the order of the workers."""
        return list(self._in_order(work, self.workers))

    def stop(self) -> None:
        """Begin no more items: `map` yields what was begun, up to the first item that was not, and raises `Stopped`."""
        self._stopped.set()

    def close(self) -> None:
        """End the threads after they finish their current work."""
        self._threads.shutdown(cancel_futures=True)

    def _in_order(self, work: Callable[[Any], Result], items: Iterable[Any]) -> Iterator[Result]:
        """Do the work on every item, several at once, and yield the results in order."""
        if len(self.workers) == 1:
            yield from map(work, items)
            return
        coming = iter(items)
        under_way: deque[Future[Result]] = deque()
        try:
            while True:
                for item in itertools.islice(coming, AHEAD * len(self.workers) - len(under_way)):
                    under_way.append(self._threads.submit(work, item))
                if not under_way:
                    return
                yield under_way.popleft().result()
        finally:
            for future in under_way:
                future.cancel()
