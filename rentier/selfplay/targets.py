"""What a state should have been valued at: TD(lambda) over a window of steps, each table by itself.

Backwards through the window: what comes after a state is the outcome where the game ended, else the mean of the next state's
value and of what comes after that, weighted by lambda. The last state of a window has nothing after it and gets no target.
"""

from __future__ import annotations

from rentier.compiled import compiled
from rentier.network.shape import CHANCES, SEATS
from rentier.records import Numbers, wide
from rentier.selfplay.tables import StepRecord

DRAW = SEATS


@compiled
def put_target(step: StepRecord, later: Numbers, target: Numbers) -> None:
    """What comes after a state, turned so that who chose sits first."""
    for chance in range(CHANCES):
        target[chance] = 0.0
    players = wide(step.players)
    for seat in range(players):
        target[(seat - step.seat + players) % players] = later[seat]
    target[DRAW] = later[DRAW]


@compiled
def write_targets(steps: Numbers, table: int, lambda_: float, later: Numbers, targets: Numbers, weights: Numbers) -> None:
    """The targets of a table's states; a weight of 1 says that there is one. `later` is room for what comes after a state."""
    known = False
    for time in range(len(steps) - 1, -1, -1):
        step = steps[time, table]
        weights[time, table] = 0.0
        if step.ended == 1:
            known = True
            for chance in range(CHANCES):
                later[chance] = step.outcome[chance]
        if step.row < 0:
            continue
        share = lambda_ if known else 0.0
        if known:
            put_target(step, later, targets[time, table])
            weights[time, table] = 1.0
        for chance in range(CHANCES):
            later[chance] = step.chances[chance] + share * (later[chance] - step.chances[chance])
        known = True
