"""The sheet that a board is drawn on."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from rentier.record.drawing.colours import INK, LINES, TABLE
from rentier.record.drawing.layout import BOARD, MARGIN, SIZE, Area
from rentier.record.drawing.lettering import SANS
from rentier.record.drawing.shapes import rectangle


def svg_of(label: str, parts: Sequence[str]) -> str:
    """Return a self-contained SVG of these parts, 720 wide; the label says what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE:.0f}" height="{SIZE:.0f}" viewBox="0 0 {SIZE:.0f} {SIZE:.0f}" '
        f'role="img" aria-label={quoteattr(label)} font-family="{SANS}" fill="{INK}">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def background() -> str:
    """Draw a background, so that the drawing works on light and dark pages."""
    ground = f'<rect width="{SIZE:.0f}" height="{SIZE:.0f}" rx="10" fill="#f1ede1"/>'
    return ground + rectangle(Area(MARGIN, MARGIN, BOARD, BOARD), TABLE)


def outline() -> str:
    """Draw the outline of the board."""
    return rectangle(Area(MARGIN, MARGIN, BOARD, BOARD), "none", LINES, 1.5)
