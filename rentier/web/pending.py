"""The decision that a table waits for: whose it is, by when it must be made, and whether the table makes it itself."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rentier.game.words import NOBODY
from rentier.game_api import Game
from rentier.web.choices import question
from rentier.web.orders import StandingOrders
from rentier.web.store import AGENT, PERSON, SavedSeat, now
from rentier.web.view import Shown


class PendingDecision:
    """The next decision of a game. It looks at the seats and settings of the table, which may change meanwhile.

    `standing`: what the table does at once for the person to act; `asked_at`: on the monotonic clock; `deadline`: in seconds
    since the epoch.
    """

    def __init__(self, game: Game, seats: Sequence[SavedSeat], settings: Mapping[str, Any]) -> None:
        self.orders = StandingOrders()
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
        proposer = int(self._game.state.offer_from)
        by_agent = proposer != NOBODY and (self._seats[proposer].kind == AGENT or self._seats[proposer].bot)
        limited = by_agent and self.person_decides
        ended = self.orders.take_note(self._game, self._settings["offers_asked"] if limited else None)
        self.consult()
        return ended

    def consult(self) -> None:
        """Find out what the standing orders say about the next decision."""
        asked = self._settings["started"] and self.person_decides
        self.standing = self.orders.answer(self._game, self._settings) if asked else None

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
