"""Games for the tests of the drawings: a new one, and deeds for a seat."""

from __future__ import annotations

import numpy as np

from rentier.box import Box
from rentier.game.apply import begin
from rentier.game.state import GameRecord, LuckRecord
from rentier.layout import new


def begun(box: Box, players: int) -> GameRecord:
    """A new game, seat 0 to move."""
    game = new(GameRecord)
    begin(box.record, game, new(LuckRecord), players, np.uint64(7))
    game.mover = game.actor = 0
    return game


def give(game: GameRecord, seat: int, square: int, level: int = 0) -> None:
    """Give a deed to a seat."""
    game.owner[square] = seat
    game.deeds[seat] |= 1 << square
    game.level[square] = level
