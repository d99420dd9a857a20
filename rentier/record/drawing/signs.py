"""The signs of squares that nobody can own."""

from __future__ import annotations

from rentier.record.drawing.colours import LINES, PAPER
from rentier.record.drawing.layout import BOTTOM, RIGHT, TOP, Area
from rentier.record.drawing.lettering import BOLD, text_line
from rentier.record.drawing.shapes import frame, points, rectangle, short
from rentier.record.drawing.tokens import LEGIBLE


def drawn_sign(kind: str, area: Area, occupied: bool) -> tuple[str, Area]:
    """Draw a sign for a square without a deed, pale behind tokens; return it and the area for the tokens."""
    if kind == "go":
        strip, room = area.cut(BOTTOM, 0.34 * area.height)
        return _arrow(*strip.centre, min(0.5 * strip.width, 1.3 * strip.height)), room
    signs = {"chance": _question, "chest": _chest, "tax": _coins, "parking": _parking, "gotojail": _to_jail}
    size = 0.84 * min(area.width, area.height, max(44.0, 0.3 * max(area.width, area.height)))
    if kind not in signs or size < LEGIBLE:
        return "", area
    sign = signs[kind](*area.centre, size)
    return (f'<g opacity="0.3">{sign}</g>' if occupied else sign), area


def split_jail(area: Area) -> tuple[Area, Area]:
    """Return the part of the square behind bars, and the part for visitors."""
    if area.width >= 0.8 * area.height:
        return area.inset(0.0, 1.0).cut(RIGHT, 0.56 * area.width)
    return area.inset(0.0, 1.0).cut(TOP, 0.5 * area.height)


def barred(cell: Area) -> str:
    """Draw a cell with bars."""
    count = max(3, round(cell.width / 9))
    steps = [cell.x + (step + 0.5) * cell.width / count for step in range(count)]
    bars = "".join(f"M{short(x)} {short(cell.y)}v{short(cell.height)}" for x in steps)
    return (
        rectangle(cell, "#f3dcc0", LINES) + f'<path d="{bars}" stroke="{LINES}" stroke-width="1.2" opacity="0.55" fill="none"/>'
    )


def _question(x: float, y: float, size: float) -> str:
    """Draw the question mark of Chance."""
    return text_line("?", x, y + 0.36 * size, size, font=BOLD, colour="#d98c3f")


def _chest(x: float, y: float, size: float) -> str:
    """Draw a chest with a rounded lid and a lock."""
    width, height = 0.9 * size, 0.62 * size
    left, top = x - width / 2, y - height / 2
    body = f'<rect {frame(Area(left, top, width, height))} rx="{short(0.16 * size)}" fill="#9db8cf"/>'
    thick = 0.06 * size
    lid = f'<path d="M{short(left)} {short(y - thick)}h{short(width)}" stroke="{PAPER}" stroke-width="{short(thick)}"/>'
    lock = Area(x - 0.07 * size, y - 0.14 * size, 0.14 * size, 0.2 * size)
    return body + lid + rectangle(lock, PAPER)


def _coins(x: float, y: float, size: float) -> str:
    """Draw a pile of coins."""
    coins = [
        f'<ellipse cx="{short(x)}" cy="{short(y + step * 0.2 * size)}" rx="{short(0.36 * size)}" ry="{short(0.17 * size)}" '
        f'fill="#d9c58a" stroke="{PAPER}" stroke-width="1"/>'
        for step in (1, 0, -1)
    ]
    return "".join(coins)


def _parking(x: float, y: float, size: float) -> str:
    """Draw the sign of a car park."""
    half = size / 2
    sign = f'<rect {frame(Area(x - half, y - half, size, size))} rx="{short(0.18 * size)}" fill="#9db8cf"/>'
    return sign + text_line("P", x, y + 0.27 * size, 0.75 * size, font=BOLD, colour=PAPER)


def _to_jail(x: float, y: float, size: float) -> str:
    """Draw a barred window with an arrow into it."""
    cell = Area(x, y - 0.4 * size, 0.55 * size, 0.8 * size)
    tip, tail = x - 0.08 * size, x - 0.6 * size
    corners = ((tip, y), (tip - 0.22 * size, y - 0.2 * size), (tip - 0.22 * size, y + 0.2 * size))
    arrow = (
        f'<path d="M{short(tail)} {short(y)}H{short(tip - 0.1 * size)}" stroke="{LINES}" stroke-width="{short(0.1 * size)}"/>'
    )
    return barred(cell) + arrow + f'<polygon points="{points(corners)}" fill="{LINES}"/>'


def _arrow(x: float, y: float, size: float) -> str:
    """Draw an arrow in the direction of play."""
    tip, tail, head = x - 0.85 * size, x + 0.85 * size, x - 0.4 * size
    corners = ((tip, y), (head, y - 0.3 * size), (head, y - 0.11 * size), (tail, y - 0.11 * size), (tail, y + 0.11 * size))
    return f'<polygon points="{points((*corners, (head, y + 0.11 * size), (head, y + 0.3 * size)))}" fill="#d5564b"/>'
