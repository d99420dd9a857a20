"""The time limit of a table: when the time is up, the round in progress is the last, and the richest player wins.

The rules have no clock, and records have no times. So when the time is up, the table makes this round the last in its rules,
and the record, which has these rules, replays to the same end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rentier.box import Setting

MOST_BREAK = 300.0  # seconds: longer breaks between two decisions count as this long


class PlayingTime:
    """How long a game has been played, from its first decision on; `seconds`: up to the last one."""

    def __init__(self, times: Iterable[float] = ()) -> None:
        """Begin with the times of the decisions so far, in seconds since the epoch."""
        self.seconds = 0.0
        self._last: float | None = None
        for at in times:
            self.add(at)

    def add(self, at: float) -> None:
        """Add the time of a decision."""
        self.seconds = self.at(at)
        self._last = at

    def at(self, now: float) -> float:
        """Return how long the game has been played at a time after its last decision."""
        since = 0.0 if self._last is None else now - self._last
        return self.seconds + min(max(since, 0.0), MOST_BREAK)


def ending_with(overrides: Mapping[str, Setting], last_round: int) -> dict[str, Setting]:
    """Return house rules under which the game ends after `last_round` and the richest player wins."""
    return {**overrides, "round_cap": last_round, "cap": "worth"}
