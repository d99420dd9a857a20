"""The interface of executors: a caller describes a job, starts workers for it, and lets one thread wait for each worker.

    job = TableJob(box, agents, seed, seats, watch_level)
    for worker in executor.start_workers(job, executor.jobs):
        chunk = worker.do(range(0, 40))

A job is a description that can be sent anywhere; a worker is created from it where the work is done. The result of a piece of
work depends only on the job and the piece, not on where, when or how often it is done. So results are the same everywhere, and
a piece whose worker was lost is simply done again.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

Work_contra = TypeVar("Work_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)
Work = TypeVar("Work")
Result = TypeVar("Result")


class Worker(Protocol[Work_contra, Result_co]):
    """A worker that does one piece of work after another."""

    def do(self, work: Work_contra, /) -> Result_co | None:
        """Do a piece of work; return None if it was dropped because the worker was stopped."""

    def stop(self) -> None:
        """Start no more work; the current piece may be dropped. Called from another thread."""


class Job(Protocol[Work_contra, Result_co]):
    """What a worker needs to know to do pieces of work; it can be pickled."""

    def worker(self) -> Worker[Work_contra, Result_co]:
        """Create a worker, in the process that does the work."""


class Executor(Protocol):
    """A place where work is done."""

    @property
    def jobs(self) -> int:
        """The number of workers that can run at once."""

    @property
    def seconds(self) -> float:
        """How long a piece of work should take for the cost of handing it over not to matter."""

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Return `number` workers for a job. The caller waits for each in a separate thread."""

    def close(self) -> None:
        """End all workers."""
