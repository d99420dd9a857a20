"""Measure how fast a server answers while many people play, each one whole game against quick agents.

    python benchmarks/web.py --games 200

The people are scripted and run in separate processes. Each thinks about a decision for a random time with a mean of `--think`
seconds. The time from an `act` until its step arrives is measured. The exit code is 1 if the 95th percentile is above 200 ms or
a game does not reach its end.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import contextlib
import json
import math
import multiprocessing
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from web_client import Server, address_of, choose, make_table, messages
from web_kills import database

GOAL = 0.2  # seconds, of the 95th percentile
PROCESSES = 2
SEATS = [{"kind": "person", "name": "Ada"}, *({"kind": "agent", "agent": agent} for agent in ("bot", "aggressive", "random"))]


Answered = tuple[float, float]  # when a decision was sent, and how many seconds its answer took


async def play(server: str, options: Any, person: int, answers: list[Answered]) -> None:
    """Play one person's game, and add how long each answer took. People arrive within a few seconds of each other."""
    chance, address = random.Random(person), address_of(person)
    await asyncio.sleep(chance.uniform(0, 2 * options.think))
    table = {
        "rules": "uk-classic",
        "switches": {"round_cap": options.rounds, "cap": "worth"},
        "seats": SEATS,
        "delay": options.delay,
    }
    made = await make_table(server, address, table)
    sent: dict[int, float] = {}
    async with contextlib.aclosing(messages(server, address, made["table"], {"token": made["seats"][0]["token"]})) as heard:
        async for line, message in heard:
            if message["type"] == "step" and message["number"] - 1 in sent:
                at = sent.pop(message["number"] - 1)
                answers.append((at, time.monotonic() - at))
            question = message.get("question")
            if question is not None:
                await asyncio.sleep(chance.expovariate(1 / options.think))
                sent[question["number"]] = time.monotonic()
                act = {"type": "act", "number": question["number"], "action": choose(question, chance)}
                await line.send(json.dumps(act))


async def play_all(server: str, options: Any, people: range) -> tuple[list[Answered], int]:
    """Play the games of one process; return how long the answers took, and how many games ended in time."""
    answers: list[Answered] = []
    games = [asyncio.create_task(play(server, options, person, answers)) for person in people]
    done, late = await asyncio.wait(games, timeout=options.limit)
    for game in late:
        game.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for game in done:
        game.result()
    return answers, len(done)


def clients(server: str, options: Any, people: range) -> tuple[list[Answered], int]:
    """Run `play_all` in a process."""
    return asyncio.run(play_all(server, options, people))


@contextlib.contextmanager
def playing(server: str, options: Any) -> Iterator[Callable[[], tuple[list[Answered], int]]]:
    """Let all people play; yield a function that waits for them and returns their answers and the number of ended games."""
    parts = [range(place, options.games, PROCESSES) for place in range(PROCESSES)]
    with concurrent.futures.ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        running = [pool.submit(clients, server, options, part) for part in parts]

        def wait() -> tuple[list[Answered], int]:
            found = [part.result() for part in running]
            return [answer for answers, _ in found for answer in answers], sum(ended for _, ended in found)

        yield wait


def percentiles(answers: Sequence[Answered]) -> tuple[float, float, float]:
    """Return the median, the 95th and the 99th percentile of what answers took, in seconds."""
    took = sorted(seconds for _, seconds in answers)
    p50, p95, p99 = (took[min(int(len(took) * share), len(took) - 1)] if took else math.nan for share in (0.5, 0.95, 0.99))
    return p50, p95, p99


def measure(server: str, options: Any) -> int:
    """Let all people play, and print the result; return the exit code."""
    start = time.monotonic()
    with playing(server, options) as wait:
        answers, ended = wait()
    seconds = time.monotonic() - start
    p50, p95, p99 = percentiles(answers)
    print(f"{ended} of {options.games} games to their end in {seconds:.0f} s, {len(answers)} decisions of people")
    print(f"{len(answers) / seconds:.1f} decisions of people/s; answers p50 {1000 * p50:.0f} ms", end=", ")
    print(f"p95 {1000 * p95:.0f} ms, p99 {1000 * p99:.0f} ms")
    return 0 if ended == options.games and p95 <= GOAL else 1


def read_options() -> Any:
    parser = argparse.ArgumentParser(description="Measure how fast a server answers while many people play.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--think", type=float, default=3.0, help="mean number of seconds that a person thinks")
    parser.add_argument("--delay", type=float, default=0.6, help="seconds before each decision of an agent")
    parser.add_argument("--rounds", type=int, default=15, help="rounds after which a game is stopped and the richest wins")
    parser.add_argument("--limit", type=float, default=1800.0, help="seconds until a game counts as stuck")
    parser.add_argument("--postgresql", action="store_true", help="use a temporary PostgreSQL cluster instead of SQLite")
    return parser.parse_args()


def main() -> int:
    options = read_options()
    with database(options.postgresql) as url:
        server = Server(url)
        try:
            server.start()
            return measure(server.url, options)
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
