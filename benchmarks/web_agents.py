"""Measure how long a person and the agents at the person's table wait while agents play alone at many other tables.

    python benchmarks/web_agents.py --tables 150

First nobody else plays; then one address asks for all the tables and watches those that it gets; then as many addresses as are
needed for all of them. Agents everywhere decide without a delay.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Any

from web import Answered, percentiles
from web_client import Server, address_of, choose, joined, make_table, messages
from web_kills import database

AGENTS = [{"kind": "agent", "agent": agent} for agent in ("bot", "aggressive")]
SHARE = 10  # tables of agents alone that a server allows one address
PERSON, WATCHERS = address_of(0), 1


async def watch(server: str, address: str, is_settled: asyncio.Event) -> None:
    """Ask for a table of agents alone, and watch it until cancelled, unless it is refused."""
    try:
        made = await make_table(server, address, {"seats": AGENTS, "delay": 0, "odds": False})
        async with joined(server, address, made["table"], {"watch": made["watch"]}) as line:
            is_settled.set()
            async for _ in line:
                pass
    except SystemExit:
        is_settled.set()


@contextlib.asynccontextmanager
async def agents_alone(server: str, tables: int, from_one_address: int) -> AsyncIterator[int]:
    """Let agents play alone at many tables; yield at how many they do."""
    settled = [asyncio.Event() for _ in range(tables)]
    watching = [
        asyncio.create_task(watch(server, address_of(WATCHERS + table // from_one_address), settled[table]))
        for table in range(tables)
    ]
    for each in settled:
        await each.wait()
    yield sum(not task.done() for task in watching)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


async def play(server: str, seconds: float) -> tuple[list[Answered], list[Answered]]:
    """Play for some seconds; return how long the person's decisions took, and those of the agents at the table."""
    own: list[Answered] = []
    agents: list[Answered] = []
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await play_one(server, own, agents)
    return own, agents


async def play_one(server: str, own: list[Answered], agents: list[Answered]) -> None:
    """Play one game as a person who decides at once."""
    table = {"seats": [{"kind": "person", "name": "Ada"}, *AGENTS], "delay": 0, "odds": False}
    made = await make_table(server, PERSON, table)
    credentials, chance, last = {"token": made["seats"][0]["token"]}, random.Random(1), 0.0
    async with contextlib.aclosing(messages(server, PERSON, made["table"], credentials)) as heard:
        async for line, message in heard:
            now = time.monotonic()
            if message["type"] == "step":
                (own if message["done"]["by"] == "person" else agents).append((last, now - last))
            if message["type"] in ("step", "table"):
                last = now
            question = message.get("question")
            if question is not None:
                act = {"type": "act", "number": question["number"], "action": choose(question, chance)}
                await line.send(json.dumps(act))


async def measure(server: str, options: Any) -> None:
    """Play in peace and beside agents alone, and print a row for each."""
    print("| tables of agents alone | a person's decision, p50 and p95, ms | an agent's at that table, p50 and p95, ms |")
    print("|---|---|---|")

    async def row(name: str) -> None:
        own, agents = await play(server, options.seconds)
        told = ["{:.0f}, {:.0f}".format(*(1000 * each for each in percentiles(answers)[:2])) for answers in (own, agents)]
        print(f"| {name} | {told[0]} ({len(own)}) | {told[1]} ({len(agents)}) |", flush=True)

    await play(server, 5.0)  # to warm up
    await row("none")
    async with agents_alone(server, options.tables, options.tables) as running:
        await row(f"{options.tables} asked for by one address, {running} in play")
    async with agents_alone(server, options.tables, SHARE) as running:
        await row(f"{running} in play, {SHARE} for each address")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long people wait while agents play alone.")
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    with database(False) as url:
        server = Server(url)
        try:
            server.start()
            asyncio.run(measure(server.url, options))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
