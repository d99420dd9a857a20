"""Questions for the process that reads rules, positions, records and long games, each within a time limit."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.record.games import Beginning
from rentier.record.position import position_text, read_position, read_toml
from rentier.web.replaying import Imported, Replay, play_record, read_rules
from rentier.web.rule_files import PRESET, check_files, without_folders


@dataclass(frozen=True)
class RulesQuestion:
    """Are these files of a user valid rules?"""

    files: Mapping[str, str]

    def think(self) -> None:
        """Raise an error if they are not."""
        check_files(self.files)
        with tempfile.TemporaryDirectory(prefix="rentier-rules-") as folder:
            for name, text in self.files.items():
                (Path(folder) / name).write_text(text, encoding="utf-8")
            try:
                load_box(Path(folder) / PRESET)
            except RentierError as error:
                raise RentierError(without_folders(str(error), folder)) from None


@dataclass(frozen=True)
class PositionQuestion:
    """What does a position say, under the rules of `source`? Only one that `loads_dice` may set the luck."""

    rules: str
    source: str
    overrides: Mapping[str, object]
    text: str
    key: int
    players: int
    loads_dice: bool

    def think(self) -> str:
        """Return the position as it is saved."""
        box = load_box(self.source, self.overrides)
        if not self.loads_dice and "luck" in read_toml("position", self.text).values:
            raise RentierError("position: loaded dice are not allowed on this server; remove [luck]")
        read = read_position(self.text, self.key, box)
        position = read.text() if read.violations else position_text(box, self.rules, read.game, read.loaded)
        game = Game.begun(box, Beginning(self.rules, self.players, self.key, position))
        if game.players != self.players:
            raise RentierError(f"the position has {game.players} players, but there are {self.players} seats")
        if game.over:
            raise RentierError("position: the game is already over")
        return position


@dataclass(frozen=True)
class RecordQuestion:
    """What does a record say, before its rules are known?"""

    text: str

    def think(self) -> tuple[str, dict[str, Any], Mapping[str, Any]]:
        """Return its rules, its house rules and all its values."""
        return read_rules(self.text)


@dataclass(frozen=True)
class ReplayQuestion:
    """How does a record end under the rules of `source`?"""

    values: Mapping[str, Any]
    source: str

    def think(self) -> Imported:
        """Return the game, played to its end."""
        return play_record(self.values, self.source)


@dataclass(frozen=True)
class OpenQuestion:
    """What happened in a saved game, under the rules of `source`? Games may have many thousands of decisions."""

    beginning: Beginning
    source: str
    overrides: Mapping[str, object]
    actions: Sequence[str]
    names: Sequence[str]

    def think(self) -> Replay:
        """Return the game with all its steps."""
        game = Game.begun(load_box(self.source, self.overrides), self.beginning)
        return Replay(game, self.beginning, self.actions, self.names)
