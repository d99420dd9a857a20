"""A slot: the record of one of the games that are played in parallel, and what a step leaves for learning."""

from __future__ import annotations

from typing import Annotated

from rentier.agents.choices import CHOICE_NUMBERS
from rentier.compiled import record_type
from rentier.game.state import GameRecord, LuckRecord
from rentier.layout import Float64, Int16, Int32, Int64, Numbers, Record, Word, layout
from rentier.network.shape import CHANCES, SEATS
from rentier.selfplay.opponents import MIND_MEMORY, MIND_SETTINGS

MOST_CHOICES = 64  # of a decision in training; later ones are not listed


class SlotRecord(Record):
    """A game, its luck, and what the player to act chooses from. When a game ends, the next one begins in its slot."""

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]
    key: Word  # the seed of this slot's games and random choices
    begun: Int32  # games
    draws: Int64  # random numbers used
    made: Int32  # actions in this game
    box: Int16  # the number of the rules that the game is played by
    opponents: Int16  # none, past versions, or agents of the works
    who: Annotated[Numbers, "i2", (SEATS,)]  # plays each seat
    settings: Annotated[Numbers, "f8", (SEATS, MIND_SETTINGS)]  # of agents of the works
    memory: Annotated[Numbers, "i8", (SEATS, MIND_MEMORY)]
    number: Int16  # of choices; 0: the game plays on first
    choices: Annotated[Numbers, "i8", (MOST_CHOICES, CHOICE_NUMBERS)]


class PlayRecord(Record):
    """How games are played while learning."""

    least_players: Int64
    most_players: Int64
    boxes: Int64  # rules, of which each game draws one
    offers: Int64  # that a player makes in a turn at most
    past_rows: Int64  # how many of the first rows have values of the past version
    swaps: Float64  # of deeds that are considered for offers, on average
    explore: Float64  # the chance that a choice is made at random
    scatter: Float64  # the chance that a game begins at random, or with sets or gifts


class StepRecord(Record):
    """What happened in one slot in one step."""

    row: Int32  # of the afterstate that was chosen; -1: none was, or the choice does not lead to the state it is judged by
    seat: Int16  # that chose
    players: Int16
    ended: Int16  # 1: the game ended after it
    chances: Annotated[Numbers, "f4", (CHANCES,)]  # of the afterstate, by seat, a draw last
    outcome: Annotated[Numbers, "f4", (CHANCES,)]  # of the game that ended


SLOT = record_type(layout(SlotRecord))
STEP = record_type(layout(StepRecord))
PLAY = record_type(layout(PlayRecord))
