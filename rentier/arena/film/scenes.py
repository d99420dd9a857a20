"""The scenes of a film: one for each decision of the game that changes something.

Bids, offers and refusals are left out, and so are moments between turns at which nobody does anything.
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
LEFT_OUT = (OFFERED, COUNTERED, REFUSED, BID_MADE, LEFT_AUCTION, DECLINED, TURN_BEGAN)


class Line(NamedTuple):
    """A sentence with the names of the players, and the seat that it is about."""

    text: str
    seat: int | None


class Scene(NamedTuple):
    """The outcome of a decision: the game after it, the squares that the mover's token passed, and the sentences.

    `turn`, `round` and `mover` are those at the time of the decision.
    """

    game: GameRecord
    round: int
    turn: int
    mover: int
    path: tuple[int, ...] = ()
    rolled: bool = False
    routine: bool = False  # about buildings or mortgages, which come many at a time
    lines: tuple[Line, ...] = ()


def scenes_of(record: str, names: Sequence[str]) -> list[Scene]:
    """Return the scenes of a recorded game, starting with its opening position."""
    camera = _Camera(names)
    end = Game.replay(record, listen=camera)
    if camera.scenes[-1].turn != end.turn:  # a record may end where a turn has just begun
        camera.scenes.append(Scene(copy.copy(end.state), end.round, end.turn, end.mover))
    return camera.scenes


class _Camera:
    """Listens to a game and collects its scenes."""

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
        """Return the sentences, without headings and talk. Moves by the dice are visible and need no sentence."""
        narrator = Narrator(game.box, self.names, game.players)
        lines = []
        for sentence, event in narrator.tell(game.state, events):
            if event is None or event.kind in LEFT_OUT or (event.kind == MOVED and event.why == BY_DICE):
                continue
            # an accepted offer is told in full, because the offer itself was left out
            text = narrator.say("{seat} trades {terms} with {other}", event) if event.kind == ACCEPTED else sentence
            seat = event.seat if event.seat >= 0 else event.other
            lines.append(Line(text, seat if seat >= 0 else None))
        return tuple(lines)
