"""Hooks watch every step of the games of a match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rentier import Game
from rentier.agents.specs import parse_agent
from rentier.arena.hooks import Hook, watch_match
from rentier.arena.match import play_match
from rentier.arena.play import DECISIONS, DRAWN, TURNS, WINNER
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game.events import ENDED, Event
from rentier.game.words import Action

BOX = load_box("uk-classic", {"turn_cap": 40, "cap": "worth", "trade_menu": "none"})
AGENTS = [parse_agent(spec) for spec in ("random", "reserve:50,0", "random:uniform")]


class Log(Hook):
    """Records what it saw."""

    def __init__(self) -> None:
        self.begun: list[list[int]] = []
        self.steps = 0
        self.ended = 0
        self.games: list[tuple[int, int, int]] = []

    def before(self, game: Game, seating: Sequence[int]) -> None:
        assert game.turn == 1
        self.begun.append(list(seating))
        self.steps = 0

    def step(self, game: Game, action: Action) -> None:
        assert game.is_legal(action)
        self.steps += 1

    def happened(self, game: Game, events: Sequence[Event]) -> None:
        assert list(events) == game.events
        self.ended += sum(event.kind == ENDED for event in events)

    def after(self, game: Game, seating: Sequence[int]) -> None:
        winner = seating[game.winners[0]] if len(game.winners) == 1 else DRAWN
        self.games.append((winner, game.turn, self.steps))


@pytest.mark.parametrize("seats", ["rotate", "fixed"])
def test_hooks_see_the_games_of_the_match(seats: str) -> None:
    log = Log()
    watch_match(BOX, AGENTS, 5, 4, hooks=[log], seats=seats)
    rows = play_match(BOX, AGENTS, 5, 4, seats=seats, keep_rows=True).rows
    assert rows is not None
    assert log.games == [(row[WINNER], row[TURNS], row[DECISIONS]) for row in rows.tolist()]
    assert log.ended == 5
    assert log.begun[:2] == ([[0, 1, 2], [1, 2, 0]] if seats == "rotate" else [[0, 1, 2], [0, 1, 2]])


def test_shuffled_games_are_not_watched() -> None:
    with pytest.raises(RentierError, match="not shuffle"):
        watch_match(BOX, AGENTS, 5, 4, hooks=[], seats="shuffle")
