"""Pools: results in order, each worker used by one thread at a time, a bounded number of items ahead, stopping, errors."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import pytest

from rentier.errors import Stopped
from rentier.pools import AHEAD, Pool


class Worker:
    """Knows how many threads use it at once."""

    def __init__(self) -> None:
        self.busy = self.most = 0

    def square(self, number: int) -> int:
        """Return a square; later numbers are done sooner."""
        self.busy += 1
        self.most = max(self.most, self.busy)
        time.sleep(0.02 / (number + 1))
        self.busy -= 1
        return number * number


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    with Pool([Worker() for _ in range(jobs)]) as pool:
        assert list(pool.map(Worker.square, range(40))) == [number * number for number in range(40)]
        assert list(pool.map(Worker.square, [])) == []
        assert all(worker.most <= 1 for worker in pool.workers)


@pytest.mark.parametrize("jobs", [1, 3])
def test_items_are_taken_a_few_ahead(jobs: int) -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    with Pool([Worker() for _ in range(jobs)]) as pool:
        assert list(itertools.islice(pool.map(Worker.square, numbers()), 5)) == [0, 1, 4, 9, 16]
    assert 5 <= len(taken) <= 5 + AHEAD * jobs


def test_all_workers_work_at_once() -> None:
    together = threading.Barrier(3, timeout=10)

    def meet(worker: int) -> int:
        together.wait()
        return 10 * worker

    with Pool(range(3)) as pool:
        assert pool.each(meet) == [0, 10, 20]


@pytest.mark.parametrize("jobs", [1, 4])
def test_the_first_error_in_order_is_raised(jobs: int) -> None:
    def fail(worker: Worker, number: int) -> int:
        if number in (7, 9):
            raise ValueError(number)
        return worker.square(number)

    with Pool([Worker() for _ in range(jobs)]) as pool:
        squares = pool.map(fail, range(20))
        assert [next(squares) for _ in range(7)] == [number * number for number in range(7)]
        with pytest.raises(ValueError, match="7"):
            next(squares)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_pool_yields_what_was_begun_and_begins_nothing_more(jobs: int) -> None:
    begun, found = [], []

    def begin(worker: Worker, number: int) -> int:
        begun.append(number)
        return worker.square(number)

    def take_all(pool: Pool[Worker]) -> None:
        for square in pool.map(begin, itertools.count()):
            found.append(square)
            if len(found) == 3:
                pool.stop()

    with Pool([Worker() for _ in range(jobs)]) as pool, pytest.raises(Stopped):
        take_all(pool)
    assert found == [number * number for number in range(len(found))]
    assert 3 <= len(found) <= len(begun) <= 3 + AHEAD * jobs


def test_leaving_a_pool_early_waits_only_for_current_work() -> None:
    begun = []

    def begin(worker: Worker, number: int) -> None:
        begun.append(number)
        time.sleep(0.05)

    with Pool([Worker(), Worker()]) as pool:
        next(pool.map(begin, range(1000)))
    assert len(begun) <= 6
