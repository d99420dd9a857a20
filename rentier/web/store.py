"""What is kept: every table with its seats, and every decision, committed before anybody is told of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, insert, select, update

from rentier.box import Setting
from rentier.web.database import hold, open_database
from rentier.web.schema import decisions, games, rule_files, seats
from rentier.web.writer import Result, Work, Writer

PERSON, AGENT, BOT = "person", "agent", "bot"
PLAYED, PLAYED_ON, IMPORTED = "played", "played-on", "imported"
LISTED = 20

# made once: to build a statement costs more than to run it
NEW_DECISION = insert(decisions)
NEW_MIND = (
    update(seats)
    .where(seats.c.game == bindparam("of_game"), seats.c.seat == bindparam("of_seat"))
    .values(mind=bindparam("new_mind"))
)


@dataclass
class KeptSeat:
    """A seat as it is kept."""

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
    """A table as it is kept, without its decisions."""

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
    """A decision as it is kept; `next` is the seat that decides after it."""

    game: str
    number: int
    seat: int
    by: str
    action: str
    seconds: float
    at: float
    next: int | None


class Store:
    """The database in the words of the game. What is asked blocks no table: reading has threads, writing has one."""

    def __init__(self, database: str) -> None:
        self.engine = open_database(database)
        self._writer = Writer(self.engine)
        self._free: Callable[[], None] | None = None

    def hold(self) -> None:
        """Have the database to oneself, as who plays its games must."""
        self._free = hold(self.engine)

    def close(self) -> None:
        """Write what waits, and let go of the database."""
        self._writer.close()
        if self._free is not None:
            self._free()
        self.engine.dispose()

    async def read(self, work: Work[Result]) -> Result:
        """Ask something of the database."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Work[Result]) -> Result:
        with self.engine.connect() as connection:
            return work(connection)

    async def write(self, work: Work[Result]) -> Result:
        """Write something, and come back when it is committed."""
        return await self._writer.write(work)

    # games

    async def add_game(self, game: SavedGame, sitting: Sequence[KeptSeat], made: Sequence[Decision] = ()) -> None:
        """Keep a new table, with the decisions that were made already where it was imported."""

        def work(connection: Connection) -> None:
            connection.execute(insert(games), {**vars(game), "key": f"{game.key:016x}"})
            connection.execute(insert(seats), [{"game": game.id, **vars(seat)} for seat in sitting])
            if made:
                connection.execute(NEW_DECISION, [vars(decision) for decision in made])

        await self.write(work)

    async def find_game(self, game: str) -> tuple[SavedGame, list[KeptSeat], list[Decision]] | None:
        """A table with all that was decided at it; None where there is none of this id."""

        def work(connection: Connection) -> tuple[SavedGame, list[KeptSeat], list[Decision]] | None:
            row = connection.execute(select(games).where(games.c.id == game)).one_or_none()
            if row is None:
                return None
            sitting = connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.seat))
            made = connection.execute(select(decisions).where(decisions.c.game == game).order_by(decisions.c.number))
            return _read_game(row), [_read_seat(seat) for seat in sitting], [Decision(**one._mapping) for one in made]

        return await self.read(work)

    async def add_decision(self, decision: Decision, mind: bytes | None, end: Mapping[str, Any] | None) -> None:
        """Keep a decision, the mind of who made it where it has one, and how the game has ended if it has."""

        def work(connection: Connection) -> None:
            connection.execute(NEW_DECISION, vars(decision))
            if mind is not None:
                connection.execute(NEW_MIND, {"of_game": decision.game, "of_seat": decision.seat, "new_mind": mind})
            if end is not None:
                connection.execute(update(games).where(games.c.id == decision.game), {"over": True, **end})

        await self.write(work)

    async def change_seat(self, game: str, seat: int, **changes: Any) -> None:
        """Keep what has changed about a seat."""
        await self.write(lambda connection: connection.execute(_seat_update(game, seat), changes))

    async def claim_seat(self, game: str, seat: int, invite: str, name: str, token_hash: str) -> bool:
        """Give a seat to who has its invitation; whether it was still good."""
        claim = _seat_update(game, seat).where(seats.c.invite == invite)
        values = {"invite": None, "name": name, "token_hash": token_hash}
        return await self.write(lambda connection: connection.execute(claim, values).rowcount == 1)

    async def change_settings(self, game: str, settings: Mapping[str, Any]) -> None:
        """Keep the settings of a table."""
        statement = update(games).where(games.c.id == game)
        await self.write(lambda connection: connection.execute(statement, {"settings": dict(settings)}))

    async def find_rematch(self, game: str) -> tuple[str, list[KeptSeat]] | None:
        """The rematch of a game and its seats."""

        def work(connection: Connection) -> tuple[str, list[KeptSeat]] | None:
            found = connection.execute(select(games.c.id).where(games.c.rematch_of == game)).scalar_one_or_none()
            if found is None:
                return None
            sitting = connection.execute(select(seats).where(seats.c.game == found).order_by(seats.c.seat))
            return str(found), [_read_seat(row) for row in sitting]

        return await self.read(work)

    async def public_games(self) -> list[tuple[SavedGame, list[KeptSeat]]]:
        """Public tables: the newest under way, then the newest that are over."""

        def work(connection: Connection) -> list[tuple[SavedGame, list[KeptSeat]]]:
            listed = []
            for over in (False, True):
                public = select(games).where(games.c.over == over, games.c.public).order_by(games.c.created.desc())
                listed += [_read_game(row) for row in connection.execute(public.limit(LISTED))]
            chosen = select(seats).where(seats.c.game.in_([game.id for game in listed])).order_by(seats.c.seat)
            sitting: dict[str, list[KeptSeat]] = {game.id: [] for game in listed}
            for row in connection.execute(chosen):
                sitting[row.game].append(_read_seat(row))
            return [(game, sitting[game.id]) for game in listed]

        return await self.read(work)

    async def games_to_go_on(self) -> list[str]:
        """The games that go on without anybody there: the next decision is an agent's, or there is a clock."""

        def work(connection: Connection) -> list[str]:
            last = select(decisions.c.game, func.max(decisions.c.number).label("number")).group_by(decisions.c.game).subquery()
            rows = select(games.c.id, games.c.settings, seats.c.kind, seats.c.bot).where(games.c.over.is_(False))
            rows = rows.outerjoin(last, last.c.game == games.c.id).outerjoin(
                decisions, and_(decisions.c.game == last.c.game, decisions.c.number == last.c.number)
            )
            rows = rows.outerjoin(seats, and_(seats.c.game == games.c.id, seats.c.seat == decisions.c.next))
            found = connection.execute(rows.where(games.c.source != IMPORTED))
            return [row.id for row in found if row.kind != PERSON or row.bot or row.settings.get("clock")]

        return await self.read(work)

    # users' rules

    async def add_rules(self, rules: str, files: Mapping[str, str]) -> None:
        """Keep the files of a user's rules."""
        rows = [{"rules": rules, "file": file, "text": text} for file, text in files.items()]
        await self.write(lambda connection: connection.execute(insert(rule_files), rows))

    async def find_rules(self, rules: str) -> dict[str, str]:
        """The files of a user's rules; none where there are none of this name."""
        wanted = select(rule_files.c.file, rule_files.c.text).where(rule_files.c.rules == rules)
        return await self.read(lambda connection: {row.file: row.text for row in connection.execute(wanted)})


def _seat_update(game: str, seat: int) -> Any:
    return update(seats).where(seats.c.game == game, seats.c.seat == seat)


def _read_game(row: Any) -> SavedGame:
    return SavedGame(**{**row._mapping, "key": int(row.key, 16)})


def _read_seat(row: Any) -> KeptSeat:
    return KeptSeat(**{name: value for name, value in row._mapping.items() if name != "game"})


def now() -> float:
    """The time as it is kept."""
    return time.time()
