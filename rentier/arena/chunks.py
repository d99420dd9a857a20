"""Chunks: games that a thread has played in one go, and a folder for those that finish before earlier ones.

Games are counted in order. With agents that think, one game may take as long as dozens of others; chunks that finish in the
meantime wait in the folder `ahead`, one file per chunk, named by its first game, so that neither Ctrl-C nor a kill loses them.
A file is deleted once its games are counted.
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
from rentier.files import DRAFT, atomic_write
from rentier.layout import Numbers, as_records, layout

HEADER_NUMBERS = 3  # integers before the rows: the first game, the watch level, the number of games
DIGEST = hashlib.sha256().digest_size


class Chunk(NamedTuple):
    """Games that a thread has played: the number of the first, a row per game, and the tally."""

    first: int
    rows: Numbers
    tally: Any
    error: RentierError | None  # an agent broke the rules in the game after the last row
    resumed: bool = False  # whether it was played in an earlier run of the match

    @property
    def end(self) -> int:
        """The number of the game after its last."""
        return self.first + len(self.rows)


class Ahead:
    """The folder of chunks that wait for earlier games. `size`: games of a block; `watch_level`: what is tallied."""

    def __init__(self, folder: Path, size: int, watch_level: int) -> None:
        self.folder = folder
        self.size = size
        self.watch_level = watch_level
        for draft in folder.glob(f"{DRAFT}*"):  # left half written by a kill
            draft.unlink()
        firsts = sorted(int(file.stem) for file in folder.glob("*.chunk") if _is_number(file.stem))
        self.chunks: dict[int, Chunk | None] = {first: self._read(first) for first in firsts}  # None: cannot be used

    @property
    def games(self) -> int:
        """The number of waiting games."""
        return sum(len(chunk.rows) for chunk in self.chunks.values() if chunk is not None)

    def usable(self, games: int, step: int) -> list[Chunk]:
        """Return, in order, the chunks that a match of `games` games can use; none may cross a multiple of `step`."""
        found: list[Chunk] = []
        for chunk in self.chunks.values():
            if chunk is None or chunk.end > games or chunk.first // step != (chunk.end - 1) // step:
                continue
            if not found or found[-1].end <= chunk.first:
                found.append(chunk)
        return found

    def save(self, chunk: Chunk) -> None:
        """Save a chunk if it has whole blocks only; an incomplete block is played again."""
        if chunk.error is not None or len(chunk.rows) == 0 or len(chunk.rows) % self.size != 0:
            return
        self.folder.mkdir(exist_ok=True)
        with atomic_write(self._file(chunk.first)) as draft:
            draft.write_bytes(self._written(chunk))
        self.chunks[chunk.first] = chunk

    def discard(self, games: int) -> None:
        """Delete the chunks in the whole blocks of the first `games` games, which have been counted."""
        counted = [first for first in self.chunks if first < games // self.size * self.size]
        for first in counted:
            self._file(first).unlink(missing_ok=True)
            del self.chunks[first]
        if counted and not self.chunks:
            with contextlib.suppress(OSError):  # the folder may hold other files
                self.folder.rmdir()

    def _file(self, first: int) -> Path:
        return self.folder / f"{first}.chunk"

    def _written(self, chunk: Chunk) -> bytes:
        """Return a chunk as bytes: a digest, then the header, the rows and the tally."""
        head = np.array([chunk.first, self.watch_level, len(chunk.rows)], np.int64)
        body = head.tobytes() + chunk.rows.tobytes() + np.array([chunk.tally], layout(TallyRecord)).tobytes()
        return _digest(body) + body

    def _read(self, first: int) -> Chunk | None:
        """Read a saved chunk; None if it is corrupt or was counted at another watch level."""
        data = self._file(first).read_bytes()
        body = data[DIGEST:]
        if _digest(body) != data[:DIGEST]:
            return None
        head = np.frombuffer(body, np.int64, HEADER_NUMBERS)
        if head[0] != first or head[1] != self.watch_level:
            return None
        numbers = int(head[2]) * COLUMNS
        rows = np.frombuffer(body, np.int64, numbers, head.nbytes).reshape(-1, COLUMNS)
        tally: Any = as_records(np.frombuffer(body, layout(TallyRecord), 1, head.nbytes + rows.nbytes).copy())[0]
        return Chunk(first, rows, tally, None, resumed=True)


def _digest(body: bytes) -> bytes:
    """Return a digest that shows that a file is whole and was written by a version with the same tally."""
    return hashlib.sha256(repr(layout(TallyRecord)).encode() + body).digest()


def _is_number(text: str) -> bool:
    """Whether a file name is a number written as `_file` writes it."""
    return text.isdecimal() and str(int(text)) == text
