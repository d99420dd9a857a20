"""The squares of a film: drawn once, while owners, buildings and mortgages come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rentier.arena.film.timing import Shot
from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.record.board_text import is_mortgaged
from rentier.record.drawing.deeds import (
    drawn_buildings,
    group_bar,
    lot_of,
    mortgage_hatching,
    mortgage_mark,
    owner_strip,
)
from rentier.record.drawing.layout import Plan
from rentier.record.drawing.motion import Motion, changes
from rentier.record.drawing.squares import face_of, paper


def moving_square(box: Box, plan: Plan, number: int, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw one square; one that can be owned leaves room for its owner's strip."""
    deed = _moving_deed(box, plan, number, shots, motion) if box.board.squares[number].is_deed else ""
    return f"<g>{paper(plan, number)}{deed}{face_of(box, plan, number, owned=True).printed}</g>"


def _moving_deed(box: Box, plan: Plan, number: int, shots: Sequence[Shot], motion: Motion) -> str:
    """Draw the colour bar and everything on and around it that changes."""
    lot = lot_of(plan, number, owned=True)

    def history(read: Callable[[GameRecord], int]) -> list[tuple[float, int]]:
        return changes((shot.lands, read(shot.scene.game)) for shot in shots)

    owners = history(lambda game: int(game.owner[number]))
    levels = history(lambda game: int(game.level[number]))
    mortgages = history(lambda game: int(is_mortgaged(game, number)))
    parts = (
        motion.exchange(mortgages, lambda mortgaged: mortgage_hatching(lot.body) if mortgaged else ""),
        group_bar(box, number, lot.bar),
        motion.exchange(mortgages, lambda mortgaged: mortgage_mark(lot.bar) if mortgaged else ""),
        motion.exchange(levels, lambda level: drawn_buildings(box, level, lot.bar)),
        motion.exchange(owners, lambda owner: owner_strip(owner, lot.strip) if owner != NOBODY else ""),
    )
    return "".join(parts)
