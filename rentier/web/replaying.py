"""Replays of games: every decision in plain words, and the state before it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rentier.analysis.review_moments import subject_of
from rentier.errors import RentierError
from rentier.game.state import GameRecord, LuckRecord
from rentier.game_api import Game
from rentier.layout import as_records, layout, new
from rentier.narration.sentences import Narrator
from rentier.record.games import WHAT, Beginning, read_record
from rentier.record.position import read_toml
from rentier.record.toml import lines_of
from rentier.web.view import GameView, Shown, encoded, state_bytes

MOST_DECISIONS = 20_000  # of an imported record
LONGEST_NAME = 60


@dataclass(frozen=True)
class Step:
    """One decision, for the page."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about, if the action does not say so
    action: str
    lines: list[str]  # what followed


class Replay:
    """A game with all its steps; as texts and bytes, because it travels from one process to another."""

    def __init__(self, game: Game, beginning: Beginning, actions: Sequence[str], names: Sequence[str]) -> None:
        """Play a game from its start to the end of its record; `beginning` has the public name of the rules."""
        self.names = list(names)
        self.steps: list[str] = []  # each a `Step` as JSON
        narrator = Narrator(game.box, self.names, game.players)
        self._opening = [line.text for line in narrator.opening(game.state)]
        self._beginning = replace(beginning, violations=game.violations)
        states = [state_bytes(game)]
        self.end = game
        for action in actions:
            self.steps.append(encoded(vars(self._play(action, narrator))))
            states.append(state_bytes(game))
        self._states = b"".join(states)

    def _play(self, action: str, narrator: Narrator) -> Step:
        game = self.end
        subject = subject_of(game, self.names)
        place = (len(self.steps) + 1, game.round, game.turn, int(game.state.actor), game.decision, subject)
        game.apply(action)
        return Step(*place, action, [line.text for line in narrator.tell(game.state, game.events)])

    def record_from(self, source: str) -> str:
        """Return the record with the rules named by a source that other processes can load."""
        known, elsewhere = (lines_of({"rules": rules})[0] for rules in (self._beginning.rules, source))
        return self.end.record(self.names).replace(known, elsewhere, 1)

    def at(self, number: int) -> Game:
        """Return the game before a decision, counted from 1, without its luck; one more than the last is the end."""
        if not 1 <= number <= len(self.steps) + 1:
            raise RentierError(f"there is no decision {number}; the game has {len(self.steps)}")
        size = layout(GameRecord).itemsize
        state = np.frombuffer(self._states, layout(GameRecord), 1, (number - 1) * size).copy()
        return Game(self.end.box, as_records(state)[0], new(LuckRecord), self._beginning)

    def worths(self) -> list[Shown]:
        """Return what every player was worth at the first decision of each turn, and at the end (turn None)."""
        firsts: dict[int | None, int] = {}
        for number, step in enumerate(self.steps, 1):
            firsts.setdefault(json.loads(step)["turn"], number)
        firsts[None] = len(self.steps) + 1
        games = {turn: self.at(number) for turn, number in firsts.items()}
        return [{"turn": turn, "worth": [game.worth(seat) for seat in range(game.players)]} for turn, game in games.items()]

    def state(self, number: int) -> Shown:
        """Return the public state before a decision, and what had just happened."""
        shown = GameView(self.at(number)).state()
        lines = self._opening if number == 1 else json.loads(self.steps[number - 2])["lines"]
        return {"number": number, "state": shown, "lines": lines}


@dataclass(frozen=True)
class Imported:
    """An uploaded record, played to its end."""

    beginning: Beginning
    names: list[str]
    decisions: Sequence[str]  # each with its seat, as in the record
    over: bool
    winners: Sequence[int]
    rounds: int


def read_rules(record: str) -> tuple[str, dict[str, Any], Mapping[str, Any]]:
    """Return the rules that a record names, its house rules, and all its values, before anything is loaded."""
    table = read_toml(WHAT, record)
    return table.text("rules"), dict(table.table("switches").values), table.values


def play_record(record: Mapping[str, Any], source: str) -> Imported:
    """Play a record whose rules were found in `source`; refuse one that is invalid, empty or too long."""
    read = {**record, "rules": source}
    written = read_record(read)
    if len(written.decisions) > MOST_DECISIONS:
        raise RentierError(f"{WHAT}: it has {len(written.decisions)} decisions; at most {MOST_DECISIONS} are allowed")
    if not written.decisions:
        raise RentierError(f"{WHAT}: it has no decisions, so there is nothing to review")
    game = Game.replay(read)
    start = replace(written.beginning, rules=record["rules"], start=written.beginning.position)
    names = [_plain(name, seat) for seat, name in enumerate(written.agents)]
    if len(names) != game.players:
        names = [f"Player {seat + 1}" for seat in range(game.players)]
    return Imported(start, names, game.decisions, game.over, game.winners, game.round)


def _plain(name: str, seat: int) -> str:
    """Return a name as one short printable line."""
    shown = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return shown[:LONGEST_NAME] or f"Player {seat + 1}"
