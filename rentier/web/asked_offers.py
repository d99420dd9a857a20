"""The offers that people were asked to answer: each player may make a few a turn, and must not repeat them."""

from __future__ import annotations

from collections import defaultdict

from rentier.game.words import Action

Pair = tuple[int, int]  # the proposer and the person who is asked

UNWANTED = "this table allows no offers to people; make one to an AI player"
TOO_MANY = "you can make {name} no more offers this turn; wait for the next turn"
REPEATED = "you have offered {name} this deal already; change it"


class AskedOffers:
    """The deals of this turn, and the last one that each player offered each person."""

    def __init__(self) -> None:
        self._turn = 0
        self._deals: defaultdict[Pair, set[Action]] = defaultdict(set)  # of this turn
        self._last: dict[Pair, Action] = {}

    def see_turn(self, turn: int) -> None:
        """Take note of the turn."""
        if self._turn != turn:
            self._turn = turn
            self._deals.clear()

    def add(self, proposer: int, deal: Action) -> None:
        """Take note that a person is asked."""
        self._deals[proposer, deal.target].add(deal)
        self._last[proposer, deal.target] = deal

    def objection(self, proposer: int, deal: Action, most: int) -> str | None:
        """Return why a player may not offer a person a deal, as a template; None if they may. `most`: offers in a turn."""
        pair = proposer, deal.target
        deals = self._deals.get(pair, set())
        if most == 0:
            return UNWANTED
        if len(deals) >= most:
            return TOO_MANY
        return REPEATED if deal in deals or deal == self._last.get(pair) else None
