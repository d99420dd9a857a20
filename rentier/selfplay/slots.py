"""Records of games played in parallel: a slot for each game, how games are played, and what a step leaves for learning."""

from __future__ import annotations

from typing import Annotated

from rentier.agents.choices import CHOICE_NUMBERS
from rentier.compiled import record_type
from rentier.game.state import GameRecord, LuckRecord
from rentier.layout import Float64, Int16, Int32, Int64, Numbers, Record, Word, layout
from rentier.network.shape import PROBABILITIES, SEATS
from rentier.selfplay.opponents import SmallMindRecord

MOST_CHOICES = 64  # of a decision in training; further ones are not listed


class SlotRecord(Record):
    """A game, its luck, and the options of the player to act. When a game ends, the next one begins in its slot."""

    game: Annotated[GameRecord, layout(GameRecord)]
    luck: Annotated[LuckRecord, layout(LuckRecord)]
    key: Word  # the seed of this slot's games and random choices
    begun: Int32  # games
    draws: Int64  # random numbers used
    made: Int32  # actions in this game
    box: Int16  # index of the rules of this game
    opponents: Int16  # none, past versions, or agents of the works
    who: Annotated[Numbers, "i2", (SEATS,)]  # who plays each seat
    minds: Annotated[Numbers, layout(SmallMindRecord), (SEATS,)]  # of agents of the works
    number: Int16  # of choices; 0: the game first plays on to the next ones
    choices: Annotated[Numbers, "i8", (MOST_CHOICES, CHOICE_NUMBERS)]


class StartRecord(Record):
    """A position that games may begin at."""

    game: Annotated[GameRecord, layout(GameRecord)]
    box: Int16  # index of its rules


class PlayRecord(Record):
    """How games are played while learning."""

    least_players: Int64
    most_players: Int64
    boxes: Int64  # number of rules, of which each game draws one
    starts: Int64  # number of positions that games may begin at
    scripted: Int64  # the agents of the works that may play a seat, as bits
    offers: Int64  # offers that a player makes in a turn at most
    past_rows: Int64  # number of rows, from the first, that have values of the past version
    swaps: Float64  # swaps of deeds that are considered for offers, on average
    explore: Float64  # share of choices made at random
    scatter: Float64  # share of new games that begin at random, or with sets or gifts
    start_share: Float64  # share of games that begin at a given position


class StepRecord(Record):
    """What happened in one slot in one step."""

    row: Int32  # of the chosen afterstate; -1: nothing was chosen, or the choice need not lead to the state it is judged by
    turns: Int32  # that the game had seen when the choice was made
    seat: Int16  # the player who chose
    players: Int16
    ended: Int16  # 1: the game ended after this step
    chances: Annotated[Numbers, "f4", (PROBABILITIES,)]  # probabilities of the afterstate, by seat, a draw last
    outcome: Annotated[Numbers, "f4", (PROBABILITIES,)]  # of the game that ended


SLOT = record_type(layout(SlotRecord))
STEP = record_type(layout(StepRecord))
START = record_type(layout(StartRecord))
PLAY = record_type(layout(PlayRecord))
