"""Random numbers of a slot, apart from the luck of its games."""

from __future__ import annotations

from rentier.compiled import compiled
from rentier.game.luck import below, mix, unit
from rentier.selfplay.slots import SlotRecord

PLAY_STREAM = 0


@compiled
def draw_below(slot: SlotRecord, limit: int) -> int:
    """Return a random number from 0 to limit - 1."""
    slot.draws += 1
    return below(mix(slot.key, PLAY_STREAM, slot.draws), limit)


@compiled
def draw_unit(slot: SlotRecord) -> float:
    """Return a random number from 0 up to 1."""
    slot.draws += 1
    return unit(mix(slot.key, PLAY_STREAM, slot.draws))
