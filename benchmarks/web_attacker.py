"""One client that attacks a server from an address of its own, in turn with everything that has ever broken it.

Attacks run at full speed, each for some seconds. Every request has a connection of its own, and what the server answers is
counted by its status. `benchmarks/web_attack.py` measures what people notice of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from web_client import joined, make_table, request
from websockets.exceptions import ConnectionClosed, WebSocketException

from rentier.game_api import Game

ADDRESS = "127.0.0.2"
LINES = 90  # connections at a time; a server with its usual settings allows 100 for an address
HELD = 300  # connections with half a request
PATIENCE = 30.0  # seconds for an answer
LONG_GAMES, LONG_DECISIONS = 17, 10_000  # more games than a server has in memory
AGENTS = [{"kind": "agent", "agent": "bot"}, {"kind": "agent", "agent": "aggressive"}]
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
MEGABYTE = 999_000


@dataclass(frozen=True)
class Target:
    """A server, and what the attacker has there: a seat at a table, and long games."""

    server: str
    table: str
    token: str
    games: Sequence[str]


@dataclass(frozen=True)
class Bout:
    """One attack from `start` to `end`, by the system's clock, and how often it was answered in which way."""

    attack: str
    start: float
    end: float
    answers: Counter[str]


Attack = Callable[[Target, Counter[str]], Coroutine[Any, Any, None]]  # goes on until it is cancelled


def http(path: str, body: bytes | None = None, method: str = "", last: bool = True) -> bytes:
    """Return a request."""
    lines = [f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += ["Content-Type: application/json"] + ["Connection: close"] * last
    lines += [f"Content-Length: {len(body)}"] if body is not None else []
    return "\r\n".join((*lines, "", "")).encode() + (body or b"")


def posted(path: str, content: Any) -> bytes:
    """Return a request with JSON."""
    return http(path, json.dumps(content).encode())


def filled(start: bytes, part: bytes, size: int = MEGABYTE) -> bytes:
    """Return a body of many equal parts."""
    return start + part * ((size - len(start)) // len(part))


def with_seats(**more: Any) -> dict[str, Any]:
    """Return a table of a person and an agent."""
    return {"seats": [{"kind": "person", "name": "Mallory"}, AGENTS[0]], **more}


def rules(preset: str) -> dict[str, Any]:
    """Return rules of one's own, on top of a preset."""
    return {"files": {"preset.toml": f'schema = 1\nname = "x"\ntitle = "x"\nbase = "uk-classic"\n{preset}\n'}}


async def send(target: Target, payload: bytes, answers: Counter[str]) -> None:
    """Send something on a new connection, and count the answers until the server closes it."""
    heard = b""
    try:
        async with asyncio.timeout(PATIENCE):
            parts = urlsplit(target.server)
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ADDRESS, 0))
            with contextlib.closing(writer):
                writer.write(payload)
                while part := await reader.read(1 << 20):
                    heard = (heard if len(heard) < MEGABYTE else b"") + part
                    answers.update(status.decode() for status in STATUS.findall(part))
    except TimeoutError:
        answers["no answer"] += 1
    except OSError:
        answers["cut off"] += not heard
    else:
        answers["closed without an answer"] += not heard


async def everywhere(work: Callable[[], Awaitable[None]], number: int = LINES) -> None:
    """Repeat some work on many connections at a time."""

    async def repeat() -> None:
        while True:
            await work()

    async with asyncio.TaskGroup() as group:
        for _ in range(number):
            group.create_task(repeat())


def flood(*payloads: bytes) -> Attack:
    """Send requests one after the other, on many connections."""

    async def attack(target: Target, answers: Counter[str]) -> None:
        turn = itertools.cycle(payloads)
        await everywhere(lambda: send(target, next(turn), answers))

    return attack


def hold(half: bytes) -> Attack:
    """Hold many connections with half a request, on which a byte drips now and then."""

    async def attack(target: Target, answers: Counter[str]) -> None:
        async def keep() -> None:
            parts = urlsplit(target.server)
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ADDRESS, 0))
            answers["held"] += 1
            with contextlib.closing(writer):
                writer.write(half)
                while not reader.at_eof():
                    writer.write(b"x")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1.0):
                            answers.update(status.decode() for status in STATUS.findall(await reader.read(1 << 16)))

        async def work() -> None:
            try:
                await keep()
            except OSError:
                answers["cut off"] += 1

        await everywhere(work, HELD)

    return attack


async def agents_alone(target: Target, answers: Counter[str]) -> None:
    """Ask for tables of agents that decide at once, and watch every one that is made."""
    body = {"seats": AGENTS, "delay": 0, "switches": {"turn_cap": 10_000}}

    async def watch() -> None:
        with contextlib.suppress(SystemExit, OSError, WebSocketException):  # refused
            made = await make_table(target.server, ADDRESS, body)
            async with joined(target.server, ADDRESS, made["table"], {"watch": made["watch"]}) as line:
                async for text in line:
                    answers["decisions of agents watched"] += '"type":"step"' in text
        await asyncio.sleep(PATIENCE)

    async with asyncio.TaskGroup() as group:
        for _ in range(LINES // 3):
            group.create_task(watch())
        group.create_task(flood(posted("/api/tables", body))(target, answers))


def talk(*texts: str | bytes) -> Attack:
    """Say something at a table again and again, and come back when the server hangs up."""

    async def attack(target: Target, answers: Counter[str]) -> None:
        turn = itertools.cycle(texts)

        async def work() -> None:
            try:
                async with joined(target.server, ADDRESS, target.table, {"token": target.token}) as line:
                    answers["joined"] += 1
                    while True:
                        await line.send(next(turn))
                        answers["messages"] += 1
                        await asyncio.sleep(0)
            except ConnectionClosed as closed:
                answers[f"closed {closed.rcvd.code if closed.rcvd else ''}"] += 1
            except (OSError, TimeoutError, WebSocketException) as error:
                status = getattr(getattr(error, "response", None), "status_code", "cut off")
                answers[str(status)] += 1

        await everywhere(work)

    return attack


async def reload(target: Target, answers: Counter[str]) -> None:
    """Ask for long games in turn, more than a server has in memory."""
    paths = [f"/api/games/{game}{more}" for more in ("", "/record", "/states/9") for game in target.games]
    await flood(*map(http, paths), *(http(f"/api/tables/{game}/record") for game in target.games))(target, answers)


DOTTED = ".".join("a" * 10_000) + " = 1"
EDITION = 'edition = "/etc/passwd"'
ATTACKS: dict[str, Attack] = {
    "escaped quotes, 32 kB": flood(*(http(path, filled(b'"', b'\\"', 32_000)) for path in ("/api/tables", "/nowhere"))),
    "escaped quotes, 1 MB": flood(*(http(path, filled(b'"', b'\\"')) for path in ("/api/tables", "/nowhere"))),
    "dotted keys as rules, 20 kB": flood(posted("/api/rules", rules(DOTTED))),
    "dotted keys as positions and records, 20 kB": flood(
        posted("/api/tables", with_seats(position=DOTTED)), posted("/api/records", {"record": DOTTED})
    ),
    "deep nesting": flood(
        http("/api/tables", filled(b"", b"[")),
        http("/api/tables", filled(b"", b'{"seats":', 200_000)),
        posted("/api/rules", rules("a = " + "[" * 10_000)),
        posted("/api/tables", with_seats(position="a = " + "{a = " * 10_000)),
    ),
    "half-sent headers": hold(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
    "half-sent bodies": hold(b'POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n\r\n{"seats": ['),
    "lone surrogates": flood(
        posted("/api/rules", rules("about = '\ud800'")),
        posted("/api/tables", with_seats(position="\ud800")),
        posted("/api/records", {"record": "\udfff"}),
        posted("/api/tables", with_seats(rules="\ud800")),
    ),
    "wrong editions": flood(
        posted("/api/rules", rules(EDITION)),
        posted("/api/tables", with_seats(switches={"edition": "../../x"})),
        posted("/api/records", {"record": f'rules = "uk-classic"\n[switches]\n{EDITION}'}),
    ),
    "wrong methods": flood(*(http(path, method=method) for path in ("/", "/api/tables") for method in ("PUT", "DELETE"))),
    "tables of agents alone": agents_alone,
    "requests to the API": flood(
        *map(http, ("/api/health", "/api/choices", "/api/tables", "/api/people", "/api/openapi.json", "/api/tables/x/record"))
    ),
    "requests on one connection": flood(http("/api/health", last=False) * 99 + http("/api/health")),
    "requests for the page": flood(*map(http, ("/", "/page/index.html", "/page/js/main.js", "/page/../x", "/nowhere"))),
    "empty connections": flood(b"\r\n\r\n", b"\x16\x03\x01 this is not HTTP\r\n\r\n"),
    "reloads of long games": reload,
    "garbage on a WebSocket": talk(
        "[" * 16_000, '"' + '\\"' * 8_000, b"\x00\xff" * 4_000, '{"type": "act", "number": ' + "9" * 16_000 + "}"
    ),
    "huge messages on a WebSocket": talk("x" * MEGABYTE),
    "many messages on a WebSocket": talk('{"type": "ping"}', '{"type": "hint", "number": 0, "agent": "mcts:rollouts=20000"}'),
}


def long_record() -> str:
    """Return the record of a game in which nobody buys anything."""
    game = Game.new(2, seed=1, overrides={"auction": "none", "trade_menu": "none", "turn_cap": 0})
    idle = {"roll", "end", "decline", "pass"}
    for _ in range(LONG_DECISIONS):
        actions = [action.text for action in game.legal_actions()]
        game.apply(next((text for text in actions if text in idle), actions[0]))
    return game.record()


def prepare(server: str) -> Target:
    """Make what the attacks need: a table, and long games."""

    async def work() -> Target:
        made = await make_table(server, ADDRESS, with_seats())
        record = long_record()
        added = [json.loads(await request(f"{server}/api/records", ADDRESS, {"record": record})) for _ in range(LONG_GAMES)]
        return Target(server, made["table"], made["host"], [one["game"] for one in added])

    return asyncio.run(work())


def attack_in_turn(target: Target, seconds: float) -> list[Bout]:
    """Run every attack for some seconds."""

    async def run(attack: Attack, answers: Counter[str]) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await attack(target, answers)

    bouts = []
    for name, attack in ATTACKS.items():
        answers: Counter[str] = Counter()
        start = time.monotonic()
        asyncio.run(run(attack, answers))
        bouts.append(Bout(name, start, time.monotonic(), +answers))
    return bouts
