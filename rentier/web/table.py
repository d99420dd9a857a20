"""One table at play: who sits there and looks on, the game, and the one way by which a decision is made.

A decision is carried out, kept in the database and only then told; whoever comes meanwhile waits until it is.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from rentier.game.words import Action
from rentier.game_api import Game
from rentier.narration.sentences import Narrator
from rentier.web.choices import checked, question
from rentier.web.refusals import CONFLICT, FORBIDDEN, Refused
from rentier.web.store import BOT, PERSON, Decision, KeptSeat, SavedGame, Store, now
from rentier.web.travel import seen
from rentier.web.view import GameView, Shown, encoded, shown_board, shown_groups, state_bytes, with_more
from rentier.web.watchers import News, Watcher

LOG_LENGTH = 200


class Table:
    """A table. `number`: how many decisions were made; `changed` tells whenever the next step may be another one."""

    def __init__(
        self, store: Store, saved: SavedGame, seats: list[KeptSeat], game: Game, number: int, log: list[Shown]
    ) -> None:
        self.id = saved.id
        self.saved = saved
        self.seats = seats
        self.game = game
        self.number = number
        self.settings: dict[str, Any] = dict(saved.settings)
        self.watchers: set[Watcher] = set()
        self.changed = News()
        self.broken = False  # what is shown here is not what was kept
        self.steps = 0  # decisions that agents may still make while it is paused
        self.odds: Shown | None = None
        self.asked_at = 0.0
        self.deadline: float | None = None
        self._store = store
        self._log = deque(log, LOG_LENGTH)
        self._sayings: list[str] = []
        self._view = GameView(game)
        self._state = self._view.state()
        self._deciding = asyncio.Lock()
        self._ask()

    # whose turn it is

    @property
    def names(self) -> list[str]:
        """The names of the players."""
        return [seat.name for seat in self.seats]

    @property
    def mover(self) -> KeptSeat | None:
        """The seat that must decide; None when the game is over."""
        return None if self.game.actor is None else self.seats[self.game.actor]

    @property
    def moves_itself(self) -> bool:
        """Whether an agent decides next, or a bot for a person."""
        mover = self.mover
        return mover is not None and (mover.kind != PERSON or mover.bot)

    def _ask(self) -> None:
        """The next decision is asked for: its time begins. Nobody hurries a seat that is not taken yet."""
        mover, clock = self.mover, self.settings["clock"]
        waits = mover is not None and mover.kind == PERSON and not mover.bot and mover.invite is None
        self.asked_at = time.monotonic()
        self.deadline = now() + clock if waits and clock else None
        self._question: Shown | None = None

    # deciding

    async def decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None = None) -> None:
        """Carry out the decision of a seat, keep it, and tell it. Who asked for it may leave meanwhile."""
        await asyncio.shield(asyncio.create_task(self._decide(seat, number, action, by, mind)))

    async def _decide(self, seat: int, number: int, action: Action | str, by: str, mind: bytes | None) -> None:
        async with self._deciding:
            self._check_turn(seat, number)
            if by == BOT and not self.seats[seat].bot:
                raise Refused("the player has come back", CONFLICT)
            if by != PERSON and self.is_held:
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
                self.let_go()
                raise
            if mind is not None:
                self.seats[seat].mind = mind
            self._advance(done)
        self.changed.tell()

    @property
    def is_held(self) -> bool:
        """Whether agents are to wait until the host lets them on."""
        return bool(self.settings["paused"]) and self.steps == 0

    def _check_turn(self, seat: int | None, number: int) -> None:
        """Refuse who is not to decide now, or decides what was decided before."""
        if self.broken:
            raise Refused("the table is being set up again; join it once more", CONFLICT)
        if self.game.over:
            raise Refused("the game is over", CONFLICT)
        if number != self.number:
            raise Refused(f"number: {number} should be {self.number}, the decision that is pending", CONFLICT)
        if seat != self.game.actor:
            raise Refused(f"it is for {self.names[self.game.state.actor]} to {self.game.decision}", FORBIDDEN)

    def _end(self) -> Shown | None:
        """How the game ended, as it is kept."""
        game = self.game
        return {"winners": list(game.winners), "rounds": game.round, "ended": now()} if game.over else None

    def _advance(self, done: Shown) -> None:
        """A decision is kept: tell it."""
        game = self.game
        self.number += 1
        self.steps = max(self.steps - (done["by"] != PERSON), 0)
        self._state = self._view.state()
        self._ask()
        events = game.events
        told = Narrator(game.box, self.names, game.players).tell(game.state, events)
        lines = [*self._sayings, *(line.text for line in told)]
        self._sayings.clear()
        self._log.append({"number": self.number, "seat": done["seat"], "lines": lines})
        step = {"type": "step", "number": self.number, "done": done, "lines": lines, "state": self._state}
        step |= seen(game.box, events)
        self._tell_with_question(step | {"waiting": self.waiting(), "over": self._view.over(self.id)})

    def say(self, line: str) -> None:
        """Something that everybody should know, though nobody decided it: told with the next decision."""
        self._sayings.append(line)

    def let_go(self) -> None:
        """Something went wrong while a decision was kept: who comes again finds the table as it was kept."""
        self.broken = True
        for watcher in self.watchers:
            watcher.gone.set()
        self.changed.tell()

    async def check(self, seat: int | None, number: int, action: str) -> Shown:
        """Whether a decision would be carried out."""
        async with self._deciding:
            self._check_turn(seat, number)
            return checked(self.game, number, action)

    async def position(self, seat: int | None, number: int) -> bytes:
        """The state that a seat asks a hint for."""
        async with self._deciding:
            self._check_turn(seat, number)
            return state_bytes(self.game)

    async def newest(self) -> tuple[int, bytes]:
        """The state that everybody was told last, and its number."""
        async with self._deciding:
            return self.number, state_bytes(self.game)

    # seats

    async def set_bot(self, seat: int, bot: bool) -> None:
        """A bot takes the seat of a person, or gives it back."""
        if self.seats[seat].bot == bot or self.game.over:
            return
        await self._store.change_seat(self.id, seat, bot=bot)
        self.seats[seat].bot = bot
        async with self._deciding:
            if self.game.actor == seat:
                self._ask()
            self._tell_everything()
        self.changed.tell()

    async def claim(self, invite: str, name: str, token_hash: str) -> int:
        """Give the seat of an invitation to a person; the invitation is good once."""
        place = next((seat.seat for seat in self.seats if seat.invite == invite), None)
        if name in (seat.name for seat in self.seats if seat.seat != place):
            raise Refused(f"name: {name!r} sits at this table already; choose another one", CONFLICT)
        if place is None or not await self._store.claim_seat(self.id, place, invite, name, token_hash):
            raise Refused("invite: nobody can sit down by this invitation any more", FORBIDDEN)
        seat = self.seats[place]
        seat.invite, seat.name, seat.token_hash = None, name, token_hash
        async with self._deciding:
            if self.game.actor == place:
                self._ask()
            self._tell_everything()
        self.changed.tell()
        return place

    async def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Settle something else about the table, and tell it, once a decision that is being kept is kept."""
        async with self._deciding:
            self.settings |= changes
            await self._store.change_settings(self.id, self.settings)
            self.tell_all({"type": "settings", "settings": self.shown_settings()})
        self.changed.tell()

    # who looks on

    async def join(self, watcher: Watcher) -> None:
        """Somebody comes and is told everything."""
        async with self._deciding:
            if self.broken:
                watcher.gone.set()
                return
            self.watchers.add(watcher)
            watcher.tell(encoded(self.message(watcher)))
            if watcher.seat is not None:
                self.tell_seats()
        self.changed.tell()

    def leave(self, watcher: Watcher) -> None:
        """Somebody goes."""
        self.watchers.discard(watcher)
        if watcher.seat is not None:
            self.tell_seats()

    def is_here(self, seat: int) -> bool:
        """Whether a person is connected."""
        return any(watcher.seat == seat for watcher in self.watchers)

    # telling

    def tell_all(self, message: Shown) -> None:
        """Tell everybody the same."""
        text = encoded(message)
        for watcher in self.watchers:
            watcher.tell(text)

    def _tell_with_question(self, message: Shown) -> None:
        """Tell everybody the same, and who must decide also what may be decided; each text is made once."""
        text = encoded(message)
        plain, asking = with_more(text, {"question": None}), ""
        for watcher in self.watchers:
            if watcher.seat is not None and watcher.seat == self.game.actor:
                asking = asking or with_more(text, {"question": self.question(watcher.seat)})
                watcher.tell(asking)
            else:
                watcher.tell(plain)

    def _tell_everything(self) -> None:
        """Tell everybody everything anew: who sits where has changed, and so perhaps who answers."""
        for watcher in self.watchers:
            watcher.tell(encoded(self.message(watcher)))

    def tell_seats(self) -> None:
        """Tell who sits where; only the host is told the invitations."""
        texts = {host: encoded({"type": "seats", "seats": self.shown_seats(host)}) for host in (False, True)}
        for watcher in self.watchers:
            watcher.tell(texts[watcher.host])

    # what is shown

    def question(self, seat: int | None) -> Shown | None:
        """What a seat is asked now, if it is."""
        mover = self.mover
        if mover is None or seat != mover.seat or mover.kind != PERSON:
            return None
        if self._question is None:
            self._question = question(self.game, self.number, self.deadline)
        return self._question

    def waiting(self) -> Shown | None:
        """Whom everybody waits for."""
        mover = self.mover
        if mover is None:
            return None
        kind = BOT if mover.kind == PERSON and mover.bot else mover.kind
        return {"seat": mover.seat, "decision": self.game.decision, "kind": kind, "deadline": self.deadline}

    def shown_seats(self, host: bool) -> list[Shown]:
        """The seats, as the host or the others see them."""
        return [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": seat.name,
                "agent": seat.agent,
                "here": self.is_here(seat.seat),
                "bot": seat.bot,
                "invite": seat.invite if host else None,
            }
            for seat in self.seats
        ]

    def shown_settings(self) -> Shown:
        """The settings, as everybody sees them."""
        return {**self.settings, "public": self.saved.public}

    def message(self, watcher: Watcher) -> Shown:
        """Everything, for who comes to the table."""
        box, seat = self.game.box, watcher.seat
        inside = watcher.host or seat is not None
        return {
            "type": "table",
            "table": self.id,
            "rules": self.saved.rules,
            "title": box.title,
            "switches": dict(self.saved.overrides),
            "switches_all": dict(box.switches),
            "currency": box.board.currency,
            "board": shown_board(box),
            "groups": shown_groups(box),
            "seats": self.shown_seats(watcher.host),
            "you": {"seat": seat, "host": watcher.host, "spectator": seat is None},
            "watch": self.saved.watch if inside else None,
            "number": self.number,
            "state": self._state,
            "log": list(self._log),
            "question": self.question(seat),
            "waiting": self.waiting(),
            "odds": self.odds if self.settings["odds"] else None,
            "settings": self.shown_settings(),
            "over": self._view.over(self.id),
        }
