"""What a program may use: time for a decision and for a game, memory, processes, and how much it may say."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.errors import RentierError

MOST_SECONDS = 86_400.0
LEAST_MEMORY, MOST_MEMORY = 16, 1_048_576  # megabytes
START_SECONDS = 120.0  # to say hello: an agent of ours may have to be compiled first
END_SECONDS = 1.0  # to end by itself when the judge has said goodbye
LINE_BYTES = 65_536  # in one answer, and in all that is said from one question to the next
ACTION_LETTERS = 2_000  # in an action: more than every deed of a board on both sides of an offer
BACKLOG_BYTES = 1_048_576  # that a program has not read; beyond it the judge gives it up
PROCESSES = 64  # that a program may have at once, itself among them
ACTIONS_A_TURN = 500  # of one player in one turn; beyond it the judge goes on for it


@dataclass(frozen=True)
class Limits:
    """Seconds for a decision, seconds for all decisions of a game, megabytes for a program with all it starts."""

    decision: float = 5.0
    game: float = 60.0
    memory: int = 1024

    def __post_init__(self) -> None:
        for name, seconds in (("decision-time", self.decision), ("game-time", self.game)):
            if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
                raise RentierError(f"--{name}: {seconds:g} should be a number of seconds above 0, {MOST_SECONDS:g} at most")
        if not LEAST_MEMORY <= self.memory <= MOST_MEMORY:
            raise RentierError(f"--memory: {self.memory} should be megabytes from {LEAST_MEMORY} to {MOST_MEMORY}")

    def as_dict(self) -> dict[str, float]:
        """The limits as a program is told them."""
        return {
            "decision_seconds": self.decision,
            "game_seconds": self.game,
            "memory_megabytes": self.memory,
            "line_bytes": LINE_BYTES,
            "processes": PROCESSES,
        }
