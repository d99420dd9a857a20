"""Dice."""

from __future__ import annotations

from rentier.record.drawing.colours import LINES, PAPER
from rentier.record.drawing.layout import Area
from rentier.record.drawing.shapes import frame, short

_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0))


def dice_places(count: int, x: float, size: float) -> list[float]:
    """Return the x coordinates of `count` dice side by side, centred on x."""
    return [x + (die - (count - 1) / 2) * 1.3 * size for die in range(count)]


def drawn_die(pips: int, x: float, y: float, size: float) -> str:
    """Draw one die."""
    half = size / 2
    face = f'<rect {frame(Area(x - half, y - half, size, size))} rx="{short(0.2 * size)}" fill="{PAPER}" stroke="{LINES}"/>'
    spots = _CORNERS[: pips - pips % 2] + (((0, 0),) if pips % 2 else ())
    reach, radius = 0.26 * size, 0.09 * size
    return face + "".join(
        f'<circle cx="{short(x + right * reach)}" cy="{short(y + down * reach)}" r="{short(radius)}"/>' for right, down in spots
    )
