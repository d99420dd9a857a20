"""The settings of the genetic algorithm (Pring 2015, sections 2.5.2 to 2.5.4).

Nothing here is compiled, so wrong settings are refused at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from rentier.agents.pring_genes import find_granularity
from rentier.arena.limits import MOST_GAMES, MOST_SEED, check_number
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.learn.settings import check_settings, setting

CROSSINGS = ("choice", "average", "none")
MUTATIONS = ("offset", "redraw")
TRADINGS = ("open", "hidden")
MOST_PLAYERS = 1_000_000
COHORTS_AT_ONCE = 64  # the most cohorts at a time: enough to keep threads busy
SHARE_AT_ONCE = 4  # but no more than a fourth of the population at a time


@dataclass(frozen=True)
class Genetics:
    """The settings of a run. Comments name the sections of the work; other defaults are ours."""

    population: int = setting(10_000, "Players in the population (N in the work).")  # section 3.1
    players: int = setting(4, "Players at a table (n).", least=2, most=MOST_SEATS)  # the work does not say
    parents: int = setting(  # section 2.5.3
        2, "Games of a cohort (c); their winners are the parents.", least=1, most=MOST_PLAYERS
    )
    crossing: str = setting(  # section 2.5.3
        "choice", "How to mix the parents' genes; none: all from one parent.", words=CROSSINGS
    )
    mutated: int = setting(1, "Genes mutated in each child.")  # section 2.5.4; the work does not say how many
    mutation: str = setting(
        "offset", "Add a random offset to a gene, or draw it anew.", words=MUTATIONS
    )  # the work does not say which
    size: float = setting(0.1, "Largest offset, up or down.", least=0, most=1)
    granularity: str = setting(  # see `pring_genes`
        "deeds", "What has its own gene: one, groups, deeds, ... (docs/genetic.md).", metavar="WORD"
    )
    trading: str = setting(  # open: the three clauses of section 2.2 decide; hidden: each player judges by its own genes
        "open", "Whether players know each other's genes when they trade.", words=TRADINGS
    )
    games: int = setting(400_000, "Games to play in total.")  # section 3.1
    trial: int = setting(20, "Games of each player in the last population, to find the best one.", least=0, most=MOST_GAMES)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse settings that cannot be run, with a one-line error."""
        check_settings(self)
        check_number("population", self.population, self.players, MOST_PLAYERS)
        if self.population % self.players:
            nearest = self.population // self.players * self.players
            raise RentierError(
                f"population: {self.population} players cannot sit down at tables of {self.players}; it should be a multiple, "
                f"such as {nearest}"
            )
        if self.parents * self.players > self.population:
            raise RentierError(
                f"parents: {self.parents} games of {self.players} need {self.parents * self.players} players, the population "
                f"has {self.population}; parents should be {self.population // self.players} at most"
            )
        check_number("mutated", self.mutated, 0, len(find_granularity(self.granularity).places))
        check_number("games", self.games, self.parents, MOST_GAMES)

    @property
    def cohorts(self) -> int:
        """The number of cohorts in the whole run."""
        return -(-self.games // self.parents)

    @property
    def cohorts_at_once(self) -> int:
        """The number of cohorts that play at a time."""
        return max(1, min(COHORTS_AT_ONCE, self.population // (SHARE_AT_ONCE * self.parents * self.players)))
