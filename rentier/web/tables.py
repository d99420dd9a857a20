"""The registry of all tables that are at play, made, found again after a restart, and put away when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.narration.sentences import agent_names
from rentier.record.games import Beginning
from rentier.record.position import position_text, read_position, read_toml
from rentier.web.messages import AgentSeat, NewTable
from rentier.web.playing import Playing
from rentier.web.rebuilding import rebuilt
from rentier.web.refusals import CONFLICT, FORBIDDEN, FULL, NOT_FOUND, Refused
from rentier.web.rules import Rules
from rentier.web.seating import check_agent, check_person
from rentier.web.settings import Settings
from rentier.web.store import AGENT, PERSON, PLAYED, PLAYED_ON, KeptSeat, SavedGame, Store, now
from rentier.web.table import LOG_LENGTH, Table
from rentier.web.thinking import Thinkers
from rentier.web.tokens import digest, is_same, new_code, new_id, new_key, new_token
from rentier.web.view import Shown, encoded
from rentier.web.watchers import Watcher

log = logging.getLogger(__name__)
SWEEP_SECONDS = 60.0


class TableRegistry:
    """The tables. Whoever asks for one gets the one and only; it is loaded when it is not at play."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, rules: Rules) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.rules = rules
        self._at_play: dict[str, tuple[Table, Playing]] = {}
        self._loading: dict[str, asyncio.Task[tuple[Table, Playing]]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Let the games go on that need nobody."""
        self._tasks = [asyncio.create_task(self._go_on(await self.store.games_to_go_on())), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop all tables; what was decided is kept."""
        for task in self._tasks:
            task.cancel()
        for table, playing in self._at_play.values():
            playing.stop()
            for watcher in table.watchers:
                watcher.gone.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_on(self, games: Sequence[str]) -> None:
        for game in games:
            try:
                await self.table(game)
            except (RentierError, SQLAlchemyError) as error:
                log.error("table %s cannot go on: %s", game, error)

    async def _sweep(self) -> None:
        """Every now and then."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def sweep(self) -> None:
        """Put away the tables that nobody looks at and that wait for a person, and set those up again that have failed."""
        for game, (table, playing) in list(self._at_play.items()):
            if table.broken or (not table.watchers and playing.is_waiting):
                playing.stop()
                del self._at_play[game]
                if table.broken:
                    await self._go_on([game])

    # finding tables

    async def table(self, game: str) -> Table:
        """The table of an id."""
        return (await self._find(game))[0]

    async def playing(self, game: str) -> Playing:
        """The course of the table of an id."""
        return (await self._find(game))[1]

    async def _find(self, game: str) -> tuple[Table, Playing]:
        """The one and only table of an id: all who ask while it is loaded wait for the same."""
        found = self._at_play.get(game)
        if found is not None and not found[0].broken:
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.create_task(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> tuple[Table, Playing]:
        """A table from what was kept of it."""
        found = await self.store.find_game(game)
        if found is None:
            raise Refused(f"there is no table {game[:20]!r}", NOT_FOUND)
        saved, seats, made = found
        box = await self.rules.find(saved.rules, saved.overrides)
        played, log = rebuilt(saved, box, made, [seat.name for seat in seats], LOG_LENGTH)
        if game in self._at_play:  # one that has failed
            self._at_play[game][1].stop()
        table = Table(self.store, saved, seats, played, len(made), log)
        self._at_play[game] = table, Playing(table, self.thinkers, self.rules)
        return self._at_play[game]

    def round_of(self, game: str) -> int | None:
        """The round of a table that is at play."""
        found = self._at_play.get(game)
        return None if found is None else found[0].game.round

    # making tables

    async def make(self, wanted: NewTable, rematch_of: str | None = None, host_seat: int | None = None) -> Shown:
        """Make a table; what its host is told, who sits in the first seat of a person unless said."""
        if len(self._at_play) >= self.settings.most_tables:
            raise Refused("too many tables are at play; try again later", FULL)
        seats = self._seats(wanted)
        people = [seat for seat in seats if seat.kind == PERSON]
        hosts = host_seat if host_seat is not None else next((seat.seat for seat in people), None)
        host, token = new_token(), new_token()
        for seat in people:
            if seat.seat == hosts:
                seat.token_hash = digest(token)
            else:
                seat.invite = new_code()
        saved = await self._kept(wanted, host, hosts, rematch_of)
        try:
            await self.store.add_game(saved, seats)
        except IntegrityError:
            raise Refused("there is a rematch of this game already", CONFLICT) from None
        await self._find(saved.id)
        told = [
            {"seat": seat.seat, "token": token} if seat.seat == hosts else {"seat": seat.seat, "invite": seat.invite}
            for seat in people
        ]
        return {"table": saved.id, "host": host, "seats": told, "watch": saved.watch}

    def _seats(self, wanted: NewTable) -> list[KeptSeat]:
        """The seats that are wanted, agents and names checked."""
        agents = [seat for seat in wanted.seats if isinstance(seat, AgentSeat)]
        specs = [check_agent(seat.agent, self.settings.own_machine).spec for seat in agents]
        named = iter(zip(agent_names(specs), specs, strict=True))
        seats = []
        for place, seat in enumerate(wanted.seats):
            if isinstance(seat, AgentSeat):
                seats.append(KeptSeat(place, AGENT, *next(named)))
            else:
                seats.append(KeptSeat(place, PERSON, check_person(seat.name) if seat.name else f"Player {place + 1}"))
        called = [seat.name for seat in seats]
        twice = next((name for name in called if called.count(name) > 1), None)
        if twice is not None:
            raise Refused(f"seats: {twice!r} is there twice; give everybody a name of their own")
        return seats

    async def _kept(self, wanted: NewTable, host: str, host_seat: int | None, rematch_of: str | None) -> SavedGame:
        """A new game as it is kept, its rules and its position checked."""
        box = await self.rules.find(wanted.rules, wanted.switches)
        key, players, position = new_key(), len(wanted.seats), ""
        if wanted.position is not None:
            if not self.settings.own_machine and "luck" in read_toml("position", wanted.position).values:
                raise Refused("position: luck: nobody loads the dice on this server; leave it out")
            read = read_position(wanted.position, key, box)
            position = read.text() if read.violations else position_text(box, wanted.rules, read.game, read.loaded)
            game = Game.begun(box, Beginning(wanted.rules, players, key, position))
            if game.players != players:
                raise Refused(f"seats: there are {players}; the position has {game.players} players")
            if game.over:
                raise Refused("position: the game is over in it")
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
                "delay": wanted.delay,
                "paused": False,
            },
            public=wanted.public,
            host_hash=digest(host),
            host_seat=host_seat,
            watch=new_code(),
            source=PLAYED if not position else PLAYED_ON,
            rematch_of=rematch_of,
        )

    # who is who

    @staticmethod
    def watcher(table: Table, token: str | None, watch: str | None) -> Watcher:
        """Who comes with a token or a code; a public table is open to all."""
        saved = table.saved
        if token is not None:
            given = digest(token)
            if is_same(given, saved.host_hash):
                return Watcher(saved.host_seat, True)
            for seat in table.seats:
                if is_same(given, seat.token_hash):
                    return Watcher(seat.seat, seat.seat == saved.host_seat)
            raise Refused("token: it opens nothing at this table", FORBIDDEN)
        if (watch is not None and is_same(watch, saved.watch)) or saved.public:
            return Watcher(None, False)
        raise Refused("this table is private: a token or the code to watch is needed", FORBIDDEN)

    async def claim(self, game: str, invite: str, name: str) -> Shown:
        """Somebody takes the seat of an invitation."""
        table, token = await self.table(game), new_token()
        seat = await table.claim(invite, check_person(name), digest(token))
        return {"seat": seat, "token": token}

    # once more

    async def rematch(self, game: str, token: str) -> Shown:
        """A table for the same players; the others are sent their invitations."""
        table = await self.table(game)
        asking = self.watcher(table, token, None)
        if not table.game.over:
            raise Refused("the game is not over yet", CONFLICT)
        saved, settings = table.saved, table.settings
        seats = [
            {"kind": AGENT, "agent": seat.agent} if seat.kind == AGENT else {"kind": PERSON, "name": seat.name}
            for seat in table.seats
        ]
        chosen = {name: settings[name] for name in ("odds", "hints", "clock", "delay")}
        wanted = NewTable.model_validate(
            {"rules": saved.rules, "switches": dict(saved.overrides), "seats": seats, "public": saved.public, **chosen}
        )
        made = await self.make(wanted, saved.id, asking.seat)
        for watcher in table.watchers:
            self._invite(watcher, str(made["table"]), {seat["seat"]: seat.get("invite") for seat in made["seats"]})
        return made

    @staticmethod
    def _invite(watcher: Watcher, rematch: str, invites: Mapping[int, str | None]) -> None:
        """Send who sat at a table the invitation to the next, if there is one for that seat."""
        invite = None if watcher.seat is None else invites.get(watcher.seat)
        if invite is not None:
            watcher.tell(encoded({"type": "rematch", "table": rematch, "invite": invite}))

    async def send_rematch(self, table: Table, watcher: Watcher) -> None:
        """Who comes to a game that is over is told of its rematch, while the seat there is free."""
        found = await self.store.find_rematch(table.id) if table.game.over and watcher.seat is not None else None
        if found is not None:
            self._invite(watcher, found[0], {seat.seat: seat.invite for seat in found[1]})
