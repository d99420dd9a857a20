"""How rollouts begin: in every slot a given state, new luck, and an action. It runs on a CPU, whatever plays them on."""

from __future__ import annotations

from numba import types

from rentier.compiled import entry
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.legal import ACTIONS, read_action
from rentier.game.state import BOX
from rentier.layout import Numbers
from rentier.selfplay.beginning import begin_at
from rentier.selfplay.slots import SLOT, START

BOXES, STARTS, SLOTS = (types.Array(record, 1, "C") for record in (BOX, START, SLOT))
WHICH = types.Array(types.int64, 1, "C")


@entry(types.void(BOXES, STARTS, SLOTS, WHICH, ACTIONS))
def lay_rollouts(boxes: Numbers, starts: Numbers, slots: Numbers, which: Numbers, actions: Numbers) -> None:
    """Begin a rollout in every slot: at one of the starts, with luck of the slot's key, by the action that belongs to it."""
    for number in range(len(slots)):
        slot = slots[number]
        slot.begun = 1
        begin_at(boxes, slot, starts[which[number]], slot.key)
        carry_out(boxes[slot.box], slot.game, slot.luck, None, read_action(actions[which[number]]))
        proceed(boxes[slot.box], slot.game, slot.luck, None)
