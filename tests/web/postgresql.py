"""A real PostgreSQL cluster in a temporary folder, reached by a Unix socket."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.needs import program

USER = "postgres"


class Cluster:
    """A running cluster."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._made = 0

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        self._made += 1
        import psycopg

        with psycopg.connect(f"host={self._folder} user={USER} dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE games{self._made}".encode())
        return f"postgresql://{USER}@/games{self._made}?host={self._folder}"


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a cluster; root has to become another user for it."""
    become = ["runuser", "-u", USER, "--"] if os.getuid() == 0 else []
    folder = tempfile.mkdtemp(prefix="rentier-pg-")
    if become:
        shutil.chown(folder, USER)
    data = f"{folder}/data"
    initdb = Path(program("PostgreSQL"))

    def run(*command: str) -> None:
        subprocess.run([*become, *command], check=True, capture_output=True, cwd=folder)

    try:
        run(str(initdb), "-D", data, "-A", "trust", "-U", USER, "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run(str(initdb.with_name("pg_ctl")), "-D", data, "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            yield Cluster(folder)
        finally:
            run(str(initdb.with_name("pg_ctl")), "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
