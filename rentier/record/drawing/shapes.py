"""Plain shapes in SVG."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.record.drawing.colours import HATCH
from rentier.record.drawing.layout import Area


def short(number: float) -> str:
    """Format a number with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def points(corners: Sequence[tuple[float, float]]) -> str:
    """Format the corners of a polygon."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in corners)


def frame(area: Area) -> str:
    """Return the position and size of a rectangle as attributes."""
    return f'x="{short(area.x)}" y="{short(area.y)}" width="{short(area.width)}" height="{short(area.height)}"'


def rectangle(area: Area, fill: str, stroke: str = "", thick: float = 0.8, opacity: float = 1.0) -> str:
    """Draw a rectangle; `opacity` is that of its fill."""
    line = f' stroke="{stroke}" stroke-width="{short(thick)}"' if stroke else ""
    clear = f' fill-opacity="{short(opacity)}"' if opacity < 1 else ""
    return f'<rect {frame(area)} fill="{fill}"{clear}{line}/>'


def hatching(area: Area) -> str:
    """Draw diagonal lines across a rectangle."""
    step = 6.0
    lines = []
    start = area.x - area.height + step / 2
    while start < area.x + area.width:
        low, high = max(0.0, area.x - start), min(area.height, area.x + area.width - start)
        if high > low:
            foot = area.y + area.height
            lines.append(f"M{short(start + low)} {short(foot - low)}L{short(start + high)} {short(foot - high)}")
        start += step
    return f'<path d="{"".join(lines)}" stroke="{HATCH}" stroke-width="1" fill="none"/>'
