"""Games to look at again: those that are over, and those that were brought along as records."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from rentier.box import Box
from rentier.record.games import Beginning
from rentier.web.rebuilding import begun
from rentier.web.refusals import CONFLICT, FORBIDDEN, NOT_FOUND, Refused
from rentier.web.replaying import Imported, Replay, play_record, read_rules
from rentier.web.rules import Rules
from rentier.web.store import IMPORTED, PERSON, Decision, KeptSeat, SavedGame, Store, now
from rentier.web.tokens import digest, is_same, new_code, new_id, new_token

MOST_OPEN = 16  # games that are kept in memory with all their states


@dataclass(frozen=True)
class Opened:
    """A game with all that was kept of it."""

    saved: SavedGame
    seats: list[KeptSeat]
    replay: Replay

    @property
    def record(self) -> str:
        """The record of the game, with the specs of agents."""
        return self.replay.end.record([seat.agent or seat.name for seat in self.seats])

    @property
    def is_open_to_all(self) -> bool:
        """Whether its id is enough to see it."""
        return self.saved.public or self.saved.source == IMPORTED

    def lets_in(self, token: str | None) -> bool:
        """Whether somebody with a token or the code to watch may see it."""
        if self.is_open_to_all:
            return True
        if token is None:
            return False
        known = (self.saved.host_hash, *(seat.token_hash for seat in self.seats))
        return is_same(token, self.saved.watch) or any(is_same(digest(token), one) for one in known)


class Library:
    """The games of a store, played again when somebody asks for them."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store = store
        self._rules = rules
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._playing = asyncio.Lock()  # one game at a time: live tables have the processor first

    async def open(self, game: str, token: str | None) -> Opened:
        """A game for who may see it."""
        opened = await self._open(game)
        if not opened.lets_in(token):
            raise Refused("this game is private: a token of its table or the code to watch is needed", FORBIDDEN)
        return opened

    async def record(self, game: str) -> tuple[str, int]:
        """The record of a game as another process reads it, and how many decisions it has."""
        opened = await self._open(game)
        return opened.replay.record_from(self._rules.source(opened.saved.rules)), len(opened.replay.steps)

    async def add(self, record: str) -> str:
        """Take in a record; the id that its game has from now on."""
        rules, switches, values = await asyncio.to_thread(read_rules, record)
        box = await self._rules.find(rules, switches)
        async with self._playing:
            played = await asyncio.to_thread(play_record, values, self._rules.source(rules))
        return await self._keep(box, played)

    async def _keep(self, box: Box, played: Imported) -> str:
        """Nobody sits at an imported game: its seats are people whom no token lets in."""
        game, start, at = played.game, played.beginning, now()
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
            over=game.over,
            winners=list(game.winners) if game.over else None,
            rounds=game.round if game.over else None,
            ended=at if game.over else None,
        )
        seats = [KeptSeat(seat, PERSON, name) for seat, name in enumerate(played.names)]
        rows = [line.partition(": ") for line in game.decisions]
        made = [
            Decision(saved.id, number, int(seat), PERSON, action, 0.0, at, None)
            for number, (seat, _, action) in enumerate(rows)
        ]
        await self._store.add_game(saved, seats, made)
        return saved.id

    async def _open(self, game: str) -> Opened:
        if game not in self._opened:
            async with self._playing:
                if game not in self._opened:
                    self._opened[game] = await self._load(game)
                    while len(self._opened) > MOST_OPEN:
                        self._opened.popitem(last=False)
        self._opened.move_to_end(game)
        return self._opened[game]

    async def _load(self, game: str) -> Opened:
        """Play a game again, if it is one that does not go on."""
        found = await self._store.find_game(game)
        if found is None:
            raise Refused(f"there is no game {game[:20]!r}", NOT_FOUND)
        saved, seats, made = found
        if not saved.over and saved.source != IMPORTED:
            raise Refused("the game is not over yet; it can be looked at again when it is", CONFLICT)
        box = await self._rules.find(saved.rules, saved.overrides)
        start = Beginning(saved.rules, saved.players, saved.key, saved.position)
        actions, names = [decision.action for decision in made], [seat.name for seat in seats]
        return Opened(saved, seats, await asyncio.to_thread(lambda: Replay(begun(saved, box), start, actions, names)))
