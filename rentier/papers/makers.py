"""Who makes which table: a module for each way to make one, imported when it is needed, as some compile what others do not."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from rentier.arena.executors import Jobs
from rentier.arena.match import Progress
from rentier.papers.works import PaperTable

if TYPE_CHECKING:
    from rentier.papers.made import Made


class Maker(Protocol):
    """What each of these modules has."""

    def games_to_play(self, table: PaperTable, games: int | None) -> int:
        """How many games are played for a table; as many a match, trial or run as the work has unless said."""

    def make(
        self,
        table: PaperTable,
        games: int | None = None,
        seed: int = 0,
        jobs: Jobs = 1,
        progress: Progress | None = None,
        out: Path | None = None,
    ) -> Made:
        """Make a table; `out`: a folder that keeps what is finished and has what was kept before (see `kept`)."""


def maker_of(table: PaperTable) -> Maker:
    """The module that makes a table."""
    return cast(Maker, importlib.import_module(f"rentier.papers.{table.way}"))


if TYPE_CHECKING:  # so that mypy holds the modules to the protocol
    from rentier.papers import evolution, exact, matches, studies, training

    MAKERS: tuple[Maker, ...] = (evolution, exact, matches, studies, training)
