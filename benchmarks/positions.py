"""Measure the time to begin a game from a position, compared with the time of a decision. Run it in the project's folder.

python benchmarks/positions.py
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from timeit import repeat

from rentier import Action, Game
from rentier.record.actions import parse_action

MIDDLE = 180  # the decision before which the position is taken
CALLS, REPEATS = 50, 20


def milliseconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call, the best of several repetitions."""
    return 1e3 * min(repeat(call, number=CALLS, repeat=REPEATS, timer=time.process_time)) / CALLS


record = Path("docs/game.toml").read_text(encoding="utf-8")
middle = Game.replay(record, before=MIDDLE)
text = middle.position()
mapping = tomllib.loads(text)
odd = {**mapping, "houses_left": 0}
decisions = [decision.split(": ", 1)[1] for decision in Game.replay(record).decisions]
actions = [Action(*parse_action(middle.box, decision)) for decision in decisions]
beginning = Game.replay(record, before=1)


def play() -> float:
    """Return the milliseconds per decision of the game."""
    game = beginning.copy()
    started = time.process_time()
    for action in actions:
        game.apply(action)
    return 1e3 * (time.process_time() - started) / len(actions)


apply = min(play() for _ in range(REPEATS))
print(f"a position of {middle.players} players and {sum(len(middle.deeds(seat)) for seat in range(middle.players))} deeds")
print(f"game.apply: {apply:.3f} ms a decision, over {len(actions)} decisions")
rows: dict[str, Callable[[], object]] = {
    "Game.from_position, mapping": lambda: Game.from_position(mapping, seed=1),
    "Game.from_position, mapping, lenient, one violation": lambda: Game.from_position(odd, seed=1, lenient=True),
    "Game.from_position, text": lambda: Game.from_position(text, seed=1),
    "tomllib.loads, the same text": lambda: tomllib.loads(text),
    "game.position": middle.position,
}
for name, call in rows.items():
    taken = milliseconds(call)
    print(f"{name}: {taken:.3f} ms, {taken / apply:.1f} decisions")
