"""What has been played of a table, kept in folders: a run that is stopped or killed goes on where it was.

Under the folder of `--out` every table has one, `sammul2018/3.10`, in it one for each match or part of it that a `Store` of the
arena keeps, and `made.json`: when and on what machine games were last played for it, and how long all of them took.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from rentier.agents.specs import Agent
from rentier.arena.match import play_match
from rentier.arena.results import MatchResult
from rentier.arena.store import Store
from rentier.arena.tally import NOT_WATCHED, WATCHED_WITH_CHOICES
from rentier.box import Box
from rentier.errors import RentierError
from rentier.files import write_text
from rentier.papers.order import Order


@dataclass(frozen=True)
class Making:
    """When and on what machine something was made, and how long it took."""

    date: str
    machine: str
    seconds: float


def machine() -> str:
    """The machine in words: cores and kind of processor."""
    kind = platform.machine()
    try:
        names = [
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if "model name" in line
        ]
        kind = f"{names[0]} ({kind})" if names else kind
    except OSError:
        pass
    return f"{os.cpu_count()} cores, {kind}"


def made_now(seconds: float = 0.0) -> Making:
    """Today, here."""
    return Making(datetime.date.today().isoformat(), machine(), seconds)


class SavedTable:
    """The games of a table while it is made: with a folder they are kept, and those kept before are not played again."""

    def __init__(self, order: Order) -> None:
        self.table, self.jobs, self.progress = order.table, order.jobs, order.progress
        self.folder = None if order.out is None else order.out / self.table.work / self.table.folder
        self.before = self._read_making()
        self.making = self.before or made_now()  # as it was kept, unless games are played now
        self.played = 0
        self.start = time.perf_counter()

    def __enter__(self) -> SavedTable:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Write down who made it, also when it was stopped before its end."""
        whole = kind is None and self.before is None  # a kill may have come between the last game and this
        if self.played == 0 and not whole:
            return
        self.making = made_now(self.making.seconds + time.perf_counter() - self.start)
        if self.folder is not None:
            write_text(self.folder / "made.json", json.dumps(asdict(self.making), indent=2, ensure_ascii=False) + "\n")

    def play(
        self, place: str, box: Box, agents: Sequence[Agent], games: int, seed: int, watch_level: int = NOT_WATCHED
    ) -> MatchResult:
        """Play a match, or what is missing of it at its place in the folder; Ctrl-C breaks off the whole table."""
        store = None if self.folder is None else Store(self.folder / place)
        result = play_match(
            *(box, agents, games, seed, self.jobs),
            seats=self.table.seats,
            watch_level=watch_level,
            store=store,
            progress=self.progress,
        )
        self.played += result.games - result.saved
        if store is not None:
            _check_kept(store.folder, result, watch_level)
            if result.saved < result.games:
                store.write_results(result.as_dict())
        return result.unbroken()

    def _read_making(self) -> Making | None:
        """What `made.json` says, where there is one."""
        if self.folder is None or not (self.folder / "made.json").exists():
            return None
        file = self.folder / "made.json"
        try:
            saved = json.loads(file.read_text(encoding="utf-8"))
            return Making(str(saved["date"]), str(saved["machine"]), float(saved["seconds"]))
        except (OSError, ValueError, KeyError, TypeError):
            raise RentierError(f"{file}: cannot be read; --out should be a new folder, or one made by --out") from None


def _check_kept(folder: Path, result: MatchResult, watch_level: int) -> None:
    """Refuse games that were kept for something else: for more of them, or without what is counted now."""
    if result.games > result.wanted:
        raise RentierError(f"{folder}: holds {result.games} games, more than the {result.wanted} asked for here")
    if watch_level == NOT_WATCHED or result.games == 0:
        return
    tally = result.tally
    counted = (
        tally is not None and int(tally.games) == result.games and (watch_level < WATCHED_WITH_CHOICES or tally.choices.any())
    )
    if not counted:
        raise RentierError(f"{folder}: holds games in which less was counted than is asked here; --out should be a new folder")
