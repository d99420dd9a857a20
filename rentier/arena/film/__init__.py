"""Films: a recorded game as an animated picture. The board is drawn once, and after that only what changes."""

from __future__ import annotations

from rentier.arena.film.deeds import moving_square
from rentier.arena.film.panel import moving_middle
from rentier.arena.film.scenes import Line, Scene, scenes_of
from rentier.arena.film.timing import Shot, timed
from rentier.arena.film.tokens import moving_tokens
from rentier.narration.sentences import agent_names, seat_names
from rentier.record.drawing.layout import plan_board
from rentier.record.drawing.motion import Motion
from rentier.record.drawing.sheet import background, outline, svg_of
from rentier.record.games import read_record

MOST_SCENES = 2500  # of a longer game only the last scenes are shown


def film_svg(record: str) -> str:
    """Draw the game of a record as a self-contained, looping animated SVG."""
    written = read_record(record)
    box, names = written.box, agent_names(written.agents) or seat_names(written.beginning.players)
    shots, seconds = timed(_last(scenes_of(record, names)))
    motion, plan = Motion(seconds), plan_board(len(box.board.squares))
    squares = [moving_square(box, plan, number, shots, motion) for number in range(len(plan.places))]
    middle = moving_middle(box, names, plan.middle, shots, motion)
    tokens = moving_tokens(box, plan, shots, motion)
    return svg_of(_label(names, shots), [motion.style_sheet(), background(), *squares, outline(), middle, tokens])


def _last(scenes: list[Scene]) -> list[Scene]:
    """Return the last scenes, as many as fit into a film; the first says so if the beginning is left out."""
    saved = scenes[-MOST_SCENES:]
    if len(saved) < len(scenes):
        notice = Line(f"The film begins in turn {saved[0].turn}.", None)
        saved[0] = saved[0]._replace(path=(), rolled=False, lines=(notice,))
    return saved


def _label(names: list[str], shots: list[Shot]) -> str:
    """Describe the picture as text, for screen readers."""
    game = shots[-1].scene.game
    return f"A game of {', '.join(names[:-1])} and {names[-1]}, {game.turns} turns"
