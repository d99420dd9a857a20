"""Expectiminimax on small boards, `expectiminimax:depth=2`: Khan's decisions by a value that looks `depth` rolls ahead.

Khan 2019 suggests minimax with pruning as future work (section 8.3). The search is in `khan_search`. It evaluates its leaf
positions by Khan's value with the best weights of the work, so without a search this agent is `khan:optimal`.

On boards of at most 16 squares it searches for every decision. On larger boards it searches only for purchases from the bank,
while nothing is built; for all other decisions, and with three dice or more, Khan's value alone decides.
"""

from __future__ import annotations

from rentier.agents.khan import play_by_value
from rentier.agents.khan_search import value_ahead
from rentier.agents.khan_sheet import Weights, copy_down
from rentier.agents.mind import MindRecord, agent, valuing
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.state import GameRecord
from rentier.game.words import BUY_OR_NOT, Action

OPTIMAL = Weights(3.0, 0.0, 1.0, 10.0, 10.0, 0.0, 900.0, 20000.0)
DEPTH = 0  # the index of its setting
SMALL_BOARD = 16  # squares


@compiled
def is_searched(box: BoxRecord, game: GameRecord) -> bool:
    """Whether to search: for any decision on a small board, for a purchase on a large one with nothing built."""
    if box.dice > 2:
        return False
    return box.squares <= SMALL_BOARD or (game.decision == BUY_OR_NOT and game.built == 0)


@compiled
def depth_of(box: BoxRecord, game: GameRecord, mind: MindRecord) -> int:
    """Return how many rolls it looks ahead now."""
    return int(mind.settings[DEPTH]) if is_searched(box, game) else 0


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Decide as Khan's agent does, by a value that looks ahead."""
    return play_by_value(box, game, mind, OPTIMAL, depth_of(box, game, mind))


@valuing
def value(box: BoxRecord, game: GameRecord, seat: int, mind: MindRecord) -> float:
    """Return the value of the position to a seat, looking ahead."""
    copy_down(box, game, mind.actions, depth_of(box, game, mind))
    return value_ahead(box, game, mind.actions, OPTIMAL, seat)
