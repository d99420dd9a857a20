"""The record of one of many games that are played side by side, and what a step leaves for learning."""

from __future__ import annotations

from typing import Annotated

from rentier.agents.choices import CHOICE_NUMBERS
from rentier.compiled import record_type
from rentier.game.state import GameRecord, LuckRecord
from rentier.network.shape import CHANCES
from rentier.records import Float64, Int16, Int32, Int64, Numbers, Record, Word, layout

MOST_CHOICES = 64  # of a decision in training; later ones are not listed


class TableRecord(Record):
    """A game, its luck, and what the player to act chooses from."""

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]
    key: Word  # of this place: games that are begun here and what is drawn in them come from it
    begun: Int32  # games, at this place
    draws: Int64  # random numbers used
    box: Int16  # the number of the rules it is played by
    number: Int16  # of choices; 0 before the first game
    choices: Annotated[Numbers, "i8", (MOST_CHOICES, CHOICE_NUMBERS)]


class PlayRecord(Record):
    """How games are played while learning."""

    fewest: Int64  # players at a table ...
    most: Int64  # ... and the most
    swaps: Int64  # of deeds that are thought of at a time
    boxes: Int64  # rules to play by
    explore: Float64  # the chance that a choice is made at random


class StepRecord(Record):
    """What happened at one table in one step, for learning."""

    row: Int32  # of the state that was chosen; -1: the choice was not a real one, or none was made
    seat: Int16  # that chose
    players: Int16
    ended: Int16  # 1: the game ended after it
    chances: Annotated[Numbers, "f4", (CHANCES,)]  # of the state that was chosen, by seat, a draw last
    outcome: Annotated[Numbers, "f4", (CHANCES,)]  # of the game that ended


TABLE = record_type(layout(TableRecord))
STEP = record_type(layout(StepRecord))
PLAY = record_type(layout(PlayRecord))
