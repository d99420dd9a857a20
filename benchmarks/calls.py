"""Measure a call from Python into compiled code, with NumPy's own records and with those of `rentier.layout`.

python benchmarks/calls.py
"""

from __future__ import annotations

from timeit import repeat
from typing import Any

import numpy as np

from rentier import Game
from rentier.box.record import BoxRecord
from rentier.game.check import check
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import layout

CALLS = 5000


def numpys_own(record: Any, kind: type) -> Any:
    """Return the same as a record of NumPy's own."""
    array = np.zeros(1, layout(kind)).view(np.recarray)
    array[0] = record
    return array[0]


game = Game.new(players=4, seed=1)
action = Action(*game.legal_actions()[0])
kinds = {
    "NumPy's own": (numpys_own(game.box.record, BoxRecord), numpys_own(game.state, GameRecord)),
    "rentier.layout": (game.box.record, game.state),
}
for name, (box, state) in kinds.items():
    seconds = min(repeat(lambda box=box, state=state: check(box, state, action), number=CALLS, repeat=5)) / CALLS
    print(f"{name}: {1e6 * seconds:.1f} microseconds to check an action")
