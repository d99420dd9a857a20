"""A game record as plain numbers and lists, to be filled in: NumPy takes longer for one number than Python for a dozen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from rentier.game.state import GameRecord
from rentier.records import as_records, layout, many


def draft_of(game: GameRecord) -> GameRecord:
    """The fields of a game, in their order, as numbers and lists."""
    record: Any = game
    values = (value.tolist() if isinstance(value, np.ndarray) else value for value in record.item())
    return cast(GameRecord, SimpleNamespace(**dict(zip(record.dtype.names, values, strict=True))))


def write_draft(draft: GameRecord, games: Any) -> None:
    """Write a draft into the first of an array of games."""
    games[0] = tuple(vars(draft).values())


def record_of(draft: GameRecord) -> GameRecord:
    """A draft as a record that the rules can read."""
    games = many(GameRecord, 1)
    write_draft(draft, games)
    return cast(GameRecord, games[0])


def record_from_bytes(state: bytes) -> GameRecord:
    """The record of a game from its bytes."""
    return cast(GameRecord, as_records(np.frombuffer(state, layout(GameRecord)))[0])
