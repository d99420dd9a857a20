"""Shared by the measurements of the server: a server in its own process, a PostgreSQL cluster, scripted people."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
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
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

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

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._words = [sys.executable, "-m", "rentier.cli", "serve", "--port", str(self.port), "--database", database]
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


def address_of(person: int) -> str:
    """Return a person's own address on this machine, so that the limits for an address are those for a person (Linux)."""
    return f"127.1.{person // 250}.{person % 250 + 1}"


def _request(url: str, address: str, body: Any, token: str | None) -> bytes:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    parts = urlsplit(url)
    line = http.client.HTTPConnection(parts.netloc, timeout=60, source_address=(address, 0))
    with contextlib.closing(line):
        line.request("GET" if body is None else "POST", parts.path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        text = answer.read()
    if answer.status >= http.client.BAD_REQUEST:
        raise SystemExit(f"{url}: {answer.status}: {text.decode()}")
    return text


async def request(url: str, address: str, body: Any = None, token: str | None = None) -> bytes:
    """Return the server's answer to a GET, or to a POST of a body; repeat the request while the server is down."""
    while True:
        try:
            return await asyncio.to_thread(_request, url, address, body, token)
        except (OSError, http.client.HTTPException):
            await asyncio.sleep(AGAIN_SECONDS)


async def make_table(server: str, address: str, body: dict[str, Any]) -> dict[str, Any]:
    """Create a table."""
    made: dict[str, Any] = json.loads(await request(f"{server}/api/tables", address, body))
    return made


@contextlib.asynccontextmanager
async def joined(server: str, address: str, table: str, credentials: dict[str, str]) -> AsyncIterator[ClientConnection]:
    """Open a socket at a table."""
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    async with connect(url, max_size=LARGE, open_timeout=60, close_timeout=1, local_addr=(address, 0)) as line:
        await line.send(json.dumps({"type": "join", **credentials}))
        yield line


async def messages(
    server: str, address: str, table: str, credentials: dict[str, str]
) -> AsyncGenerator[tuple[ClientConnection, dict[str, Any]]]:
    """Yield the messages at a table until its game is over, with the socket to answer on; rejoin whenever it is cut off."""
    while True:
        try:
            async with joined(server, address, table, credentials) as line:
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
