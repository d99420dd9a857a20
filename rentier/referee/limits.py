"""What a program may use: time for a decision and for a game, memory, processes, and output."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.errors import RentierError

MOST_SECONDS = 86_400.0
LEAST_MEMORY, MOST_MEMORY = 16, 1_048_576  # megabytes
START_SECONDS = 120.0  # to answer hello in the first game: a Rentier agent may have to be compiled first
MORE_START_SECONDS = 10.0  # for each further game; unused time is kept for later games
END_SECONDS = 1.0  # to exit by itself after the judge's bye
LINE_BYTES = 65_536  # of one answer, and of all output between two questions
ACTION_CHARACTERS = 2_000  # of an action: enough to name every deed of a board on both sides of an offer
BACKLOG_BYTES = 1_048_576  # that a program may leave unread before the judge ends it
PROCESSES = 64  # that a program may have at once, including itself
ACTIONS_A_TURN = 500  # of one player in one turn; after that the judge plays on for it


@dataclass(frozen=True)
class Limits:
    """Seconds for a decision, seconds for all decisions of a game, megabytes for a program and all the processes it starts."""

    decision: float = 5.0
    game: float = 60.0
    memory: int = 1024

    def __post_init__(self) -> None:
        for name, seconds in (("decision-time", self.decision), ("game-time", self.game)):
            if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
                raise RentierError(f"--{name}: {seconds:g} should be a number of seconds above 0, {MOST_SECONDS:g} at most")
        if not LEAST_MEMORY <= self.memory <= MOST_MEMORY:
            raise RentierError(f"--memory: {self.memory} should be a number of megabytes from {LEAST_MEMORY} to {MOST_MEMORY}")

    def as_dict(self) -> dict[str, float]:
        """Return the limits as they are sent to a program."""
        return {
            "decision_seconds": self.decision,
            "game_seconds": self.game,
            "memory_megabytes": self.memory,
            "line_bytes": LINE_BYTES,
            "processes": PROCESSES,
        }
