"""The board as a drawing: one self-contained SVG text for notebooks and pages.

Nothing in the drawing has an id or a style sheet, so that many drawings can stand on one page.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.record.board_text import standing
from rentier.record.drawing.colours import INK, LINES, TABLE
from rentier.record.drawing.layout import BOARD, MARGIN, SIZE, Area, plan_board
from rentier.record.drawing.lettering import SANS
from rentier.record.drawing.middle import drawn_middle
from rentier.record.drawing.shapes import rectangle
from rentier.record.drawing.squares import drawn_square


def board_svg(box: Box, game: GameRecord) -> str:
    """The board as a self-contained SVG, 720 wide."""
    plan = plan_board(len(box.board.squares))
    drawn = [drawn_square(box, game, plan, number) for number in range(len(plan.places))]
    outline = rectangle(Area(MARGIN, MARGIN, BOARD, BOARD), "none", LINES, 1.5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE:.0f}" height="{SIZE:.0f}" viewBox="0 0 {SIZE:.0f} {SIZE:.0f}" '
        f'role="img" aria-label={quoteattr(standing(game))} font-family="{SANS}" fill="{INK}">\n'
        + "\n".join([_background(), *drawn, outline, drawn_middle(box, game, plan.middle)])
        + "\n</svg>\n"
    )


def _background() -> str:
    """A ground of its own, so that the drawing stands on light and dark pages."""
    ground = f'<rect width="{SIZE:.0f}" height="{SIZE:.0f}" rx="10" fill="#f1ede1"/>'
    return ground + rectangle(Area(MARGIN, MARGIN, BOARD, BOARD), TABLE)
