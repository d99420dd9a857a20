"""No request takes the event loop for long: attacks over HTTP and WebSocket, and the processor time of every callback.

Processor time and not the clock is measured, and the best of some attempts counts, so that a busy machine changes little.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rentier.game_api import Game
from rentier.web.rebuilding import rebuild_game
from tests.web.playing import Made, Running, Wrong

MOST_SECONDS = 0.1  # of the event loop, for one callback
ATTEMPTS = 4
DOTTED = ".".join("a" * 10_000) + " = 1"
TWO = [{"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "bot"}]
MEGABYTE = 999_000


def filled(part: bytes, start: bytes = b"", size: int = MEGABYTE) -> bytes:
    """A body of many equal parts."""
    return start + part * ((size - len(start)) // len(part))


def table(**changes: Any) -> bytes:
    """A request for a table."""
    return json.dumps({"seats": TWO, **changes}).encode()


REQUESTS: dict[str, tuple[str, bytes]] = {
    "escaped quotes, 32 kB": ("/api/tables", filled(b'\\"', b'"', 32_000)),
    "escaped quotes": ("/nowhere", filled(b'\\"', b'"')),
    "quotes": ("/api/tables", filled(b'"')),
    "texts": ("/api/tables", filled(b'"x",', b"[")),
    "open brackets": ("/api/tables", filled(b"[")),
    "empty lists": ("/api/tables", filled(b"[],", b"[") + b"1]"),
    "numbers": ("/api/tables", filled(b"1,", b'{"seats":[', 200_000) + b"1]}"),
    "a long number": ("/api/tables", b'{"clock":' + b"9" * MEGABYTE + b"}"),
    "a dotted key as a position": ("/api/tables", table(position=DOTTED)),
    "a dotted key as rules": ("/api/rules", json.dumps({"files": {"preset.toml": DOTTED}}).encode()),
    "a dotted key as a record": ("/api/records", json.dumps({"record": DOTTED}).encode()),
    "many values as a position": ("/api/tables", table(position="a = [" + "1," * 49_000 + "]")),
    "many keys as a record": ("/api/records", json.dumps({"record": "".join(f"a{n} = 1\n" for n in range(70_000))}).encode()),
    "many keys as rules": (
        "/api/rules",
        json.dumps({"files": {"preset.toml": "".join(f"a{n} = 1\n" for n in range(22_000))}}).encode(),
    ),
    "a long switch": ("/api/tables", table(switches={"auction-" * 100_000: 1})),
    "many switches": ("/api/tables", table(switches={f"auctions-{number}": 1 for number in range(200)})),
    "long rules": ("/api/tables", table(rules="uk-" * 300_000)),
    "a long name": ("/api/tables", table(seats=[{"kind": "person", "name": "A" * MEGABYTE}, TWO[1]])),
    "a long spec": ("/api/tables", table(seats=[{"kind": "agent", "agent": "mix:" + "(" * 290}, TWO[1]])),
    "many seats": ("/api/tables", table(seats=TWO * 1000)),
}
MESSAGES = {
    "open brackets": "[" * 16_000,
    "escaped quotes": '"' + '\\"' * 8_000,
    "a long number": '{"type": "act", "number": ' + "9" * 16_000 + "}",
    "a long offer": json.dumps({"type": "check", "number": 0, "action": "offer 1: " + "Mayfair + " * 199}),
    "a long bid": json.dumps({"type": "act", "number": 0, "action": "bid " + "9" * 1_990}),
    "a long square": json.dumps({"type": "check", "number": 0, "action": "mortgage " + "Old Kent Roa " * 150}),
    "a long spec": json.dumps({"type": "hint", "number": 0, "agent": "mix:" + "buy=bot," * 36}),
    "a long type": json.dumps({"type": "x" * 16_000}),
}


class LoopTime:
    """The longest processor time of a callback in the server's event loop since `reset`, and their number."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.callbacks = 0

    def reset(self) -> None:
        self.longest, self.callbacks = 0.0, 0

    def best(self, attack: Callable[[], object]) -> float:
        """Attack some times; return the longest callback of the attempt in which it was shortest."""
        found = []
        for _ in range(ATTEMPTS):
            self.reset()
            attack()
            assert self.callbacks, "nothing was measured"
            found.append(self.longest)
        return min(found)


@contextlib.contextmanager
def measured(server: Running) -> Iterator[LoopTime]:
    """Measure every callback in the server's event loop."""
    found, run, thread = LoopTime(), asyncio.Handle._run, server.run(thread_of_loop())

    def timed(handle: asyncio.Handle) -> None:
        start = time.thread_time()
        run(handle)
        if threading.get_ident() == thread:
            found.longest = max(found.longest, time.thread_time() - start)
            found.callbacks += 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", timed)
        yield found


async def thread_of_loop() -> int:
    """The thread that this coroutine runs in."""
    return threading.get_ident()


@pytest.fixture
def loop_time(server: Running) -> Iterator[LoopTime]:
    with measured(server) as found:
        yield found


@pytest.fixture(scope="module")
def made(server: Running) -> Iterator[Made]:
    """A table; its making has loaded whatever is loaded only once."""
    made = server.make(["Ada", "Bob"], position=Game.new(2, seed=1).position())
    with server.join(made):
        yield made


@pytest.mark.parametrize("name", REQUESTS)
def test_no_request_takes_the_loop_for_long(server: Running, made: Made, loop_time: LoopTime, name: str) -> None:
    path, body = REQUESTS[name]

    def attack() -> None:
        answer = server.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500
        assert list(answer.json()) == ["error"]
        assert len(answer.json()["error"]) < 1000

    assert loop_time.best(attack) < MOST_SECONDS
    assert server.get("/api/health") == {"ok": True}


@pytest.mark.parametrize("name", MESSAGES)
def test_no_message_takes_the_loop_for_long(server: Running, made: Made, loop_time: LoopTime, name: str) -> None:
    with server.join(made) as ada:

        def attack() -> None:
            ada.say(MESSAGES[name])
            while ada.next()["type"] not in ("error", "checked"):
                pass

        assert loop_time.best(attack) < MOST_SECONDS


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
    max_leaves=30,
)
bodies = st.one_of(
    st.binary(max_size=200),
    json_like.map(lambda value: json.dumps(value).encode()),
    st.builds(lambda part, times: part * times, st.binary(min_size=1, max_size=6), st.integers(1, 100_000)),
    st.builds(lambda text, times: table(position=text * times), st.text(min_size=1, max_size=6), st.integers(1, 10_000)),
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["/api/tables", "/api/rules", "/api/records"]), bodies)
def test_no_invented_request_takes_the_loop_for_long(server: Running, made: Made, path: str, body: bytes) -> None:
    def attack() -> None:
        answer = server.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code < 500

    with measured(server) as loop_time:
        assert loop_time.best(attack) < MOST_SECONDS


def test_a_game_is_shown_outside_the_loop(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Game.new(2, seed=1)
    played.apply(played.legal_actions()[0])
    game = server.post("/api/records", {"record": played.record()})["game"]
    threads: list[int] = []

    def encode(message: dict[str, Any]) -> str:
        threads.append(threading.get_ident())
        return json.dumps(message)

    monkeypatch.setattr("rentier.web.library.encoded", encode)
    assert len(server.get(f"/api/games/{game}")["decisions"]) == 1
    assert threads
    assert server.run(thread_of_loop()) not in threads


def test_a_game_is_replayed_in_another_process(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Game.new(2, seed=2)
    played.apply("roll")
    game = server.post("/api/records", {"record": played.record()})["game"]
    monkeypatch.setattr("rentier.web.replaying.Replay.__init__", lambda *_: pytest.fail("the server itself replays it"))
    assert len(server.get(f"/api/games/{game}")["decisions"]) == 1
    assert server.get(f"/api/games/{game}/states/2")["state"]["players"]


def test_an_imported_game_is_no_table(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Game.new(2, seed=3)
    played.apply("roll")
    game = server.post("/api/records", {"record": played.record()})["game"]
    monkeypatch.setattr("rentier.web.rebuilding.rebuild_game", lambda *_: pytest.fail("it is rebuilt"))
    with pytest.raises(Wrong, match="there is no table") as refused:
        server.get(f"/api/tables/{game}/record")
    assert refused.value.status == 404


def test_a_game_is_rebuilt_outside_the_loop(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.make(["Ada", "Bob"])
    threads: list[int] = []

    def rebuild(*arguments: Any) -> Any:
        threads.append(threading.get_ident())
        return rebuild_game(*arguments)

    monkeypatch.setattr("rentier.web.rebuilding.rebuild_game", rebuild)
    server.run(server.registry.sweep())
    with server.join(made) as ada:
        assert ada.table["number"] == 0
    assert threads
    assert server.run(thread_of_loop()) not in threads
