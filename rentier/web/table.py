"""One table in play: its players and spectators, its game, and the only way to make a decision.

A decision is carried out, saved in the database, and only then sent to everybody; requests that come meanwhile wait.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from rentier.game.words import NOBODY, Action
from rentier.game_api import Game
from rentier.narration.sentences import Narrator
from rentier.web.bankruptcies import bankruptcies
from rentier.web.chat import Chat
from rentier.web.choices import checked, question
from rentier.web.looks import Look, Wish, assign_looks, change_look
from rentier.web.orders import OFFERS_ASKED, UNWANTED, StandingOrders, want_offers
from rentier.web.rebuilding import rebuild_game
from rentier.web.refusals import CONFLICT, FORBIDDEN, Refused
from rentier.web.scenes import scenes_of
from rentier.web.store import AGENT, BOT, PERSON, Decision, SavedGame, SavedSeat, Store, now
from rentier.web.view import GameView, Shown, encoded, house_rules, shown_board, shown_groups, state_bytes, with_more
from rentier.web.watchers import Signal, Watcher
from rentier.web.worths import WorthHistory

LOG_LENGTH = 200
ODDS_KEPT = 200
# of tables that are older than these settings
OLDER: Mapping[str, Any] = {
    "chat": True,
    "started": True,
    "open": [],
    "offers_asked": OFFERS_ASKED,
    "undo": False,
    "undone": 0,
    **UNWANTED,
}


class Table:
    """A table in play. `number`: decisions made so far; `changed`: signals anything that may affect the next step.

    `undoable`: the number of the last decision of a person, which can be undone if the settings allow it.
    """

    def __init__(
        self,
        store: Store,
        saved: SavedGame,
        seats: list[SavedSeat],
        game: Game,
        number: int,
        log: list[Shown],
        undoable: int | None = None,
    ) -> None:
        self.id = saved.id
        self.saved = saved
        self.seats = seats
        self.settings: dict[str, Any] = {**OLDER, **saved.settings}
        self.watchers: set[Watcher] = set()
        self.changed = Signal()
        self.broken = False  # differs from the database
        self.adviser = ""  # the agent that gives hints if nobody names another
        self.owner = ""  # the address that made it, or that watched it first after it was loaded
        self.steps = 0  # decisions that agents may make while the table is paused
        self.odds: Shown | None = None
        self.odds_history: deque[Shown] = deque(maxlen=ODDS_KEPT)  # the chances of every seat after a number of decisions
        self.asked_at = 0.0
        self.deadline: float | None = None
        self.chat = Chat()
        self.standing: str | None = None  # what the table does at once for the person to act
        self._store = store
        self._announcements: list[str] = []
        self._deciding = asyncio.Lock()
        self._begin(game, number, log, undoable)

    def _begin(self, game: Game, number: int, log: list[Shown], undoable: int | None) -> None:
        """Begin with a game that was loaded from the database."""
        self.game = game
        self.number = number
        self.undoable = undoable
        self._log = deque(log, LOG_LENGTH)
        self._view = GameView(game)
        self._state = self._view.state()
        self._worths = WorthHistory()
        self._worths.see(self._state)
        self._orders = StandingOrders()
        self._take_note()
        self._ask()

    # whose turn it is

    @property
    def names(self) -> list[str]:
        """The names of the players."""
        return [seat.name for seat in self.seats]

    @property
    def mover(self) -> SavedSeat | None:
        """The seat to decide; None when the game is over."""
        return None if self.game.actor is None else self.seats[self.game.actor]

    @property
    def agent_decides(self) -> bool:
        """Whether an agent decides next, or a bot for a person."""
        mover = self.mover
        return mover is not None and (mover.kind != PERSON or mover.bot)

    @property
    def agents_alone(self) -> bool:
        """Whether no person is left to decide: all who are not bankrupt are agents, or people played by a bot."""
        return all(seat.kind != PERSON or seat.bot or self.game.bankrupt(seat.seat) for seat in self.seats)

    @property
    def person_decides(self) -> bool:
        """Whether a person decides next, and no bot for that person."""
        return self.mover is not None and not self.agent_decides

    def _take_note(self) -> list[int]:
        """Let the standing orders know the next decision; return the seats whose highest bid no longer counts."""
        proposer = int(self.game.state.offer_from)
        by_agent = proposer != NOBODY and (self.seats[proposer].kind == AGENT or self.seats[proposer].bot)
        limited = by_agent and self.person_decides
        ended = self._orders.take_note(self.game, self.settings["offers_asked"] if limited else None)
        self._consult()
        return ended

    def _consult(self) -> None:
        """Find out what the standing orders say about the next decision."""
        self.standing = self._orders.answer(self.game, self.settings) if self.started and self.person_decides else None

    def _ask(self) -> None:
        """Start the clock for the next decision, unless the seat is not taken yet or the table answers for it."""
        mover, clock = self.mover, self.settings["clock"]
        waits = self.started and mover is not None and self.person_decides and mover.invite is None and self.standing is None
        self.asked_at = time.monotonic()
        self.deadline = now() + clock if waits and clock else None
        self._question: Shown | None = None

    # the lobby

    @property
    def started(self) -> bool:
        """Whether the game has started; before that, the table waits in its lobby, and nothing is decided."""
        return bool(self.settings["started"])

    async def start(self) -> None:
        """Start the game; bots play for people who have not come yet, and whose invitations stay valid."""
        if self.started:
            raise Refused("the game has already started", CONFLICT)
        absent = [seat for seat in self.seats if seat.invite is not None]
        for seat in absent:
            await self._store.change_seat(self.id, seat.seat, bot=True)
            seat.bot = True
        await self.change_settings({"started": True})
        async with self._deciding:
            self._consult()
            self._ask()
            self._resend_tables()
        self.changed.notify()

    @property
    def looks(self) -> list[Look]:
        """The token and the colour of every seat."""
        looks: list[Look] = self.settings.get("looks") or assign_looks([(None, None)] * len(self.seats))
        return looks

    @property
    def open_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return open_seats(self.saved, self.seats, self.settings)

    # deciding

    async def decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None = None) -> None:
        """Carry out, save and broadcast a decision, even if the caller is cancelled meanwhile."""
        await asyncio.shield(asyncio.create_task(self._decide(seat, number, action, by, mind)))

    async def _decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None) -> None:
        async with self._deciding:
            self._check_turn(seat, number)
            if by == BOT and not self.seats[seat].bot:
                raise Refused("the player is back", CONFLICT)
            if by in (AGENT, BOT) and self.agents_paused:
                raise Refused("the table is paused", CONFLICT)
            game = self.game
            text = game.text(action)
            done = self._view.done(text, False) | {"by": by}
            seconds = time.monotonic() - self.asked_at
            game.apply(action)
            decision = Decision(self.id, number, seat, by, text, round(seconds, 3), now(), game.actor)
            try:
                await self._store.add_decision(decision, mind, self._end())
            except Exception:
                self.drop()
                raise
            if mind is not None:
                self.seats[seat].mind = mind
            self._advance(done)
        self.changed.notify()

    @property
    def agents_paused(self) -> bool:
        """Whether agents must wait: for the start, for the host, or, if they are alone, for somebody who watches."""
        return (
            not self.started or (bool(self.settings["paused"]) and self.steps == 0) or (self.agents_alone and not self.watchers)
        )

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

    def _advance(self, done: Shown) -> None:
        """Broadcast a decision that is saved."""
        game = self.game
        if done["by"] == PERSON:
            self.undoable = self.number
        self.number += 1
        self.steps = max(self.steps - (done["by"] in (AGENT, BOT)), 0)
        self._state = self._view.state()
        self._worths.see(self._state)
        ended = self._take_note()
        self._ask()
        events = game.events
        told = Narrator(game.box, self.names, game.players).tell(game.state, events)
        lines = [*self._announcements, *(line.text for line in told)]
        self._announcements.clear()
        fallen = {"bankruptcies": bankruptcies(game, events, now() - self.saved.created)}
        self._log.append({"number": self.number, "seat": done["seat"], "lines": lines} | fallen)
        step = {"type": "step", "number": self.number, "done": done, "lines": lines, "state": self._state}
        step |= {"scenes": scenes_of(game.box, events), **fallen}
        step |= {"waiting": self.waiting(), "over": self._view.over(self.id), "undoable": self.shown_undoable}
        self._broadcast_step(step)
        for seat in ended:
            self._send_limit(seat)

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
        """Take note that a person wants, or no longer wants, the offers of another player or, with None, of this turn."""
        if other is not None and (other == seat or not 0 <= other < len(self.seats)):
            raise Refused(f"seat: {other} should be that of another player")
        async with self._deciding:
            await self._change_settings(want_offers(self.settings, seat, self.game.turn, other, wanted))
            self._consult()
        self.changed.notify()

    async def set_limit(self, seat: int, number: int, most: int | None) -> None:
        """Let the table bid for a person up to an amount in the auction in progress; None: no longer."""
        async with self._deciding:
            if most is not None:
                self._check_turn(seat, number)
            if not self._orders.set_limit(self.game, seat, most):
                raise Refused("there is no auction to bid in", CONFLICT)
            self._consult()
            if self.game.actor == seat:
                self._ask()
            self._send_limit(seat)
        self.changed.notify()

    def _send_limit(self, seat: int) -> None:
        """Send a player the highest bid that the table may make, and the question that is left to answer."""
        text = encoded({"type": "limit", "most": self._orders.limit(seat), "question": self.question(seat)})
        for watcher in self.watchers:
            if watcher.seat == seat:
                watcher.send(text)

    async def undo(self, number: int) -> None:
        """Take back the last decision of the only person, which has this number, and all that came after it.

        The dice fall as before, so that the record stays whole. Agents forget what they remembered of the game.
        """
        await asyncio.shield(asyncio.create_task(self._undo(number)))

    async def _undo(self, number: int) -> None:
        async with self._deciding:
            if self.broken or not self.settings["undo"]:
                raise Refused("decisions cannot be undone at this table", FORBIDDEN)
            if number != self.shown_undoable:
                raise Refused("this is not your last decision, or the game is over", CONFLICT)
            settings = self.settings | {"undone": self.settings["undone"] + 1}
            try:
                undoable = await self._store.undo(self.id, number, settings)
                made = await self._store.find_moves(self.id)
                game, log = await asyncio.to_thread(rebuild_game, self.saved, self.game.box, made, self.names, LOG_LENGTH)
            except Exception:
                self.drop()
                raise
            self.settings = settings
            for seat in self.seats:
                seat.mind = b""
            self.odds = None
            self.odds_history.clear()
            self._begin(game, number, log, undoable)
            self._resend_tables()
        self.changed.notify()

    async def check(self, seat: int | None, number: int, action: str) -> Shown:
        """Return whether a decision would be legal."""
        async with self._deciding:
            self._check_turn(seat, number)
            return checked(self.game, number, action)

    async def position(self, seat: int | None, number: int) -> bytes:
        """Return the state, for a hint to a seat."""
        async with self._deciding:
            self._check_turn(seat, number)
            return state_bytes(self.game)

    async def newest(self) -> tuple[int, bytes]:
        """Return the number of decisions and the current state."""
        async with self._deciding:
            return self.number, state_bytes(self.game)

    async def skip(self) -> None:
        """Let the agents play on to the end without waiting; refused while people play."""
        if not self.agents_alone:
            raise Refused("other people are still playing", FORBIDDEN)
        await self.change_settings({"delay": 0, "paused": False})

    # seats

    async def set_bot(self, seat: int, bot: bool) -> None:
        """Give the seat of a person to a bot, or back."""
        if self.seats[seat].bot == bot or self.game.over:
            return
        await self._store.change_seat(self.id, seat, bot=bot)
        self.seats[seat].bot = bot
        async with self._deciding:
            if self.game.actor == seat:
                self._consult()
                self._ask()
            self._resend_tables()
        self.changed.notify()

    async def claim(self, invite: str, name: str, token_hash: str, wish: Wish = (None, None)) -> int:
        """Give the seat of an invitation to a person; return the seat. Each invitation works once."""
        place = next((seat.seat for seat in self.seats if seat.invite == invite), None)
        if name in (seat.name for seat in self.seats if seat.seat != place):
            raise Refused(f"the name {name!r} is taken at this table; choose another one", CONFLICT)
        if place is None or not await self._store.claim_seat(self.id, place, invite, name, token_hash):
            raise Refused("this invitation has been used or is not valid; ask the host for a new one", FORBIDDEN)
        seat = self.seats[place]
        if seat.bot:
            self.announce(f"{name} has arrived and plays for {seat.name}.")
        seat.invite, seat.name, seat.token_hash, seat.bot = None, name, token_hash, False
        unclaimed = [other.seat for other in self.seats if other.invite is not None]
        await self.change_settings({"looks": change_look(self.looks, place, wish, unclaimed)})
        async with self._deciding:
            if self.game.actor == place:
                self._ask()
            self._resend_tables()
        self.changed.notify()
        return place

    async def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings, save them and tell everybody."""
        async with self._deciding:
            await self._change_settings(changes)
        self.changed.notify()

    async def _change_settings(self, changes: Mapping[str, Any]) -> None:
        self.settings |= changes
        await self._store.change_settings(self.id, self.settings)
        self.broadcast({"type": "settings", "settings": self.shown_settings()})

    def say(self, seat: int, text: str) -> None:
        """Send a player's line of chat to everybody."""
        if not self.settings["chat"]:
            raise Refused("the host has switched the chat off", FORBIDDEN)
        self.broadcast({"type": "chat", **self.chat.add(seat, self.names[seat], text)})

    # players and spectators

    async def join(self, watcher: Watcher) -> None:
        """Add a socket and send it the table."""
        async with self._deciding:
            if self.broken:
                watcher.gone.set()
                return
            was_here = watcher.seat is None or self.is_here(watcher.seat)
            self.watchers.add(watcher)
            watcher.send(encoded(self.message(watcher)))
            if not was_here:  # else nothing has changed for the others
                self.send_seats()
        self.changed.notify()

    def leave(self, watcher: Watcher) -> None:
        """Remove a socket."""
        self.watchers.discard(watcher)
        if watcher.seat is not None and not self.is_here(watcher.seat):
            self.send_seats()

    def is_here(self, seat: int) -> bool:
        """Whether a person is connected."""
        return any(watcher.seat == seat for watcher in self.watchers)

    # sending

    def broadcast(self, message: Shown) -> None:
        """Send the same message to everybody."""
        text = encoded(message)
        for watcher in self.watchers:
            watcher.send(text)

    def _broadcast_step(self, message: Shown) -> None:
        """Send a step to everybody, with the question to the player to act; each text is encoded once."""
        text = encoded(message)
        plain, asking = with_more(text, {"question": None}), ""
        for watcher in self.watchers:
            if watcher.seat is not None and watcher.seat == self.game.actor:
                asking = asking or with_more(text, {"question": self.question(watcher.seat)})
                watcher.send(asking)
            else:
                watcher.send(plain)

    def _resend_tables(self) -> None:
        """Send the whole table to everybody, after a change of seats or an undo."""
        for watcher in self.watchers:
            watcher.send(encoded(self.message(watcher)))

    def send_seats(self) -> None:
        """Send the seats; only the host gets the invitations."""
        texts = {host: encoded({"type": "seats", "seats": self.shown_seats(host)}) for host in (False, True)}
        for watcher in self.watchers:
            watcher.send(texts[watcher.host])

    # views

    def question(self, seat: int | None) -> Shown | None:
        """Return the question to a seat; None if it is not to decide."""
        mover = self.mover
        asked = mover is not None and seat == mover.seat and mover.kind == PERSON
        if not asked or not self.started or self.standing is not None:
            return None
        if self._question is None:
            self._question = question(self.game, self.number, self.deadline)
        return self._question

    def waiting(self) -> Shown | None:
        """Return who is to decide; None before the game and when it is over."""
        mover = self.mover
        if mover is None or not self.started:
            return None
        kind = BOT if mover.kind == PERSON and mover.bot else mover.kind
        return {"seat": mover.seat, "decision": self.game.decision, "kind": kind, "deadline": self.deadline}

    def shown_seats(self, host: bool) -> list[Shown]:
        """Return the seats, as the host or the others see them."""
        looks, open_to_all = self.looks, self.open_seats
        return [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": seat.name,
                "agent": seat.agent,
                "here": self.is_here(seat.seat),
                "bot": seat.bot,
                "invite": seat.invite if host else None,
                "taken": seat.invite is None,
                "open": seat.seat in open_to_all,
                **looks[seat.seat],
            }
            for seat in self.seats
        ]

    def shown_settings(self) -> Shown:
        """Return the settings for everybody, without those of single seats."""
        shown = {name: value for name, value in self.settings.items() if name not in ("looks", "open")}
        return shown | {"public": self.saved.public}

    def tell_odds(self, odds: Shown) -> None:
        """Store new odds, and send them to everybody."""
        self.odds = odds
        while self.odds_history and self.odds_history[-1]["number"] >= odds["number"]:
            self.odds_history.pop()
        self.odds_history.append({"number": odds["number"], "shares": [round(seat["share"], 3) for seat in odds["seats"]]})
        self.broadcast(odds)

    def message(self, watcher: Watcher) -> Shown:
        """Return the whole table for a socket."""
        box, seat = self.game.box, watcher.seat
        inside = watcher.host or seat is not None
        return {
            "type": "table",
            "table": self.id,
            "rules": self.saved.rules,
            "title": box.title,
            "switches": dict(self.saved.overrides),
            "switches_all": dict(box.switches),
            "house_rules": house_rules(box),
            "currency": box.board.currency,
            "board": shown_board(box),
            "groups": shown_groups(box),
            "seats": self.shown_seats(watcher.host),
            "host": self.saved.host_seat,
            "you": {"seat": seat, "host": watcher.host, "spectator": seat is None},
            "watch": self.saved.watch if inside else None,
            "number": self.number,
            "state": self._state,
            "log": list(self._log),
            "chat": list(self.chat.lines) if self.settings["chat"] else [],
            "worths": self._worths.points,
            "question": self.question(seat),
            "waiting": self.waiting(),
            "odds": self.odds if self.settings["odds"] else None,
            "odds_history": list(self.odds_history) if self.settings["odds"] else [],
            "settings": self.shown_settings(),
            "adviser": self.adviser,
            "limit": None if seat is None else self._orders.limit(seat),
            "undoable": self.shown_undoable,
            "over": self._view.over(self.id),
        }


def open_seats(saved: SavedGame, seats: Sequence[SavedSeat], settings: Mapping[str, Any]) -> list[int]:
    """Return the seats of a table that anybody may take: those that the host left open at a public table."""
    left_open = settings.get("open", []) if saved.public and not saved.over else []
    return [seat.seat for seat in seats if seat.invite is not None and seat.seat in left_open]
