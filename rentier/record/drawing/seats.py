"""The table of seats in the middle of the board: its frame, heads, rows and cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rentier.record.drawing.colours import FAINT, LINES, PAPER
from rentier.record.drawing.layout import Area
from rentier.record.drawing.lettering import NORMAL, text_line
from rentier.record.drawing.shapes import frame, short
from rentier.record.drawing.tokens import token


class Column(NamedTuple):
    """A column: its position and width, relative to the table's width, and its type size, relative to the others'."""

    head: str
    at: float
    anchor: str
    room: float
    type: float = 1.0
    font: str = NORMAL


def table_frame(area: Area, players: int, columns: Sequence[Column]) -> str:
    """Draw the empty table with the heads of its columns."""
    height = area.height / (players + 1)
    parts = [f'<rect {frame(area)} rx="5" fill="{PAPER}" stroke="{LINES}"/>']
    for column in columns:
        x, y = area.x + column.at * area.width, area.y + 0.66 * height
        parts.append(text_line(column.head, x, y, 0.43 * height, colour=FAINT, anchor=column.anchor))
    return "".join(parts)


def table_row(area: Area, players: int, seat: int) -> Area:
    """Return the area of the row of a seat."""
    height = area.height / (players + 1)
    return area._replace(y=area.y + (seat + 1) * height, height=height)


def row_line(row: Area) -> str:
    """Draw the line above a row."""
    return f'<path d="M{short(row.x)} {short(row.y)}h{short(row.width)}" stroke="#d9d5c8"/>'


def row_token(seat: int, row: Area, column: Column, to_move: bool = False) -> str:
    """Draw the token of a seat in its row."""
    return token(seat, row.x + column.at * row.width, row.centre[1], 0.36 * row.height, to_move)


def table_cell(text: str, row: Area, column: Column) -> str:
    """Draw the text of a cell."""
    size = 0.5 * row.height
    x, y = row.x + column.at * row.width, row.centre[1] + 0.36 * size
    return text_line(text, x, y, column.type * size, column.room * row.width, anchor=column.anchor, font=column.font)
