"""Storage of tables, seats and decisions. Decisions are committed before anybody sees them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from rentier.box import Setting
from rentier.web.database import hold, open_database
from rentier.web.schema import decisions, games, rule_files, seats
from rentier.web.writer import Result, Work, Writer

PERSON, AGENT, BOT = "person", "agent", "bot"
TABLE = "table"  # by the table for a person: a standing order, or an answer that the page gives by itself
PLAYED, PLAYED_ON, IMPORTED = "played", "played-on", "imported"
LISTED = 20

# prepared once: building a statement costs more than running it
NEW_DECISION = insert(decisions)
NEW_MIND = (
    update(seats)
    .where(seats.c.game == bindparam("of_game"), seats.c.seat == bindparam("of_seat"))
    .values(mind=bindparam("new_mind"))
)


@dataclass
class SavedSeat:
    """A seat in the database."""

    seat: int
    kind: str
    name: str
    agent: str | None = None
    token_hash: str | None = None
    invite: str | None = None
    bot: bool = False
    mind: bytes = b""


@dataclass(frozen=True)
class SavedGame:
    """A table in the database, without its decisions."""

    id: str
    created: float
    rules: str
    overrides: Mapping[str, Setting]
    players: int
    key: int
    position: str
    settings: Mapping[str, Any]
    public: bool
    host_hash: str
    host_seat: int | None
    watch: str
    source: str = PLAYED
    over: bool = False
    winners: Sequence[int] | None = None
    rounds: int | None = None
    ended: float | None = None
    rematch_of: str | None = None


@dataclass(frozen=True)
class Decision:
    """A decision in the database; `next` is the next seat to decide."""

    game: str
    number: int
    seat: int
    by: str
    action: str
    seconds: float
    at: float
    next: int | None


class Move(NamedTuple):
    """The part of a decision that is needed to play it again, and by whom it was made."""

    number: int
    seat: int
    action: str
    by: str


class Store:
    """Access to the database. It never blocks the event loop: reads run in threads, writes in one thread."""

    def __init__(self, database: str) -> None:
        self.engine = open_database(database)
        self._writer = Writer(self.engine)
        self._free: Callable[[], None] | None = None
        self.when_over: Callable[[], object] = lambda: None  # called when the end of a game is saved

    def hold(self) -> None:
        """Lock the database, as a server that plays its games must."""
        self._free = hold(self.engine)

    def close(self) -> None:
        """Finish pending writes, and unlock and close the database."""
        self._writer.close()
        if self._free is not None:
            self._free()
        self.engine.dispose()

    async def read(self, work: Work[Result]) -> Result:
        """Run a query in a thread."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Work[Result]) -> Result:
        with self.engine.connect() as connection:
            return work(connection)

    async def write(self, work: Work[Result]) -> Result:
        """Run a write, and return when it is committed."""
        return await self._writer.write(work)

    # games

    async def add_game(self, game: SavedGame, sitting: Sequence[SavedSeat], made: Sequence[Decision] = ()) -> None:
        """Save a new table; an imported one comes with its decisions."""

        def work(connection: Connection) -> None:
            connection.execute(insert(games), {**vars(game), "key": f"{game.key:016x}"})
            connection.execute(insert(seats), [{"game": game.id, **vars(seat)} for seat in sitting])
            if made:
                connection.execute(NEW_DECISION, [vars(decision) for decision in made])

        await self.write(work)

    async def find_game(self, game: str) -> tuple[SavedGame, list[SavedSeat]] | None:
        """Return a table with its seats; None if there is none with this id."""

        def work(connection: Connection) -> tuple[SavedGame, list[SavedSeat]] | None:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                return None
            sitting = connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
            return _read_game(row), [_read_seat(seat) for seat in sitting]

        return await self.read(work)

    async def find_decisions(self, game: str) -> list[Decision]:
        """Return all decisions of a game."""
        wanted = select(decisions).where(decisions.c.game == game).order_by(decisions.c.number)
        return await self.read(lambda connection: [Decision(**row._mapping) for row in connection.execute(wanted)])

    async def find_moves(self, game: str) -> list[Move]:
        """Return what was decided in a game; much faster than whole decisions, since some games have many thousands."""
        wanted = select(decisions.c.number, decisions.c.seat, decisions.c.action, decisions.c.by).where(
            decisions.c.game == game
        )
        wanted = wanted.order_by(decisions.c.number)
        return await self.read(lambda connection: [Move(*row) for row in connection.execute(wanted)])

    async def add_decision(self, decision: Decision, mind: bytes | None, end: Mapping[str, Any] | None) -> None:
        """Save a decision, with the mind of the agent that made it and the result of a game that ended."""

        def work(connection: Connection) -> None:
            connection.execute(NEW_DECISION, vars(decision))
            if mind is not None:
                connection.execute(NEW_MIND, {"of_game": decision.game, "of_seat": decision.seat, "new_mind": mind})
            if end is not None:
                connection.execute(update(games).where(games.c.id == decision.game), {"over": True, **end})

        await self.write(work)
        if end is not None:
            self.when_over()

    async def undo(self, game: str, number: int, settings: Mapping[str, Any]) -> int | None:
        """Delete a decision and all after it, reset the agents' minds and save the settings, all or nothing.

        Return the number of the last decision of a person that is left.
        """

        def work(connection: Connection) -> int | None:
            connection.execute(delete(decisions).where(decisions.c.game == game, decisions.c.number >= number))
            connection.execute(update(seats).where(seats.c.game == game), {"mind": b""})
            connection.execute(update(games).where(games.c.id == game), {"settings": dict(settings)})
            return _last_of_person(connection, game)

        return await self.write(work)

    async def last_of_person(self, game: str) -> int | None:
        """Return the number of the last decision that a person has made; None if there is none."""
        return await self.read(lambda connection: _last_of_person(connection, game))

    async def change_seat(self, game: str, seat: int, **changes: Any) -> None:
        """Save changes to a seat."""
        await self.write(lambda connection: connection.execute(_seat_update(game, seat), changes))

    async def claim_seat(self, game: str, seat: int, invite: str, name: str, token_hash: str) -> bool:
        """Give a seat to the holder of its invitation; return whether the invitation was still valid."""
        claim = _seat_update(game, seat).where(seats.c.invite == invite)
        values = {"invite": None, "name": name, "token_hash": token_hash, "bot": False}
        return await self.write(lambda connection: connection.execute(claim, values).rowcount == 1)

    async def change_settings(self, game: str, settings: Mapping[str, Any]) -> None:
        """Save the settings of a table."""
        statement = update(games).where(games.c.id == game)
        await self.write(lambda connection: connection.execute(statement, {"settings": dict(settings)}))

    async def change_rules(self, game: str, overrides: Mapping[str, Setting], settings: Mapping[str, Any]) -> None:
        """Save the house rules and the settings of a table."""
        changes = {"overrides": dict(overrides), "settings": dict(settings)}
        await self.write(lambda connection: connection.execute(update(games).where(games.c.id == game), changes))

    async def find_rematch(self, game: str) -> tuple[SavedGame, list[SavedSeat]] | None:
        """Return the rematch of a game with its seats; None if there is none."""
        wanted = select(games.c.id).where(games.c.rematch_of == game)
        found = await self.read(lambda connection: connection.execute(wanted).scalar_one_or_none())
        return None if found is None else await self.find_game(str(found))

    async def public_games(self) -> list[tuple[SavedGame, list[SavedSeat]]]:
        """Return the public tables: games in progress, then finished ones, newest first."""

        def work(connection: Connection) -> list[tuple[SavedGame, list[SavedSeat]]]:
            listed = []
            for over in (False, True):
                public = select(games).where(games.c.over == over, games.c.public).order_by(games.c.created.desc())
                listed += [_read_game(row) for row in connection.execute(public.limit(LISTED))]
            chosen = select(seats).where(seats.c.game.in_([game.id for game in listed])).order_by(seats.c.seat)
            sitting: dict[str, list[SavedSeat]] = {game.id: [] for game in listed}
            for row in connection.execute(chosen):
                sitting[row.game].append(_read_seat(row))
            return [(game, sitting[game.id]) for game in listed]

        return await self.read(work)

    async def games_to_resume(self) -> list[str]:
        """Return the games that go on by themselves: an agent decides next, or there is a clock.

        Agents alone do not go on; they wait until somebody watches.
        """

        def work(connection: Connection) -> list[str]:
            last = select(decisions.c.game, func.max(decisions.c.number).label("number")).group_by(decisions.c.game).subquery()
            rows = select(games.c.id, games.c.settings, seats.c.kind, seats.c.bot).where(games.c.over.is_(False))
            rows = rows.outerjoin(last, last.c.game == games.c.id).outerjoin(
                decisions, and_(decisions.c.game == last.c.game, decisions.c.number == last.c.number)
            )
            rows = rows.outerjoin(seats, and_(seats.c.game == games.c.id, seats.c.seat == decisions.c.next))
            people = select(seats.c.game).where(seats.c.kind == PERSON, seats.c.bot.is_(False))
            found = connection.execute(rows.where(games.c.source != IMPORTED, games.c.id.in_(people)))
            return [row.id for row in found if row.kind != PERSON or row.bot or row.settings.get("clock")]

        return await self.read(work)

    # users' rules

    async def add_rules(self, rules: str, files: Mapping[str, str]) -> None:
        """Save the files of a user's rules."""
        rows = [{"rules": rules, "file": file, "text": text} for file, text in files.items()]
        await self.write(lambda connection: connection.execute(insert(rule_files), rows))

    async def find_rules(self, rules: str) -> dict[str, str]:
        """Return the files of a user's rules; empty if there are none with this name."""
        wanted = select(rule_files.c.file, rule_files.c.text).where(rule_files.c.rules == rules)
        return await self.read(lambda connection: {row.file: row.text for row in connection.execute(wanted)})


def _last_of_person(connection: Connection, game: str) -> int | None:
    last = select(func.max(decisions.c.number)).where(decisions.c.game == game, decisions.c.by == PERSON)
    found: int | None = connection.execute(last).scalar()
    return found


def _seat_update(game: str, seat: int) -> Any:
    return update(seats).where(seats.c.game == game, seats.c.seat == seat)


def _read_game(row: Any) -> SavedGame:
    return SavedGame(**{**row._mapping, "key": int(row.key, 16)})


def _read_seat(row: Any) -> SavedSeat:
    return SavedSeat(**{name: value for name, value in row._mapping.items() if name != "game"})


def now() -> float:
    """Return the current time in seconds since the epoch, as stored in the database."""
    return time.time()
