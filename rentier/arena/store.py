"""The folder in which a match is saved: nothing is lost when the match is stopped or killed, and it can be resumed.

`match.json` says which match it is. `rows.bin` has a row per game, its number first, appended as blocks are finished;
`tally.npy` has the tally of the number of games in `tally.games`. The folder `ahead` has games that wait for earlier ones (see
`chunks`). When the match is done, `result.json` and `games.csv` are written, and `games.parquet` if pyarrow is installed.

Folders made before 2026-11-17 have rows without numbers in `games.bin` instead; they are read and resumed as they are.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rentier.arena.play import COLUMNS, RANK_BITS
from rentier.arena.seating import SHUFFLE, seatings
from rentier.arena.tally import TallyRecord
from rentier.box import Box
from rentier.errors import RentierError
from rentier.files import atomic_write, open_run_folder, write_text
from rentier.layout import Numbers, as_records, layout

NUMBER_BYTES = 8
ROWS_AT_ONCE = 120_960  # read at a time; a multiple of every block size
RANK_MASK = (1 << RANK_BITS) - 1


class Store:
    """The folder of one match."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        without_numbers = folder / "games.bin"
        self.numbered = not without_numbers.exists()
        self.games_file = folder / "rows.bin" if self.numbered else without_numbers
        self.row_bytes = NUMBER_BYTES * (COLUMNS + self.numbered)
        self.tally_file = folder / "tally.npy"
        self.tally: Any = None

    def open(self, box: Box, specs: Sequence[str], seed: int, seats: str) -> None:
        """Create the folder, or resume the match in it; refuse a folder of another match."""
        match = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides)}
        match |= {"agents": list(specs), "seed": seed, "seats": seats}
        self.specs, self.seed, self.seats = list(specs), seed, seats
        self.opened = open_run_folder(self.folder, "match.json", "match", match)
        self._repair()

    def _repair(self) -> None:
        """Remove what a kill left half written: an incomplete row, and rows that are not in the tally."""
        rows = self.games_file.stat().st_size // self.row_bytes if self.games_file.exists() else 0
        if self.tally_file.exists():
            self.tally = as_records(np.load(self.tally_file))[0]
            if self.tally.dtype != layout(TallyRecord):
                raise RentierError(f"{self.tally_file}: was written by another version; --out should be a new folder")
            rows = min(rows, self.tallied_games)
        with open(self.games_file, "ab") as file:
            file.truncate(rows * self.row_bytes)

    @property
    def tallied_games(self) -> int:
        """The number of games in the tally file."""
        number = self.folder / "tally.games"
        return int(number.read_text(encoding="utf-8")) if number.exists() else 0

    def finished(self, size: int) -> Iterator[Numbers]:
        """Yield the games saved so far, whole blocks at a time; an incomplete block is dropped and played again."""
        games = self.games_file.stat().st_size // self.row_bytes // size * size
        os.truncate(self.games_file, games * self.row_bytes)
        for first in range(0, games, ROWS_AT_ONCE):
            yield self._read(first, min(ROWS_AT_ONCE, games - first))

    def _read(self, first: int, number: int) -> Numbers:
        """Read the rows of games; refuse them if two runs have written to the file."""
        with open(self.games_file, "rb") as file:
            file.seek(first * self.row_bytes)
            rows = np.frombuffer(file.read(number * self.row_bytes), np.int64).reshape(-1, COLUMNS + self.numbered)
        if not self.numbered:
            return rows
        wrong = np.flatnonzero(rows[:, 0] != np.arange(first, first + len(rows)))
        if len(wrong) > 0:
            there = f"game {rows[wrong[0], 0]} is where game {first + wrong[0]} should be"
            raise RentierError(f"{self.games_file}: {there}; have two runs written to it? --out should be a new folder")
        return rows[:, 1:]

    def append(self, first: int, rows: Numbers, tally: Any) -> None:
        """Save the next games; `first` is the number of the first."""
        if self.numbered:
            rows = np.column_stack([np.arange(first, first + len(rows)), rows])
        with open(self.games_file, "ab") as file:
            file.write(rows.tobytes())
        games = self.games_file.stat().st_size // self.row_bytes
        # an incomplete block is played again, so it must not be in the tally
        if tally is not None and tally.games > 0 and games % len(seatings(self.seats, len(self.specs))) == 0:
            with atomic_write(self.tally_file) as draft:
                np.save(draft, np.array([tally], layout(TallyRecord)))
            write_text(self.folder / "tally.games", str(games))

    def write_results(self, report: dict[str, Any]) -> None:
        """Write the result for other programs to read: JSON, CSV, and Parquet if pyarrow is installed."""
        write_text(self.folder / "result.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")
        with atomic_write(self.folder / "games.csv") as draft, open(draft, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.headings)
            for rows in self._tables():
                writer.writerows(zip(*(rows[name].tolist() for name in self.headings), strict=True))
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            return
        schema = pyarrow.schema([(name, pyarrow.int64()) for name in self.headings])
        with atomic_write(self.folder / "games.parquet") as draft, parquet.ParquetWriter(draft, schema) as writer:
            for rows in self._tables():
                writer.write_table(pyarrow.table(rows, schema=schema))

    @property
    def headings(self) -> list[str]:
        """The columns of the tables of games; ranks and seats are per agent, in the order they were named."""
        agents = range(len(self.specs))
        seats = [] if self.seats == SHUFFLE else [f"seat_{agent}" for agent in agents]
        return ["game", "block", "winner", "turns", "decisions", *(f"rank_{agent}" for agent in agents), *seats]

    def _tables(self) -> Iterator[dict[str, Numbers]]:
        """Yield the saved games as columns."""
        order = seatings(self.seats, len(self.specs))
        seat_of = np.argsort(order, axis=1)
        games = self.games_file.stat().st_size // self.row_bytes
        for first in range(0, games, ROWS_AT_ONCE):
            rows = self._read(first, min(ROWS_AT_ONCE, games - first))
            number = np.arange(first, first + len(rows))
            columns = {"game": number, "block": number // len(order), "winner": rows[:, 0], "turns": rows[:, 1]}
            columns["decisions"] = rows[:, 2]
            for agent in range(len(self.specs)):
                columns[f"rank_{agent}"] = rows[:, 3] >> (RANK_BITS * agent) & RANK_MASK
                if self.seats != SHUFFLE:
                    columns[f"seat_{agent}"] = seat_of[number % len(order), agent]
            yield columns
