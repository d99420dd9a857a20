"""Stratified first rolls: in each block of 36 rollouts, each of the 36 rolls of two dice comes first exactly once.

Over complete blocks the luck of the first roll cancels out, so fewer rollouts give the same precision. The starting point of
each block is drawn, so any number of rollouts is unbiased. Intervals ignore this, so they are slightly too wide.
"""

from __future__ import annotations

from typing import Any

from rentier.agents.table import Table
from rentier.compiled import compiled
from rentier.game.luck import below, mix
from rentier.search.rolls import FACES, ROLLS, TWO_DICE

STRATA_STREAM = (1 << 21) + 4
STRATA = int(ROLLS)
STEP = 17  # has no factor in common with 36, so a block goes through every roll; rolls in a row are far apart


@compiled
def load_first_roll(table: Table, key: Any, number: int) -> None:
    """Load the first roll of rollout `number`. Each block of 36 goes through all rolls, from a point drawn by the key."""
    if table.box.dice != TWO_DICE:
        return
    begin = below(mix(key, STRATA_STREAM, number // STRATA), STRATA)
    roll = (number * STEP + begin) % STRATA
    table.luck.loaded = 1
    table.luck.loaded_used = 0
    table.luck.loaded_dice[0, 0] = roll // FACES + 1
    table.luck.loaded_dice[0, 1] = roll % FACES + 1
