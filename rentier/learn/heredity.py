"""The settings of the genetic algorithm (Pring 2015, sections 2.5.2 to 2.5.4).

Nothing here plays, so that wrong settings are refused before anything is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

from rentier.agents.pring_genes import find_granularity
from rentier.arena.limits import MOST_GAMES, check_number, check_seed
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError, unknown

CROSSINGS = ("choice", "average", "none")
MUTATIONS = ("offset", "redraw")
TRADINGS = ("open", "hidden")
MOST_PLAYERS = 1_000_000
COHORTS_AT_ONCE = 64  # out of the population at most, so that threads have enough to do
LEFT = 4  # but no more than a part of the population, one in so many


@dataclass(frozen=True)
class Genetics:
    """The settings of a run. What the work does not say of its own is as usual here."""

    population: int = 10_000  # N (section 3.1)
    players: int = 4  # n, at a table; the work does not say
    parents: int = 2  # c, games of a cohort and parents of its children (section 2.5.3)
    crossing: str = "choice"  # each gene from one of the parents, their average, or none: all genes from one (section 2.5.3)
    mutated: int = 1  # genes of a child that are mutated (section 2.5.4); the work does not say how many
    mutation: str = "offset"  # by a random number, or to one: redraw; the work does not say which
    size: float = 0.1  # of an offset, at most, up or down
    granularity: str = "deeds"  # what has a gene of its own: see `pring_genes`
    trading: str = "open"  # values lie open and the three clauses of section 2.2 decide, or hidden: each judges by its own
    games: int = 400_000  # in all (section 3.1)
    trial: int = 20  # games of each player of the last population, to find the best; 0: nobody asks for it
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be run, in one line."""
        check_number("players", self.players, 2, MOST_SEATS)
        check_number("population", self.population, self.players, MOST_PLAYERS)
        if self.population % self.players:
            nearest = self.population // self.players * self.players
            raise RentierError(
                f"population: {self.population} players cannot sit down at tables of {self.players}; it should be a multiple, "
                f"such as {nearest}"
            )
        check_number("parents", self.parents, 1, MOST_PLAYERS)
        if self.parents * self.players > self.population:
            raise RentierError(
                f"parents: {self.parents} games of {self.players} need {self.parents * self.players} players, the population "
                f"has {self.population}; parents should be {self.population // self.players} at most"
            )
        for what, word, words in (
            ("crossing", self.crossing, CROSSINGS),
            ("mutation", self.mutation, MUTATIONS),
            ("trading", self.trading, TRADINGS),
        ):
            if word not in words:
                raise RentierError(f"{what}: {unknown(what, word, words)}")
        check_number("mutated", self.mutated, 0, len(find_granularity(self.granularity).places))
        if not 0 <= self.size <= 1:
            raise RentierError(f"size: {self.size:g} should be a number from 0 to 1")
        check_number("games", self.games, self.parents, MOST_GAMES)
        check_number("trial", self.trial, 0, MOST_GAMES)
        check_seed(self.seed)

    @property
    def cohorts(self) -> int:
        """Cohorts of the whole run."""
        return -(-self.games // self.parents)

    @property
    def cohorts_at_once(self) -> int:
        """Cohorts that play at a time."""
        return max(1, min(COHORTS_AT_ONCE, self.population // (LEFT * self.parents * self.players)))
