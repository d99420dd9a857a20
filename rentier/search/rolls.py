"""The luck of a roll or a card: how much it changed the win probabilities, compared with the average over all that could come.

The result of a rollout depends on its luck. A network measures the luck of every roll and of the card that it led to, and what
it measures is subtracted from the result. The average luck is zero, so the estimate stays unbiased, whatever the network; the
better the network, the more of the spread is gone. Backgammon programs do the same (Montgomery 2000, "Variance reduction").
"""

from __future__ import annotations

from typing import Annotated

from rentier.agents.mind import MindRecord
from rentier.agents.table import Table
from rentier.agents.td_values import see_now
from rentier.box.record import MOST_SEATS
from rentier.compiled import compiled, copy_record, record_type
from rentier.game.apply import apply
from rentier.game.bits import count, lowest
from rentier.game.luck import cards_to_come
from rentier.game.state import TOOK_CARD, TOOK_DICE, TOOK_NOTHING, GameRecord, LuckRecord
from rentier.game.words import Action
from rentier.layout import Numbers, Record, layout, wide
from rentier.search.chances import write_chances

FACES = 6
ROLLS = 36.0  # equally likely rolls of two dice
TWO_DICE = 2


NO_DICE = 0
NO_CARD = -1


class RollRecord(Record):
    """The state before a roll or card, and win probabilities: after luck that is tried, on average, and after what came."""

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]
    chances: Annotated[Numbers, "f8", (MOST_SEATS,)]
    cards: Annotated[Numbers, "f8", (MOST_SEATS,)]  # on average over the cards that may come after a roll
    average: Annotated[Numbers, "f8", (MOST_SEATS,)]
    came: Annotated[Numbers, "f8", (MOST_SEATS,)]


ROLL_RECORD = record_type(layout(RollRecord))


@compiled
def before_action(table: Table, roll: RollRecord) -> None:
    """Remember the state before an action, which may lead to a roll or a card."""
    table.luck.took = TOOK_NOTHING
    copy_record(roll.game, table.game)
    copy_record(roll.luck, table.luck)


@compiled
def try_luck(table: Table, roll: RollRecord, mind: MindRecord, action: Action, dice: tuple[int, int], card: int) -> int:
    """Replay the action from the saved state with these dice and this card, and estimate the win probabilities afterwards.

    Return what luck decided beyond the given dice and card: TOOK_NOTHING, or TOOK_CARD + deck.
    """
    luck = mind.imagined_luck
    copy_record(mind.imagined, roll.game)
    copy_record(luck, roll.luck)
    if dice[0] != NO_DICE:
        luck.loaded = 1
        luck.loaded_used = 0
        luck.loaded_dice[0, 0] = dice[0]
        luck.loaded_dice[0, 1] = dice[1]
    if card != NO_CARD:
        luck.handed = 1
        luck.handed_used = 0
        luck.handed_cards[0] = card
    apply(table.box, mind.imagined, luck, action)
    write_chances(table.box, mind.imagined, mind, wide(roll.game.mover), roll.chances)
    return wide(luck.took)


@compiled
def average_cards(table: Table, roll: RollRecord, mind: MindRecord, action: Action, dice: tuple[int, int], deck: int) -> None:
    """Write the win probabilities after these dice, on average over the cards that may come, to `roll.cards`."""
    players = wide(roll.game.players)
    for seat in range(players):
        roll.cards[seat] = 0.0
    cards = cards_to_come(table.box, roll.game, deck, 0)
    number = count(cards)
    while cards != 0:
        try_luck(table, roll, mind, action, dice, lowest(cards))
        cards &= cards - 1
        for seat in range(players):
            roll.cards[seat] += roll.chances[seat] / number


@compiled
def add_outcome(table: Table, roll: RollRecord, mind: MindRecord, action: Action, dice: tuple[int, int], share: float) -> None:
    """Add the win probabilities after these dice to the average, by their share; note them if these are the dice that came."""
    game = table.game
    low, high = min(game.dice[0], game.dice[1]), max(game.dice[0], game.dice[1])
    took = try_luck(table, roll, mind, action, dice, NO_CARD)
    if dice[0] == NO_DICE or (dice[0] == low and dice[1] == high):
        for seat in range(game.players):
            roll.came[seat] = roll.chances[seat]
    if took >= TOOK_CARD:
        average_cards(table, roll, mind, action, dice, took - TOOK_CARD)
    for seat in range(game.players):
        roll.average[seat] += share * (roll.cards[seat] if took >= TOOK_CARD else roll.chances[seat])


@compiled
def add_luck(table: Table, roll: RollRecord, mind: MindRecord, action: Action, luck: Numbers) -> None:
    """If an action led to a roll of two dice or to a card, add each seat's gain over the average to `luck`.

    All 21 different rolls are tried in the state before the action, and after each all cards that it may lead to. A second
    card in the same action, and rolls of one die or three, are left in the result.
    """
    game = table.game
    took = wide(table.luck.took)
    if took == TOOK_NOTHING or (took == TOOK_DICE and table.box.dice != TWO_DICE):
        return
    see_now(table.box, roll.game, mind, wide(roll.game.mover))
    for seat in range(game.players):
        roll.average[seat] = 0.0
    if took == TOOK_DICE:
        for first in range(1, FACES + 1):
            for second in range(first, FACES + 1):
                add_outcome(table, roll, mind, action, (first, second), (1.0 if first == second else 2.0) / ROLLS)
    else:
        add_outcome(table, roll, mind, action, (NO_DICE, NO_DICE), 1.0)
    for seat in range(game.players):
        luck[seat] += roll.came[seat] - roll.average[seat]
