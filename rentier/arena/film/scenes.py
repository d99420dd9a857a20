"""The scenes of a game, as a film shows it: one for each decision that changes something.

What comes to nothing is left out: bids, offers and refusals, and turns between which nobody does anything.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

from rentier.game.events import (
    ACCEPTED,
    BID_MADE,
    BUILT,
    BY_DICE,
    COUNTERED,
    DECLINED,
    LEFT_AUCTION,
    MORTGAGED,
    MOVED,
    OFFERED,
    REFUSED,
    SOLD_BUILDINGS,
    TURN_BEGAN,
    UNMORTGAGED,
    Event,
)
from rentier.game.state import GameRecord
from rentier.game_api import Game
from rentier.narration.moves import path_of, roll_of
from rentier.narration.sentences import Narrator

ROUTINE = (BUILT, SOLD_BUILDINGS, MORTGAGED, UNMORTGAGED)
UNSAID = (OFFERED, COUNTERED, REFUSED, BID_MADE, LEFT_AUCTION, DECLINED, TURN_BEGAN)


class Line(NamedTuple):
    """A sentence with the names of the players, and the seat that it speaks of first."""

    text: str
    seat: int | None


class Scene(NamedTuple):
    """What a decision led to: the game after it, the squares the mover's token went over, and the sentences.

    `turn`, `round` and `mover` are those in which it was made.
    """

    game: GameRecord
    round: int
    turn: int
    mover: int
    path: tuple[int, ...] = ()
    rolled: bool = False
    routine: bool = False  # one of many of its kind
    lines: tuple[Line, ...] = ()


def scenes_of(record: str, names: Sequence[str]) -> list[Scene]:
    """The scenes of a recorded game, its beginning first."""
    camera = _Camera(names)
    end = Game.replay(record, listen=camera)
    if camera.scenes[-1].turn != end.turn:  # a record may end where a turn has just begun
        camera.scenes.append(Scene(copy.copy(end.state), end.round, end.turn, end.mover))
    return camera.scenes


class _Camera:
    """Listens to a game and keeps its scenes."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.scenes: list[Scene] = []
        self.turn = (0, 0, 0)

    def __call__(self, game: Game) -> None:
        turn, self.turn = self.turn, (game.round, game.turn, game.mover)
        if not game.decisions:
            self.scenes.append(Scene(copy.copy(game.state), *self.turn))
            return
        events = game.events
        path, rolled = tuple(path_of(game.box, events)), roll_of(events) is not None
        lines = self._lines(game, events)
        if path or rolled or lines:
            routine = any(event.kind in ROUTINE for event in events)
            self.scenes.append(Scene(copy.copy(game.state), *turn, path, rolled, routine, lines))

    def _lines(self, game: Game, events: Sequence[Event]) -> tuple[Line, ...]:
        """The sentences, without headings and talk. That the dice move a token is seen and need not be said."""
        narrator = Narrator(game.box, self.names, game.players)
        lines = []
        for told, event in narrator.tell(game.state, events):
            if event is None or event.kind in UNSAID or (event.kind == MOVED and event.why == BY_DICE):
                continue
            # the offer itself was left out
            text = narrator.say("{seat} trades {terms} with {other}", event) if event.kind == ACCEPTED else told
            seat = event.seat if event.seat >= 0 else event.other
            lines.append(Line(text, seat if seat >= 0 else None))
        return tuple(lines)
