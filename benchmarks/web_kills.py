"""Kill a server repeatedly while people and agents play, and check that nothing it has acknowledged is lost.

    python benchmarks/web_kills.py --kills 50
    python benchmarks/web_kills.py --kills 50 --postgresql

A witness at each table records every decision that the server reports. When all kills are done every game must reach its end,
and its record must have each of these decisions in its place. The exit code is 1 if one is lost or a game is stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from web_client import Server, address_of, choose, make_table, messages, postgresql, request

from rentier.game_api import Game

END_SECONDS = 300.0  # for the games in progress after the last kill
RULES = {"rules": "uk-classic", "switches": {"round_cap": 8, "cap": "worth"}}
AGENTS = ("bot", "aggressive", "random")


class Witness:
    """Creates tables one after another and records what is reported there; `person`: a scripted person plays at them."""

    def __init__(self, server: str, address: str, person: bool, seed: int) -> None:
        self._server = server
        self._address = address
        self._person = person
        self._chance = random.Random(seed)
        self.reported: dict[str, dict[int, tuple[int, str]]] = {}  # by table and number: the seat and its action
        self.credentialss: dict[str, str] = {}
        self.stuck: str | None = None

    async def play(self, enough: asyncio.Event) -> None:
        """Play games until `enough` is set, and the last one to its end."""
        while not enough.is_set():
            agents = [{"kind": "agent", "agent": agent} for agent in AGENTS[: 3 - self._person]]
            people = [{"kind": "person", "name": "Ada"}] if self._person else []
            delay = self._chance.choice((0, 0.01, 0.05))
            table = {**RULES, "seats": people + agents, "delay": delay, "odds": False}
            made = await make_table(self._server, self._address, table)
            self.stuck = made["table"]
            credentials = {"token": made["seats"][0]["token"]} if self._person else {"watch": made["watch"]}
            self.credentialss[made["table"]] = made["host"]
            await self._follow(made["table"], credentials)
            self.stuck = None

    async def _follow(self, table: str, credentials: dict[str, str]) -> None:
        reported = self.reported.setdefault(table, {})
        async for line, message in messages(self._server, self._address, table, credentials):
            if message["type"] == "step":
                done = (message["done"]["seat"], message["done"]["action"])
                if reported.setdefault(message["number"], done) != done:
                    raise SystemExit(
                        f"table {table}: decision {message['number']} was {reported[message['number']]}, now {done}"
                    )
            elif message["type"] == "table" and message["number"] < max(reported, default=0):
                raise SystemExit(f"table {table}: {max(reported)} decisions were reported, {message['number']} are left")
            question = message.get("question")
            if question is not None:
                act = {"type": "act", "number": question["number"], "action": choose(question, self._chance)}
                await line.send(json.dumps(act))

    async def check(self) -> int:
        """Check that each record has what was reported; return the number of decisions."""
        for table, reported in self.reported.items():
            record = await request(f"{self._server}/api/tables/{table}/record", self._address, token=self.credentialss[table])
            decisions = Game.replay(record.decode()).decisions
            for number, (seat, action) in reported.items():
                if decisions[number - 1] != f"{seat}: {action}":
                    raise SystemExit(
                        f"table {table}: decision {number} was {seat}: {action}, the record has {decisions[number - 1]}"
                    )
        return sum(map(len, self.reported.values()))


async def kill_again_and_again(server: Server, kills: int, chance: random.Random) -> None:
    """Kill the server at random moments."""
    for number in range(kills):
        await asyncio.sleep(chance.uniform(0.0, 1.5))
        server.kill()
        await asyncio.to_thread(server.start)
        print(f"kill {number + 1} of {kills}", end="\r", file=sys.stderr, flush=True)
    print(file=sys.stderr)


async def measure(server: Server, kills: int, tables: int, seed: int) -> int:
    """Play and kill, then check; return the exit code."""
    enough = asyncio.Event()
    witnesses = [Witness(server.url, address_of(place), place % 2 == 0, seed + place) for place in range(2 * tables)]
    playing = [asyncio.create_task(witness.play(enough)) for witness in witnesses]
    await kill_again_and_again(server, kills, random.Random(seed))
    enough.set()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(END_SECONDS):
            await asyncio.gather(*playing)
    stuck = [witness.stuck for witness in witnesses if witness.stuck is not None]
    if stuck:
        print(f"{len(stuck)} games are stuck: {', '.join(stuck)}")
        return 1
    decisions = sum([await witness.check() for witness in witnesses])
    games = sum(len(witness.reported) for witness in witnesses)
    print(f"{kills} kills, {games} games to their end, {decisions} acknowledged decisions, none lost, no game stuck")
    return 0


@contextlib.contextmanager
def database(wanted: bool) -> Iterator[str]:
    """Yield the URL of an empty database: in a PostgreSQL cluster, or in a file."""
    if wanted:
        with postgresql() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory(prefix="rentier-kills-") as folder:
            yield f"sqlite:///{folder}/games.sqlite"


def read_options() -> Any:
    parser = argparse.ArgumentParser(description="Kill a server while people play on it, and check that nothing is lost.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=3, help="tables with a person at a time, and as many without")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true", help="use a temporary PostgreSQL cluster instead of SQLite")
    return parser.parse_args()


def main() -> int:
    options = read_options()
    with database(options.postgresql) as url:
        server = Server(url)
        try:
            server.start()
            return asyncio.run(measure(server, options.kills, options.tables, options.seed))
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
