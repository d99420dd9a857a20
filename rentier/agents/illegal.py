"""What is said of an agent that breaks the rules: at a table of the arena, or in the thoughts of a search."""

from __future__ import annotations

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.reasons import REASONS
from rentier.game.state import GameRecord
from rentier.game.words import DECISIONS, Action
from rentier.record.actions import action_text


def illegal_action(box: Box, spec: str, game: GameRecord, action: Action, where: str) -> RentierError:
    """The error for an action that the rules do not allow: who, where, at which decision, what and why."""
    try:
        said = action_text(box, action)
    except RentierError:
        said = str(tuple(action))
    decision = f"decision {DECISIONS[game.decision]!r} of seat {game.actor}"
    reason = REASONS[check(box.record, game, action)]
    if not reason:
        return RentierError(
            f"agent {spec!r} goes round in circles in {where}, at {decision}: the turn never ends; last {said!r}"
        )
    return RentierError(f"agent {spec!r} played an illegal action in {where}, at {decision}: {said!r}: {reason}")
