"""Random actions, legal and not: enough trades, bids, buildings and mortgages to reach every rule."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from rentier import Action, Game
from rentier.rules import ALLOWED, BID, COUNTER, END, KINDS, MOST_ACTIONS, MOST_SQUARES, OFFER, ROLL, check, legal
from tests.reference.trades import squares_in

HURRY = 0.5
"""How often a player who may roll or end does so without managing first."""


class Chooser:
    """Makes up the actions of all players of one game."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rows = np.zeros((MOST_ACTIONS, len(Action._fields)), dtype=np.int64)

    def choose(self, game: Game) -> Action:
        """Choose an action: of any kind with the same chance, save that turns must go on."""
        if self.random.random() < 0.4:
            made_up = self.made_up(game)
            if made_up is not None and check(game.box.record, game.state, made_up) == ALLOWED:
                return made_up
        number = legal(game.box.record, game.state, self.rows)
        kinds = self.rows[:number, 0]
        if kinds[0] in {ROLL, END} and self.random.random() < HURRY:
            return Action(*self.rows[0].tolist())
        kind = self.random.choice(np.unique(kinds).tolist())
        row = self.random.choice(np.flatnonzero(kinds == kind).tolist())
        return Action(*self.rows[row].tolist())

    def made_up(self, game: Game) -> Action | None:
        """A bid or offer that the list need not have."""
        if game.decision == "bid":
            return Action(BID, amount=self.random.choice([1, 5, 10, 20, 60, 150, 400, 1000, 3000]))
        if game.decision == "respond":
            return self.offer(game, COUNTER, int(game.state.offer_from))
        if game.decision in {"manage", "buy", "raise"} and self.random.random() < 0.5:
            return self.offer(game, OFFER, self.random.randrange(game.players))
        return None

    def offer(self, game: Game, kind: int, other: int) -> Action:
        """Any deeds, cards, cash and promises of the two sides."""
        state: Any = game.state
        give, take = self.side(game, int(state.actor)), self.side(game, other)
        cash = self.random.choice([0, 0, 1, 10, 50, 100, 300]) * self.random.choice([1, -1])
        iou = self.random.choice([0, 0, 0, 40, 200]) * self.random.choice([1, -1])
        rent_free = self.side(game, self.random.choice([int(state.actor), other])) & ~(3 << MOST_SQUARES)
        free_rent = rent_free if self.random.random() < 0.3 else 0
        target = other if kind == OFFER else 0
        return Action(kind, target, cash, give, take, iou, free_rent)

    def side(self, game: Game, seat: int) -> int:
        """Some of what a player has, as bits."""
        state: Any = game.state
        bits = 0
        for place, holder in enumerate(state.card_holder.tolist()):
            if holder == seat and self.random.random() < 0.3:
                bits |= 1 << (MOST_SQUARES + place)
        deeds = sorted(squares_in(int(state.deeds[seat])))
        for square in self.random.sample(deeds, min(len(deeds), self.random.choice([0, 0, 1, 1, 1, 2, 3]))):
            bits |= 1 << square
        return bits

    def anything(self, game: Game) -> Action:
        """An action that may or may not be legal."""
        kind = self.random.randrange(len(KINDS))
        if kind in {OFFER, COUNTER}:
            return self.offer(game, kind, self.random.randrange(game.players))
        if kind == BID:
            return Action(BID, amount=self.random.choice([0, 1, 9, 10, 11, 50, 500, 2000]))
        target = self.random.randrange(len(game.box.square_names)) if KINDS[kind] in TARGETED else 0
        return Action(kind, target)


TARGETED = {"build", "sell", "mortgage", "unmortgage", "keep"}
