"""Chunks: the games that a thread has played in one go, and a folder for those that are finished before earlier ones.

Games are counted in order. Where agents think, one game may take as long as dozens of others: what is finished meanwhile waits
in the folder `ahead`, a file a chunk, named by its first game, so that neither Ctrl-C nor a kill loses it. The file goes once
its games are counted.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rentier.arena.play import COLUMNS
from rentier.arena.tally import TallyRecord
from rentier.errors import RentierError
from rentier.files import written_whole
from rentier.layout import Numbers, as_records, layout

HEAD = 3  # whole numbers before the rows: the first game, what was counted, how many games
DIGEST = hashlib.sha256().digest_size


class Chunk(NamedTuple):
    """Games that a thread has played: the first one's number, a row a game, and what was counted."""

    first: int
    rows: Numbers
    tally: Any
    foul: RentierError | None
    before: bool = False  # whether it was played when the match was last under way

    @property
    def end(self) -> int:
        """The number of the game after its last."""
        return self.first + len(self.rows)


class Ahead:
    """The folder of chunks that wait for earlier games; `size`: games in a block; `watch_level`: what is counted (see `tally`)."""

    def __init__(self, folder: Path, size: int, watch_level: int) -> None:
        self.folder = folder
        self.size = size
        self.watch_level = watch_level
        for draft in folder.glob(".*.chunk"):  # of a kill
            draft.unlink()
        firsts = sorted(int(file.stem) for file in folder.glob("*.chunk") if _is_number(file.stem))
        self.chunks: dict[int, Chunk | None] = {first: self._read(first) for first in firsts}  # None: cannot be used

    @property
    def games(self) -> int:
        """How many games wait."""
        return sum(len(chunk.rows) for chunk in self.chunks.values() if chunk is not None)

    def usable(self, games: int, step: int) -> list[Chunk]:
        """The chunks for a match of so many games in which none goes beyond a multiple of `step`; in order."""
        found: list[Chunk] = []
        for chunk in self.chunks.values():
            if chunk is None or chunk.end > games or chunk.first // step != (chunk.end - 1) // step:
                continue
            if not found or found[-1].end <= chunk.first:
                found.append(chunk)
        return found

    def keep(self, chunk: Chunk) -> None:
        """Keep a chunk of whole blocks; a block that was cut off is played again."""
        if chunk.foul is not None or len(chunk.rows) == 0 or len(chunk.rows) % self.size != 0:
            return
        self.folder.mkdir(exist_ok=True)
        with written_whole(self._file(chunk.first)) as draft:
            draft.write_bytes(self._written(chunk))
        self.chunks[chunk.first] = chunk

    def forget(self, games: int) -> None:
        """So many games are counted: those of their blocks that are whole wait no longer."""
        counted = [first for first in self.chunks if first < games // self.size * self.size]
        for first in counted:
            self._file(first).unlink(missing_ok=True)
            del self.chunks[first]
        if counted and not self.chunks:
            with contextlib.suppress(OSError):  # something else lies there
                self.folder.rmdir()

    def _file(self, first: int) -> Path:
        return self.folder / f"{first}.chunk"

    def _written(self, chunk: Chunk) -> bytes:
        """A chunk as it is written: a digest, then numbers, rows and tally."""
        head = np.array([chunk.first, self.watch_level, len(chunk.rows)], np.int64)
        body = head.tobytes() + chunk.rows.tobytes() + np.array([chunk.tally], layout(TallyRecord)).tobytes()
        return _digest(body) + body

    def _read(self, first: int) -> Chunk | None:
        """A chunk that is kept; None where it is garbled, or nothing or something else was counted."""
        data = self._file(first).read_bytes()
        body = data[DIGEST:]
        if _digest(body) != data[:DIGEST]:
            return None
        head = np.frombuffer(body, np.int64, HEAD)
        if head[0] != first or head[1] != self.watch_level:
            return None
        numbers = int(head[2]) * COLUMNS
        rows = np.frombuffer(body, np.int64, numbers, head.nbytes).reshape(-1, COLUMNS)
        tally: Any = as_records(np.frombuffer(body, layout(TallyRecord), 1, head.nbytes + rows.nbytes).copy())[0]
        return Chunk(first, rows, tally, None, before=True)


def _digest(body: bytes) -> bytes:
    """What shows that a file is whole, and of a version that counts the same."""
    return hashlib.sha256(repr(layout(TallyRecord)).encode() + body).digest()


def _is_number(text: str) -> bool:
    """Whether a name is a number as it is written here."""
    return text.isdecimal() and str(int(text)) == text
