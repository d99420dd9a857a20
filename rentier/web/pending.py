"""The decision that a table waits for: whose it is, by when it must be made, and whether the table makes it itself."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rentier.game.words import OFFER, Action
from rentier.game_api import Game
from rentier.record.actions import parse_action
from rentier.web.choices import question
from rentier.web.orders import StandingOrders, is_unwanted
from rentier.web.store import PERSON, SavedSeat, now
from rentier.web.view import Shown


class PendingDecision:
    """The next decision of a game. It looks at the seats and settings of the table, which may change meanwhile.

    `standing`: what the table does at once for the person to act; `asked_at`: on the monotonic clock; `deadline`: in seconds
    since the epoch.
    """

    def __init__(self, game: Game, seats: Sequence[SavedSeat], settings: Mapping[str, Any], orders: StandingOrders) -> None:
        self.orders = orders
        self.standing: str | None = None
        self.asked_at = 0.0
        self.deadline: float | None = None
        self._game = game
        self._seats = seats
        self._settings = settings
        self._question: Shown | None = None
        self.take_note()
        self.ask()

    @property
    def mover(self) -> SavedSeat | None:
        """The seat to decide; None when the game is over."""
        return None if self._game.actor is None else self._seats[self._game.actor]

    @property
    def agent_decides(self) -> bool:
        """Whether an agent decides next, or a bot for a person."""
        mover = self.mover
        return mover is not None and (mover.kind != PERSON or mover.bot)

    @property
    def person_decides(self) -> bool:
        """Whether a person decides next, and no bot for that person."""
        return self.mover is not None and not self.agent_decides

    @property
    def agents_alone(self) -> bool:
        """Whether no person is left to decide: all who are not bankrupt are agents, or people played by a bot."""
        return all(seat.kind != PERSON or seat.bot or self._game.bankrupt(seat.seat) for seat in self._seats)

    def take_note(self) -> list[int]:
        """Let the standing orders know the next decision; return the seats whose highest bid no longer counts."""
        ended = self.orders.take_note(self._game, self._settings["offers_asked"] if self.person_decides else None)
        self.consult()
        return ended

    def consult(self) -> None:
        """Find out what the standing orders say about the next decision."""
        asked = self._settings["started"] and self.person_decides
        self.standing = self.orders.answer(self._game, self._settings) if asked else None

    def objection(self, action: str) -> str | None:
        """Return why the player to act may not make this offer to a person; None if they may, or if it is no such offer."""
        deal = self._offer_to_person(action)
        if deal is None or self._game.actor is None:
            return None
        template = self.orders.objection(self._game.actor, deal, self._settings["offers_asked"])
        return template and template.format(name=self._seats[deal.target].name)

    def turns_down(self, action: str) -> bool:
        """Whether the table would refuse this offer of an agent at once, for the person who is asked."""
        deal, seat = self._offer_to_person(action), self._game.actor
        if deal is None or seat is None:
            return False
        return self.objection(action) is not None or is_unwanted(self._settings, deal.target, seat, self._game.turn)

    def _offer_to_person(self, action: str) -> Action | None:
        """Return an offer to a person who is not played by a bot; None if the action is anything else."""
        deal = parse_action(self._game.box, action)
        if deal.kind != OFFER or not 0 <= deal.target < len(self._seats):
            return None
        asked = self._seats[deal.target]
        return deal if asked.kind == PERSON and not asked.bot else None

    def ask(self) -> None:
        """Start the clock for the next decision, unless the seat is not taken yet or the table answers for it."""
        mover, clock = self.mover, self._settings["clock"]
        waits = mover is not None and self.person_decides and mover.invite is None and self.standing is None
        self.asked_at = time.monotonic()
        self.deadline = now() + clock if self._settings["started"] and waits and clock else None
        self._question = None

    def question(self, seat: int | None, number: int) -> Shown | None:
        """Return the question to a seat, with the number of the decision; None if the seat is not to decide."""
        mover = self.mover
        asked = mover is not None and seat == mover.seat and mover.kind == PERSON
        if not asked or not self._settings["started"] or self.standing is not None:
            return None
        if self._question is None:
            self._question = question(self._game, number, self.deadline)
        return self._question
