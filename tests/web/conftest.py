"""Real servers, each on a free local port; see `tests.web.playing` for what they and their players can do.

`server` is shared by all tests of a session; create new tables with `server.make(...)`. It runs as on the user's own
machine, so positions may load the dice. `start` starts another server with other settings, with a new database
unless one is given, and stops it after the test. `database` is the URL of an empty database; a test that uses it
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
    """A server for the whole session, as on the user's own machine and without limits on clients."""
    database = f"sqlite:///{tmp_path_factory.mktemp('games') / 'games.sqlite'}"
    many = dict.fromkeys(("tables_a_minute", "most_sockets", "most_connections", "requests_a_second"), 10_000)
    with running(database=database, own_machine=True, **many) as server:
        yield server


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server with other settings: `start(own_machine=True)`."""
    with contextlib.ExitStack() as stack:

        def start(**settings: Any) -> Running:
            settings = {"database": f"sqlite:///{tmp_path / 'games.sqlite'}"} | settings
            return stack.enter_context(running(**settings))

        yield start


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL cluster for the whole session."""
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once for each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'saved.sqlite'}"
    found: Cluster = request.getfixturevalue("postgresql")
    return found.new_database()
