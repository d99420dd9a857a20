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
import json
import multiprocessing
import random
import sys
import time
from typing import Any

from web_client import Server, choose, make_table, messages
from web_kills import database

GOAL = 0.2  # seconds, of the 95th percentile
PROCESSES = 2
SEATS = [{"kind": "person", "name": "Ada"}, *({"kind": "agent", "agent": agent} for agent in ("bot", "aggressive", "random"))]


async def play(server: str, options: Any, seed: int) -> list[float]:
    """Play one person's game; return how long each answer took. People arrive within a few seconds of each other."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.uniform(0, 2 * options.think))
    table = {
        "rules": "uk-classic",
        "switches": {"round_cap": options.rounds, "cap": "worth"},
        "seats": SEATS,
        "delay": options.delay,
    }
    made = await make_table(server, table)
    sent: dict[int, float] = {}
    took: list[float] = []
    async for line, message in messages(server, made["table"], {"token": made["seats"][0]["token"]}):
        if message["type"] == "step" and message["number"] - 1 in sent:
            took.append(time.perf_counter() - sent.pop(message["number"] - 1))
        question = message.get("question")
        if question is not None:
            await asyncio.sleep(chance.expovariate(1 / options.think))
            sent[question["number"]] = time.perf_counter()
            await line.send(json.dumps({"type": "act", "number": question["number"], "action": choose(question, chance)}))
    return took


async def play_all(server: str, options: Any, seeds: range) -> tuple[list[float], int]:
    """Play the games of one process; return how long the answers took, and how many games ended in time."""
    games = [asyncio.create_task(play(server, options, seed)) for seed in seeds]
    done, late = await asyncio.wait(games, timeout=options.limit)
    for game in late:
        game.cancel()
    return [took for game in done for took in game.result()], len(done)


def clients(server: str, options: Any, seeds: range) -> tuple[list[float], int]:
    """Run `play_all` in a process."""
    return asyncio.run(play_all(server, options, seeds))


def measure(server: str, options: Any) -> int:
    """Let all people play, and print the result; return the exit code."""
    start = time.perf_counter()
    parts = [range(place, options.games, PROCESSES) for place in range(PROCESSES)]
    with concurrent.futures.ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        running = [pool.submit(clients, server, options, part) for part in parts]
        found = [part.result() for part in running]
    seconds = time.perf_counter() - start
    took = sorted(each for times, _ in found for each in times)
    finished = sum(number for _, number in found)
    p50, p95, p99 = (took[min(int(len(took) * share), len(took) - 1)] if took else 0.0 for share in (0.5, 0.95, 0.99))
    print(f"{finished} of {options.games} games to their end in {seconds:.0f} s, {len(took)} decisions of people")
    print(f"{len(took) / seconds:.1f} decisions of people/s; answers p50 {1000 * p50:.0f} ms", end=", ")
    print(f"p95 {1000 * p95:.0f} ms, p99 {1000 * p99:.0f} ms")
    return 0 if finished == options.games and p95 <= GOAL else 1


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
