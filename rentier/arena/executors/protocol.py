"""What an executor is: whoever has work names a job, starts workers for it, and has a thread wait for each of them.

    job = TableJob(box, agents, seed, seats, watch_level)
    for worker in executor.start_workers(job, executor.jobs):
        chunk = worker.do(range(0, 40))

A job is a description that can be sent anywhere; a worker is what it makes there. What comes of a piece of work depends on
the job and the piece alone, not on where, when or how often it is done. So results are the same everywhere, and a piece whose
worker was lost is done again.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

Work_contra = TypeVar("Work_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
Work = TypeVar("Work")
Result = TypeVar("Result")


class Worker(Protocol[Work_contra, Result_co]):
    """Does one piece of work after the other."""

    def do(self, work: Work_contra, /) -> Result_co | None:
        """Do a piece of work; None where it was dropped because the worker was stopped."""

    def stop(self) -> None:
        """Take up nothing more; what is under way may be dropped. Called from another thread."""


class Job(Protocol[Work_contra, Result_co]):
    """What a worker needs to know of all pieces of work of one kind; it can be pickled."""

    def worker(self) -> Worker[Work_contra, Result_co]:
        """A new worker, in the process that works."""


class Executor(Protocol):
    """A place where work is done."""

    @property
    def jobs(self) -> int:
        """How many workers it has room for at once."""

    @property
    def seconds(self) -> float:
        """How long a piece of work should take, so that handing it over does not count."""

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """So many workers of a job. Each is waited for by a thread of its own."""

    def close(self) -> None:
        """End all workers."""
