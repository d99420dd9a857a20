"""The luck of a roll: how much it changed the win probabilities, compared with the average over all rolls.

The result of a rollout depends on its luck. A network measures the luck of every roll, and what it measures is subtracted from
the result. The average luck is zero, so the estimate stays unbiased, whatever the network; the better the network, the more of
the spread is gone. Backgammon programs do the same (Montgomery 2000, "Variance reduction").
"""

from __future__ import annotations

from typing import Annotated

from rentier.agents.mind import MindRecord
from rentier.agents.table import Table
from rentier.agents.td_values import see_now
from rentier.box.record import MOST_SEATS
from rentier.compiled import compiled, copy_record, record_type
from rentier.game.apply import apply
from rentier.game.state import TOOK_DICE, TOOK_NOTHING, GameRecord, LuckRecord
from rentier.game.words import Action
from rentier.layout import Numbers, Record, layout, wide
from rentier.search.chances import write_chances

FACES = 6
ROLLS = 36.0  # equally likely rolls of two dice
TWO_DICE = 2


class RollRecord(Record):
    """The state before a roll, and the win probabilities after a roll tried, on average, and after the actual roll."""

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]
    chances: Annotated[Numbers, "f8", (MOST_SEATS,)]
    average: Annotated[Numbers, "f8", (MOST_SEATS,)]
    came: Annotated[Numbers, "f8", (MOST_SEATS,)]


ROLL_RECORD = record_type(layout(RollRecord))


@compiled
def before_action(table: Table, roll: RollRecord) -> None:
    """Remember the state before an action, which may lead to a roll."""
    table.luck.took = TOOK_NOTHING
    copy_record(roll.game, table.game)
    copy_record(roll.luck, table.luck)


@compiled
def roll_instead(table: Table, roll: RollRecord, mind: MindRecord, action: Action, first: int, second: int) -> None:
    """Replay the action from the saved state with these dice, and estimate the win probabilities afterwards."""
    copy_record(mind.imagined, roll.game)
    copy_record(mind.imagined_luck, roll.luck)
    mind.imagined_luck.loaded = 1
    mind.imagined_luck.loaded_used = 0
    mind.imagined_luck.loaded_dice[0, 0] = first
    mind.imagined_luck.loaded_dice[0, 1] = second
    apply(table.box, mind.imagined, mind.imagined_luck, action)
    write_chances(table.box, mind.imagined, mind, wide(roll.game.mover), roll.chances)


@compiled
def add_roll_luck(table: Table, roll: RollRecord, mind: MindRecord, action: Action, luck: Numbers) -> None:
    """If an action led to a roll of two dice, add each seat's gain over the average roll to `luck`.

    All 21 different rolls are tried in the state before the action. The same cards follow each of them, so the actual roll is
    among them. Other luck, such as a card that is drawn without a roll, is left in the result.
    """
    game = table.game
    if table.luck.took != TOOK_DICE or table.box.dice != TWO_DICE:
        return
    low, high = min(game.dice[0], game.dice[1]), max(game.dice[0], game.dice[1])
    see_now(table.box, roll.game, mind, wide(roll.game.mover))
    for seat in range(game.players):
        roll.average[seat] = 0.0
    for first in range(1, FACES + 1):
        for second in range(first, FACES + 1):
            roll_instead(table, roll, mind, action, first, second)
            share = (1.0 if first == second else 2.0) / ROLLS
            for seat in range(game.players):
                roll.average[seat] += share * roll.chances[seat]
                if first == low and second == high:
                    roll.came[seat] = roll.chances[seat]
    for seat in range(game.players):
        luck[seat] += roll.came[seat] - roll.average[seat]
