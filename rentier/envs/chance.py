"""A game with explicit chance nodes: an action is carried out only once every roll and card that it needs has been chosen."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import numpy as np

from rentier.box import Box
from rentier.box.record import DECKS, FIRST_HIGHEST_ROLL
from rentier.envs.actions import NO_ACTION
from rentier.envs.stage import Stage
from rentier.game.apply import apply, begin
from rentier.game.luck import key_of, possible_cards
from rentier.game.state import TOOK_CARD, TOOK_DICE, TOOK_NOTHING, GameRecord, LuckRecord
from rentier.game.words import Action
from rentier.layout import new

FACES = 6
DEALS = 1000  # the number of different deals, if deeds are dealt out at the beginning
TOOK_SETUP = -1  # the game waits for its beginning: who begins, or what is dealt


class Chosen(NamedTuple):
    """What chance has chosen for the current action: rolls, and cards with their decks, in order."""

    rolls: tuple[tuple[int, ...], ...] = ()
    cards: tuple[tuple[int, int], ...] = ()


class Chance:
    """A game that waits for a player or for chance, or is over. `waits`: for what; TOOK_NOTHING if not for chance."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.state = new(GameRecord)
        self._luck = new(LuckRecord)
        self.waits = TOOK_SETUP
        self._action = Action(NO_ACTION)
        self.chosen = Chosen()
        if self.outcomes == 1:
            self.choose(0)

    def __deepcopy__(self, memo: dict[int, Any]) -> Chance:
        """Return an independent copy of the game; immutable parts are shared."""
        other = Chance.__new__(Chance)
        other.__dict__.update(self.__dict__)
        other.state, other._luck = copy.copy(self.state), copy.copy(self._luck)
        return other

    @property
    def outcomes(self) -> int:
        """The number of ways to begin."""
        box = self.stage.box.record
        if box.deal_properties != 0:
            return DEALS
        return self.stage.players if box.first_player == FIRST_HIGHEST_ROLL else 1

    def act(self, action: Action) -> None:
        """Take a legal action of a player; then it is the turn of chance or of the next player."""
        self._action, self.chosen = action, Chosen()
        self._try()

    def possible(self) -> list[int]:
        """Return the outcomes of chance, all equally likely: numbers of dice, cards, or ways to begin."""
        if self.waits == TOOK_SETUP:
            return list(range(self.outcomes))
        if self.waits == TOOK_DICE:
            return list(range(FACES ** int(self.stage.box.record.dice)))
        deck = self.waits - TOOK_CARD
        drawn = sum({1 << card for of, card in self.chosen.cards if of == deck})
        cards = possible_cards(self.stage.box.record, self.state, deck, drawn)
        return [card for card in range(cards.bit_length()) if cards >> card & 1]

    def choose(self, outcome: int) -> None:
        """Take an outcome of chance."""
        if self.waits == TOOK_SETUP:
            self._begin(outcome)
            return
        rolls, cards = self.chosen
        if self.waits == TOOK_DICE:
            self.chosen = Chosen((*rolls, faces(self.stage.box, outcome)), cards)
        else:
            self.chosen = Chosen(rolls, (*cards, (self.waits - TOOK_CARD, outcome)))
        self._try()

    def text(self, outcome: int) -> str:
        """Return an outcome of chance as text."""
        if self.waits == TOOK_SETUP:
            return f"deal {outcome}" if self.stage.box.record.deal_properties != 0 else f"seat {outcome} begins"
        if self.waits == TOOK_DICE:
            return "dice " + " ".join(map(str, faces(self.stage.box, outcome)))
        deck = self.waits - TOOK_CARD
        return f"{DECKS[deck]} {self.stage.box.decks[deck][outcome].id}"

    def _begin(self, outcome: int) -> None:
        """Begin with this seat or this deal, using the first key that leads to it."""
        box, players = self.stage.box.record, self.stage.players
        number = outcome if box.deal_properties != 0 else 0
        begin(box, self.state, self._luck, players, key_of(np.uint64(0), number))
        while box.deal_properties == 0 and self.state.first != outcome:
            number += 1
            begin(box, self.state, self._luck, players, key_of(np.uint64(0), number))
        self.waits = TOOK_NOTHING

    def _try(self) -> None:
        """Carry out the action on a copy with everything chosen so far; if it needs more from chance, wait for that."""
        state, luck = copy.copy(self.state), copy.copy(self._luck)
        luck.loaded, luck.loaded_used = len(self.chosen.rolls), 0
        for place, roll in enumerate(self.chosen.rolls):
            luck.loaded_dice[place, : len(roll)] = roll
        luck.handed, luck.handed_used, luck.took = len(self.chosen.cards), 0, TOOK_NOTHING
        for place, (_deck, card) in enumerate(self.chosen.cards):
            luck.handed_cards[place] = card
        apply(self.stage.box.record, state, luck, self._action)
        self.waits = int(luck.took)
        if self.waits == TOOK_NOTHING:
            self.state, self._luck = state, luck


def faces(box: Box, outcome: int) -> tuple[int, ...]:
    """Return the faces of the dice that a number stands for."""
    return tuple(1 + outcome // FACES**die % FACES for die in reversed(range(int(box.record.dice))))
