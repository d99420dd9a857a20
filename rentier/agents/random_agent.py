"""Random agents (Sammul 2018, section 3.4): typed, the kind first and then the action; or uniform over all actions.

One that does not trade makes no offers and refuses those it gets.
"""

from __future__ import annotations

from rentier.agents.mind import MindRecord, action, agent, chance, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.legal import legal
from rentier.game.state import GameRecord
from rentier.game.words import ACTION_NUMBERS, OFFER, REFUSE, RESPOND, Action

UNIFORM, TRADES = range(2)  # its settings


@compiled
def leave_out_offers(mind: MindRecord, number: int) -> int:
    """Take the offers off the list of actions; how many actions are left."""
    kept = 0
    for row in range(number):
        if mind.actions[row, 0] != OFFER:
            for place in range(ACTION_NUMBERS):
                mind.actions[kept, place] = mind.actions[row, place]
            kept += 1
    return kept


@compiled
def typed_row(mind: MindRecord, number: int) -> int:
    """Any kind of action on the list with equal chance, then any action of that kind: its row."""
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
    return row


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Any action on the list, typed or uniform."""
    trades = mind.settings[TRADES] != 0
    if not trades and game.decision == RESPOND:
        return plain(REFUSE, 0, 0)
    number = legal(box, game, mind.actions[:])
    if not trades:
        number = leave_out_offers(mind, number)
    if mind.settings[UNIFORM] != 0:
        return action(mind.actions, chance(mind, number))
    return action(mind.actions, typed_row(mind, number))
