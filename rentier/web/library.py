"""Games for review: finished games, and imported records."""

from __future__ import annotations

import asyncio
import functools
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from rentier.box import Box
from rentier.errors import RentierError
from rentier.record.games import Beginning
from rentier.web.looks import Look, looks_of
from rentier.web.reading import OpenQuestion, RecordQuestion, ReplayQuestion
from rentier.web.refusals import CONFLICT, FORBIDDEN, FULL, NOT_FOUND, Refused
from rentier.web.replaying import Imported, Replay
from rentier.web.rules import Rules
from rentier.web.store import BOT, IMPORTED, PERSON, TABLE, Decision, SavedGame, SavedSeat, Store, now
from rentier.web.tokens import digest, is_same, new_code, new_id, new_token
from rentier.web.view import Shown, encoded, shown_board, shown_groups

MOST_OPEN = 16  # games in memory with all their states
MOST_WAITING = 8  # games to be opened


@dataclass(frozen=True)
class Opened:
    """A game loaded for review."""

    saved: SavedGame
    seats: list[SavedSeat]
    replay: Replay
    by_table: list[int]  # the decisions that the table made for people, counted from 1
    by_bot: list[int]  # those that a bot made for people

    @functools.cached_property
    def record(self) -> str:
        """The record of the game, with the specs of the agents."""
        return self.replay.end.record([seat.agent or seat.name for seat in self.seats])

    @functools.cached_property
    def shown(self) -> str:
        """The game for the review page, as JSON."""
        saved, game = self.saved, self.replay.end
        looks = looks_of(saved.settings, saved.players)
        head = {
            "game": saved.id,
            "rules": saved.rules,
            "switches": dict(saved.overrides),
            "title": game.box.title,
            "currency": game.box.board.currency,
            "board": shown_board(game.box),
            "groups": shown_groups(game.box),
            "names": self.replay.names,
            "agents": [seat.agent for seat in self.seats],
            "seats": [_shown_seat(seat, look) for seat, look in zip(self.seats, looks, strict=True)],
            "over": game.over,
            "winners": list(game.winners),
            "rounds": game.round,
            "turns": game.turn,
            "source": saved.source,
            "by_table": self.by_table,
            "by_bot": self.by_bot,
            "undone": saved.settings.get("undone", 0),
            "watch": None if self.is_open_to_all else saved.watch,
        }
        return f'{encoded(head)[:-1]},"decisions":[{",".join(self.replay.steps)}]}}'

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody who knows its id may see it."""
        return self.saved.public or self.saved.source == IMPORTED

    def may_view(self, token: str | None) -> bool:
        """Whether a token or watch code gives access."""
        if self.is_open_to_all:
            return True
        if token is None:
            return False
        known = (self.saved.host_hash, *(seat.token_hash for seat in self.seats))
        return is_same(token, self.saved.watch) or any(is_same(digest(token), one) for one in known)


def _shown_seat(seat: SavedSeat, look: Look) -> Shown:
    """Return a seat as at a table that nobody sits at any more."""
    shown = {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "agent": seat.agent}
    return {**shown, **look, "here": False, "bot": False, "invite": None}


class Library:
    """The games in a store, replayed on demand. `read` reads what people send, and long games, in another process."""

    def __init__(self, store: Store, rules: Rules, read: Callable[[Any], Awaitable[Any]]) -> None:
        self._read = read
        self._store = store
        self._rules = rules
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._waiting = 0  # games that are being opened
        self._playing = asyncio.Lock()  # one game at a time, so that live tables get the processor first

    async def open(self, game: str, token: str | None) -> Opened:
        """Return a game; refuse it to those who may not see it, and while too many others are being opened."""
        if game not in self._opened and self._waiting >= MOST_WAITING:
            raise Refused("too many games are being opened; try again later", FULL)
        opened = await self._open(game)
        if not opened.may_view(token):
            raise Refused("this game is private; open it with its watch link, or from the browser you played in", FORBIDDEN)
        return opened

    async def record(self, game: str) -> tuple[str, int]:
        """Return the record of a game in a form that other processes can load, and its number of decisions."""
        opened = await self._open(game)
        return opened.replay.record_from(self._rules.source(opened.saved.rules)), len(opened.replay.steps)

    async def add(self, record: str) -> str:
        """Import a record; return the id of its game."""
        rules, switches, values = await self._read(RecordQuestion(record))
        box = await self._rules.find(rules, switches)
        try:
            played = await self._read(ReplayQuestion(values, self._rules.source(rules)))
        except RentierError as error:
            raise RentierError(self._rules.public_line(str(error), rules)) from None
        return await self._save(box, played)

    async def _save(self, box: Box, played: Imported) -> str:
        """Save an imported game; its seats belong to people, but no token gives access to them."""
        start, at = played.beginning, now()
        saved = SavedGame(
            id=new_id(),
            created=at,
            rules=start.rules,
            overrides=dict(box.overrides),
            players=start.players,
            key=start.key,
            position=start.position,
            settings={"odds": False, "hints": False, "clock": None, "delay": 0, "paused": True},
            public=False,
            host_hash=digest(new_token()),
            host_seat=None,
            watch=new_code(),
            source=IMPORTED,
            over=played.over,
            winners=list(played.winners) if played.over else None,
            rounds=played.rounds if played.over else None,
            ended=at if played.over else None,
        )
        seats = [SavedSeat(seat, PERSON, name) for seat, name in enumerate(played.names)]
        rows = [line.partition(": ") for line in played.decisions]
        made = [
            Decision(saved.id, number, int(seat), PERSON, action, 0.0, at, None)
            for number, (seat, _, action) in enumerate(rows)
        ]
        await self._store.add_game(saved, seats, made)
        return saved.id

    async def _open(self, game: str) -> Opened:
        if game not in self._opened:
            self._waiting += 1
            try:
                async with self._playing:
                    if game not in self._opened:
                        self._opened[game] = await self._load(game)
                        while len(self._opened) > MOST_OPEN:
                            self._opened.popitem(last=False)
            finally:
                self._waiting -= 1
        self._opened.move_to_end(game)
        return self._opened[game]

    async def _load(self, game: str) -> Opened:
        """Replay a game, unless it is still in progress."""
        found = await self._store.find_game(game)
        if found is None:
            raise Refused(f"there is no game {game[:20]!r}", NOT_FOUND)
        saved, seats = found
        if not saved.over and saved.source != IMPORTED:
            raise Refused("the game is not over yet; it can be reviewed afterwards", CONFLICT)
        box = await self._rules.find(saved.rules, saved.overrides)
        start = Beginning(saved.rules, saved.players, saved.key, saved.position)
        moves = await self._store.find_moves(game)
        by_table, by_bot = ([move.number + 1 for move in moves if move.by == maker] for maker in (TABLE, BOT))
        names = [seat.name for seat in seats]
        asked = OpenQuestion(start, self._rules.source(saved.rules), box.overrides, [move.action for move in moves], names)
        return Opened(saved, seats, await self._read(asked), by_table, by_bot)
