"""The database, with SQLite and with PostgreSQL: reading, writing in groups, locks and migrations."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from rentier.errors import RentierError
from rentier.web.database import open_database
from rentier.web.schema import decision_reviews, decisions, games, metadata
from rentier.web.store import AGENT, PERSON, Decision, SavedGame, SavedSeat, Store

GAME = SavedGame(
    id="aaaaaaaaaa",
    created=1.0,
    rules="uk-classic",
    overrides={"auction": "none", "salary": 300, "even_building": False},
    players=2,
    key=(1 << 64) - 1,
    position="",
    settings={"odds": True, "clock": None, "delay": 0.5, "paused": False},
    public=True,
    host_hash="h" * 64,
    host_seat=0,
    watch="watch",
)
SEATS = [SavedSeat(0, PERSON, "Ada", token_hash="t" * 64), SavedSeat(1, AGENT, "bot", "bot", mind=b"\0\xff")]


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    found = Store(database)
    yield found
    found.close()


def decision(number: int, game: str = GAME.id, seat: int = 0) -> Decision:
    return Decision(game, number, seat, PERSON, "roll", 0.25, 3.5, 1 - seat)


def test_a_game_comes_back_as_it_was_kept(store: Store) -> None:
    async def course() -> None:
        await store.add_game(GAME, SEATS)
        await store.add_decision(decision(0), None, None)
        await store.add_decision(decision(1, seat=1), b"mind", None)
        await store.change_seat(GAME.id, 0, bot=True)
        await store.change_settings(GAME.id, {**GAME.settings, "delay": 2.0})
        saved, seats = await store.find_game(GAME.id) or pytest.fail("it is gone")
        assert saved == replace(GAME, settings={**GAME.settings, "delay": 2.0})
        assert seats == [replace(SEATS[0], bot=True), replace(SEATS[1], mind=b"mind")]
        assert await store.find_decisions(GAME.id) == [decision(0), decision(1, seat=1)]
        assert await store.find_moves(GAME.id) == [(0, 0, "roll", PERSON), (1, 1, "roll", PERSON)]
        assert await store.find_game("bbbbbbbbbb") is None

    asyncio.run(course())


def test_the_end_of_a_game_is_kept_with_its_last_decision(store: Store) -> None:
    async def course() -> None:
        await store.add_game(GAME, SEATS)
        await store.add_decision(decision(0), None, {"winners": [0], "rounds": 7, "ended": 9.0})
        saved, _ = await store.find_game(GAME.id) or pytest.fail("it is gone")
        assert (saved.over, saved.winners, saved.rounds, saved.ended) == (True, [0], 7, 9.0)
        assert [(game.id, len(seats)) for game, seats in await store.public_games()] == [(GAME.id, 2)]

    asyncio.run(course())


def test_no_decision_is_kept_twice_and_others_of_its_group_are_kept(store: Store) -> None:
    """Pending writes are committed together; one that is invalid fails alone."""

    async def course() -> None:
        await store.add_game(GAME, SEATS)
        held, go = threading.Event(), threading.Event()

        def hold(_: Connection) -> None:
            held.set()
            go.wait(30)

        holding = asyncio.create_task(store.write(hold))
        await asyncio.to_thread(held.wait, 30)
        numbers = [0, 1, 1, 2]
        writing = [asyncio.create_task(store.add_decision(decision(number), None, None)) for number in numbers]
        await asyncio.sleep(0)
        go.set()
        await holding
        done = await asyncio.gather(*writing, return_exceptions=True)
        assert [isinstance(one, IntegrityError) for one in done] == [False, False, True, False]
        assert [one.number for one in await store.find_decisions(GAME.id)] == [0, 1, 2]

    asyncio.run(course())


def test_an_invitation_is_good_once(store: Store) -> None:
    async def course() -> None:
        await store.add_game(GAME, [replace(SEATS[0], invite="code"), SEATS[1]])
        claims = [
            store.claim_seat(GAME.id, 0, code, name, "x" * 64) for code, name in (("no", "A"), ("code", "B"), ("code", "C"))
        ]
        assert await asyncio.gather(*claims) == [False, True, False]
        _, seats = await store.find_game(GAME.id) or pytest.fail("it is gone")
        assert (seats[0].name, seats[0].invite, seats[0].token_hash) == ("B", None, "x" * 64)

    asyncio.run(course())


@pytest.mark.parametrize(
    ("changes", "next_seat", "goes_on"),
    [
        ({}, 1, True),  # an agent decides next
        ({}, 0, False),  # a person decides next
        ({"settings": {"clock": 60}}, 0, True),
        ({"source": "imported"}, 1, False),
        ({"over": True}, 1, False),
    ],
)
def test_games_go_on_that_need_nobody(tmp_path: Path, changes: dict[str, Any], next_seat: int, goes_on: bool) -> None:
    async def course() -> list[str]:
        await store.add_game(replace(GAME, **changes), SEATS)
        await store.add_decision(decision(0, seat=1 - next_seat), None, None)
        return await store.games_to_resume()

    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    assert asyncio.run(course()) == ([GAME.id] if goes_on else [])
    store.close()


def test_one_server_at_a_time_plays_the_games_of_a_database(database: str) -> None:
    first, second = Store(database), Store(database)
    first.hold()
    with pytest.raises(RentierError, match="in use by another server"):
        second.hold()
    first.close()
    second.hold()
    second.close()


def test_the_migrations_make_what_the_schema_says(database: str) -> None:
    engine = open_database(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    open_database(database).dispose()  # a second migration changes nothing


def test_what_was_kept_is_there_after_an_upgrade(database: str) -> None:
    async def keep(store: Store) -> None:
        await store.add_game(GAME, SEATS)
        await store.add_decision(decision(0), None, None)

    store = Store(database)
    asyncio.run(keep(store))
    store.close()
    engine = open_database(database)
    with engine.connect() as connection:
        assert connection.execute(select(games.c.id)).scalars().all() == [GAME.id]
        assert connection.execute(select(decisions.c.action)).scalars().all() == ["roll"]
    engine.dispose()


def test_old_names_are_renamed(database: str) -> None:
    store = Store(database)
    asyncio.run(store.add_game(GAME, SEATS))
    store.close()
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE decision_reviews RENAME TO looks"))
        connection.execute(text("ALTER TABLE reviews DROP COLUMN judge"))
        old = {("pace" if name == "delay" else name): value for name, value in GAME.settings.items()}
        connection.execute(update(games).values(settings=old))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        assert connection.execute(select(games.c.settings)).scalar_one() == GAME.settings
        assert connection.execute(select(decision_reviews)).all() == []
    engine.dispose()


def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(RentierError, match=r"was written by a newer Rentier \(schema 9999\)"):
        open_database(database)


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("games.sqlite", "should be a URL such as sqlite:///games.sqlite"),
        ("mysql://host/name", "should be a URL such as|is not supported"),
        ("sqlite://", "an in-memory database does not save games"),
        ("sqlite:////proc/nowhere/games.sqlite", "/proc/nowhere"),
        ("postgresql://secret:word@127.0.0.1:1/games", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(url: str, line: str) -> None:
    with pytest.raises(RentierError, match=line) as refused:
        open_database(url)
    assert "\n" not in str(refused.value)
    assert "word" not in str(refused.value)


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "junk.sqlite").write_text("this is no database at all, but a text of some length")
    with pytest.raises(RentierError, match="file is not an SQLite database"):
        open_database(f"sqlite:///{tmp_path / 'junk.sqlite'}")


def test_references_are_kept_by_sqlite(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(decisions), vars(decision(0, game="nowhere")))
    engine.dispose()
    plain = create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with plain.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    plain.dispose()
