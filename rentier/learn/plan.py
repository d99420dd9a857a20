"""What a tuning is asked: where it looks, whom the candidates play against, in which way it searches, how it is tested.

Nothing here plays, so that a wrong question is refused before anything is compiled.
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
from rentier.learn.tune import CMA, FEWEST_CANDIDATES, GRID, METHODS, usual_population

MOST_COMBINATIONS = 10_000
MOST_GENERATIONS = 10_000
MOST_CANDIDATES = 1_000  # of a generation


@dataclass(frozen=True)
class Contest:
    """The table of every candidate: who sits at it besides, and how many seats the candidate takes."""

    box: Box
    against: tuple[Agent, ...]
    copies: int = setting(1, "Seats that the tuned agent takes.", least=1, most=MOST_SEATS - 1)

    @property
    def seats(self) -> int:
        """Seats at the table, which are the games of a block as well."""
        return self.copies + len(self.against)

    @property
    def pair_seats(self) -> int:
        """Seats of the table at which both the tuned and the starting settings sit: one fewer where they would be odd."""
        return self.seats // 2 * 2


def whole_blocks(games: int, size: int) -> int:
    """So many games or a few more, so that the last block is whole."""
    return -(-games // size) * size


@dataclass(frozen=True)
class Plan:
    """What is searched, how, and how it is tested. `games`: of each candidate; `generations` and `population` are for cma."""

    space: Space
    contest: Contest
    method: str = setting(CMA, "How to search.", metavar="|".join(METHODS))
    games: int = setting(400, "Games of each candidate, in whole blocks.", least=1, most=MOST_GAMES)
    generations: int = setting(20, "Generations of cma.", least=1, most=MOST_GENERATIONS)
    population: int | None = setting(
        None, "Candidates of a generation of cma, 4 or more.", metavar="N", least=FEWEST_CANDIDATES, most=MOST_CANDIDATES
    )
    test_games: int = setting(4000, "Games of each match of the test.", least=1, most=MOST_GAMES)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse what cannot be searched."""
        check_settings(self.contest)
        check_players(range(self.contest.seats))
        check_settings(self)
        if self.method not in METHODS:
            raise RentierError(f"method: {unknown('way to search', self.method, METHODS)}")
        if self.method == CMA:
            usual_population(len(self.space.dials))  # refused where the library is missing
        for dial in self.space.dials:
            if self.method == CMA and dial.listed:
                instead = "use --method grid or one-at-a-time"
                bounds = instead if dial.setting.yes_no else f"say {dial.name}=LOW:HIGH, or {instead}"
                raise RentierError(f"--vary {dial.text!r}: cma searches between two numbers, not a list; {bounds}")
        if self.method == GRID and self.candidates > MOST_COMBINATIONS:
            many = f"{self.candidates:,} combinations should be {MOST_COMBINATIONS:,} at most"
            raise RentierError(f"grid: {many}; --vary fewer settings, or fewer values of them")

    @property
    def candidates(self) -> int:
        """How many candidates play."""
        if self.method == CMA:
            return self.generations * (self.population or usual_population(len(self.space.dials)))
        values = [len(dial.values) for dial in self.space.dials]
        return prod(values) if self.method == GRID else sum(values)

    @property
    def all_games(self) -> int:
        """Games of the search and of its test."""
        seats, pair_seats = self.contest.seats, self.contest.pair_seats
        test = 2 * whole_blocks(self.test_games, seats) + whole_blocks(self.test_games, pair_seats)
        return self.candidates * whole_blocks(self.games, seats) + test

    @property
    def facts(self) -> dict[str, Any]:
        """All that makes it the same search with the same result again."""
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
