"""Random agents (Sammul 2018, section 3.4): typed, the kind first and then the action; or uniform over all actions.

One that does not trade makes no offers and refuses those it gets.
"""

from __future__ import annotations

from rentier.agents.mind import MindRecord, action, agent, chance, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.legal import legal, legal_but_offers
from rentier.game.state import GameRecord
from rentier.game.swaps import count_swaps, only_swaps, swap_at
from rentier.game.words import OFFER, REFUSE, RESPOND, Action

UNIFORM, TRADES = range(2)  # its settings


@compiled
def list_actions(box: BoxRecord, game: GameRecord, mind: MindRecord) -> int:
    """Write down what may be done: without offers for one that does not trade, and where swaps can be counted instead."""
    if mind.settings[TRADES] == 0 or only_swaps(box, game):
        return legal_but_offers(box, game, mind.actions[:])
    return legal(box, game, mind.actions[:])


@compiled
def pick_of_kind(mind: MindRecord, number: int, kind: int) -> Action:
    """Any action of a kind on the list with equal chance."""
    rows = 0
    for row in range(number):
        rows += mind.actions[row, 0] == kind
    pick = chance(mind, rows)
    row = 0
    while mind.actions[row, 0] != kind or pick > 0:
        pick -= mind.actions[row, 0] == kind
        row += 1
    return action(mind.actions, row)


@compiled
def typed(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int, swaps: int) -> Action:
    """Any kind of action there is with equal chance, then any action of that kind."""
    kinds = bit(OFFER) if swaps > 0 else 0
    for row in range(number):
        kinds |= bit(mind.actions[row, 0])
    for _skip in range(chance(mind, count(kinds))):
        kinds &= kinds - 1
    kind = lowest(kinds)
    if kind == OFFER and swaps > 0:
        return swap_at(box, game, chance(mind, swaps))
    return pick_of_kind(mind, number, kind)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Anything that may be done, typed or uniform."""
    trades = mind.settings[TRADES] != 0
    if not trades and game.decision == RESPOND:
        return plain(REFUSE, 0, 0)
    number = list_actions(box, game, mind)
    swaps = count_swaps(box, game) if trades and only_swaps(box, game) else 0
    if mind.settings[UNIFORM] == 0:
        return typed(box, game, mind, number, swaps)
    pick = chance(mind, number + swaps)
    return action(mind.actions, pick) if pick < number else swap_at(box, game, pick - number)
