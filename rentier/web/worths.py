"""Everybody's net worth over the turns of a game, for the chart in the middle of the board."""

from __future__ import annotations

from rentier.web.view import Shown

MOST_POINTS = 300  # then every second one is dropped


class WorthHistory:
    """Points of a chart: the net worth of all players at the end of each turn seen, and now."""

    def __init__(self) -> None:
        self.points: list[Shown] = []

    def see(self, state: Shown) -> None:
        """Add the current state; it replaces an earlier one of the same turn."""
        if self.points and self.points[-1]["turn"] == state["turn"]:
            self.points.pop()
        if len(self.points) >= MOST_POINTS:
            self.points = self.points[::2]
        worths = [0 if player["bankrupt"] else player["worth"] for player in state["players"]]
        self.points.append({"turn": state["turn"], "worths": worths})
