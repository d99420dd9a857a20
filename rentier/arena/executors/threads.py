"""Threads of this process: compiled games run on them in parallel, agents that think in Python take turns."""

from __future__ import annotations

from dataclasses import dataclass

from rentier.arena.executors.protocol import Job, Result, Work, Worker


@dataclass(frozen=True)
class Threads:
    """A number of threads. They are the caller's own, so nothing has to be handed over."""

    jobs: int
    seconds: float = 0.1  # a call costs about a millisecond

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Create the workers here."""
        return [job.worker() for _ in range(number)]

    def close(self) -> None:
        """Do nothing: threads end with their work."""
