"""Files of whole games with every decision, for learners to replay: Parquet (extra `lab`), one row per game.

Row groups are small, and neither writing nor reading holds more than one in memory, however many games there are.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rentier.arena.limits import FEWEST_PLAYERS, MOST_SEED
from rentier.box import Box
from rentier.box.reading import Table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.files import atomic_write, load_arrow
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.layout import Numbers
from rentier.record.games import read_box, rules_digest

FORMAT = 1
WHAT = "files of games"
ABOUT = b"rentier_games"  # the metadata key of the description of the games, which is JSON
GROUP_GAMES = 256  # a row group is written once it has this many games ...
GROUP_DECISIONS = 1 << 20  # ... or this many decisions
COLUMN_TYPES = {
    "game": "int64",
    "key": "uint64",
    "seats": "list:int8",
    "winner": "int8",
    "turns": "int64",
    "decisions": "int64",
    "kind": "list:int8",
    "target": "list:int8",
    "amount": "list:int32",
    "give": "list:int64",
    "take": "list:int64",
    "iou": "list:int32",
    "free_rent": "list:int64",
}


class SavedGame(NamedTuple):
    """A game of a file: its number, the key of its luck, the agent in each seat, the agent that won, and every action.

    `winner` is -1 if there is no sole winner; `actions` has a row per decision with the numbers of an `Action`.
    """

    number: int
    key: int
    seats: tuple[int, ...]
    winner: int
    actions: Numbers


def about_games(box: Box, agents: Sequence[str], seed: int, seats: str) -> dict[str, object]:
    """Return the description of the games that a file contains."""
    return {
        "format": FORMAT,
        "rules": box.source,
        "rules_version": box.version,
        "rules_digest": rules_digest(box),
        "switches": dict(box.overrides),
        "agents": list(agents),
        "seed": seed,
        "seats": seats,
    }


class GamesWriter:
    """Writes a file of games, one game after the other."""

    def __init__(self, draft: Path, about: Mapping[str, object]) -> None:
        self.arrow = load_arrow(WHAT)
        self.schema = _schema(self.arrow, about)
        self.file = self.arrow.parquet.ParquetWriter(draft, self.schema, compression="zstd", write_page_checksum=True)
        self.games = self.decisions = 0  # in total
        self.rows: list[tuple[SavedGame, int]] = []  # games of the current row group, with their turns
        self.gathered = 0  # decisions of these games

    def add(self, game: SavedGame, turns: int) -> None:
        """Add the next game."""
        self.rows.append((game, turns))
        self.games += 1
        self.decisions += len(game.actions)
        self.gathered += len(game.actions)
        if len(self.rows) == GROUP_GAMES or self.gathered >= GROUP_DECISIONS:
            self._write()

    def finish(self) -> None:
        """Write the last games and close the file."""
        if self.rows:
            self._write()
        self.file.close()

    def _write(self) -> None:
        """Write a row group."""
        games = [game for game, _ in self.rows]
        columns: dict[str, Any] = {
            "game": [game.number for game in games],
            "key": [game.key for game in games],
            "seats": [game.seats for game in games],
            "winner": [game.winner for game in games],
            "turns": [turns for _, turns in self.rows],
            "decisions": [len(game.actions) for game in games],
        }
        arrays = {name: self.arrow.array(values, self.schema.field(name).type) for name, values in columns.items()}
        offsets = self.arrow.array(np.cumsum([0, *columns["decisions"]]), self.arrow.int32())
        for number, name in enumerate(Action._fields):
            narrow = self.schema.field(name).type.value_type.to_pandas_dtype()
            values = np.concatenate([game.actions[:, number] for game in games], dtype=narrow, casting="unsafe")
            arrays[name] = self.arrow.ListArray.from_arrays(offsets, self.arrow.array(values))
        self.file.write_table(self.arrow.Table.from_pydict(arrays, schema=self.schema))
        self.rows, self.gathered = [], 0


@contextlib.contextmanager
def written_games(path: Path, about: Mapping[str, object]) -> Iterator[GamesWriter]:
    """Open a writer whose file appears, complete, only if all goes well."""
    with atomic_write(path) as draft:
        writer = GamesWriter(draft, about)
        yield writer
        writer.finish()


class GamesFile:
    """A file of games that can be iterated over any number of times; refused if it was written under other rules."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._arrow = load_arrow(WHAT)
        with self._reading():
            self._file = self._arrow.parquet.ParquetFile(self.path, page_checksum_verification=True)
        about = _read_about(self.path, self._file.schema_arrow)
        _check_columns(self.path, self._file.schema_arrow, _schema(self._arrow, {}))
        self.box = read_box(about)
        self.agents = about.texts("agents")
        if not FEWEST_PLAYERS <= len(self.agents) <= MOST_SEATS:
            raise about.wrong("agents", f"there are {len(self.agents)}; there should be {FEWEST_PLAYERS} to {MOST_SEATS}")
        self.seed = about.number("seed", 0, MOST_SEED)
        self.seats = about.text("seats")

    @property
    def games(self) -> int:
        """The number of games in the file."""
        return int(self._file.metadata.num_rows)

    def __len__(self) -> int:
        return self.games

    def __iter__(self) -> Iterator[SavedGame]:
        for group in range(self._file.num_row_groups):
            with self._reading():
                rows = self._file.read_row_group(group).combine_chunks()
            if rows.num_rows > 0:
                yield from self._games_of(group, rows)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn errors of reading into one-line errors."""
        try:
            yield
        except FileNotFoundError:
            raise RentierError(f"{self.path}: there is no such file") from None
        except (OSError, self._arrow.ArrowException) as error:
            raise RentierError(f"{self.path}: cannot be read as Parquet: {str(error).splitlines()[0]}") from None

    def _games_of(self, group: int, rows: Any) -> Iterator[SavedGame]:
        """Yield the games of a row group."""
        columns = {name: rows.column(name).chunk(0) for name in COLUMN_TYPES}
        numbers = {name: self._numbers(group, name, column) for name, column in columns.items()}
        players = len(self.agents)
        lengths = dict.fromkeys(Action._fields, numbers["decisions"]) | {"seats": np.full(rows.num_rows, players)}
        for name, expected in lengths.items():
            if not np.array_equal(columns[name].value_lengths().to_numpy(), expected):
                whose = "agents" if name == "seats" else "decisions"
                raise self._garbled(group, f"{name!r} should have as many numbers in each game as there are {whose}")
        seats = numbers["seats"].reshape(-1, players)
        ends = np.cumsum(numbers["decisions"])
        for row in range(rows.num_rows):
            own = slice(ends[row] - numbers["decisions"][row], ends[row])
            actions = np.empty((own.stop - own.start, ACTION_NUMBERS), np.int64)
            for number, name in enumerate(Action._fields):
                actions[:, number] = numbers[name][own]
            game, key, winner = (int(numbers[name][row]) for name in ("game", "key", "winner"))
            if sorted(seats[row].tolist()) != list(range(players)):
                raise RentierError(f"{self.path}: game {game}: seats: each agent should sit in one of them")
            yield SavedGame(game, key, tuple(seats[row].tolist()), winner, actions)

    def _numbers(self, group: int, name: str, column: Any) -> Numbers:
        """Return the numbers of a column, flattened if it has lists."""
        flat = column.flatten() if COLUMN_TYPES[name].startswith("list:") else column
        if column.null_count or flat.null_count:
            raise self._garbled(group, f"{name!r} has gaps")
        numbers: Numbers = flat.to_numpy()
        return numbers

    def _garbled(self, group: int, why: str) -> RentierError:
        return RentierError(f"{self.path}: row group {group}: {why}; the file is garbled")


def _schema(arrow: Any, about: Mapping[str, object]) -> Any:
    """Return the Arrow schema of a file of games, with the description of the games as metadata."""
    fields = []
    for name, written in COLUMN_TYPES.items():
        inner = arrow.type_for_alias(written.removeprefix("list:"))
        fields.append((name, arrow.list_(inner) if written.startswith("list:") else inner))
    return arrow.schema(fields, {ABOUT: json.dumps(about, ensure_ascii=False).encode()})


def _read_about(path: Path, schema: Any) -> Table:
    """Read a file's description of its games; refuse a file of another kind or format."""
    metadata = schema.metadata or {}
    try:
        about = Table(str(path), dict(json.loads(metadata[ABOUT])))
    except (KeyError, ValueError, TypeError):
        raise RentierError(f"{path}: is not a file written by `rentier games`") from None
    if about.get("format", f"the number {FORMAT}") != FORMAT:
        raise about.wrong("format", f"{about.values['format']} should be {FORMAT}, the format that this version reads")
    return about


def _check_columns(path: Path, found: Any, expected: Any) -> None:
    """Refuse a file with missing columns or columns of another type."""
    for field in expected:
        if found.get_field_index(field.name) < 0 or found.field(field.name).type != field.type:
            raise RentierError(f"{path}: there should be a column {field.name!r} of type {field.type}")
