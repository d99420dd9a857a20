"""Games played again: every decision in words, and the state before each."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rentier.analysis.review_decisions import subject_of
from rentier.errors import RentierError
from rentier.game.state import GameRecord, LuckRecord
from rentier.game_api import Game
from rentier.layout import new
from rentier.narration.sentences import Narrator
from rentier.record.games import WHAT, Beginning, read_record
from rentier.record.position import read_toml
from rentier.record.toml import lines_of
from rentier.web.view import GameView, Shown

MOST_DECISIONS = 20_000  # of a record that is imported
LONGEST_NAME = 60


@dataclass(frozen=True)
class Step:
    """One decision as it is told."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about, where the action does not say it
    action: str
    lines: list[str]  # what it led to


class Replay:
    """A game with all its steps. `beginning` names the rules as people know them."""

    def __init__(self, game: Game, beginning: Beginning, actions: Sequence[str], names: Sequence[str]) -> None:
        """Play a game that stands at its beginning to the end of its record."""
        self.names = list(names)
        self.steps: list[Step] = []
        self._narrator = Narrator(game.box, self.names, game.players)
        self.opening = [line.text for line in self._narrator.opening(game.state)]
        self._beginning = replace(beginning, violations=game.violations)
        self._states: list[GameRecord] = [copy.copy(game.state)]
        self.end = game
        for action in actions:
            self._play(action)

    def _play(self, action: str) -> None:
        game = self.end
        subject = subject_of(game, self.names)
        place = (len(self.steps) + 1, game.round, game.turn, int(game.state.actor), game.decision, subject)
        game.apply(action)
        self._states.append(copy.copy(game.state))
        lines = [line.text for line in self._narrator.tell(game.state, game.events)]
        self.steps.append(Step(*place, action, lines))

    def record_from(self, source: str) -> str:
        """The record with another name for its rules: where another process finds them."""
        known, elsewhere = (lines_of({"rules": rules})[0] for rules in (self._beginning.rules, source))
        return self.end.record().replace(known, elsewhere, 1)

    def at(self, number: int) -> Game:
        """The game as it waits for a decision, counted from 1, on no luck at all; one more than there are: as it ends."""
        if not 1 <= number <= len(self._states):
            raise RentierError(f"the game has {len(self.steps)} decisions; there is none with the number {number}")
        return Game(self.end.box, copy.copy(self._states[number - 1]), new(LuckRecord), self._beginning)

    def state(self, number: int) -> Shown:
        """What everybody saw before a decision, and what had just happened."""
        shown = GameView(self.at(number)).state()
        lines = self.opening if number == 1 else self.steps[number - 2].lines
        return {"number": number, "state": shown, "lines": lines}


@dataclass(frozen=True)
class Imported:
    """A record that was sent, played to its end."""

    beginning: Beginning
    game: Game
    names: list[str]


def read_rules(record: str) -> tuple[str, dict[str, Any], Mapping[str, Any]]:
    """The rules that a record names and the switches it sets otherwise, before anything is loaded; and all it says."""
    table = read_toml(WHAT, record)
    return table.text("rules"), dict(table.table("switches").values), table.values


def play_record(record: Mapping[str, Any], source: str) -> Imported:
    """Play a record whose rules were found in a source; refused in one line where it is none, or too long."""
    read = {**record, "rules": source}
    written = read_record(read)
    if len(written.decisions) > MOST_DECISIONS:
        raise RentierError(f"{WHAT}: it has {len(written.decisions)} decisions; {MOST_DECISIONS} is the most here")
    if not written.decisions:
        raise RentierError(f"{WHAT}: it has no decisions; there is nothing to show")
    game = Game.replay(read)
    start = replace(written.beginning, rules=record["rules"])
    names = [_plain(name, seat) for seat, name in enumerate(written.agents)]
    if len(names) != game.players:
        names = [f"seat {seat + 1}" for seat in range(game.players)]
    return Imported(start, game, names)


def _plain(name: str, seat: int) -> str:
    """A name of one line, not too long for a page."""
    shown = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return shown[:LONGEST_NAME] or f"seat {seat + 1}"
