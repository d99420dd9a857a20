"""The board as a drawing: one self-contained SVG text for notebooks and pages.

Square 0 lies at the lower right; the first side runs along the bottom to the left, then up, along the top and down. Nothing
in the drawing has an id or a style sheet, so that many drawings can stand on one page.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.game.words import FREE, NOBODY, OVER
from rentier.record.board_text import (
    bank,
    buildings,
    deed_count,
    is_bankrupt,
    is_mortgaged,
    jail_card_count,
    money,
    occupants,
    price,
    standing,
    to_move,
)

SIZE = 720.0
MARGIN = 10.0
BOARD = SIZE - 2 * MARGIN
CORNER = 1.6  # sides of a corner, in widths of a square
NARROWEST_DEPTH, WIDEST_DEPTH = 84.0, 150.0

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"
LEADING = 1.1  # from line to line, in sizes of type
WIDER = 1.18  # how much wider than estimated the type of a reader may run
TIGHTEST = 0.82  # how far a word may be squeezed before it is broken

PAPER, TABLE, LINES, INK, FAINT = "#fdfbf4", "#e3ece3", "#4a5a55", "#1f2a28", "#66736f"
GREYED, HATCH, HIGHLIGHT = "#ebeae6", "#d3d1ca", "#fff1c2"
HOUSE, HOTEL = "#15803d", "#c81e1e"
SEATS = ("#0067a5", "#c44601", "#00795c", "#a8327d", "#e0a100", "#56b4e9", "#5b4b9a", "#3c3c3c")
LEGIBLE = 4.75  # the radius at which the number on a disc can still be read
DARK_ON = frozenset({4, 5})  # seats whose colour takes dark figures
BOTTOM, LEFT, TOP, RIGHT = range(4)


class Area(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float) -> Area:
        """The same rectangle with a border taken off."""
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def cut(self, side: int, depth: float) -> tuple[Area, Area]:
        """A strip along one side, and what is left."""
        x, y, width, height = self
        if side == BOTTOM:
            return Area(x, y + height - depth, width, depth), Area(x, y, width, height - depth)
        if side == TOP:
            return Area(x, y, width, depth), Area(x, y + depth, width, height - depth)
        if side == LEFT:
            return Area(x, y, depth, height), Area(x + depth, y, width - depth, height)
        return Area(x + width - depth, y, depth, height), Area(x, y, width - depth, height)


class Place(NamedTuple):
    """Where a square lies: its rectangle, the side of the board it belongs to, and whether it is a corner."""

    area: Area
    side: int
    corner: bool


class Plan(NamedTuple):
    """The places of all squares, how deep they are, the middle of the board and the size of the names."""

    places: tuple[Place, ...]
    depth: float
    middle: Area
    type: float


def board_svg(box: Box, game: GameRecord) -> str:
    """The board as a self-contained SVG, 720 wide."""
    plan = plan_board(len(box.board.squares))
    drawn = [_square(box, game, plan, number) for number in range(len(plan.places))]
    outline = _rect(Area(MARGIN, MARGIN, BOARD, BOARD), "none", LINES, 1.5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE:.0f}" height="{SIZE:.0f}" viewBox="0 0 {SIZE:.0f} {SIZE:.0f}" '
        f'role="img" aria-label={quoteattr(standing(game))} font-family="{SANS}" fill="{INK}">\n'
        + "\n".join([_background(), *drawn, outline, _middle(box, game, plan.middle)])
        + "\n</svg>\n"
    )


# where everything lies


def plan_board(count: int) -> Plan:
    """Squares round a square board. Sides that cannot be equal differ by one; the squares of a side share its length."""
    sides = _sides(count)
    across = BOARD / (max(sides) + 2 * CORNER)
    depth = min(max(CORNER * across, NARROWEST_DEPTH), WIDEST_DEPTH)
    length = BOARD - 2 * depth
    places: list[Place] = []
    for side, squares in enumerate(sides):
        places.append(_corner(side, depth))
        places.extend(Place(_along(side, step, length / squares, depth), side, False) for step in range(squares))
    size = min(max(0.14 * length / max(sides), 7.0), 11.0)
    return Plan(tuple(places), depth, Area(MARGIN + depth, MARGIN + depth, length, length), size)


def _sides(count: int) -> list[int]:
    """How many squares lie between the corners, side by side; opposite sides are equal where they can be."""
    each, more = divmod(count - 4, 4)
    return [each + (rank < more) for rank in (0, 2, 1, 3)]


def _corner(side: int, depth: float) -> Place:
    """The corner where a side begins."""
    near, far = MARGIN, MARGIN + BOARD - depth
    x = far if side in (BOTTOM, RIGHT) else near
    y = far if side in (BOTTOM, LEFT) else near
    return Place(Area(x, y, depth, depth), BOTTOM if side in (BOTTOM, LEFT) else TOP, True)


def _along(side: int, step: int, length: float, depth: float) -> Area:
    """The rectangle of a square so many steps after the corner of its side."""
    near, far = MARGIN + depth, MARGIN + BOARD - depth
    if side == BOTTOM:
        return Area(far - (step + 1) * length, far, length, depth)
    if side == LEFT:
        return Area(MARGIN, far - (step + 1) * length, depth, length)
    if side == TOP:
        return Area(near + step * length, MARGIN, length, depth)
    return Area(far, near + step * length, depth, length)


# one square


def _square(box: Box, game: GameRecord, plan: Plan, number: int) -> str:
    """One square with all that stands on it; its description shows under the pointer."""
    place = plan.places[number]
    parts = [f"<title>{escape(_describe(box, game, number))}</title>", _rect(place.area, PAPER, LINES)]
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
        sign, room = _sign(kind, rest, bool(free or jailed))
        cell, hall = _jail_cell(room) if kind == "jail" else (room, room)
        if _fit_discs(len(free), hall, plan)[0] >= LEGIBLE and _fit_discs(len(jailed), cell, plan)[0] >= LEGIBLE:
            break
    if kind == "jail":
        sign = _bars(cell)
    return "".join((name, foot, sign, _discs(game, free, hall, plan), _discs(game, jailed, cell, plan)))


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
        parts += [_rect(body, GREYED), _hatch(body)]
    parts.append(_rect(bar, colour, LINES))
    if mortgaged:
        parts += [_rect(bar, GREYED, LINES, opacity=0.6), _mortgage_mark(bar)]
    parts += [_buildings(box, game, number, bar), _owner(owner, strip)]
    return "".join(parts), body


def _owner(owner: int, strip: Area) -> str:
    """The strip along the edge of the board: the colour and the number of the seat that owns the square."""
    if owner == NOBODY:
        return ""
    size = 0.8 * min(strip.width, strip.height)
    return _rect(strip, SEATS[owner], LINES) + _figure(owner, strip.centre, size)


def _mortgage_mark(bar: Area) -> str:
    """An M where buildings would stand."""
    x, y = bar.centre
    radius = 0.42 * min(bar.width, bar.height)
    disc = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{PAPER}" stroke="{INK}"/>'
    return disc + _text("M", x, y + 0.36 * 1.5 * radius, 1.5 * radius, weight="bold")


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
    return f'<polygon points="{_points(corners)}" fill="{colour}" stroke="#ffffff" stroke-width="1" stroke-linejoin="round"/>'


def _name(box: Box, number: int, area: Area, size: float, most: int) -> tuple[str, Area]:
    """The name at the top of the area, in so many lines at most, and the area below it."""
    square = box.board.squares[number]
    name = square.name
    if square.kind == "go":
        size = min(2.6 * size, max(size, area.width / _width(name, 1.0) / WIDER))
        area = area.cut(TOP, 0.1 * size)[1]
    most = min(most, max(1, math.floor(0.58 * area.height / (LEADING * size))))
    lines = _wrap(name, area.width, size, most)
    x, first = area.centre[0], area.y + 0.78 * size
    weight = "bold" if square.kind == "go" else "normal"
    drawn = [_text(line, x, first + row * LEADING * size, size, area.width, weight=weight) for row, line in enumerate(lines)]
    return "".join(drawn), area.cut(TOP, (len(lines) * LEADING + 0.1) * size)[1]


def _price(box: Box, number: int, area: Area, size: float) -> tuple[str, Area]:
    """The price at the foot of the area, and the area above it."""
    text = price(box, number)
    if not text:
        return "", area
    foot = _text(text, area.centre[0], area.y + area.height - 0.1 * size, size, area.width, colour=FAINT)
    return foot, area.cut(BOTTOM, 1.1 * size)[1]


# those who stand there


def _discs(game: GameRecord, seats: Sequence[int], area: Area, plan: Plan) -> str:
    """Numbered discs in rows, as large as fits."""
    if not seats:
        return ""
    radius, columns = _fit_discs(len(seats), area, plan)
    pitch = 2 * radius + 1.5
    rows = math.ceil(len(seats) / columns)
    drawn = []
    for place, seat in enumerate(seats):
        row, column = divmod(place, columns)
        in_row = min(columns, len(seats) - row * columns)
        x = area.centre[0] + (column - (in_row - 1) / 2) * pitch
        y = area.centre[1] + (row - (rows - 1) / 2) * pitch
        drawn.append(_disc(seat, x, y, radius, game.decision != OVER and game.actor == seat))
    return "".join(drawn)


def _fit_discs(count: int, area: Area, plan: Plan) -> tuple[float, int]:
    """The largest radius at which so many discs fit, and how many stand in a row."""
    radius = max(7.5, 0.08 * plan.depth)
    while radius > 3.5:
        pitch = 2 * radius + 1.5
        columns, rows = int((area.width + 1.5) / pitch), int((area.height + 1.5) / pitch)
        if columns * rows >= count:
            return radius, max(1, math.ceil(count / max(1, math.ceil(count / max(1, columns)))))
        radius -= 0.25
    return radius, max(1, int(area.width / (2 * radius + 1.5)))


def _disc(seat: int, x: float, y: float, radius: float, to_move: bool = False) -> str:
    """The token of a seat; a dark ring marks the one who must decide."""
    ring = f'stroke="{INK}" stroke-width="2"' if to_move else 'stroke="#ffffff" stroke-width="1"'
    disc = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{SEATS[seat]}" {ring}/>'
    return disc + _figure(seat, (x, y), 1.3 * radius)


def _figure(seat: int, at: tuple[float, float], size: float) -> str:
    """The number of a seat on its colour."""
    return _text(str(seat), at[0], at[1] + 0.36 * size, size, weight="bold", colour=INK if seat in DARK_ON else "#ffffff")


# signs of squares that nobody owns


def _jail_cell(area: Area) -> tuple[Area, Area]:
    """The part of the square behind bars, and the part for visitors."""
    if area.width >= 0.8 * area.height:
        return area.inset(0.0, 1.0).cut(RIGHT, 0.56 * area.width)
    return area.inset(0.0, 1.0).cut(TOP, 0.5 * area.height)


def _bars(cell: Area) -> str:
    """A cell with bars."""
    count = max(3, round(cell.width / 9))
    steps = [cell.x + (step + 0.5) * cell.width / count for step in range(count)]
    bars = "".join(f"M{_n(x)} {_n(cell.y)}v{_n(cell.height)}" for x in steps)
    return _rect(cell, "#f3dcc0", LINES) + f'<path d="{bars}" stroke="{LINES}" stroke-width="1.2" opacity="0.55" fill="none"/>'


def _sign(kind: str, area: Area, occupied: bool) -> tuple[str, Area]:
    """A plain sign for squares without a deed, pale behind tokens, and the room for these."""
    if kind == "go":
        strip, room = area.cut(BOTTOM, 0.34 * area.height)
        return _arrow(*strip.centre, min(0.5 * strip.width, 1.3 * strip.height)), room
    signs = {"chance": _question, "chest": _chest, "tax": _coins, "parking": _parking, "gotojail": _to_jail}
    size = 0.84 * min(area.width, area.height, max(44.0, 0.3 * max(area.width, area.height)))
    if kind not in signs or size < LEGIBLE:
        return "", area
    sign = signs[kind](*area.centre, size)
    return (f'<g opacity="0.3">{sign}</g>' if occupied else sign), area


def _question(x: float, y: float, size: float) -> str:
    """Chance."""
    return _text("?", x, y + 0.36 * size, size, weight="bold", colour="#d98c3f")


def _chest(x: float, y: float, size: float) -> str:
    """A chest with a rounded lid and a lock."""
    width, height = 0.9 * size, 0.62 * size
    left, top = x - width / 2, y - height / 2
    body = f'<rect {_frame(Area(left, top, width, height))} rx="{_n(0.16 * size)}" fill="#9db8cf"/>'
    lid = f'<path d="M{_n(left)} {_n(y - 0.06 * size)}h{_n(width)}" stroke="{PAPER}" stroke-width="{_n(0.06 * size)}"/>'
    lock = Area(x - 0.07 * size, y - 0.14 * size, 0.14 * size, 0.2 * size)
    return body + lid + _rect(lock, PAPER)


def _coins(x: float, y: float, size: float) -> str:
    """A pile of coins."""
    coins = [
        f'<ellipse cx="{_n(x)}" cy="{_n(y + step * 0.2 * size)}" rx="{_n(0.36 * size)}" ry="{_n(0.17 * size)}" '
        f'fill="#d9c58a" stroke="{PAPER}" stroke-width="1"/>'
        for step in (1, 0, -1)
    ]
    return "".join(coins)


def _parking(x: float, y: float, size: float) -> str:
    """The sign of a car park."""
    half = size / 2
    sign = f'<rect {_frame(Area(x - half, y - half, size, size))} rx="{_n(0.18 * size)}" fill="#9db8cf"/>'
    return sign + _text("P", x, y + 0.27 * size, 0.75 * size, weight="bold", colour=PAPER)


def _to_jail(x: float, y: float, size: float) -> str:
    """A barred window with an arrow into it."""
    cell = Area(x, y - 0.4 * size, 0.55 * size, 0.8 * size)
    tip, tail = x - 0.08 * size, x - 0.6 * size
    corners = ((tip, y), (tip - 0.22 * size, y - 0.2 * size), (tip - 0.22 * size, y + 0.2 * size))
    arrow = f'<path d="M{_n(tail)} {_n(y)}H{_n(tip - 0.1 * size)}" stroke="{LINES}" stroke-width="{_n(0.1 * size)}"/>'
    return _bars(cell) + arrow + f'<polygon points="{_points(corners)}" fill="{LINES}"/>'


def _arrow(x: float, y: float, size: float) -> str:
    """An arrow the way everybody goes."""
    tip, tail, head = x - 0.85 * size, x + 0.85 * size, x - 0.4 * size
    corners = ((tip, y), (head, y - 0.3 * size), (head, y - 0.11 * size), (tail, y - 0.11 * size), (tail, y + 0.11 * size))
    return f'<polygon points="{_points((*corners, (head, y + 0.11 * size), (head, y + 0.3 * size)))}" fill="#d5564b"/>'


# the middle of the board


def _background() -> str:
    """A ground of its own, so that the drawing stands on light and dark pages."""
    ground = f'<rect width="{SIZE:.0f}" height="{SIZE:.0f}" rx="10" fill="#f1ede1"/>'
    return ground + _rect(Area(MARGIN, MARGIN, BOARD, BOARD), TABLE)


def _middle(box: Box, game: GameRecord, area: Area) -> str:
    """The name of the game, where it stands, and the seats."""
    scale = min(1.0, area.width / 510)
    x, room = area.centre[0], 0.94 * area.width
    thrown = 36 * scale if game.dice[0] > 0 else 0.0
    table = Area(x - 180 * scale, 0, 360 * scale, 24 * (int(game.players) + 1) * scale)
    top = area.centre[1] - (table.height + thrown + 190 * scale) / 2
    move = to_move(game)
    parts = [
        _wordmark(box, x, top + 42 * scale, scale),
        _text(f"Round {game.rounds}, turn {game.turns}", x, top + 112 * scale, 15 * scale, room, weight="bold"),
        _text(move[0].upper() + move[1:], x, top + 132 * scale, 13 * scale, room),
        _dice(box, game, x, top + 158 * scale, 22 * scale) if thrown else "",
    ]
    table = table._replace(y=top + 150 * scale + thrown)
    left = _text(bank(box, game), x, table.y + table.height + 22 * scale, 11 * scale, room, colour=FAINT)
    return f"<g>{''.join(parts)}{_seats(box, game, table)}{left}</g>"


def _wordmark(box: Box, x: float, y: float, scale: float) -> str:
    """The word over a line in the colours of the board, and which board and rules these are."""
    word = _text("Rentier", x, y, 52 * scale, family=SERIF)
    colours = [group.colour for group in box.board.groups] or [LINES]
    width = 180 * scale / len(colours)
    left = x - 90 * scale
    line = [_rect(Area(left + step * width, y + 14 * scale, width, 4 * scale), colour) for step, colour in enumerate(colours)]
    rules = f"{box.board.title}, {box.name}"
    return word + "".join(line) + _text(rules, x, y + 36 * scale, 11 * scale, 360 * scale, colour=FAINT)


def _dice(box: Box, game: GameRecord, x: float, y: float, size: float) -> str:
    """The last throw."""
    count = int(box.record.dice)
    pitch = 1.3 * size
    dice = [_die(int(game.dice[die]), x + (die - (count - 1) / 2) * pitch, y, size) for die in range(count)]
    thrown = " ".join(str(game.dice[die]) for die in range(count))
    return f"<g><title>last throw: {thrown}</title>{''.join(dice)}</g>"


_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0))


def _die(pips: int, x: float, y: float, size: float) -> str:
    """One die."""
    half = size / 2
    face = f'<rect {_frame(Area(x - half, y - half, size, size))} rx="{_n(0.2 * size)}" fill="{PAPER}" stroke="{LINES}"/>'
    spots = _CORNERS[: pips - pips % 2] + (((0, 0),) if pips % 2 else ())
    reach, radius = 0.26 * size, 0.09 * size
    return face + "".join(
        f'<circle cx="{_n(x + right * reach)}" cy="{_n(y + down * reach)}" r="{_n(radius)}"/>' for right, down in spots
    )


_COLUMNS = (
    ("seat", 0.08, "middle"),
    ("cash", 0.31, "end"),
    ("deeds", 0.45, "end"),
    ("cards", 0.59, "end"),
    ("where", 0.64, "start"),
)


def _seats(box: Box, game: GameRecord, area: Area) -> str:
    """A table of the seats: cash, deeds, jail cards and where they are."""
    height = area.height / (int(game.players) + 1)
    row = area._replace(height=height)
    parts = [f'<rect {_frame(area)} rx="5" fill="{PAPER}" stroke="{LINES}"/>']
    for head, at, anchor in _COLUMNS:
        parts.append(_text(head, area.x + at * area.width, area.y + 0.66 * height, 0.43 * height, colour=FAINT, anchor=anchor))
    parts += [_seat_row(box, game, seat, row._replace(y=area.y + (seat + 1) * height)) for seat in range(int(game.players))]
    return "".join(parts)


def _seat_row(box: Box, game: GameRecord, seat: int, row: Area) -> str:
    """One seat; the one who must decide stands out, a bankrupt one fades."""
    decides = game.decision != OVER and game.actor == seat
    size = 0.5 * row.height
    middle = row.centre[1]
    cells = (
        money(box, game.cash[seat]),
        str(deed_count(game, seat)),
        str(jail_card_count(game, seat)),
        _where(box, game, seat),
    )
    rooms = (0.18, 0.1, 0.1, 0.34)
    parts = [_rect(row.inset(1.0, 1.0), HIGHLIGHT)] if decides else []
    parts.append(_disc(seat, row.x + _COLUMNS[0][1] * row.width, middle, 0.36 * row.height, decides))
    for text, room, (head, at, anchor) in zip(cells, rooms, _COLUMNS[1:], strict=True):
        x, weight = row.x + at * row.width, "bold" if head == "cash" else "normal"
        type_size = 0.9 * size if head == "where" else size
        parts.append(_text(text, x, middle + 0.36 * size, type_size, room * row.width, anchor=anchor, weight=weight))
    rule = f'<path d="M{_n(row.x)} {_n(row.y)}h{_n(row.width)}" stroke="#d9d5c8"/>'
    drawn = "".join(parts)
    return rule + (f'<g opacity="0.5">{drawn}</g>' if is_bankrupt(game, seat) else drawn)


def _where(box: Box, game: GameRecord, seat: int) -> str:
    """Where a player is."""
    if is_bankrupt(game, seat):
        return "bankrupt"
    return "in jail" if game.jail_turns[seat] != FREE else box.board.squares[game.square[seat]].name


# type


def _wrap(text: str, width: float, size: float, most: int) -> list[str]:
    """A text in lines that fit; what does not fit into so many lines is cut off and shows that it is."""
    lines = [""]
    pieces = [piece for word in text.split() for piece in _break(word, width, size)]
    for piece in pieces:
        longer = f"{lines[-1]} {piece}".strip()
        if lines[-1] == "" or _width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1].rstrip("-") + "…"]


def _break(word: str, width: float, size: float) -> Iterator[str]:
    """A word, or its parts with hyphens where even squeezed it is too wide."""
    while len(word) > 4 and _width(word, size) * TIGHTEST > width:
        fits = 2
        while _width(word[: fits + 1] + "-", size) <= width:
            fits += 1
        yield word[:fits] + "-"
        word = word[fits:]
    yield word


def _cut(text: str, room: float, size: float) -> str:
    """A text, or as much of it as fits when squeezed."""
    kept = text
    while len(kept) > 2 and _width(kept, size) * TIGHTEST > room:
        kept = kept[:-2].rstrip() + "…"
    return kept


def _width(text: str, size: float) -> float:
    """About how wide a text runs in a common sans serif type."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """The width of a letter, in sizes of type."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    return next((width for letters, width in _WIDTHS if letter in letters), 0.7 if letter.isupper() else 0.556)


_WIDTHS = (
    ("ijl'|", 0.22),
    ("ftI .,:;/!", 0.28),
    ("r-()", 0.333),
    ("cksvxyzJ", 0.5),
    ("FLTZ", 0.61),
    ("ABEKPSVXY&", 0.667),
    ("CDHNRUw", 0.722),
    ("GOQ", 0.778),
    ("mM", 0.833),
    ("W%@…", 0.95),
)


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    room: float = math.inf,
    *,
    anchor: str = "middle",
    weight: str = "normal",
    colour: str = "",
    family: str = "",
) -> str:
    """One line of type, squeezed into its room where the reader's type may run wide."""
    if not text:
        return ""
    text = _cut(text, room, size)
    wide = _width(text, size)
    squeeze = f' textLength="{_n(min(wide, room))}" lengthAdjust="spacingAndGlyphs"' if wide * WIDER > room else ""
    extra = (f' font-weight="{weight}"' if weight != "normal" else "") + (f' fill="{colour}"' if colour else "")
    extra += f' font-family="{family}"' if family else ""
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" text-anchor="{anchor}"{extra}{squeeze}>{escape(text)}</text>'


# shapes


def _n(number: float) -> str:
    """A number, short."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _points(corners: Sequence[tuple[float, float]]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)


def _frame(area: Area) -> str:
    """Place and size of a rectangle."""
    return f'x="{_n(area.x)}" y="{_n(area.y)}" width="{_n(area.width)}" height="{_n(area.height)}"'


def _rect(area: Area, fill: str, stroke: str = "", thick: float = 0.8, opacity: float = 1.0) -> str:
    """A rectangle; `opacity` is that of its fill."""
    line = f' stroke="{stroke}" stroke-width="{_n(thick)}"' if stroke else ""
    clear = f' fill-opacity="{_n(opacity)}"' if opacity < 1 else ""
    return f'<rect {_frame(area)} fill="{fill}"{clear}{line}/>'


def _hatch(area: Area) -> str:
    """Slanting lines across a rectangle."""
    step = 6.0
    lines = []
    start = area.x - area.height + step / 2
    while start < area.x + area.width:
        low, high = max(0.0, area.x - start), min(area.height, area.x + area.width - start)
        if high > low:
            foot = area.y + area.height
            lines.append(f"M{_n(start + low)} {_n(foot - low)}L{_n(start + high)} {_n(foot - high)}")
        start += step
    return f'<path d="{"".join(lines)}" stroke="{HATCH}" stroke-width="1" fill="none"/>'
