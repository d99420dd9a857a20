"""The settings of the server: its address, its database and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from rentier.agents.saved import agents_folder

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def default_database() -> str:
    """Return the default database: a file in the user's data folder, beside the saved agents."""
    return f"sqlite:///{agents_folder().parent / 'games.sqlite'}"


def usual_workers() -> int:
    """Return half the number of cores; the others are for slow agents and the server itself."""
    return max((os.cpu_count() or 2) // 2, 1)


@dataclass(frozen=True)
class Settings:
    """The settings of a server. `own_machine`: it serves only the user who started it, who may use local files."""

    host: str = "127.0.0.1"
    port: int = 0
    database: str = field(default_factory=default_database)
    own_machine: bool = False
    rules: tuple[str, ...] = ()
    workers: int = field(default_factory=usual_workers)
    tables_a_minute: int = 30  # per address
    most_sockets: int = 200  # WebSockets per address
    most_connections: int = 100  # other connections per address
    requests_a_second: int = 100  # per address; every 64 kB of a body count as one more
    messages_a_second: int = 50  # per socket
    most_agent_tables: int = 10  # of agents alone, in play, per address
    most_tables: int = 2000  # in play at the same time
    public_origin: str | None = None

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK


PAGE = Path(__file__).parent / "page"
