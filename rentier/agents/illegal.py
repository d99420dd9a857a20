"""The error for an agent that breaks the rules, in a real game or in a simulated one."""

from __future__ import annotations

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.reasons import REASONS
from rentier.game.state import GameRecord
from rentier.game.words import DECISIONS, Action
from rentier.record.actions import action_text


def illegal_action(box: Box, spec: str, game: GameRecord, action: Action, where: str) -> RentierError:
    """Return the error for an illegal action: which agent, where, at which decision, what it did and why that is illegal."""
    try:
        text = action_text(box, action)
    except RentierError:
        text = str(tuple(action))
    decision = f"decision {DECISIONS[game.decision]!r} of seat {game.actor}"
    reason = REASONS[check(box.record, game, action)]
    if not reason:
        return RentierError(
            f"agent {spec!r} goes round in circles in {where}, at {decision}: the turn never ends; last {text!r}"
        )
    return RentierError(f"agent {spec!r} played an illegal action in {where}, at {decision}: {text!r}: {reason}")
