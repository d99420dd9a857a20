"""Draw the board as one self-contained SVG, for notebooks and pages.

The drawing has no ids and no style sheet, so that many drawings can be on one page.
"""

from __future__ import annotations

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.record.board_text import standing
from rentier.record.drawing.layout import plan_board
from rentier.record.drawing.middle import drawn_middle
from rentier.record.drawing.sheet import background, outline, svg_of
from rentier.record.drawing.squares import drawn_square


def board_svg(box: Box, game: GameRecord) -> str:
    """Return the board as a self-contained SVG, 720 wide."""
    plan = plan_board(len(box.board.squares))
    squares = [drawn_square(box, game, plan, number) for number in range(len(plan.places))]
    return svg_of(standing(game), [background(), *squares, outline(), drawn_middle(box, game, plan.middle)])
