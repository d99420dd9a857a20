"""One square: its name and price, its owner, its buildings or mortgage, and the tokens on it."""

from __future__ import annotations

import math
from typing import NamedTuple
from xml.sax.saxutils import escape

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import NOBODY
from rentier.record.board_text import buildings, is_mortgaged, occupants, price
from rentier.record.drawing.colours import FAINT, LINES, PAPER
from rentier.record.drawing.deeds import drawn_buildings, group_bar, lot_of, mortgage_hatching, mortgage_mark, owner_strip
from rentier.record.drawing.layout import BOTTOM, TOP, Area, Plan
from rentier.record.drawing.lettering import BOLD, LEADING, NORMAL, WIDER, text_line, text_width, wrapped
from rentier.record.drawing.shapes import rectangle
from rentier.record.drawing.signs import barred, drawn_sign, split_jail
from rentier.record.drawing.tokens import LEGIBLE, fit_tokens, tokens


class Face(NamedTuple):
    """What is printed on a square, and the areas for the tokens of free players and of those in jail."""

    printed: str
    hall: Area
    cell: Area


def drawn_square(box: Box, game: GameRecord, plan: Plan, number: int) -> str:
    """Draw one square with everything on it; its description is shown under the pointer."""
    free, jailed = occupants(game, number)
    deed = _deed(box, game, plan, number) if box.board.squares[number].is_deed else ""
    owned = game.owner[number] != NOBODY
    face = face_of(box, plan, number, owned, len(free), len(jailed))
    standing = tokens(game, free, face.hall, plan) + tokens(game, jailed, face.cell, plan)
    title = f"<title>{escape(_describe(box, game, number))}</title>"
    return f"<g>{title}{paper(plan, number)}{deed}{face.printed}{standing}</g>"


def paper(plan: Plan, number: int) -> str:
    """Draw the empty square."""
    return rectangle(plan.places[number].area, PAPER, LINES)


def face_of(box: Box, plan: Plan, number: int, owned: bool, free: int = 0, jailed: int = 0) -> Face:
    """Draw name, sign and price. If tokens need the space, first the price and then lines of the name are left out."""
    square = box.board.squares[number]
    body = lot_of(plan, number, owned).body if square.is_deed else plan.places[number].area
    body = body.inset(2.5, 0.45 * plan.type)
    for most, priced in ((9, True), (9, False), (2, False), (1, False)):
        name, rest = _name(box, number, body, plan.type, most)
        foot, rest = _price(box, number, rest, plan.type) if priced else ("", rest)
        sign, room = drawn_sign(square.kind, rest, bool(free or jailed))
        cell, hall = split_jail(room) if square.kind == "jail" else (room, room)
        if fit_tokens(free, hall, plan)[0] >= LEGIBLE and fit_tokens(jailed, cell, plan)[0] >= LEGIBLE:
            break
    if square.kind == "jail":
        sign = barred(cell)
    return Face(name + foot + sign, hall, cell)


def _describe(box: Box, game: GameRecord, number: int) -> str:
    """Describe a square as text."""
    words = [box.board.squares[number].name, price(box, number)]
    if game.owner[number] != NOBODY:
        words.append(f"owned by seat {game.owner[number]}")
    words.append("mortgaged" if is_mortgaged(game, number) else buildings(box, game, number))
    free, jailed = occupants(game, number)
    words += [f"seat {seat}" for seat in free] + [f"seat {seat} in jail" for seat in jailed]
    return ", ".join(word for word in words if word)


def _deed(box: Box, game: GameRecord, plan: Plan, number: int) -> str:
    """Draw the colour bar with buildings, the strip of the owner, the hatching of a mortgage."""
    owner, mortgaged = int(game.owner[number]), is_mortgaged(game, number)
    lot = lot_of(plan, number, owner != NOBODY)
    parts = (
        mortgage_hatching(lot.body) if mortgaged else "",
        group_bar(box, number, lot.bar),
        mortgage_mark(lot.bar) if mortgaged else "",
        drawn_buildings(box, int(game.level[number]), lot.bar),
        owner_strip(owner, lot.strip) if owner != NOBODY else "",
    )
    return "".join(parts)


def _name(box: Box, number: int, area: Area, size: float, most: int) -> tuple[str, Area]:
    """Draw the name at the top of the area, in at most `most` lines; return it and the area below."""
    square = box.board.squares[number]
    name = square.name
    if square.kind == "go":
        size = min(2.6 * size, max(size, area.width / text_width(name, 1.0) / WIDER))
        area = area.cut(TOP, 0.1 * size)[1]
    most = min(most, max(1, math.floor(0.58 * area.height / (LEADING * size))))
    lines = wrapped(name, area.width, size, most)
    x, first = area.centre[0], area.y + 0.78 * size
    font = BOLD if square.kind == "go" else NORMAL
    drawn = [text_line(line, x, first + row * LEADING * size, size, area.width, font=font) for row, line in enumerate(lines)]
    return "".join(drawn), area.cut(TOP, (len(lines) * LEADING + 0.1) * size)[1]


def _price(box: Box, number: int, area: Area, size: float) -> tuple[str, Area]:
    """Draw the price at the bottom of the area; return it and the area above."""
    text = price(box, number)
    if not text:
        return "", area
    foot = text_line(text, area.centre[0], area.y + area.height - 0.1 * size, size, area.width, colour=FAINT)
    return foot, area.cut(BOTTOM, 1.1 * size)[1]
