"""The course of a table: agents decide at the chosen speed, people within their time, and a bot for people who time out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.game.words import BID, BID_OR_PASS, COUNTER, END, OFFER, PASS, REFUSE, Action
from rentier.web.refusals import Refused
from rentier.web.rules import Rules
from rentier.web.store import AGENT, BOT, PERSON, TABLE, SavedSeat, now
from rentier.web.table import Table
from rentier.web.thinking import Thinkers, ThinkingError, TooSlow
from rentier.web.thoughts import Answer, HintQuestion, OddsQuestion, Question
from rentier.web.tokens import key_of_seat
from rentier.web.tutorial import staged
from rentier.web.view import Shown, state_bytes
from rentier.web.watchers import Signal

log = logging.getLogger(__name__)
BOT_AGENT = "bot"
UNSEEN = (END, PASS, REFUSE)
BID_SECONDS = 0.4  # the longest delay of a bid, so that auctions are short
BID_PATIENCE = 0.9  # seconds that an agent may think about a bid while people wait
RETRY_SECONDS = 2.0  # before a bot that failed is asked again


def agent_delay(kind: int, unseen_offer: bool, delay: float) -> float:
    """Return how long an agent waits before an action; `unseen_offer`: no person is asked to answer this offer.

    There is nothing to see when an agent passes or ends its turn, nor in an offer to another agent until it is accepted.
    """
    if kind in UNSEEN or unseen_offer:
        return 0.0
    return min(delay, BID_SECONDS) if kind == BID else delay


def asked_seat(state: GameRecord, action: Action) -> int | None:
    """Return the seat that must answer an offer or counter-offer; None for other actions."""
    if action.kind == COUNTER:
        return int(state.offer_from)
    return action.target if action.kind == OFFER else None


class Playing:
    """Runs one table: one task lets the agents decide, another updates the odds."""

    def __init__(self, table: Table, thinkers: Thinkers, rules: Rules) -> None:
        self._table = table
        self._thinkers = thinkers
        self._source = rules.source(table.saved.rules)
        self._slow_bidders: set[int] = set()  # the log has named them
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._update_odds())]
        for task in self._tasks:
            task.add_done_callback(self._has_ended)

    def _has_ended(self, task: asyncio.Task[None]) -> None:
        """Drop the table after an error; it will be reloaded from the database."""
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table %s failed", self._table.id, exc_info=error)
            self._table.drop()

    def stop(self) -> None:
        """Stop both tasks."""
        for task in self._tasks:
            task.cancel()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing will happen at the table until a person acts or watches."""
        table = self._table
        goes_on = table.pending.standing is not None or (table.pending.agent_decides and not table.agents_paused)
        return table.game.over or table.broken or not (goes_on or table.pending.deadline)

    # deciding

    async def _play(self) -> None:
        table = self._table
        while not table.game.over and not table.broken:
            if table.pending.standing is not None:
                await self._follow_orders(table.pending.standing)
            elif not table.pending.agent_decides:
                await self._wait_for_person()
            elif table.agents_paused:
                await table.changed.wait()
            else:
                await self._decide()

    async def _follow_orders(self, action: str) -> None:
        """Answer for a person, as the standing orders say."""
        seat = self._table.pending.mover
        if seat is not None:
            with contextlib.suppress(Refused):  # the person was faster
                await self._table.decide(seat.seat, self._table.number, action, TABLE)

    async def _wait_for_person(self) -> None:
        """Wait until something changes; if the person's time is up, give the seat to a bot."""
        table, deadline = self._table, self._table.pending.deadline
        seat = table.game.actor
        if await _notified(table.changed, None if deadline is None else max(deadline - now(), 0)):
            return
        if seat is not None and table.pending.deadline == deadline:
            table.announce(f"{table.names[seat]} ran out of time. A bot takes over.")
            await table.set_bot(seat, True)

    async def _decide(self) -> None:
        """Let the agent of the seat decide, or a bot for its person."""
        table, number = self._table, self._table.number
        seat = table.pending.mover
        if seat is None:
            return
        by = BOT if seat.kind == PERSON else AGENT
        try:
            answer = await self._answer(seat, BOT_AGENT if by == BOT else str(seat.agent))
        except ThinkingError:
            await asyncio.sleep(RETRY_SECONDS)
            return
        action = Action(*answer.action)
        await self._wait_for_delay(number, action)
        # refused if the person came back, the table was paused or a decision undone: the agent is asked again
        with contextlib.suppress(Refused):
            await table.decide(seat.seat, number, action, by, answer.mind)

    async def _wait_for_delay(self, number: int, action: Action) -> None:
        """Wait until people had the time to see what an agent is about to do, unless something happens meanwhile."""
        table = self._table
        asked, text = asked_seat(table.game.state, action), table.game.text(action)
        to_agent = asked is not None and table.seats[asked].kind == AGENT
        while table.number == number and table.pending.agent_decides and not table.settings["paused"]:
            unseen = to_agent or table.pending.turns_down(text)
            left = table.pending.asked_at + agent_delay(action.kind, unseen, table.delay) - time.monotonic()
            if left <= 0:
                await asyncio.sleep(0)
                return
            await _notified(table.changed, left)

    async def _answer(self, seat: SavedSeat, agent: str) -> Answer:
        """Return the agent's answer, or a bot's if the agent fails or lets people wait for its bid.

        In the tutorial, some answers are prescribed.
        """
        table = self._table
        given = staged(table.game) if table.settings["tutorial"] else None
        if given is not None:
            return Answer(given, seat.mind)
        bids = table.game.state.decision == BID_OR_PASS and not table.pending.agents_alone
        try:
            return await self._ask(seat, agent, seat.mind, BID_PATIENCE if bids else None)
        except TooSlow:
            self._note_slow_bidder(seat)
        except ThinkingError as error:
            if agent == BOT_AGENT:
                raise
            table.announce(f"{seat.name} failed to decide ({error}). A bot decides instead.")
        answer = await self._ask(seat, BOT_AGENT)
        return Answer(answer.action, seat.mind)

    async def _ask(self, seat: SavedSeat, agent: str, mind: bytes = b"", patience: float | None = None) -> Answer:
        """Return what an agent would do for a seat."""
        table = self._table
        state, key = state_bytes(table.game), key_of_seat(table.saved.key, seat.seat)
        asked = Question(self._source, table.saved.overrides, state, agent, seat.seat, key, mind)
        return await self._thinkers.decide(asked, table.pending.agents_alone, patience)

    def _note_slow_bidder(self, seat: SavedSeat) -> None:
        """Say in the log that a bot bids for a slow agent, once."""
        if seat.seat not in self._slow_bidders:
            self._slow_bidders.add(seat.seat)
            self._table.announce(f"{seat.name} takes too long to bid. A bot bids instead.")

    # odds and hints

    async def _update_odds(self) -> None:
        """Send the odds of the newest state while somebody is connected."""
        table, told = self._table, -1
        while not table.broken:
            if table.number == told or not table.settings["odds"] or not table.watchers or table.game.over:
                await table.changed.wait()
                continue
            told, state = await table.newest()
            with contextlib.suppress(RentierError):
                found = await self._thinkers.odds(self._odds_question(state), table.pending.agents_alone)
                table.tell_odds({"type": "odds", "number": told, **found})

    def _odds_question(self, state: bytes) -> OddsQuestion:
        table = self._table
        agents = tuple(seat.agent for seat in table.seats)
        return OddsQuestion(self._source, table.saved.overrides, state, agents, table.id)

    async def hint(self, seat: int, number: int, agent: str | None) -> Shown:
        """Return what an agent, or else the usual adviser, would do for the player to act."""
        table = self._table
        state = await table.position(seat, number)
        place = (self._source, table.saved.overrides, state, agent, seat, table.id)
        found = await self._thinkers.hint(HintQuestion(*place, names=tuple(table.names)))
        return {"type": "hint", "number": number, **found}


async def _notified(signal: Signal, seconds: float | None) -> bool:
    """Wait for a signal; return whether it came in time."""
    try:
        async with asyncio.timeout(seconds):
            await signal.wait()
    except TimeoutError:
        return False
    return True
