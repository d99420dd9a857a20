"""What is asked for when a table is made again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rentier.arena.executors import Jobs
from rentier.arena.match import Progress
from rentier.papers.works import PaperTable


@dataclass(frozen=True)
class Order:
    """A table to be made. `asked`: games a match, a trial or a run, where that is not the table's own number.

    `jobs`: where games are played; `progress` is called with how many were; `out`: a folder that keeps what is finished and
    has what was kept before (see `kept`).
    """

    table: PaperTable
    asked: int | None = None
    seed: int = 0
    jobs: Jobs = 1
    progress: Progress | None = None
    out: Path | None = None

    @property
    def games(self) -> int:
        """Games a match, a trial or a run."""
        return self.asked or self.table.usual_games
