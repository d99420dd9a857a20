"""The odds at a table: the newest estimate, and everybody's chances after earlier decisions for the chart."""

from __future__ import annotations

from collections import deque

from rentier.web.view import Shown

MOST_POINTS = 200


class OddsHistory:
    """The newest odds, and the shares of every seat after a number of decisions."""

    def __init__(self) -> None:
        self.newest: Shown | None = None
        self.points: deque[Shown] = deque(maxlen=MOST_POINTS)

    def add(self, odds: Shown) -> None:
        """Add new odds; they replace those of the same decision and of later ones, which have been undone."""
        self.newest = odds
        while self.points and self.points[-1]["number"] >= odds["number"]:
            self.points.pop()
        self.points.append({"number": odds["number"], "shares": [round(seat["share"], 3) for seat in odds["seats"]]})
