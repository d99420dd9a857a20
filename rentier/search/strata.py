"""Stratified first rolls: in 36 rollouts in a row, the first roll of the dice is every possible roll once.

So a set of rollouts is never lucky or unlucky in its first roll, and fewer rollouts give the same precision. Intervals that go
by the spread of the results do not count on that, so they are slightly too wide.
"""

from __future__ import annotations

from typing import Any

from rentier.agents.table import Table
from rentier.compiled import compiled
from rentier.game.luck import below, mix
from rentier.search.rolls import FACES, ROLLS, TWO_DICE

STRATA_STREAM = (1 << 21) + 4
STRATA = int(ROLLS)
STEP = 17  # has no factor in common with 36, and lets even a few rollouts in a row have very different rolls


@compiled
def load_first_roll(table: Table, key: Any, number: int) -> None:
    """Load the first roll of rollout `number` under a key; where in the order 36 rollouts begin is drawn for each 36."""
    if table.box.dice != TWO_DICE:
        return
    begin = below(mix(key, STRATA_STREAM, number // STRATA), STRATA)
    roll = (number * STEP + begin) % STRATA
    table.luck.loaded = 1
    table.luck.loaded_used = 0
    table.luck.loaded_dice[0, 0] = roll // FACES + 1
    table.luck.loaded_dice[0, 1] = roll % FACES + 1
