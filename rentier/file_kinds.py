"""The kinds of TOML files that Rentier reads, recognised by their keys, so that messages can say which command reads which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rentier.errors import RentierError


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its name, and what can be done with it."""

    name: str
    use: str


POSITION = FileKind("a position", "`rentier odds` and `rentier explain` read it")
RECORD = FileKind("the record of a game", "`rentier replay`, `rentier review` and `rentier odds` read it")
QUERIES = FileKind("a file of queries", "`rentier query AGENT FILE` reads it")
PRESET = FileKind("a preset", "`--rules FILE` plays by it, and `rentier rules FILE` explains it")
BOARD = FileKind("a board", "a preset names it as its board, or `--set board=FILE`")
DECKS = FileKind("a pair of decks", "a preset names it as its decks, or `--set decks=FILE`")
SAVED_AGENT = FileKind("a saved agent", "its path stands for an agent, as in `rentier match FILE random`")
GENES = FileKind("a file of genes", "`genes:FILE` is an agent")
KIND_BY_KEY = {  # keys that only this kind has, the most certain first
    "version": PRESET,
    "saved_agent": SAVED_AGENT,
    "questions": QUERIES,
    "rules_digest": RECORD,
    "decisions": RECORD,
    "squares": BOARD,
    "chance": DECKS,
    "chest": DECKS,
    "granularity": GENES,
    "genes": GENES,
    "players": POSITION,
    "base": PRESET,
    "board": PRESET,
}


def kind_of(values: Mapping[str, object]) -> FileKind | None:
    """Return the kind of file that has this TOML content; None if Rentier does not read such files."""
    return next((kind for key, kind in KIND_BY_KEY.items() if key in values), None)


def check_kind(file: str, values: Mapping[str, object], *wanted: FileKind) -> None:
    """Refuse a file of another kind, and say what such a file is for. A file of no known kind is left to its reader."""
    kind = kind_of(values)
    if kind is None or kind in wanted:
        return
    should = " or ".join(one.name for one in wanted)
    raise RentierError(f"{file}: is {kind.name}, and should be {should}; {kind.use}")
