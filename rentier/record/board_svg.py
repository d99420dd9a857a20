"""The board as a drawing."""

from __future__ import annotations

from xml.sax.saxutils import escape

from rentier.box import Box
from rentier.game.state import GameRecord
from rentier.record.board_text import standing


def board_svg(box: Box, game: GameRecord) -> str:
    """The board as a self-contained SVG."""
    text = f'<text x="360" y="360" text-anchor="middle" font-family="sans-serif">{escape(standing(game))}</text>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="720" viewBox="0 0 720 720">'
        f'<rect width="720" height="720" fill="#f4f1e8"/>{text}</svg>'
    )
