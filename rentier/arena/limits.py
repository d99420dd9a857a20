"""The limits of matches and leagues, checked before anything heavy is loaded."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence, Sized

from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError

FEWEST_PLAYERS = 2
MOST_POOL = 64  # agents of a league
MOST_GAMES = 100_000_000
MOST_JOBS = 1024
MOST_SEED = (1 << 64) - 1
SEEDS_APART = 1 << 20  # the distance between the seeds of two parts


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_players(agents: Sized) -> None:
    """Refuse a game with too few or too many players."""
    if not FEWEST_PLAYERS <= len(agents) <= MOST_SEATS:
        named = "1 agent is" if len(agents) == 1 else f"{len(agents)} agents are"
        raise RentierError(f"{named} named; a game has {FEWEST_PLAYERS} to {MOST_SEATS} players, one agent each")


def check_number(what: str, number: int, least: int, most: int) -> None:
    """Refuse a number out of bounds."""
    if not least <= number <= most:
        raise RentierError(f"{what}: {number} should be a whole number from {least} to {most}")


def check_seed(seed: int) -> None:
    """Refuse a seed that does not fit into 64 bits."""
    check_number("seed", seed, 0, MOST_SEED)


def part_seed(seed: int, part: int) -> int:
    """Return the seed of a part of something larger: different for each part, even if seeds follow each other."""
    return (seed + part * SEEDS_APART) & MOST_SEED


def check_match(agents: Sized, games: int, seed: int, jobs: int) -> None:
    """Refuse a match that cannot be played."""
    check_players(agents)
    check_number("games", games, 1, MOST_GAMES)
    check_seed(seed)
    check_number("jobs", jobs, 1, MOST_JOBS)


def check_league(specs: Sequence[str], players: int, games: int, seed: int) -> None:
    """Refuse a league that cannot be played."""
    check_number("agents", len(specs), FEWEST_PLAYERS, MOST_POOL)
    for spec, number in Counter(specs).items():
        if number > 1:
            raise RentierError(f"agent {spec!r} is named {number} times; in a league each agent should be named once")
    check_number("players", players, FEWEST_PLAYERS, MOST_SEATS)
    if players > len(specs):
        raise RentierError(f"players: a table of {players} needs at least {players} agents; there are {len(specs)}")
    check_number("games", games, max(len(specs), 2 * players), MOST_GAMES)  # everybody plays, and ratings need two blocks
    check_seed(seed)
