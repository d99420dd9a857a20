"""A server in a thread, and players at its tables, for tests.

made = server.make(["Ada", "aggressive"], delay=0)     # a spec is an agent, None a free seat
with server.join(made) as ada:                        # joins with the host's token
    ada.question                                      # the current question to Ada
    step = ada.act("roll")                            # the next step; a server error raises `Wrong`
    ada.until("step", lambda step: step["over"])      # reads until a message matches
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rentier.agents.catalogue import agent_kinds
from rentier.web.app import make_app
from rentier.web.server import Server, address_of, bind, uvicorn_config
from rentier.web.settings import Settings

PATIENCE = 30  # seconds until a test fails
Made = dict[str, Any]


class Wrong(Exception):  # noqa: N818 - named for what it is
    """A refusal by the server, with its status."""

    def __init__(self, line: str, status: int = 0) -> None:
        super().__init__(line)
        self.status = status


class Running:
    """A running server at `url`."""

    def __init__(self, url: str, port: int, registry: Any, loop: Any, stop: Callable[[], None]) -> None:
        self.url = url
        self.port = port
        self.registry = registry
        self._loop = loop
        self._stop = stop
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    def stop(self) -> None:
        """Stop it gracefully, as Ctrl-C does, before the test is over."""
        self._stop()

    def wait(self, condition: Callable[[], Any]) -> None:
        """Wait until a condition holds."""
        for _ in range(PATIENCE * 100):
            if condition():
                return
            time.sleep(0.01)
        raise AssertionError("it never happened")

    def hurry(self, table: Any) -> None:
        """Make the person to decide at a table run out of time."""

        async def hurry() -> None:
            table.pending.deadline = 1.0
            table.changed.notify()

        self.run(hurry())

    def run(self, coroutine: Any) -> Any:
        """Run a coroutine in the server's event loop, such as `server.registry.table(ID)`."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def get(self, path: str, token: str | None = None) -> Any:
        """Get a resource, parsed if it is JSON."""
        return _read(self.http.get(path, headers=_bearer(token)))

    def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """Post a JSON body and return the response."""
        return _read(self.http.post(path, json=body, headers=_bearer(token)))

    def make(self, players: Sequence[str | None], **settings: Any) -> Made:
        """Create a table: a spec is an agent, any other name a person, None a free seat."""
        kinds = {kind.spec for kind in agent_kinds()}
        seats: list[dict[str, str]] = []
        for player in players:
            if player is not None and player.partition(":")[0] in kinds:
                seats.append({"kind": "agent", "agent": player})
            else:
                seats.append({"kind": "person"} | ({"name": player} if player else {}))
        made: Made = self.post("/api/tables", {"seats": seats, "delay": 0, "odds": False} | settings)
        return made

    def seat_agents(self, made: Made, seat: int, name: str) -> str:
        """Take a seat with its invitation; return the token."""
        invite = next(one["invite"] for one in made["seats"] if one["seat"] == seat)
        return str(self.post(f"/api/tables/{made['table']}/seats", {"invite": invite, "name": name})["token"])

    @contextlib.contextmanager
    def socket(self, table: str, **options: Any) -> Iterator[Any]:
        """A bare socket to a table."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        with connect(url, open_timeout=PATIENCE, close_timeout=1, max_size=None, **options) as socket:
            yield socket

    @contextlib.contextmanager
    def join(self, made: Made | str, **who: str) -> Iterator[Player]:
        """Join a table with `token=` or `watch=`; by default as the host."""
        table = made if isinstance(made, str) else made["table"]
        if not who and not isinstance(made, str):
            who = {"token": made["host"]}
        with self.socket(table) as socket:
            yield Player(socket, who)


class Player:
    """A client at a table. `table` is the latest table message, `question` the current question."""

    def __init__(self, socket: Any, who: dict[str, str]) -> None:
        self._socket = socket
        self.heard: list[str] = []
        self.question: dict[str, Any] | None = None
        self.say({"type": "join", **who})
        self.table = self.until("table")

    def say(self, message: dict[str, Any] | str) -> None:
        """Send a message."""
        self._socket.send(message if isinstance(message, str) else json.dumps(message))

    def next(self) -> dict[str, Any]:
        """Return the next message of any type."""
        try:
            text = self._socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            raise Wrong(
                f"closed: {closed.rcvd.reason if closed.rcvd else ''}", closed.rcvd.code if closed.rcvd else 0
            ) from None
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("table", "step"):
            self.question = message["question"]
        if message["type"] == "table":
            self.table = message
        return message

    def until(self, kind: str, fits: Callable[[dict[str, Any]], Any] = lambda _: True) -> dict[str, Any]:
        """Read until a message matches; raise `Wrong` on an error message."""
        while True:
            message = self.next()
            if message["type"] == kind and fits(message):
                return message
            if message["type"] == "error" and kind != "error":
                raise Wrong(message["error"])

    def act(self, action: str, number: int | None = None) -> dict[str, Any]:
        """Make a decision, and read until its step."""
        if number is None:
            number = self.my_turn()["number"]
        self.say({"type": "act", "number": number, "action": action})
        return self.until("step", lambda step: step["number"] == number + 1)

    def my_turn(self) -> dict[str, Any]:
        """Read until there is a question."""
        while self.question is None:
            self.next()
        return self.question

    def play(self, decisions: int) -> None:
        """Make a number of decisions, always the first choice."""
        for _ in range(decisions):
            self.act(self.my_turn()["choices"][0]["action"])

    def closing(self) -> int:
        """Read until the socket is closed; return the close code."""
        while True:
            try:
                self.next()
            except Wrong as closed:
                return closed.status

    def refused(self, message: dict[str, Any] | str) -> str:
        """Send a message that is refused; return the reason."""
        self.say(message)
        return str(self.until("error")["error"])


@contextlib.contextmanager
def running(**settings: Any) -> Iterator[Running]:
    """Run a server with these settings in a thread."""
    chosen = Settings(**{"workers": 1} | settings)
    ready = threading.Event()
    with contextlib.closing(bind(chosen)) as listening:
        app = make_app(chosen)
        server = Server(uvicorn_config(app, chosen), ready.set)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        assert ready.wait(120), "the server does not start"

        def stop() -> None:
            server.should_exit = True
            thread.join(PATIENCE)

        running = Running(address_of(chosen, listening), listening.getsockname()[1], app.state.registry, server.loop, stop)
        try:
            yield running
        finally:
            running.http.close()
            stop()


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _read(answer: httpx.Response) -> Any:
    """Return the content of a response; raise `Wrong` on an error."""
    if answer.is_error:
        raise Wrong(answer.json()["error"], answer.status_code)
    return answer.json() if answer.headers["content-type"] == "application/json" else answer.text
