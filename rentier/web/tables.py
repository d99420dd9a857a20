"""The registry of active tables: it creates them, loads them after a restart, and unloads idle ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from rentier.errors import RentierError
from rentier.narration.sentences import agent_names
from rentier.search.specs import usual_search
from rentier.web.lobby import invitation, take_seat
from rentier.web.looks import Wish, assign_looks, looks_of
from rentier.web.messages import AgentSeat, Claim, NewTable, PersonSeat
from rentier.web.playing import Playing
from rentier.web.reading import PositionQuestion
from rentier.web.rebuilding import load_game
from rentier.web.refusals import CONFLICT, FORBIDDEN, FULL, NOT_FOUND, TOO_MANY, Refused
from rentier.web.rules import Rules
from rentier.web.seating import check_agent, check_person
from rentier.web.settings import Settings
from rentier.web.store import AGENT, IMPORTED, PERSON, PLAYED, PLAYED_ON, SavedGame, SavedSeat, Store, now
from rentier.web.table import Table
from rentier.web.thinking import Thinkers
from rentier.web.tokens import digest, is_same, new_code, new_id, new_key, new_token
from rentier.web.tutorial import KEY
from rentier.web.view import Shown, encoded
from rentier.web.watchers import Watcher

log = logging.getLogger(__name__)
SWEEP_SECONDS = 60.0
MOST_AGENT_TURNS = 10_000  # at a table of agents alone
MOST_SOCKETS_OF_A_SEAT = 16


class TableRegistry:
    """All active tables. There is one `Table` for each game; it is loaded on demand."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, rules: Rules) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.rules = rules
        self._active: dict[str, tuple[Table, Playing]] = {}
        self._loading: dict[str, asyncio.Task[tuple[Table, Playing]]] = {}
        self._making: Counter[str] = Counter()  # tables of agents alone that are being made, by address
        self._rebuilding = asyncio.Lock()  # one game at a time, so that live tables get the processor first
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Resume the games that go on by themselves."""
        games = await self.store.games_to_resume()
        self._tasks = [asyncio.create_task(self._resume(games)), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop all tables; every decision is saved."""
        for task in self._tasks:
            task.cancel()
        for table, playing in self._active.values():
            playing.stop()
            for watcher in table.watchers:
                watcher.gone.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _resume(self, games: Sequence[str]) -> None:
        for game in games:
            try:
                await self.table(game)
            except (RentierError, SQLAlchemyError) as error:
                log.error("table %s cannot be resumed: %s", game, error)

    async def _sweep(self) -> None:
        """Sweep at intervals."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def sweep(self) -> None:
        """Unload idle tables, and reload those that failed."""
        for game, (table, playing) in list(self._active.items()):
            if table.broken or (not table.watchers and playing.is_waiting):
                playing.stop()
                del self._active[game]
                if table.broken:
                    await self._resume([game])

    # finding tables

    async def table(self, game: str) -> Table:
        """Return the table with an id."""
        return (await self._find(game))[0]

    async def playing(self, game: str) -> Playing:
        """Return the tasks that run the table with an id."""
        return (await self._find(game))[1]

    async def _find(self, game: str) -> tuple[Table, Playing]:
        """Return the table with an id; simultaneous requests share one load."""
        found = self._active.get(game)
        if found is not None and not found[0].broken:
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.create_task(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> tuple[Table, Playing]:
        """Load a table from the database."""
        found = await self.store.find_game(game)
        if found is None or found[0].source == IMPORTED:
            raise Refused(f"there is no table {game[:20]!r}", NOT_FOUND)
        saved, seats = found
        box = await self.rules.find(saved.rules, saved.overrides)
        names = [seat.name for seat in seats]
        async with self._rebuilding:
            rebuilt = await load_game(self.store, saved, box, names)
        if game in self._active:  # it failed
            self._active[game][1].stop()
        table = Table(self.store, saved, seats, rebuilt, await self.store.last_of_person(game))
        table.adviser = (await asyncio.to_thread(usual_search, box, saved.players)).spec
        self._active[game] = table, Playing(table, self.thinkers, self.rules)
        return self._active[game]

    def round_of(self, game: str) -> int | None:
        """Return the round of an active table; None for others."""
        found = self._active.get(game)
        return None if found is None else found[0].game.round

    def watching(self, game: str) -> int:
        """Return how many spectators are at a table."""
        found = self._active.get(game)
        return 0 if found is None else found[0].watchers.spectators

    # creating tables

    async def make(
        self,
        wanted: NewTable,
        address: str,
        rematch_of: str | None = None,
        host_seat: int | None = None,
        tutorial: bool = False,
    ) -> Shown:
        """Create a table for an address; return its codes for the host, who by default gets the first person's seat."""
        if len(self._active) >= self.settings.most_tables:
            raise Refused("the server has too many tables in play; try again later", FULL)
        seats = self._seats(wanted)
        people = [seat for seat in seats if seat.kind == PERSON]
        if wanted.undo and len(people) != 1:
            raise Refused("undo: only a person who plays against agents alone can undo decisions")
        hosts = host_seat if host_seat is not None else next((seat.seat for seat in people), None)
        host, token = new_token(), new_token()
        for seat in people:
            if seat.seat == hosts:
                seat.token_hash = digest(token)
            else:
                seat.invite = new_code()
        with self._making_for(address) if not people else contextlib.nullcontext():
            saved = await self._new_game(wanted, host, hosts, rematch_of, tutorial)
            try:
                await self.store.add_game(saved, seats)
            except IntegrityError:
                raise Refused("there is a rematch of this game already; join it", CONFLICT) from None
            (await self.table(saved.id)).owner = address
        told = [
            {"seat": seat.seat, "token": token} if seat.seat == hosts else {"seat": seat.seat, "invite": seat.invite}
            for seat in people
        ]
        return {"table": saved.id, "host": host, "seats": told, "watch": saved.watch}

    @contextlib.contextmanager
    def _making_for(self, address: str) -> Iterator[None]:
        """Count a table of agents alone towards the share of an address while it is being made."""
        self._check_share(address)
        self._making[address] += 1
        try:
            yield
        finally:
            self._making -= Counter([address])

    def _check_share(self, address: str) -> None:
        """Refuse an address another table of agents alone if it has its share of them in play."""
        tables = (table for table, _ in self._active.values())
        in_play = sum(table.owner == address and table.pending.agents_alone and not table.game.over for table in tables)
        in_play += self._making[address]
        if in_play >= self.settings.most_agent_tables and not self.settings.own_machine:
            raise Refused(f"agents already play at {in_play} tables for your address; close one of them first", TOO_MANY)

    def _seats(self, wanted: NewTable) -> list[SavedSeat]:
        """Return the seats of a request, after checking agents and names."""
        agents = [seat for seat in wanted.seats if isinstance(seat, AgentSeat)]
        specs = [check_agent(seat.agent, self.settings.own_machine).spec for seat in agents]
        named = iter(zip(agent_names(specs), specs, strict=True))
        seats = []
        for place, seat in enumerate(wanted.seats):
            name = check_person(seat.name) if seat.name else None
            if isinstance(seat, AgentSeat):
                usual, spec = next(named)
                seats.append(SavedSeat(place, AGENT, name or usual, spec))
            else:
                seats.append(SavedSeat(place, PERSON, name or f"Player {place + 1}"))
        called = [seat.name for seat in seats]
        twice = next((name for name in called if called.count(name) > 1), None)
        if twice is not None:
            raise Refused(f"the name {twice!r} is used twice; give every player a different name")
        return seats

    async def _new_game(
        self, wanted: NewTable, host: str, host_seat: int | None, rematch_of: str | None, tutorial: bool
    ) -> SavedGame:
        """Return a new game for the database, after checking rules and position."""
        box = await self.rules.find(wanted.rules, wanted.switches)
        turns = int(box.switches["turn_cap"])
        if host_seat is None and not self.settings.own_machine and not 1 <= turns <= MOST_AGENT_TURNS:
            raise Refused(f"switches: turn_cap: {turns} should be 1 to {MOST_AGENT_TURNS} if only agents play")
        key, players, position = KEY if tutorial else new_key(), len(wanted.seats), ""
        if tutorial:
            position = wanted.position or ""  # our own, which may load the dice
        elif wanted.position is not None:
            source, loads_dice = self.rules.source(wanted.rules), self.settings.own_machine
            asked = PositionQuestion(wanted.rules, source, box.overrides, wanted.position, key, players, loads_dice)
            position = await self.thinkers.read(asked)
        people = [(place, seat) for place, seat in enumerate(wanted.seats) if isinstance(seat, PersonSeat)]
        wishes: list[Wish] = [(None, None)] * players
        for place, seat in people:
            wishes[place] = seat.token, seat.colour
        return SavedGame(
            id=new_id(),
            created=now(),
            rules=wanted.rules,
            overrides=dict(box.overrides),
            players=players,
            key=key,
            position=position,
            settings={
                "odds": wanted.odds,
                "hints": wanted.hints,
                "clock": wanted.clock,
                "minutes": wanted.minutes,
                "delay": wanted.delay,
                "paused": False,
                "offers_asked": wanted.offers_asked,
                "undo": wanted.undo,
                "chat": wanted.chat,
                "tutorial": tutorial,
                "started": not (wanted.lobby and any(place != host_seat for place, _ in people)),
                "looks": assign_looks(wishes),
                "open": [place for place, seat in people if seat.open and place != host_seat],
            },
            public=wanted.public,
            host_hash=digest(host),
            host_seat=host_seat,
            watch=new_code(),
            source=PLAYED if not position else PLAYED_ON,
            rematch_of=rematch_of,
        )

    # access

    def admit(self, table: Table, watcher: Watcher, address: str) -> None:
        """Let a socket watch a table.

        Refuse one socket too many for a seat, and a table of agents alone if its address has its share of them.
        """
        if watcher.seat is not None and sum(other.seat == watcher.seat for other in table.watchers) >= MOST_SOCKETS_OF_A_SEAT:
            raise Refused(f"this seat is open in {MOST_SOCKETS_OF_A_SEAT} windows; close one of them", FORBIDDEN)
        if table.pending.agents_alone and not table.owner:
            self._check_share(address)
        table.owner = table.owner or address

    @staticmethod
    def watcher(table: Table, token: str | None, watch: str | None) -> Watcher:
        """Return a watcher for a token or watch code; public tables need neither."""
        saved = table.saved
        if token is not None:
            given = digest(token)
            if is_same(given, saved.host_hash):
                return Watcher(saved.host_seat, True)
            for seat in table.seats:
                if is_same(given, seat.token_hash):
                    return Watcher(seat.seat, seat.seat == saved.host_seat)
            raise Refused("this token is not valid for this table", FORBIDDEN)
        if (watch is not None and is_same(watch, saved.watch)) or saved.public:
            return Watcher(None, False)
        raise Refused("this table is private; ask a player for the link to watch", FORBIDDEN)

    async def claim(self, game: str, claim: Claim) -> Shown:
        """Take a seat at the table with an id; return its token."""
        return await take_seat(await self.table(game), claim)

    async def invitation(self, game: str, invite: str | None, seat: int | None) -> Shown:
        """Return what somebody may know of the table with an id before sitting down."""
        return invitation(await self.table(game), invite, seat)

    # rematches

    async def rematch(self, game: str, token: str, address: str) -> Shown:
        """Create a table for the same players, and send the others their invitations."""
        table = await self.table(game)
        asking = self.watcher(table, token, None)
        if not table.game.over:
            raise Refused("the game is not over yet", CONFLICT)
        saved, settings = table.saved, table.settings
        looks = looks_of(settings, len(table.seats))
        seats = [
            {"kind": AGENT, "agent": seat.agent, "name": seat.name}
            if seat.kind == AGENT
            else {"kind": PERSON, "name": seat.name, "open": seat.seat in settings["open"], **looks[seat.seat]}
            for seat in table.seats
        ]
        chosen = {
            name: settings[name] for name in ("odds", "hints", "clock", "minutes", "delay", "chat", "offers_asked", "undo")
        }
        switches = saved.overrides if settings["agreed"] is None else settings["agreed"]
        same = {"rules": saved.rules, "switches": dict(switches), "public": saved.public}
        wanted = NewTable.model_validate({**same, **chosen, "seats": seats, "lobby": True})
        made = await self.make(wanted, address, saved.id, asking.seat)
        await self.send_rematch(table, table.watchers)
        return made

    async def send_rematch(self, table: Table, watchers: Collection[Watcher]) -> None:
        """Send everybody at a finished game access to its rematch: players their invitation, if it is still open."""
        found = await self.store.find_rematch(table.id) if table.game.over else None
        if found is None:
            return
        rematch, seats = found
        invites = {seat.seat: seat.invite for seat in seats}
        for watcher in watchers:
            access = {"watch": rematch.watch} if watcher.seat is None else {"invite": invites.get(watcher.seat)}
            if None not in access.values():
                watcher.send(encoded({"type": "rematch", "table": rematch.id, **access}))
