"""The plan of a tuning run: the search space, the candidates' opponents, the search method, and the test.

Nothing here is compiled, so a wrong plan is refused at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from rentier.agents.numbers import numbers_by_name
from rentier.agents.specs import Agent
from rentier.arena.limits import MOST_GAMES, MOST_SEED, check_players
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError, unknown
from rentier.learn.settings import check_settings, setting
from rentier.learn.space import Space
from rentier.learn.tune import CMA, FEWEST_CANDIDATES, GRID, METHODS, default_population

MOST_COMBINATIONS = 10_000
MOST_GENERATIONS = 10_000
MOST_CANDIDATES = 1_000  # candidates of a generation


@dataclass(frozen=True)
class Contest:
    """The table of every candidate: its opponents, and how many seats the candidate takes."""

    box: Box
    against: tuple[Agent, ...]
    copies: int = setting(1, "Seats for the tuned agent.", least=1, most=MOST_SEATS - 1)

    @property
    def seats(self) -> int:
        """The number of seats at the table, which is also the number of games in a block."""
        return self.copies + len(self.against)

    @property
    def pair_seats(self) -> int:
        """The seats of the table where tuned and starting settings meet: one fewer if the number would be odd."""
        return self.seats // 2 * 2


def whole_blocks(games: int, size: int) -> int:
    """Round a number of games up to whole blocks."""
    return -(-games // size) * size


@dataclass(frozen=True)
class Plan:
    """What to search, how, and how to test it. `games`: per candidate; `generations` and `population` are for cma."""

    space: Space
    contest: Contest
    method: str = setting(CMA, "Search method.", metavar="|".join(METHODS))
    games: int = setting(400, "Games per candidate, rounded up to whole blocks.", least=1, most=MOST_GAMES)
    generations: int = setting(20, "Generations of cma.", least=1, most=MOST_GENERATIONS)
    population: int | None = setting(
        None, "Candidates per generation of cma, at least 4.", metavar="N", least=FEWEST_CANDIDATES, most=MOST_CANDIDATES
    )
    test_games: int = setting(4000, "Games per match of the test.", least=1, most=MOST_GAMES)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse a plan that cannot be carried out."""
        check_settings(self.contest)
        check_players(range(self.contest.seats))
        check_settings(self)
        if self.method not in METHODS:
            raise RentierError(f"method: {unknown('way to search', self.method, METHODS)}")
        if self.method == CMA:
            default_population(len(self.space.dials))  # raises an error if the library is missing
        for dial in self.space.dials:
            if self.method == CMA and dial.listed:
                instead = "use --method grid or one-at-a-time"
                bounds = instead if dial.setting.yes_no else f"say {dial.name}=LOW:HIGH, or {instead}"
                raise RentierError(f"--vary {dial.text!r}: cma searches between two numbers, not a list; {bounds}")
        if self.method == GRID and self.candidates > MOST_COMBINATIONS:
            too_many = f"{self.candidates:,} combinations should be {MOST_COMBINATIONS:,} at most"
            raise RentierError(f"grid: {too_many}; --vary fewer settings, or fewer values of them")

    @property
    def candidates(self) -> int:
        """The number of candidates."""
        if self.method == CMA:
            return self.generations * (self.population or default_population(len(self.space.dials)))
        values = [len(dial.values) for dial in self.space.dials]
        return prod(values) if self.method == GRID else sum(values)

    @property
    def all_games(self) -> int:
        """The number of games of the search and of its test."""
        seats, pair_seats = self.contest.seats, self.contest.pair_seats
        test = 2 * whole_blocks(self.test_games, seats) + whole_blocks(self.test_games, pair_seats)
        return self.candidates * whole_blocks(self.games, seats) + test

    @property
    def facts(self) -> dict[str, Any]:
        """Everything that determines the search and its result."""
        box = self.contest.box
        facts: dict[str, Any] = {
            "agent": self.space.start.spec,
            "settings": numbers_by_name(self.space.kind, self.space.start.settings),
            "against": [agent.spec for agent in self.contest.against],
            "copies": self.contest.copies,
            "rules": box.name,
            "rules_version": box.version,
            "overrides": dict(box.overrides),
            "method": self.method,
            "vary": [dial.text for dial in self.space.dials],
            "games": self.games,
        }
        if self.method == CMA:
            facts |= {"generations": self.generations, "population": self.population}
        return facts | {"test_games": self.test_games, "seed": self.seed}
