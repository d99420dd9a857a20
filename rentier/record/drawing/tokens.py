"""The tokens of the players on a square."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.record.drawing.colours import DARK_ON, INK, SEATS
from rentier.record.drawing.layout import Area, Plan
from rentier.record.drawing.lettering import BOLD, text_line
from rentier.record.drawing.shapes import short

LEGIBLE = 4.75  # the radius at which the number on a disc can still be read


def tokens(game: GameRecord, seats: Sequence[int], area: Area, plan: Plan) -> str:
    """Draw numbered discs in rows, as large as possible."""
    radius, places = token_places(len(seats), area, plan)
    return "".join(
        token(seat, x, y, radius, game.decision != OVER and game.actor == seat)
        for seat, (x, y) in zip(seats, places, strict=True)
    )


def token_places(count: int, area: Area, plan: Plan) -> tuple[float, list[tuple[float, float]]]:
    """Return the largest radius at which `count` discs fit in rows, and their centres."""
    radius, columns = fit_tokens(count, area, plan)
    pitch = 2 * radius + 1.5
    rows = math.ceil(count / columns)
    places = []
    for place in range(count):
        row, column = divmod(place, columns)
        in_row = min(columns, count - row * columns)
        x = area.centre[0] + (column - (in_row - 1) / 2) * pitch
        y = area.centre[1] + (row - (rows - 1) / 2) * pitch
        places.append((x, y))
    return radius, places


def fit_tokens(count: int, area: Area, plan: Plan) -> tuple[float, int]:
    """Return the largest radius at which `count` discs fit, and the number of discs in a row."""
    radius = max(7.5, 0.08 * plan.depth)
    while radius > 3.5:
        pitch = 2 * radius + 1.5
        columns, rows = int((area.width + 1.5) / pitch), int((area.height + 1.5) / pitch)
        if columns * rows >= count:
            return radius, max(1, math.ceil(count / max(1, math.ceil(count / max(1, columns)))))
        radius -= 0.25
    return radius, max(1, int(area.width / (2 * radius + 1.5)))


def token(seat: int, x: float, y: float, radius: float, to_move: bool = False) -> str:
    """Draw the token of a seat; a dark ring marks the one that must decide."""
    ring = f'stroke="{INK}" stroke-width="2"' if to_move else 'stroke="#ffffff" stroke-width="1"'
    disc = f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}" fill="{SEATS[seat]}" {ring}/>'
    return disc + seat_number(seat, (x, y), 1.3 * radius)


def seat_number(seat: int, at: tuple[float, float], size: float) -> str:
    """Draw the number of a seat on its colour."""
    return text_line(str(seat), at[0], at[1] + 0.36 * size, size, font=BOLD, colour=INK if seat in DARK_ON else "#ffffff")
