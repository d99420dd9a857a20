"""TD(lambda) targets of each slot over a window of steps.

Backwards through the window, G = (1 - lambda) V + lambda G', where V is the value of the next afterstate and G' its own target.
Where the game ended, G is the outcome. The last afterstate of a window has no successor yet, and gets no target.
"""

from __future__ import annotations

from rentier.compiled import compiled
from rentier.layout import Numbers, wide
from rentier.network.shape import PROBABILITIES, SEATS
from rentier.selfplay.slots import StepRecord

DRAW = SEATS


@compiled
def put_target(step: StepRecord, future: Numbers, target: Numbers) -> None:
    """Write the target of an afterstate, turned so that the player who chose it comes first."""
    for chance in range(PROBABILITIES):
        target[chance] = 0.0
    players = wide(step.players)
    for seat in range(players):
        target[(seat - step.seat + players) % players] = future[seat]
    target[DRAW] = future[DRAW]


@compiled
def write_targets(steps: Numbers, slot: int, lambda_: float, future: Numbers, targets: Numbers, mask: Numbers) -> None:
    """Write the targets of a slot, and a mask that is 1 where there is one, else 0. `future`: scratch memory."""
    known = False
    for time in range(len(steps) - 1, -1, -1):
        step = steps[time, slot]
        mask[time, slot] = 0.0
        if step.ended == 1:
            known = True
            for chance in range(PROBABILITIES):
                future[chance] = step.outcome[chance]
        if step.row < 0:
            continue
        if known:
            put_target(step, future, targets[time, slot])
            mask[time, slot] = 1.0
        for chance in range(PROBABILITIES):
            value = step.chances[chance]
            future[chance] = value + lambda_ * (future[chance] - value) if known else value
        known = True
