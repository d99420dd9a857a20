"""Orders: what is asked for when a table is reproduced."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rentier.arena.executors import Jobs
from rentier.arena.match import Progress
from rentier.papers.works import PaperTable


@dataclass(frozen=True)
class Order:
    """A table to make. `asked`: games per match, trial or run, if that differs from the table's own number.

    `jobs`: where games are played; `progress` is called with the number of games played; `out`: the folder in which finished
    games are saved, and from which the table is resumed (see `saved`).
    """

    table: PaperTable
    asked: int | None = None
    seed: int = 0
    jobs: Jobs = 1
    progress: Progress | None = None
    out: Path | None = None

    @property
    def games(self) -> int:
        """Games per match, trial or run."""
        return self.asked or self.table.default_games
