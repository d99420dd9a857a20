"""Threads of this process: compiled games are played side by side on them, agents that think in Python take turns."""

from __future__ import annotations

from dataclasses import dataclass

from rentier.arena.executors.protocol import Job, Result, Work, Worker


@dataclass(frozen=True)
class Threads:
    """So many threads. They are those of whoever has the work, so there is nothing to hand over."""

    jobs: int
    seconds: float = 0.1  # a call costs about a millisecond

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Workers made here."""
        return [job.worker() for _ in range(number)]

    def close(self) -> None:
        """Threads end with their work."""
