"""A game record as plain numbers and lists, to be filled in: setting one number takes NumPy as long as a dozen take Python."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from rentier.box import load_box
from rentier.game.python_api import empty_table
from rentier.game.state import GameRecord, LuckRecord
from rentier.layout import layout, new


@functools.cache
def _empty_table(players: int) -> dict[str, Any]:
    """Return the fields of a game that has not begun, in order."""
    game = new(GameRecord)
    empty_table(load_box().record, game, new(LuckRecord), players, np.uint64(0))
    return {name: getattr(game, name).tolist() for name in layout(GameRecord).names or ()}


def new_draft(players: int) -> GameRecord:
    """Return an empty board: everybody on GO without money, seat 0 to move. The bank and the decks are still to be filled."""
    fields = {name: value.copy() if type(value) is list else value for name, value in _empty_table(players).items()}
    return cast(GameRecord, SimpleNamespace(**fields))


def record_of(draft: GameRecord) -> Any:
    """Return a draft as a record that the rules can read."""
    game = new(GameRecord)
    np.frombuffer(game.data, layout(GameRecord))[0] = tuple(vars(draft).values())
    return game
