"""The opponents of the gauntlet: the five of `data/gauntlet.toml`, or others; checked before anything heavy is loaded."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rentier.agents.specs import Agent
from rentier.arena.limits import FEWEST_PLAYERS, MOST_GAMES, check_match, check_number
from rentier.box import Box
from rentier.box.reading import read_table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError

FILE = Path(__file__).parent / "data" / "gauntlet.toml"
HIGHEST_RATING = 10_000
MOST_VERSIONS = 1_000_000
MOST_OPPONENTS = 64


@dataclass(frozen=True)
class Gauntlet:
    """The bundled gauntlet. `ratings`: those of its opponents, the weakest first; they hold only under its rules."""

    rules: str
    rules_version: int
    players: int
    games: int  # of a set
    ratings: dict[str, int]

    def ratings_under(self, box: Box) -> dict[str, int]:
        """Return the ratings known under some rules: none unless they are exactly the gauntlet's own."""
        own = (box.name, box.version, dict(box.overrides)) == (self.rules, self.rules_version, {})
        return self.ratings if own else {}


@functools.cache
def read_gauntlet() -> Gauntlet:
    """Read the bundled gauntlet."""
    table = read_table(FILE)
    ratings: dict[str, int] = {}
    for opponent in table.tables("opponent", 1, MOST_OPPONENTS):
        ratings[opponent.text("spec")] = opponent.number("rating", 0, HIGHEST_RATING)
        opponent.finish()
    gauntlet = Gauntlet(
        rules=table.text("rules"),
        rules_version=table.number("rules_version", 1, MOST_VERSIONS),
        players=table.number("players", FEWEST_PLAYERS, MOST_SEATS),
        games=table.number("games", 1, MOST_GAMES),
        ratings=ratings,
    )
    table.finish()
    return gauntlet


def check_gauntlet(opponents: Sequence[Agent], games: int, seed: int, jobs: int) -> None:
    """Refuse a gauntlet that cannot be run."""
    check_number("opponents", len(opponents), 1, MOST_OPPONENTS)
    for spec, number in Counter(opponent.spec for opponent in opponents).items():
        if number > 1:
            raise RentierError(f"opponent {spec!r} is named {number} times; in a gauntlet each should be named once")
    check_match(range(read_gauntlet().players), games, seed, jobs)
