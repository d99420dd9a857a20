"""Servers for real, each on a free port of this machine; see `tests.web.playing` for what they and their players can do.

`server` is shared by all tests of a session: make tables of your own at it, with `server.make(...)`. It is its user's own
machine, so a position may load the dice. `start` starts another one with settings of its own, in a database of its own
unless one is named, and stops it when the test is over. `database` is the URL of an empty database: a test that asks for it
runs with SQLite and with PostgreSQL.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.playing import Running, running
from tests.web.postgresql import Cluster, cluster

Start = Callable[..., Running]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for the whole session, on its user's own machine and without limits on how many tables are made."""
    database = f"sqlite:///{tmp_path_factory.mktemp('games') / 'games.sqlite'}"
    with running(database=database, own_machine=True, tables_a_minute=10_000, most_sockets=10_000) as server:
        yield server


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server with settings of its own: `start(own_machine=True)`."""
    with contextlib.ExitStack() as stack:

        def start(**settings: Any) -> Running:
            settings = {"database": f"sqlite:///{tmp_path / 'games.sqlite'}"} | settings
            return stack.enter_context(running(**settings))

        yield start


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A cluster of PostgreSQL for the whole session."""
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'saved.sqlite'}"
    found: Cluster = request.getfixturevalue("postgresql")
    return found.new_database()
