"""The landing odds as a picture: the board as a heat map, darker where players land more often."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from rentier.analysis.landing import IN_JAIL, Landing, Place
from rentier.analysis.options import JAIL_WORDS
from rentier.files import write_text
from rentier.record.drawing.colours import FAINT, INK, LINES, PAPER
from rentier.record.drawing.layout import SIZE, TOP, Area, plan_board
from rentier.record.drawing.layout import Place as Lot
from rentier.record.drawing.lettering import BOLD, LEADING, SERIF, text_line, wrapped
from rentier.record.drawing.shapes import rectangle
from rentier.record.drawing.sheet import outline, svg_of
from rentier.record.drawing.signs import split_jail

HEAT = (
    (250, 248, 252),
    (218, 212, 233),
    (172, 164, 209),
    (117, 97, 174),
    (57, 11, 117),
)  # from rare to frequent, distinct from most group colours
LIGHT_TEXT_FROM = 0.6  # from this point of the scale on
NEVER = "#ffffff"
LISTED = 10  # how many of the most frequent places are listed in the middle
BAR = 0.16  # the bar in the colour of the group, in depths of a square
BANDS = 40  # steps of colour in the legend
SAME = 1e-9  # shares that differ less count as equal


def draw_landing(landing: Landing, file: Path) -> None:
    """Write the picture."""
    write_text(file, landing_svg(landing))


def landing_svg(landing: Landing) -> str:
    """Return the board as a heat map, a self-contained SVG."""
    box = landing.box
    plan = plan_board(len(box.board.squares))
    scale = _Scale(landing)
    shares = dict(zip(landing.places, (float(share) for share in landing.place_shares), strict=True))
    squares = []
    for number, lot in enumerate(plan.places):
        here = {place: share for place, share in shares.items() if place.square == number}
        squares.append(_square(landing, lot, plan.depth, plan.type, here, scale))
    ground = f'<rect width="{SIZE:.0f}" height="{SIZE:.0f}" rx="10" fill="{PAPER}"/>'
    label = f"{box.board.title}, {box.name}: share of rolls that end on each square"
    return svg_of(label, [ground, *squares, outline(), _middle(landing, plan.middle, shares, scale)])


class _Scale:
    """Maps shares to colours. Being in jail is far more frequent, so it is left out and drawn as dark as the darkest square."""

    def __init__(self, landing: Landing) -> None:
        often = [float(share) for share in landing.shares if share > 0]
        self.low, self.high = min(often), max(often)

    def place(self, share: float) -> float:
        """Return the position of a share on the scale, from 0 to 1."""
        if self.high - self.low < SAME:
            return 0.5
        return min(max((share - self.low) / (self.high - self.low), 0.0), 1.0)

    def fill(self, share: float) -> str:
        """Return the fill colour of a square that gets this share of all landings."""
        return _heat(self.place(share)) if share > 0 else NEVER

    def ink(self, share: float) -> str:
        """Return the colour of text on that square."""
        return "#ffffff" if share > 0 and self.place(share) > LIGHT_TEXT_FROM else INK


def _heat(place: float) -> str:
    """Return the colour at a position on the scale."""
    step = min(int(place * (len(HEAT) - 1)), len(HEAT) - 2)
    part = place * (len(HEAT) - 1) - step
    mixed = (round(low + part * (high - low)) for low, high in zip(HEAT[step], HEAT[step + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def percent(share: float) -> str:
    """Return a share as text."""
    return f"{100 * share:.2f} %"


def _square(landing: Landing, lot: Lot, depth: float, size: float, shares: dict[Place, float], scale: _Scale) -> str:
    """Draw one square: its group, its name and its share; the jail in two parts."""
    number = next(iter(shares)).square
    square, body, parts = landing.box.board.squares[number], lot.area, []
    if square.is_deed:
        bar, body = lot.area.cut((lot.side + 2) % 4, BAR * depth)
        colour = landing.box.board.groups[landing.box.record.group[number]].colour
        parts.append(rectangle(bar, colour, LINES))
    areas = [body]
    if len(shares) > 1:
        cell, hall = split_jail(body)
        areas = [hall, cell]
    for (place, share), area in zip(shares.items(), areas, strict=True):
        parts.append(rectangle(area, scale.fill(share), LINES))
        parts.append(_lettered(place.state or place.name, area.inset(2.5, 0.4 * size), size, share, scale.ink(share)))
    title = "; ".join(
        f"{' '.join(filter(None, (place.name, place.state)))}: {percent(share)}" for place, share in shares.items()
    )
    frame = rectangle(lot.area, "none", LINES)
    return f"<g><title>{escape(title)}</title>{''.join(parts)}{frame}</g>"


def _lettered(name: str, area: Area, size: float, share: float, ink: str) -> str:
    """Draw a name at the top and a share in the middle of the space below it."""
    figure = min(1.45 * size, area.width / 3.6)
    most = max(1, int((area.height - 1.3 * figure) / (LEADING * size)))
    x = area.centre[0]
    lines = [
        text_line(line, x, area.y + (0.78 + row * LEADING) * size, size, area.width, colour=ink)
        for row, line in enumerate(wrapped(name, area.width, size, most))
    ]
    rest = area.cut(TOP, len(lines) * LEADING * size)[1]
    return "".join(lines) + text_line(
        percent(share), x, rest.centre[1] + 0.4 * figure, figure, area.width, font=BOLD, colour=ink
    )


def _middle(landing: Landing, area: Area, shares: dict[Place, float], scale: _Scale) -> str:
    """Draw the title, the legend and the most frequent places."""
    unit = min(1.0, area.width / 510)
    x, room = area.centre[0], 0.94 * area.width
    listed = sorted(shares, key=lambda place: -shares[place])[:LISTED]
    top = area.centre[1] - (178 + 19 * len(listed)) * unit / 2
    jail = f"; {JAIL_WORDS[landing.jail]}" if landing.box.record.jail_square >= 0 else ""
    parts = [
        text_line("Where rolls end", x, top + 36 * unit, 38 * unit, room, font=SERIF),
        text_line(f"{landing.box.board.title}, {landing.box.name}{jail}", x, top + 62 * unit, 13 * unit, room),
        text_line("share of all rolls that end on a square, after cards", x, top + 81 * unit, 12 * unit, room, colour=FAINT),
        _legend(Area(x - 150 * unit, top + 98 * unit, 300 * unit, 12 * unit), scale, unit),
    ]
    for row, place in enumerate(listed):
        line = Area(x - 214 * unit, top + (160 + 19 * row) * unit, 380 * unit, 19 * unit)
        parts.append(_listed(place, shares[place], shares[listed[0]], line, unit, scale))
    return f"<g>{''.join(parts)}</g>"


def _legend(area: Area, scale: _Scale, unit: float) -> str:
    """Draw the scale of colours with its ends."""
    width = area.width / BANDS
    bands = [
        rectangle(Area(area.x + band * width, area.y, width + 0.3, area.height), _heat((band + 0.5) / BANDS))
        for band in range(BANDS)
    ]
    y, size = area.y + area.height + 14 * unit, 11 * unit
    ends = text_line(percent(scale.low), area.x, y, size, colour=FAINT)
    ends += text_line(percent(scale.high), area.x + area.width, y, size, colour=FAINT)
    return "".join(bands) + rectangle(area, "none", LINES, 0.6) + ends


def _listed(place: Place, share: float, most: float, line: Area, unit: float, scale: _Scale) -> str:
    """Draw one of the most frequent places: its name, a bar and its share."""
    name = f"{place.name} ({IN_JAIL})" if place.state == IN_JAIL else place.name
    y, size = line.y + 0.7 * line.height, 11.5 * unit
    bar = Area(line.x + 0.53 * line.width, line.y + 0.2 * line.height, 0.31 * line.width * share / most, 0.6 * line.height)
    return (
        text_line(name, line.x + 0.5 * line.width, y, size, 0.5 * line.width, anchor="end")
        + rectangle(bar, scale.fill(share), LINES, 0.5)
        + text_line(percent(share), line.x + line.width, y, size, anchor="end", font=BOLD)
    )
