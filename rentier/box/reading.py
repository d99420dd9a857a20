"""Reading TOML files: typed access to keys. Every error is one line that names the file, the key and the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rentier.box.bounded_toml import load_toml
from rentier.errors import RentierError, unknown

DATA = Path(__file__).parent / "data"
SCHEMA = 1
MOST_MONEY = 1_000_000


def describe(value: object) -> str:
    """Return a value roughly as the user wrote it: `'red'`, `true`, `12`, `a list of 3`, `a table`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"{value!r}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table" if isinstance(value, Mapping) else str(value)


def is_number(value: object) -> bool:
    """Return whether a value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_line(value: object) -> bool:
    """Return whether a value is a non-empty text that can be printed on one line."""
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


@dataclass
class Table:
    """One table of a file, with its place in the file and the keys that were read."""

    file: str
    values: Mapping[str, object]
    place: str = ""
    read: set[str] = field(default_factory=set)

    def key(self, name: str) -> str:
        """Return the full name of a key of this table: `squares[4].price`."""
        return f"{self.place}.{name}" if self.place else name

    def wrong(self, name: str, reason: str) -> RentierError:
        """Return the error for a key of this table, on one line even if the user's names contain line breaks."""
        return RentierError(f"{self.file}: {self.key(name)}: {reason}".replace("\n", "\\n"))

    def get(self, name: str, expected: str) -> object:
        """Return the value of a required key."""
        self.read.add(name)
        if name not in self.values:
            raise self.wrong(name, f"missing; expected {expected}")
        return self.values[name]

    def text(self, name: str, default: str | None = None) -> str:
        """Return a non-empty text of one line."""
        self.read.add(name)
        if default is not None and name not in self.values:
            return default
        value = self.get(name, "a text")
        if not _is_line(value):
            raise self.wrong(name, f"{describe(value)} should be a text of one line that is not empty")
        return str(value).strip()

    def word(self, name: str, what: str, choices: Iterable[str]) -> str:
        """Return a text that is one of the choices."""
        known = list(choices)
        value = self.get(name, f"one of {', '.join(known)}")
        if value not in known:
            raise self.wrong(name, unknown(what, str(value), known))
        return str(value)

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        self.read.add(name)
        if default is not None and name not in self.values:
            return default
        expected = f"a whole number from {least} to {most}"
        value = self.get(name, expected)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(name, f"{describe(value)} should be {expected}")
        return value

    def numbers(self, name: str, fewest: int, longest: int) -> tuple[int, ...]:
        """Return a list of amounts of money, of a length within bounds."""
        count = f"{fewest}" if fewest == longest else f"{fewest} to {longest}"
        expected = f"a list of {count} whole numbers from 0 to {MOST_MONEY}"
        value = self.get(name, expected)
        if not isinstance(value, list) or not fewest <= len(value) <= longest:
            raise self.wrong(name, f"{describe(value)} should be {expected}")
        for position, figure in enumerate(value):
            if not is_number(figure) or not 0 <= figure <= MOST_MONEY:
                reason = f"{describe(figure)} should be a whole number from 0 to {MOST_MONEY}"
                raise self.wrong(f"{name}[{position}]", reason)
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if the key is absent."""
        self.read.add(name)
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(_is_line(text) for text in value):
            raise self.wrong(name, f"{describe(value)} should be a list of texts of one line")
        return tuple(text.strip() for text in value)

    def table(self, name: str) -> Table:
        """Return a table within this one, empty if the key is absent."""
        self.read.add(name)
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(name, f"{describe(value)} should be a table")
        return Table(self.file, value, self.key(name))

    def tables(self, name: str, fewest: int, most: int) -> list[Table]:
        """Return a list of tables, written as `[[name]]`."""
        self.read.add(name)
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.wrong(name, f"{describe(value)} should be a list of tables, each headed [[{self.key(name)}]]")
        if not fewest <= len(value) <= most:
            raise self.wrong(name, f"there are {len(value)}; there should be {fewest} to {most}")
        return [Table(self.file, entry, f"{self.key(name)}[{number}]") for number, entry in enumerate(value)]

    def file_named(self, name: str, folder: str) -> Path:
        """Return the preset, board or decks file that a key names. A path is relative to this file."""
        given = self.text(name)
        try:
            return find_file(folder, given, Path(self.file).parent)
        except RentierError as error:
            raise self.wrong(name, str(error)) from None

    def finish(self) -> None:
        """Refuse keys that were not read."""
        for name in self.values:
            if name not in self.read:
                raise self.wrong(name, unknown("key", name, sorted(self.read)))


def read_table(path: Path) -> Table:
    """Read a TOML file."""
    try:
        return Table(str(path), load_toml(path.read_text(encoding="utf-8")))
    except UnicodeDecodeError:
        raise RentierError(f"{path}: not valid TOML: the file should be UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise RentierError(f"{path}: not valid TOML: {error}") from None
    except OSError as error:
        raise RentierError(f"{path}: cannot be read: {error.strerror}") from None


def check_schema(table: Table) -> None:
    """Refuse a file whose schema version is not the one this program reads."""
    value = table.get("schema", f"schema = {SCHEMA}")
    if value != SCHEMA or not is_number(value):
        raise table.wrong("schema", f"{describe(value)} should be {SCHEMA}, the layout this program reads")


def is_path(given: str | Path) -> bool:
    """Return whether the user means a file rather than a built-in name."""
    return isinstance(given, Path) or given.endswith(".toml") or "/" in given or "\\" in given


def built_in_names(folder: str) -> list[str]:
    """Return the names of the built-in presets, boards or decks."""
    return sorted(path.stem for path in (DATA / folder).glob("*.toml"))


def find_file(folder: str, given: str | Path, beside: Path) -> Path:
    """Return the file of a built-in name or of a path relative to `beside`. `folder` is presets, boards or decks."""
    what = folder if folder == "decks" else folder.removesuffix("s")
    if is_path(given):
        path = beside / Path(given).expanduser()
        if not path.is_file():
            raise RentierError(f"no file {path}; {what} should be a file or one of {', '.join(built_in_names(folder))}")
        return path
    names = built_in_names(folder)
    if given not in names:
        raise RentierError(unknown(what, str(given), names))
    return DATA / folder / f"{given}.toml"
