"""How strength is looked at while a network learns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.executors import Jobs
from rentier.arena.match import play_match
from rentier.box import Box

LOOKS = 20  # at the strength, in a whole training

Progress = Callable[[int], None]
Watch = Callable[[str], None]


@dataclass(frozen=True)
class Trial:
    """So many games against a table of each opponent, after every so many games of the training."""

    against: tuple[str, ...] = ("random", "aggressive", "bot")
    games: int = 100
    every: int = 0  # games of the training; 0: a twentieth of all

    def every_of(self, games: int) -> int:
        """After how many games of a training of so many it is time for a look."""
        return self.every or max(1, games // LOOKS)

    def look(self, box: Box, agent: Agent, players: int, seed: int, jobs: Jobs) -> dict[str, float]:
        """The share of games that an agent wins against a table of each opponent."""
        shares = {}
        for spec in self.against:
            result = play_match(box, [agent, *[parse_agent(spec)] * (players - 1)], self.games, seed, jobs)
            shares[spec] = result.summary.wins[0] / max(result.games, 1)
        return shares


def told(shares: dict[str, float]) -> str:
    """A look in a line."""
    return ", ".join(f"{spec} {100 * share:.0f} %" for spec, share in shares.items())
