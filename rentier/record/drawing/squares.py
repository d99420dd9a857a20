"""One square: its name and price, its owner, its buildings or mortgage, and who stands there."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.record.board_text import buildings, is_mortgaged, occupants, price
from rentier.record.drawing.colours import FAINT, GREYED, HOTEL, HOUSE, INK, LINES, PAPER, SEATS
from rentier.record.drawing.layout import BOTTOM, TOP, Area, Plan
from rentier.record.drawing.lettering import LEADING, WIDER, text_line, text_width, wrapped
from rentier.record.drawing.shapes import hatching, points, rectangle, short
from rentier.record.drawing.signs import barred, drawn_sign, split_jail
from rentier.record.drawing.tokens import LEGIBLE, fit_tokens, seat_number, tokens


def drawn_square(box: Box, game: GameRecord, plan: Plan, number: int) -> str:
    """One square with all that stands on it; its description shows under the pointer."""
    place = plan.places[number]
    parts = [f"<title>{escape(_describe(box, game, number))}</title>", rectangle(place.area, PAPER, LINES)]
    body = place.area
    if box.board.squares[number].is_deed:
        deed, body = _deed(box, game, plan, number)
        parts.append(deed)
    parts.append(_face(box, game, plan, number, body.inset(2.5, 0.45 * plan.type)))
    return f"<g>{''.join(parts)}</g>"


def _face(box: Box, game: GameRecord, plan: Plan, number: int, body: Area) -> str:
    """Name, sign, tokens and price. Where many crowd into little room, the price and then lines of the name give way."""
    kind = box.board.squares[number].kind
    free, jailed = occupants(game, number)
    for most, priced in ((9, True), (9, False), (2, False), (1, False)):
        name, rest = _name(box, number, body, plan.type, most)
        foot, rest = _price(box, number, rest, plan.type) if priced else ("", rest)
        sign, room = drawn_sign(kind, rest, bool(free or jailed))
        cell, hall = split_jail(room) if kind == "jail" else (room, room)
        if fit_tokens(len(free), hall, plan)[0] >= LEGIBLE and fit_tokens(len(jailed), cell, plan)[0] >= LEGIBLE:
            break
    if kind == "jail":
        sign = barred(cell)
    return "".join((name, foot, sign, tokens(game, free, hall, plan), tokens(game, jailed, cell, plan)))


def _describe(box: Box, game: GameRecord, number: int) -> str:
    """A square in words."""
    words = [box.board.squares[number].name, price(box, number)]
    if game.owner[number] != NOBODY:
        words.append(f"owned by seat {game.owner[number]}")
    words.append("mortgaged" if is_mortgaged(game, number) else buildings(box, game, number))
    free, jailed = occupants(game, number)
    words += [f"seat {seat}" for seat in free] + [f"seat {seat} in jail" for seat in jailed]
    return ", ".join(word for word in words if word)


def _deed(box: Box, game: GameRecord, plan: Plan, number: int) -> tuple[str, Area]:
    """The colour bar with what is built, the strip of the owner, the hatching of a mortgage; and the room that is left."""
    place = plan.places[number]
    mortgaged = is_mortgaged(game, number)
    bar, rest = place.area.cut((place.side + 2) % 4, 0.17 * plan.depth)
    owner = int(game.owner[number])
    strip, body = rest.cut(place.side, 0.135 * plan.depth if owner != NOBODY else 0.0)
    colour = box.board.groups[box.record.group[number]].colour
    parts = []
    if mortgaged:
        parts += [rectangle(body, GREYED), hatching(body)]
    parts.append(rectangle(bar, colour, LINES))
    if mortgaged:
        parts += [rectangle(bar, GREYED, LINES, opacity=0.6), _mortgage_mark(bar)]
    parts += [_buildings(box, game, number, bar), _owner(owner, strip)]
    return "".join(parts), body


def _owner(owner: int, strip: Area) -> str:
    """The strip along the edge of the board: the colour and the number of the seat that owns the square."""
    if owner == NOBODY:
        return ""
    size = 0.8 * min(strip.width, strip.height)
    return rectangle(strip, SEATS[owner], LINES) + seat_number(owner, strip.centre, size)


def _mortgage_mark(bar: Area) -> str:
    """An M where buildings would stand."""
    x, y = bar.centre
    radius = 0.42 * min(bar.width, bar.height)
    disc = f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}" fill="{PAPER}" stroke="{INK}"/>'
    return disc + text_line("M", x, y + 0.36 * 1.5 * radius, 1.5 * radius, weight="bold")


def _buildings(box: Box, game: GameRecord, number: int, bar: Area) -> str:
    """Houses side by side on the bar, or one hotel."""
    level = int(game.level[number])
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
    """A building: a wall under a gable."""
    left, right, top, eaves, ground = x - width / 2, x + width / 2, y - height / 2, y - height / 10, y + height / 2
    corners = ((left, ground), (left, eaves), (x, top), (right, eaves), (right, ground))
    return f'<polygon points="{points(corners)}" fill="{colour}" stroke="#ffffff" stroke-width="1" stroke-linejoin="round"/>'


def _name(box: Box, number: int, area: Area, size: float, most: int) -> tuple[str, Area]:
    """The name at the top of the area, in so many lines at most, and the area below it."""
    square = box.board.squares[number]
    name = square.name
    if square.kind == "go":
        size = min(2.6 * size, max(size, area.width / text_width(name, 1.0) / WIDER))
        area = area.cut(TOP, 0.1 * size)[1]
    most = min(most, max(1, math.floor(0.58 * area.height / (LEADING * size))))
    lines = wrapped(name, area.width, size, most)
    x, first = area.centre[0], area.y + 0.78 * size
    weight = "bold" if square.kind == "go" else "normal"
    drawn = [
        text_line(line, x, first + row * LEADING * size, size, area.width, weight=weight) for row, line in enumerate(lines)
    ]
    return "".join(drawn), area.cut(TOP, (len(lines) * LEADING + 0.1) * size)[1]


def _price(box: Box, number: int, area: Area, size: float) -> tuple[str, Area]:
    """The price at the foot of the area, and the area above it."""
    text = price(box, number)
    if not text:
        return "", area
    foot = text_line(text, area.centre[0], area.y + area.height - 0.1 * size, size, area.width, colour=FAINT)
    return foot, area.cut(BOTTOM, 1.1 * size)[1]
