"""The database: opened by its URL and migrated, or refused with a one-line error."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from rentier.errors import RentierError
from rentier.web.settings import default_database

MIGRATIONS = Path(__file__).parent / "migrations"
SQLITE_HEADER = b"SQLite format 3\0"
BUSY_MILLISECONDS = 10_000
POSTGRESQL = "postgresql+psycopg"
LOCK = 7368  # the advisory lock that servers take in PostgreSQL
EXAMPLES = "sqlite:///games.sqlite or postgresql://user@host/name"


def open_database(database: str) -> Engine:
    """Open the database of a URL and migrate it."""
    url = read_url(database)
    if database == default_database():
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    check_database(database)
    with _in_one_line(url):
        engine = create_engine(url, pool_pre_ping=url.drivername == POSTGRESQL)
        if url.drivername.startswith("sqlite"):
            event.listen(engine, "connect", _set_up_sqlite)
        migrate(engine, url.render_as_string(hide_password=True))
    return engine


@contextlib.contextmanager
def _in_one_line(url: URL) -> Iterator[None]:
    """Turn database errors into one line without the password."""
    shown = url.render_as_string(hide_password=True)
    try:
        yield
    except ModuleNotFoundError:
        raise RentierError(f"database {shown!r} needs psycopg: pip install 'rentier[postgresql]'") from None
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise RentierError(f"database {shown!r} cannot be used: {reason}") from None


def read_url(database: str) -> URL:
    """Parse a database URL; only SQLite and PostgreSQL are supported."""
    shown = re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", database)
    try:
        url = make_url(database)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError):
        meant = f"sqlite:///{database}" if database.strip() and "://" not in database else EXAMPLES
        raise RentierError(f"database: {shown!r} should be a URL such as {meant}") from None
    except ModuleNotFoundError:
        raise RentierError(f"database {shown!r} needs psycopg: pip install 'rentier[postgresql]'") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername=POSTGRESQL)
    if url.get_backend_name() != "sqlite":
        raise RentierError(f"database: {url.get_backend_name()!r} is not supported; use a URL such as {EXAMPLES}")
    if url.database in (None, "", ":memory:"):
        raise RentierError("database: an in-memory database does not save games; name a file, as in sqlite:///games.sqlite")
    return url.set(database=str(Path(str(url.database)).expanduser()))


def sqlite_file(database: str) -> Path | None:
    """Return the file of a database; None if it is on a server."""
    url = read_url(database)
    return None if url.drivername == POSTGRESQL else Path(str(url.database))


def missing_folder(database: str) -> Path | None:
    """Return the folder of a database file if it does not exist; else None."""
    file = sqlite_file(database)
    return None if file is None or file.parent.exists() else file.parent


def check_database(database: str) -> None:
    """Refuse a database that cannot be used, before anything is created or compiled for it."""
    url = read_url(database)
    if url.drivername == POSTGRESQL:
        with _in_one_line(url):
            engine = create_engine(url)
            engine.connect().close()
            engine.dispose()
        return
    file = Path(str(url.database))
    if (folder := missing_folder(database)) is not None:
        raise RentierError(f"database: there is no folder {folder}; make it first: mkdir -p {shlex.quote(str(folder))}")
    if not file.parent.is_dir():
        raise RentierError(f"database: {file.parent} is a file; it should be the folder of {file.name}")
    if file.is_dir():
        raise RentierError(f"database: {file} is a folder; name a file in it, as in sqlite:///{file / 'games.sqlite'}")
    if file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise RentierError(f"database: you do not have permission to read and write {file}")
    if not os.access(file.parent, os.W_OK):
        raise RentierError(f"database: you do not have permission to write to the folder {file.parent}")
    if file.exists() and _beginning(file) not in (b"", SQLITE_HEADER):
        raise RentierError(f"database: {file}: the file is not an SQLite database; choose another one")


def _beginning(file: Path) -> bytes:
    """Return the first bytes of a file."""
    with file.open("rb") as opened:
        return opened.read(len(SQLITE_HEADER))


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Set up SQLite: commits survive a power cut, readers do not wait for the writer, foreign keys are enforced."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MILLISECONDS}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine, shown: str) -> None:
    """Migrate the tables; refuse a database written by a newer version of Rentier."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.begin() as connection:
        found = set(MigrationContext.configure(connection).get_current_heads())
        if found - known:
            newer = ", ".join(sorted(found - known))
            raise RentierError(f"database {shown!r} was written by a newer Rentier (schema {newer}); upgrade Rentier to use it")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def hold(engine: Engine) -> Callable[[], None]:
    """Lock a database against other servers; return a function that unlocks it. The lock also ends when the server dies."""
    if engine.url.drivername == POSTGRESQL:
        connection = engine.connect()
        held = connection.execute(text(f"SELECT pg_try_advisory_lock({LOCK})")).scalar()
        connection.commit()
        free = partial(_unlock, connection) if held else connection.close
    else:
        beside = sqlite3.connect(f"{engine.url.database}.server", timeout=0, isolation_level=None, check_same_thread=False)
        held, free = _try_lock(beside), beside.close
    if not held:
        free()
        shown = engine.url.render_as_string(hide_password=True)
        raise RentierError(f"database {shown!r} is in use by another server; stop it, or set another --database")
    return free


def _unlock(connection: Connection) -> None:
    """Unlock a PostgreSQL database at once; closing the connection would unlock it too, but later."""
    with contextlib.suppress(SQLAlchemyError):  # a database that is gone has no lock
        connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))
    connection.close()


def _try_lock(beside: sqlite3.Connection) -> bool:
    """Try to lock the file beside a SQLite database; return whether that succeeded."""
    try:
        beside.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return False
    return True
