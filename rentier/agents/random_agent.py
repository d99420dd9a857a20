"""Random agents (Sammul 2018, section 3.4): typed, the kind first and then the action; or uniform over all actions."""

from __future__ import annotations

from rentier.agents.mind import MindRecord, action, agent, chance
from rentier.box.record import BoxRecord
from rentier.game.bits import bit, count, lowest
from rentier.game.legal import legal
from rentier.game.state import GameRecord
from rentier.game.words import Action


@agent
def decide_typed(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Any kind of action on offer with equal chance, then any action of that kind."""
    number = legal(box, game, mind.actions[:])
    kinds = 0
    for row in range(number):
        kinds |= bit(mind.actions[row, 0])
    for _skip in range(chance(mind, count(kinds))):
        kinds &= kinds - 1
    kind = lowest(kinds)
    rows = 0
    for row in range(number):
        rows += mind.actions[row, 0] == kind
    pick = chance(mind, rows)
    row = 0
    while mind.actions[row, 0] != kind or pick > 0:
        pick -= mind.actions[row, 0] == kind
        row += 1
    return action(mind.actions, row)


@agent
def decide_uniform(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Any action on the list with equal chance."""
    return action(mind.actions, chance(mind, legal(box, game, mind.actions[:])))
