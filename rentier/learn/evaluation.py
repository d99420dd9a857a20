"""Settings of the evaluations of a network while it learns."""

from __future__ import annotations

from dataclasses import dataclass

from rentier.arena.limits import MOST_GAMES
from rentier.learn.settings import setting

EVALUATIONS = 20  # in a whole training run
# keys of a point of the curve besides the opponents: games learnt from, TD error, and measures
GAMES, TD_ERROR = "games", "td error"
HELD_OUT_ERROR, RIGHT_ANSWERS = "held-out error", "right answers"


@dataclass(frozen=True)
class Evaluation:
    """Games against a table of each opponent, at regular intervals of a training run."""

    against: tuple[str, ...] = setting(
        ("random", "aggressive", "bot"), "Evaluation opponent; repeatable.", option="test-against", metavar="AGENT"
    )
    games: int = setting(100, "Evaluation games per opponent; 0: no evaluation.", option="test-games", least=0, most=MOST_GAMES)
    every: int = setting(
        0,
        "Training games between two evaluations; 0: a twentieth of --games.",
        option="test-every",
        metavar="GAMES",
        least=0,
        most=MOST_GAMES,
    )

    def every_of(self, games: int) -> int:
        """Return the games between two evaluations in a training run of `games` games."""
        return self.every or max(1, games // EVALUATIONS)
