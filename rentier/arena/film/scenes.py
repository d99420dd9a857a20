"""The scenes of a game, as a film shows it: one for each decision that changes something.

What comes to nothing is left out: bids, offers and refusals, and turns between which nobody does anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rentier.arena.narrate import told_game
from rentier.arena.telling.journey import find_journey
from rentier.arena.telling.names import SEAT, with_names
from rentier.arena.telling.path import path_of
from rentier.arena.telling.tale import INDENT
from rentier.game.edge import copied
from rentier.game.state import GameRecord
from rentier.game.words import ACCEPT, BID, BUILD, COUNTER, DECLINE, LIFT, MORTGAGE, OFFER, PASS, REFUSE, ROLL, SELL
from rentier.record.actions import offer_on_table, parse_action, terms_text
from rentier.table import Game

ROUTINE = (BUILD, SELL, MORTGAGE, LIFT)
TALK = (OFFER, COUNTER, REFUSE, BID, PASS, DECLINE)


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
    thrown: bool = False
    routine: bool = False  # one of many of its kind
    lines: tuple[Line, ...] = ()


def labels(agents: Sequence[str], players: int) -> list[str]:
    """What to call the seats: by their agents, with the number of the seat where two have the same."""
    if not agents:
        return [f"seat {seat}" for seat in range(players)]
    return [f"{agent} ({seat})" if agents.count(agent) > 1 else agent for seat, agent in enumerate(agents)]


def scenes_of(record: str, names: Sequence[str]) -> list[Scene]:
    """The scenes of a recorded game, its beginning first."""
    camera = _Camera(names)
    told_game(camera).replay(record)
    return camera.scenes


class _Camera:
    """Listens to a game and keeps its scenes."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.scenes: list[Scene] = []
        self.before: GameRecord | None = None

    def __call__(self, game: Game, told: list[str]) -> None:
        before, after = self.before, copied(game.state)
        self.before = after
        scene = Scene(after, *_turn(after)) if before is None else self._scene(game, before, after, told)
        if before is None or scene.path or scene.thrown or scene.lines:
            self.scenes.append(scene)

    def _scene(self, game: Game, before: GameRecord, after: GameRecord, told: list[str]) -> Scene:
        """What the last decision led to. That a token moves is seen and need not be said."""
        action = parse_action(game.box, game.decisions[-1].partition(": ")[2])
        journey = find_journey(game.box.record, before, after, action)
        turn = _turn(before)
        mover = turn[-1]
        path = path_of(game.box, journey, int(before.square[mover]), int(after.square[mover])) if journey else []
        thrown = action.kind == ROLL
        unsaid = action.kind in TALK or (thrown and journey is not None and bool(journey.stops) and not journey.fined)
        if action.kind == ACCEPT:  # the offer itself was left out
            terms = terms_text(game.box, offer_on_table(before))
            told = [f"{INDENT}Seat {before.offer_from} trades {terms} with seat {before.actor}.", *told[1:]]
        lines = self._lines(told[int(unsaid) :], game.over)
        return Scene(after, *turn, tuple(path), thrown, action.kind in ROUTINE, lines)

    def _lines(self, told: Sequence[str], over: bool) -> tuple[Line, ...]:
        """The sentences, without the headings of turns."""
        said = [line for line in told if line.startswith(INDENT) or (over and line == told[-1])]
        texts = with_names(said, self.names)
        found = [SEAT.search(line) for line in said]
        return tuple(Line(text, int(seat[1]) if seat else None) for text, seat in zip(texts, found, strict=True))


def _turn(game: GameRecord) -> tuple[int, int, int]:
    """The round, the turn, and whose it is."""
    return int(game.rounds), int(game.turns), int(game.mover)
