"""Leagues: agents of a pool meet at tables drawn so that all play equally often, and are rated together.

A longer league with the same agents, rules, table size and seed includes all games of a shorter one, so a saved league can be
extended.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.agents.specs import Agent
from rentier.arena.executors import Jobs
from rentier.arena.limits import check_league, part_seed
from rentier.arena.match import Progress, play_match
from rentier.arena.ratings import RankedBlocks, Rating, rate
from rentier.arena.seating import ROTATE
from rentier.arena.statistics import Blocks, draw_interval, share_interval
from rentier.arena.store import Store
from rentier.box import Box, Setting
from rentier.files import open_run_folder, write_text


@dataclass(frozen=True)
class Member:
    """The result of one agent. `share`: the share of its games that it won; with n players at a table, 1/n is average."""

    spec: str
    rating: Rating
    games: int
    wins: int
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class LeagueResult:
    """The result of a league, with the best agent first."""

    rules: str
    rules_version: int
    overrides: dict[str, Setting]
    players: int
    games: int
    draws: int
    draw_interval: tuple[float, float]
    seed: int
    seconds: float
    members: list[Member]

    def as_dict(self) -> dict[str, Any]:
        """Return the result as `rentier league --json` writes it."""
        return {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "overrides": self.overrides,
            "players": self.players,
            "games": self.games,
            "draws": self.draws,
            "draw_interval": list(self.draw_interval),
            "seed": self.seed,
            "seconds": self.seconds,
            "agents": [
                {
                    "spec": member.spec,
                    "rating": member.rating.elo,
                    "rating_interval": [member.rating.low, member.rating.high],
                    "games": member.games,
                    "wins": member.wins,
                    "win_rate": member.share,
                    "interval": list(member.interval),
                }
                for member in self.members
            ],
        }


def draw_tables(pool: int, players: int, blocks: int, seed: int) -> Counter[tuple[int, ...]]:
    """Draw tables from a pool: shuffle all members again and again and deal them out; return how often each table is played."""
    luck = random.Random(seed)
    tables: Counter[tuple[int, ...]] = Counter()
    queue: list[int] = []
    while tables.total() < blocks:
        while len(set(queue)) < players:
            queue += luck.sample(range(pool), pool)
        table: list[int] = []
        while len(table) < players:
            table.append(queue.pop(next(place for place, member in enumerate(queue) if member not in table)))
        tables[tuple(sorted(table))] += 1
    return tables


def number_of_table(table: Sequence[int]) -> int:
    """Return the number of a table, by its members in ascending order; each table has its own, whatever else is played."""
    return sum(math.comb(member, place + 1) for place, member in enumerate(table))


def play_league(
    box: Box,
    agents: Sequence[Agent],
    games: int,
    players: int = 4,
    seed: int = 0,
    jobs: Jobs = 1,
    progress: Progress | None = None,
    out: Path | None = None,
) -> LeagueResult:
    """Play at least `games` games in blocks of rotated seats, and rate all agents; `out`: the folder to save the games in."""
    specs = [agent.spec for agent in agents]
    check_league(specs, players, games, seed)
    folder = None
    if out is not None:
        facts = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides), "agents": specs}
        folder = open_run_folder(out, "league.json", "league", {**facts, "players": players, "seed": seed})
    start = time.perf_counter()
    tables = draw_tables(len(agents), players, -(-games // players), seed)
    ranked: RankedBlocks = {}
    blocks_of = [Blocks(players, Counter()) for _ in agents]  # games that each agent won in its blocks
    decided = Blocks(players, Counter())  # games that anybody won in the blocks of all tables
    for table, blocks in sorted(tables.items()):
        seated = [agents[member] for member in table]
        own_seed = part_seed(seed, number_of_table(table))
        store = None if folder is None else Store(folder.path / "-".join(str(member) for member in table))
        result = play_match(
            box, seated, blocks * players, own_seed, jobs, seats=ROTATE, ordered=True, store=store, progress=progress
        ).unbroken()
        ranked[table] = result.summary.orders
        for outcome, number_of_blocks in result.summary.outcomes.items():
            decided.outcomes[(sum(outcome),)] += number_of_blocks
            for won, member in zip(outcome, table, strict=True):
                blocks_of[member].outcomes[(won,)] += number_of_blocks
    members = [
        Member(agent.spec, rating, own.games, own.wins(0), own.share([0]), share_interval(own, [0])[:2])
        for agent, rating, own in zip(agents, rate(len(agents), ranked), blocks_of, strict=True)
    ]
    league = LeagueResult(
        rules=box.name,
        rules_version=box.version,
        overrides=dict(box.overrides),
        players=players,
        games=decided.games,
        draws=decided.draws,
        draw_interval=draw_interval(decided)[:2],
        seed=seed,
        seconds=time.perf_counter() - start,
        members=sorted(members, key=lambda member: -member.rating.elo),
    )
    if folder is not None:
        write_text(folder.path / "result.json", json.dumps(league.as_dict(), indent=2, ensure_ascii=False) + "\n")
    return league
