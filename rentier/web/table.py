"""One table in play: its players and spectators, its game, and the only way to make a decision.

A decision is carried out, saved in the database, and only then sent to everybody; requests that come meanwhile wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import time
from collections.abc import AsyncIterator, Collection, Mapping
from typing import Any

from rentier.box import load_box
from rentier.game.events import REFUSED
from rentier.game.words import Action
from rentier.web.audience import Audience
from rentier.web.chat import Chat
from rentier.web.choices import checked
from rentier.web.looks import looks_of
from rentier.web.odds_history import OddsHistory
from rentier.web.orders import want_offers
from rentier.web.pending import PendingDecision
from rentier.web.rebuilding import Rebuilt, load_game
from rentier.web.refusals import CONFLICT, FORBIDDEN, Refused
from rentier.web.scenes import Scene, scenes_of
from rentier.web.store import AGENT, BOT, PERSON, TABLE, Decision, SavedGame, SavedSeat, Store, now
from rentier.web.table_settings import OLDER, shown_settings
from rentier.web.table_view import open_seats, shown_rules, shown_seats
from rentier.web.time_limit import ending_with
from rentier.web.view import GameView, Shown, encoded, state_bytes, with_more
from rentier.web.watchers import Signal, Watcher

COUNT_SECONDS = 0.5  # until everybody is told that spectators have come or gone


class Table:
    """A table in play. `number`: decisions made so far; `changed`: signals anything that may affect the next step.

    `undoable`: the number of the last decision of a person, which can be undone if the settings allow it.
    """

    def __init__(
        self, store: Store, saved: SavedGame, seats: list[SavedSeat], rebuilt: Rebuilt, undoable: int | None = None
    ) -> None:
        self.id = saved.id
        self.saved = saved
        self.seats = seats
        self.settings: dict[str, Any] = {**OLDER, **saved.settings}
        self.store = store
        self.watchers = Audience()
        self.changed = Signal()
        self.broken = False  # differs from the database
        self.adviser = ""  # the agent that gives hints if nobody names another
        self.owner = ""  # the address that made it, or that watched it first after it was loaded
        self.steps = 0  # decisions that agents may make while the table is paused
        self.chat = Chat()
        self._counting: asyncio.TimerHandle | None = None  # until everybody is told how many watch
        self._announcements: list[str] = []
        self._deciding = asyncio.Lock()
        self._begin(rebuilt, undoable)

    def _begin(self, rebuilt: Rebuilt, undoable: int | None) -> None:
        """Begin with a game that was loaded from the database."""
        self.game, self.chronicle, self.number, self.played, orders = rebuilt
        self.undoable = undoable
        self._skips = False  # whether a player who is out of the game has asked for the result
        self.odds = OddsHistory()
        self.pending = PendingDecision(self.game, self.seats, self.settings, orders)
        self._view = GameView(self.game)
        self._state = self._view.state()

    @contextlib.asynccontextmanager
    async def _change(self) -> AsyncIterator[None]:
        """Change the table while nobody else does, and wake whoever waits for a change."""
        async with self._deciding:
            yield
        self.changed.notify()

    @property
    def names(self) -> list[str]:
        """The names of the players."""
        return [seat.name for seat in self.seats]

    @property
    def started(self) -> bool:
        """Whether the game has started; before that, the table waits in its lobby, and nothing is decided."""
        return bool(self.settings["started"])

    # deciding

    async def decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None = None) -> None:
        """Carry out, save and broadcast a decision, even if the caller is cancelled meanwhile."""
        await asyncio.shield(asyncio.create_task(self._decide(seat, number, action, by, mind)))

    async def _decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None) -> None:
        async with self._change():
            self._check_turn(seat, number)
            if by == BOT and not self.seats[seat].bot:
                raise Refused("the player is back", CONFLICT)
            if by in (AGENT, BOT) and self.agents_paused:
                raise Refused("the table is paused", CONFLICT)
            game, at = self.game, now()
            if self.time_left(at) == 0 and self.settings["agreed"] is None:
                await self._begin_last_round()
            text = game.text(action)
            if by not in (AGENT, BOT) and (objection := self.pending.objection(text)) is not None:
                raise Refused(objection, CONFLICT)
            done = self._view.done(text, False) | {"by": by}
            seconds = time.monotonic() - self.pending.asked_at
            game.apply(action)
            decision = Decision(self.id, number, seat, by, text, round(seconds, 3), at, game.actor)
            try:
                await self.store.add_decision(decision, mind, self._end())
            except Exception:
                self.drop()
                raise
            if mind is not None:
                self.seats[seat].mind = mind
            self._advance(done, decision.at)

    @property
    def delay(self) -> float:
        """How long agents wait before they decide, in seconds."""
        return 0.0 if self._skips and self.pending.agents_alone else float(self.settings["delay"])

    @property
    def agents_paused(self) -> bool:
        """Whether agents must wait: for the start, for the host, or, if they are alone, for somebody who watches."""
        paused = bool(self.settings["paused"]) and self.steps == 0
        return not self.started or paused or (self.pending.agents_alone and not self.watchers)

    def _check_turn(self, seat: int | None, number: int) -> None:
        """Refuse a seat that is not to decide now, and a decision that is not pending."""
        if self.broken:
            raise Refused("the game is being reloaded; reload the page in a moment", CONFLICT)
        if self.game.over:
            raise Refused("the game is over", CONFLICT)
        if not self.started:
            raise Refused("the game has not started yet; wait for the host", CONFLICT)
        if number < self.number:
            raise Refused("this decision has already been made", CONFLICT)
        if number > self.number:
            raise Refused(f"decision {number} is not due yet; decision {self.number} is", CONFLICT)
        if seat != self.game.actor:
            raise Refused(f"it is not your decision; wait for {self.names[self.game.state.actor]}", FORBIDDEN)

    def _end(self) -> Shown | None:
        """Return the result as it is saved; None while the game goes on."""
        game = self.game
        return {"winners": list(game.winners), "rounds": game.round, "ended": now()} if game.over else None

    def _advance(self, done: Shown, at: float) -> None:
        """Broadcast a decision that is saved."""
        game, pending = self.game, self.pending
        if done["by"] == PERSON:
            self.undoable = self.number
        self.number += 1
        self.played.add(at)
        self.steps = max(self.steps - (done["by"] in (AGENT, BOT)), 0)
        self._state = self._view.state()
        ended = pending.take_note()
        pending.ask()
        told = self.chronicle.tell(game, self.names, self.number, done["seat"], at, self._announcements)
        self._announcements.clear()
        step = {"type": "step", "number": self.number, "done": done, "lines": told["lines"], "state": self._state}
        step |= {"scenes": self._scenes(done["by"]), "bankruptcies": told["bankruptcies"]}
        step |= {
            "time_left": self.time_left(at),
            "waiting": self.waiting(),
            "over": self._view.over(self.id),
            "undoable": self.shown_undoable,
        }
        text, actor = encoded(step), game.actor
        self.watchers.send_by(
            lambda watcher: watcher.seat is not None and watcher.seat == actor,
            lambda asked: with_more(text, {"question": pending.question(actor, self.number) if asked else None}),
        )
        for seat in ended:
            self._send_limit(seat)

    def _scenes(self, by: str) -> list[Scene]:
        """Return what people see of the last decision: nothing if the table refused an agent's offer."""
        events = self.game.events
        refused = (self.seats[event.seat] for event in events if by == TABLE and event.kind == REFUSED)
        return [] if any(seat.kind == AGENT or seat.bot for seat in refused) else scenes_of(self.game.box, events)

    # the time limit

    def time_left(self, at: float) -> float | None:
        """Return the seconds left to play at a time, 0 in the last round; None without a limit."""
        minutes: int | None = self.settings["minutes"]
        if minutes is None:
            return None
        return 0.0 if self.settings["agreed"] is not None else max(60 * minutes - self.played.at(at), 0.0)

    async def _begin_last_round(self) -> None:
        """Let the game end with the round in progress."""
        agreed = dict(self.saved.overrides)
        overrides = ending_with(agreed, self.game.round)
        box = await asyncio.to_thread(load_box, self.game.box.source, overrides)
        try:
            await self.store.change_rules(self.id, overrides, self.settings | {"agreed": agreed})
        except Exception:
            self.drop()
            raise
        self.settings["agreed"] = agreed
        self.saved = dataclasses.replace(self.saved, overrides=overrides)
        self.game.box = box  # nothing else in it is new
        self.announce("The time is up: this is the last round, and the richest player wins.")

    def announce(self, line: str) -> None:
        """Add a line to the log, sent with the next decision."""
        self._announcements.append(line)

    def drop(self) -> None:
        """Close all sockets after an error; the table will be reloaded from the database."""
        self.broken = True
        for watcher in self.watchers:
            watcher.gone.set()
        self.changed.notify()

    # orders and undoing

    @property
    def shown_undoable(self) -> int | None:
        """The number of the decision that can be undone now; None if there is none."""
        return self.undoable if self.settings["undo"] and not self.game.over else None

    async def want_offers(self, seat: int, other: int | None, wanted: bool) -> None:
        """Take note that a person wants, or no longer wants, the offers of another player or, with None, of this turn.

        Only that person is told.
        """
        if other is not None and (other == seat or not 0 <= other < len(self.seats)):
            raise Refused(f"seat: {other} should be that of another player")
        async with self._change():
            await self._save_settings(want_offers(self.settings, seat, self.game.turn, other, wanted))
            self.watchers.send_to(seat, self._shown_settings(seat))
            self.pending.consult()

    async def set_limit(self, seat: int, number: int, most: int | None) -> None:
        """Let the table bid for a person up to an amount in the auction in progress; None: no longer."""
        async with self._change():
            if most is not None:
                self._check_turn(seat, number)
            if not self.pending.orders.set_limit(self.game, seat, most):
                raise Refused("there is no auction to bid in", CONFLICT)
            self.pending.consult()
            if self.game.actor == seat:
                self.pending.ask()
            self._send_limit(seat)

    def _send_limit(self, seat: int) -> None:
        """Send a player the highest bid that the table may make, and the question that is left to answer."""
        most, asked = self.pending.orders.limit(seat), self.pending.question(seat, self.number)
        self.watchers.send_to(seat, {"type": "limit", "most": most, "question": asked})

    async def undo(self, number: int) -> None:
        """Take back the last decision of the only person, which has this number, and all that came after it.

        The dice fall as before, so that the record stays whole. Agents forget what they remembered of the game.
        """
        await asyncio.shield(asyncio.create_task(self._undo(number)))

    async def _undo(self, number: int) -> None:
        async with self._change():
            if self.broken or not self.settings["undo"]:
                raise Refused("decisions cannot be undone at this table", FORBIDDEN)
            if number != self.shown_undoable:
                raise Refused("this is not your last decision, or the game is over", CONFLICT)
            undone = {"undone": self.settings["undone"] + 1}
            try:
                undoable = await self.store.undo(self.id, number, self.settings | undone)
                rebuilt = await load_game(self.store, self.saved, self.game.box, self.names)
            except Exception:
                self.drop()
                raise
            self.settings |= undone
            for seat in self.seats:
                seat.mind = b""
            self._begin(rebuilt, undoable)
            self._resend_tables()

    async def check(self, seat: int | None, number: int, action: str) -> Shown:
        """Return whether a decision would be allowed, by the rules and by the table."""
        async with self._deciding:
            self._check_turn(seat, number)
            answer = checked(self.game, number, action)
            objection = self.pending.objection(answer["action"]) if answer["legal"] else None
            return answer if objection is None else answer | {"legal": False, "error": objection}

    async def position(self, seat: int | None, number: int) -> bytes:
        """Return the state, for a hint to a seat."""
        async with self._deciding:
            self._check_turn(seat, number)
            return state_bytes(self.game)

    async def newest(self) -> tuple[int, bytes]:
        """Return the number of decisions and the current state."""
        async with self._deciding:
            return self.number, state_bytes(self.game)

    # seats and settings

    async def start(self) -> None:
        """Start the game; bots play for people who have not come yet, and whose invitations stay valid."""
        if self.started:
            raise Refused("the game has already started", CONFLICT)
        for seat in self.seats:
            if seat.invite is not None:
                await self.store.change_seat(self.id, seat.seat, bot=True)
                seat.bot = True
        await self.change_settings({"started": True})
        await self.reseat(range(len(self.seats)))

    async def set_bot(self, seat: int, bot: bool) -> None:
        """Give the seat of a person to a bot, or back."""
        if self.seats[seat].bot == bot or self.game.over:
            return
        await self.store.change_seat(self.id, seat, bot=bot)
        self.seats[seat].bot = bot
        await self.reseat([seat])

    async def reseat(self, changed: Collection[int]) -> None:
        """Ask the player to act again if that seat has changed, and send everybody the table."""
        async with self._change():
            if self.game.actor in changed:
                self.pending.consult()
                self.pending.ask()
            self._resend_tables()

    async def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings, save them and tell everybody."""
        async with self._change():
            await self._save_settings(changes)
            self.watchers.send_by(lambda watcher: watcher.seat, lambda seat: encoded(self._shown_settings(seat)))

    async def _save_settings(self, changes: Mapping[str, Any]) -> None:
        self.settings |= changes
        await self.store.change_settings(self.id, self.settings)

    def _shown_settings(self, seat: int | None) -> Shown:
        """Return the message with the settings for a seat."""
        return {"type": "settings", "settings": shown_settings(self.settings, self.saved.public, seat)}

    async def skip(self) -> None:
        """Let the agents play on to the end without waiting; refused while people play."""
        if not self.pending.agents_alone:
            raise Refused("other people are still playing", FORBIDDEN)
        self._skips = True
        await self.change_settings({"paused": False})

    def say(self, seat: int, text: str) -> None:
        """Send a player's line of chat to everybody."""
        if not self.settings["chat"]:
            raise Refused("the host has switched the chat off", FORBIDDEN)
        self.watchers.send({"type": "chat", **self.chat.add(seat, self.names[seat], text)})

    def tell_odds(self, odds: Shown) -> None:
        """Store new odds, and send them to everybody."""
        self.odds.add(odds)
        self.watchers.send(odds)

    # players and spectators

    async def join(self, watcher: Watcher) -> None:
        """Add a socket and send it the table."""
        async with self._change():
            if self.broken:
                watcher.gone.set()
                return
            was_here = watcher.seat is not None and self.watchers.has(watcher.seat)
            self.watchers.add(watcher)
            watcher.send(encoded(self._message(watcher)))
            if not was_here:  # else nothing has changed for the others
                self._has_come_or_gone(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Remove a socket."""
        self.watchers.discard(watcher)
        if watcher.seat is None or not self.watchers.has(watcher.seat):
            self._has_come_or_gone(watcher)

    def _has_come_or_gone(self, watcher: Watcher) -> None:
        """Tell everybody at once that a player has come or gone; spectators are told of a little later, many together."""
        if watcher.seat is not None:
            self._send_seats()
        elif self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(COUNT_SECONDS, self._send_seats)

    def _resend_tables(self) -> None:
        """Send the whole table to everybody, after a change of seats or an undo."""
        for watcher in self.watchers:
            watcher.send(encoded(self._message(watcher)))

    def _send_seats(self) -> None:
        """Send the seats and the number of spectators; only the host gets the invitations."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        told = {"type": "seats", "watching": self.watchers.spectators}
        self.watchers.send_by(lambda watcher: watcher.host, lambda host: encoded({**told, "seats": self.shown_seats(host)}))

    # views

    def waiting(self) -> Shown | None:
        """Return who is to decide; None before the game and when it is over."""
        mover = self.pending.mover
        if mover is None or not self.started:
            return None
        kind = BOT if mover.kind == PERSON and mover.bot else mover.kind
        return {"seat": mover.seat, "decision": self.game.decision, "kind": kind, "deadline": self.pending.deadline}

    def shown_seats(self, host: bool) -> list[Shown]:
        """Return the seats, as the host or the others see them."""
        looks = looks_of(self.settings, len(self.seats))
        return shown_seats(self.seats, looks, self.open_seats, self.watchers, host)

    @property
    def open_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return open_seats(self.saved, self.seats, self.settings)

    def _message(self, watcher: Watcher) -> Shown:
        """Return the whole table for a socket."""
        seat = watcher.seat
        inside = watcher.host or seat is not None
        return {
            "type": "table",
            "table": self.id,
            **shown_rules(self.saved, self.game.box),
            "seats": self.shown_seats(watcher.host),
            "watching": self.watchers.spectators,
            "host": self.saved.host_seat,
            "you": {"seat": seat, "host": watcher.host, "spectator": seat is None},
            "watch": self.saved.watch if inside else None,
            "number": self.number,
            "state": self._state,
            "log": list(self.chronicle.log),
            "chat": list(self.chat.lines) if self.settings["chat"] else [],
            "worths": self.chronicle.worths.points,
            "question": self.pending.question(seat, self.number),
            "waiting": self.waiting(),
            "time_left": self.time_left(now()),
            "odds": self.odds.newest if self.settings["odds"] else None,
            "odds_history": list(self.odds.points) if self.settings["odds"] else [],
            "settings": shown_settings(self.settings, self.saved.public, seat),
            "adviser": self.adviser,
            "limit": None if seat is None else self.pending.orders.limit(seat),
            "undoable": self.shown_undoable,
            "over": self._view.over(self.id),
        }
