"""Shared by the measurements of the server: a server in its own process, a PostgreSQL cluster, scripted people."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

START_SECONDS = 120.0
AGAIN_SECONDS = 0.05
LARGE = 1 << 22  # bytes of a message
WEIGHTS = {"pass": 6, "roll": 6, "end": 6, "buy": 4, "build": 3, "decline": 3}  # of a scripted person's actions; others: 1


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """`rentier serve` on a free port, which can be killed and started again."""

    def __init__(self, database: str, *options: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = [sys.executable, "-m", "rentier.cli", "serve", "--port", str(self.port), "--database", database]
        self._words += ["--tables-a-minute", "100000", *options]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = subprocess.Popen(self._words, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while True:
            if self._process.poll() is not None:
                raise SystemExit(f"the server ended with exit code {self._process.returncode}")
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/api/health", timeout=5).close()
                return
            if time.monotonic() > deadline:
                raise SystemExit(f"the server does not answer within {START_SECONDS:g} s")
            time.sleep(AGAIN_SECONDS)

    def kill(self) -> None:
        """End the server without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the server in good order."""
        self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(by)
            self._process.wait()
            self._process = None

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._process.pid if self._process is not None else 0


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """Run a temporary PostgreSQL cluster; yield the URL of its database."""
    found = shutil.which("initdb") or next((str(path) for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")), None)
    if found is None:
        raise SystemExit("PostgreSQL is not installed: initdb is neither on the path nor in /usr/lib/postgresql")
    programs = Path(found).parent
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses root
    with tempfile.TemporaryDirectory(prefix="rentier-cluster-") as folder:
        if user is not None:
            shutil.chown(folder, user)
        data, port = f"{folder}/data", free_port()

        def do(program: str, *words: str) -> None:
            subprocess.run(
                [programs / program, "-D", data, *words], user=user, cwd=folder, stdout=subprocess.DEVNULL, check=True
            )

        do("initdb", "-U", "rentier", "-A", "trust", "-E", "UTF8")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        do("pg_ctl", "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            yield f"postgresql://rentier@127.0.0.1:{port}/postgres"
        finally:
            do("pg_ctl", "-m", "immediate", "stop")


def _request(url: str, body: Any = None, token: str | None = None) -> bytes:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        found: bytes = answer.read()
        return found


async def request(url: str, body: Any = None, token: str | None = None) -> bytes:
    """Return the server's answer to a GET, or to a POST of a body; repeat the request while the server is down."""
    while True:
        try:
            return await asyncio.to_thread(_request, url, body, token)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{url}: {error.code}: {error.read().decode()}") from None
        except OSError:
            await asyncio.sleep(AGAIN_SECONDS)


async def make_table(server: str, body: dict[str, Any]) -> dict[str, Any]:
    """Create a table."""
    made: dict[str, Any] = json.loads(await request(f"{server}/api/tables", body))
    return made


@contextlib.asynccontextmanager
async def joined(server: str, table: str, credentials: dict[str, str]) -> AsyncIterator[ClientConnection]:
    """Open a socket at a table."""
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    async with connect(url, max_size=LARGE, open_timeout=60) as line:
        await line.send(json.dumps({"type": "join", **credentials}))
        yield line


async def messages(
    server: str, table: str, credentials: dict[str, str]
) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
    """Yield the messages at a table until its game is over, with the socket to answer on; rejoin whenever it is cut off."""
    while True:
        try:
            async with joined(server, table, credentials) as line:
                async for text in line:
                    message = json.loads(text)
                    yield line, message
                    if message.get("over"):
                        return
        except (OSError, WebSocketException):
            await asyncio.sleep(AGAIN_SECONDS)


def choose(question: dict[str, Any], chance: random.Random) -> str:
    """Return a scripted person's action: mostly one that advances the game, now and then any."""
    choices = question["choices"]
    weights = [WEIGHTS.get(choice["kind"], 1) for choice in choices]
    chosen: str = chance.choices(choices, weights)[0]["action"]
    return chosen
