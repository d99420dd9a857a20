"""How a table goes on: agents decide at their speed, people in their time, and a bot for those who have none left."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from rentier.errors import RentierError
from rentier.game.words import Action
from rentier.web.refusals import Refused
from rentier.web.rules import Rules
from rentier.web.store import AGENT, BOT, PERSON, KeptSeat, now
from rentier.web.table import Table
from rentier.web.thinking import Thinkers, ThinkingError
from rentier.web.thoughts import Answer, HintQuestion, OddsQuestion, Question
from rentier.web.tokens import key_of_seat
from rentier.web.view import Shown, state_bytes
from rentier.web.watchers import News

log = logging.getLogger(__name__)
BOT_AGENT = "bot"
AGAIN_SECONDS = 2.0  # before a bot that could not be asked is asked once more


class Playing:
    """The course of one table: a task that makes the agents decide, and another that tells the odds."""

    def __init__(self, table: Table, thinkers: Thinkers, rules: Rules) -> None:
        self._table = table
        self._thinkers = thinkers
        self._source = rules.source(table.saved.rules)
        self._tasks = [asyncio.create_task(self._play()), asyncio.create_task(self._tell_odds())]
        for task in self._tasks:
            task.add_done_callback(self._has_ended)

    def _has_ended(self, task: asyncio.Task[None]) -> None:
        """Where it ended by an error, the table is set up again from what was kept."""
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table %s has failed", self._table.id, exc_info=error)
            self._table.let_go()

    def stop(self) -> None:
        """Go on no more."""
        for task in self._tasks:
            task.cancel()

    @property
    def is_waiting(self) -> bool:
        """Whether nothing happens at the table until a person comes to it."""
        table = self._table
        return table.game.over or table.broken or not (table.moves_itself or table.deadline)

    # deciding

    async def _play(self) -> None:
        table = self._table
        while not table.game.over and not table.broken:
            if not table.moves_itself:
                await self._wait_for_person()
            elif await self._wait_for_pace():
                await self._decide()

    async def _wait_for_person(self) -> None:
        """Until something has changed, or the person's time is over: then a bot takes the seat."""
        table, deadline = self._table, self._table.deadline
        seat = table.game.actor
        if await _happens(table.changed, None if deadline is None else max(deadline - now(), 0)):
            return
        if seat is not None and table.deadline == deadline:
            table.say(f"{table.names[seat]} has run out of time: a bot decides.")
            await table.set_bot(seat, True)

    async def _wait_for_pace(self) -> bool:
        """Whether an agent may decide now; not where something has changed meanwhile."""
        table = self._table
        if table.is_held:
            await table.changed.wait()
            return False
        if table.settings["paused"]:
            return True
        left = table.asked_at + table.settings["delay"] - time.monotonic()
        if left > 0:
            return not await _happens(table.changed, left)
        await asyncio.sleep(0)
        return True

    async def _decide(self) -> None:
        """Let the agent of the seat, or a bot for its person, decide."""
        table, number = self._table, self._table.number
        seat = table.mover
        if seat is None:
            return
        by = BOT if seat.kind == PERSON else AGENT
        try:
            answer = await self._answer(seat, BOT_AGENT if by == BOT else str(seat.agent))
        except ThinkingError:
            await asyncio.sleep(AGAIN_SECONDS)
            return
        # a person has come back, and has perhaps decided; or it was paused: the agent is asked again, and answers the same
        with contextlib.suppress(Refused):
            await table.decide(seat.seat, number, Action(*answer.action), by, answer.mind)

    async def _answer(self, seat: KeptSeat, agent: str) -> Answer:
        """An agent's answer; a bot's where the agent has none."""
        table = self._table
        state, key = state_bytes(table.game), key_of_seat(table.saved.key, seat.seat)
        asked = Question(self._source, table.saved.overrides, state, agent, seat.seat, key, seat.mind)
        try:
            return await self._thinkers.decide(asked)
        except ThinkingError as error:
            if agent == BOT_AGENT:
                raise
            table.say(f"{seat.name} did not decide ({error}): a bot does.")
            asked = Question(self._source, table.saved.overrides, state, BOT_AGENT, seat.seat, key)
            answer = await self._thinkers.decide(asked)
            return Answer(answer.action, seat.mind)

    # odds and hints

    async def _tell_odds(self) -> None:
        """Tell the odds of the newest state, one after the other, while somebody looks on."""
        table, told = self._table, -1
        while not table.broken:
            if table.number == told or not table.settings["odds"] or not table.watchers or table.game.over:
                await table.changed.wait()
                continue
            told, state = await table.newest()
            with contextlib.suppress(RentierError):
                found = await self._thinkers.odds(self._odds_question(state))
                table.odds = {"type": "odds", "number": told, **found}
                table.tell_all(table.odds)

    def _odds_question(self, state: bytes) -> OddsQuestion:
        table = self._table
        agents = tuple(seat.agent for seat in table.seats)
        return OddsQuestion(self._source, table.saved.overrides, state, agents, table.id)

    async def hint(self, seat: int, number: int, agent: str) -> Shown:
        """What an agent would do for the player to act."""
        table = self._table
        state = await table.position(seat, number)
        found = await self._thinkers.hint(HintQuestion(self._source, table.saved.overrides, state, agent, seat, table.id))
        return {"type": "hint", "number": number, "agent": agent, **found}


async def _happens(news: News, seconds: float | None) -> bool:
    """Wait for news; whether there was some in time."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True
