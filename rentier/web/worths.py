"""Everybody's net worth over the turns of a game, for the chart in the middle of the board."""

from __future__ import annotations

from rentier.game_api import Game
from rentier.web.view import Shown

MOST_POINTS = 300  # then every second one is dropped


class WorthHistory:
    """Points of a chart: the net worth of all players at the end of each turn, and now."""

    def __init__(self) -> None:
        self.points: list[Shown] = []

    def see(self, game: Game) -> None:
        """Add the current worths; they replace earlier ones of the same turn."""
        if self.points and self.points[-1]["turn"] == game.turn:
            self.points.pop()
        if len(self.points) >= MOST_POINTS:
            self.points = self.points[::2]
        worths = [0 if game.bankrupt(seat) else game.worth(seat) for seat in range(game.players)]
        self.points.append({"turn": game.turn, "worths": worths})
