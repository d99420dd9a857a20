"""Saved tables: the games of a table are saved in folders, so that a run that is stopped or killed can be resumed.

Within the folder given by `--out`, every table has its own folder, such as `sammul2018/3.10`. It contains a folder for each
match or part of a match (a `Store` of the arena) and `made.json`: when and on which machine games were last played for the
table, and how long all of them took.
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
    """When and on which machine something was made, and how long it took."""

    date: str
    machine: str
    seconds: float


def machine() -> str:
    """Describe the machine: the number of cores and the kind of processor."""
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
    """Return a `Making` for today and this machine."""
    return Making(datetime.date.today().isoformat(), machine(), seconds)


class SavedTable:
    """The games of a table that is being reproduced; with a folder they are saved, and saved games are not played again."""

    def __init__(self, order: Order) -> None:
        self.table, self.jobs, self.progress = order.table, order.jobs, order.progress
        self.folder = None if order.out is None else order.out / self.table.work / self.table.folder
        self.before = self._read_making()
        self.making = self.before or made_now()  # as saved, unless games are played now
        self.played = 0
        self.start = time.perf_counter()

    def __enter__(self) -> SavedTable:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Write `made.json`, even if the table was stopped before it was finished."""
        whole = kind is None and self.before is None  # a kill may have come after the last game and before this
        if self.played == 0 and not whole:
            return
        self.making = made_now(self.making.seconds + time.perf_counter() - self.start)
        if self.folder is not None:
            write_text(self.folder / "made.json", json.dumps(asdict(self.making), indent=2, ensure_ascii=False) + "\n")

    def play(
        self, place: str, box: Box, agents: Sequence[Agent], games: int, seed: int, watch_level: int = NOT_WATCHED
    ) -> MatchResult:
        """Play a match, or only the games that its folder lacks; Ctrl-C stops the whole table."""
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
            _check_saved(store.folder, result, watch_level)
            if result.saved < result.games:
                store.write_results(result.as_dict())
        return result.unbroken()

    def _read_making(self) -> Making | None:
        """Read `made.json`, if there is one."""
        if self.folder is None or not (self.folder / "made.json").exists():
            return None
        file = self.folder / "made.json"
        try:
            saved = json.loads(file.read_text(encoding="utf-8"))
            return Making(str(saved["date"]), str(saved["machine"]), float(saved["seconds"]))
        except (OSError, ValueError, KeyError, TypeError):
            raise RentierError(f"{file}: cannot be read; --out should be a new folder, or one made by --out") from None


def _check_saved(folder: Path, result: MatchResult, watch_level: int) -> None:
    """Refuse saved games that do not fit: more than asked for, or with a tally that lacks what is needed now."""
    if result.games > result.wanted:
        raise RentierError(f"{folder}: holds {result.games} games, more than the {result.wanted} asked for here")
    if watch_level == NOT_WATCHED or result.games == 0:
        return
    tally = result.tally
    counted = (
        tally is not None and int(tally.games) == result.games and (watch_level < WATCHED_WITH_CHOICES or tally.choices.any())
    )
    if not counted:
        raise RentierError(f"{folder}: holds games with a tally that lacks figures needed here; --out should be a new folder")
