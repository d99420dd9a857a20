"""The chronicle of a game: the log of its last decisions in words, and the chart of everybody's worth.

A table adds to it after every decision. After a restart it is made again from the stored decisions, and tells the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rentier.game_api import Game
from rentier.narration.sentences import Narrator
from rentier.web.bankruptcies import bankruptcies
from rentier.web.view import Shown
from rentier.web.worths import WorthHistory

LOG_LENGTH = 200


class Chronicle:
    """The log and the chart of one game; `created` is the time of its table, in seconds since the epoch."""

    def __init__(self, game: Game, created: float) -> None:
        """Begin at the start of a game."""
        self.log: deque[Shown] = deque(maxlen=LOG_LENGTH)
        self.worths = WorthHistory()
        self.worths.see(game)
        self._created = created

    def tell_opening(self, game: Game, names: Sequence[str]) -> None:
        """Begin the log with the start of the game."""
        opening = Narrator(game.box, names, game.players).opening(game.state)
        self.log.append({"number": 0, "seat": None, "lines": [line.text for line in opening]})

    def tell(
        self, game: Game, names: Sequence[str], number: int, seat: int, at: float, announcements: Sequence[str] = ()
    ) -> Shown:
        """Tell the last decision of a game, made at a time by a seat; return its entry in the log."""
        self.worths.see(game)
        events = game.events
        told = Narrator(game.box, names, game.players).tell(game.state, events)
        entry = {
            "number": number,
            "seat": seat,
            "lines": [*announcements, *(line.text for line in told)],
            "bankruptcies": bankruptcies(game, events, at - self._created),
        }
        self.log.append(entry)
        return entry
