"""The deed on a square: the bar of its group with buildings, the strip of its owner, the mortgage."""

from __future__ import annotations

from typing import NamedTuple

from rentier.box import Box
from rentier.record.drawing.colours import GREYED, HOTEL, HOUSE, INK, LINES, PAPER, SEATS
from rentier.record.drawing.layout import Area, Plan
from rentier.record.drawing.lettering import BOLD, text_line
from rentier.record.drawing.shapes import hatching, points, rectangle, short
from rentier.record.drawing.tokens import seat_number


class Lot(NamedTuple):
    """The parts of a square with a deed: the bar of its group, the strip of its owner, and the remaining area."""

    bar: Area
    strip: Area
    body: Area


def lot_of(plan: Plan, number: int, owned: bool) -> Lot:
    """Return the parts of a square; without an owner the strip is empty."""
    place = plan.places[number]
    bar, rest = place.area.cut((place.side + 2) % 4, 0.17 * plan.depth)
    strip, body = rest.cut(place.side, 0.135 * plan.depth if owned else 0.0)
    return Lot(bar, strip, body)


def group_bar(box: Box, number: int, bar: Area) -> str:
    """Draw the bar in the colour of the group."""
    return rectangle(bar, box.board.groups[box.record.group[number]].colour, LINES)


def owner_strip(owner: int, strip: Area) -> str:
    """Draw the strip along the edge of the board, in the colour and with the number of the seat that owns the square."""
    size = 0.8 * min(strip.width, strip.height)
    return rectangle(strip, SEATS[owner], LINES) + seat_number(owner, strip.centre, size)


def mortgage_hatching(body: Area) -> str:
    """Draw the grey hatching of a mortgaged deed."""
    return rectangle(body, GREYED) + hatching(body)


def mortgage_mark(bar: Area) -> str:
    """Draw grey over the colour of the group, and an M in place of buildings."""
    x, y = bar.centre
    radius = 0.42 * min(bar.width, bar.height)
    disc = f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}" fill="{PAPER}" stroke="{INK}"/>'
    letter = text_line("M", x, y + 0.36 * 1.5 * radius, 1.5 * radius, font=BOLD)
    return rectangle(bar, GREYED, LINES, opacity=0.6) + disc + letter


def drawn_buildings(box: Box, level: int, bar: Area) -> str:
    """Draw houses side by side on the bar, or one hotel."""
    if level == 0:
        return ""
    thick, long = sorted((bar.width, bar.height))
    flat = bar.width >= bar.height
    if level == box.record.hotel_level:
        return _house(*bar.centre, (1.5 if flat else 0.8) * thick, (0.78 if flat else 1.15) * thick, HOTEL)
    pitch = min(0.95 * thick, (long - 2) / level)
    size = min(0.72 * thick, pitch - 1)
    x, y = bar.centre
    offsets = [(step - (level - 1) / 2) * pitch for step in range(level)]
    return "".join(_house(x + (at if flat else 0), y + (0 if flat else at), size, size, HOUSE) for at in offsets)


def _house(x: float, y: float, width: float, height: float, colour: str) -> str:
    """Draw a building: a wall under a gable."""
    left, right, top, eaves, ground = x - width / 2, x + width / 2, y - height / 2, y - height / 10, y + height / 2
    corners = ((left, ground), (left, eaves), (x, top), (right, eaves), (right, ground))
    return f'<polygon points="{points(corners)}" fill="{colour}" stroke="#ffffff" stroke-width="1" stroke-linejoin="round"/>'
