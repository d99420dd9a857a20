"""Game records: the beginning of a game, its key and every decision, as TOML that replays to the same game.

format = 1
rules = "uk-classic"
rules_version = 1
rules_digest = "0f3a5c7e9b1d2468"
players = 4
key = "c0ffee0123456789"
decisions = \"\"\"
2: roll
2: buy
...
\"\"\"
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rentier.box import Box, load_box
from rentier.box.presets import MOST_VERSIONS
from rentier.box.reading import Table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.record.position import read_toml
from rentier.record.toml import Value, block_text, lines_of, value_text

FORMAT = 1
WHAT = "game record"


@dataclass(frozen=True)
class Beginning:
    """How a game began: its rules, its key, and the starting position with its loaded luck, if it did not start normally.

    The position is given as text, or as a function that writes it: few games that start from a position are ever written.
    """

    rules: str
    players: int
    key: int
    start: str | Callable[[], str] = ""
    violations: tuple[str, ...] = ()  # what the starting position has against the rules

    @functools.cached_property
    def position(self) -> str:
        """The starting position as text; empty for a game that started normally."""
        return self.start if isinstance(self.start, str) else self.start()


@dataclass(frozen=True)
class WrittenGame:
    """A record that was read: the beginning, the box to play it with, the decisions, and the recorded result."""

    beginning: Beginning
    box: Box
    decisions: tuple[tuple[int, int, str], ...]  # line, seat, action
    result: Mapping[str, object] = field(default_factory=dict)
    agents: tuple[str, ...] = ()


def rules_digest(box: Box) -> str:
    """Return a digest of everything that the rules read from a box."""
    return hashlib.sha256(box.record.tobytes()).hexdigest()[:16]


def check_agents(agents: Sequence[str], players: int) -> Sequence[str]:
    """Return the names of the players if there is one per seat and a record can store them."""
    listed = isinstance(agents, list | tuple) and len(agents) == players
    if not listed or not all(isinstance(name, str) and name.isprintable() and name.strip() for name in agents):
        raise RentierError(f"agents: {agents!r} should be a list of {players} names, each one line of text")
    return agents


def record_text(
    box: Box, beginning: Beginning, decisions: Sequence[str], result: Mapping[str, Value], agents: Sequence[str]
) -> str:
    """Return a game as text."""
    values: dict[str, Value] = {
        "format": FORMAT,
        "rules": beginning.rules,
        "rules_version": box.version,
        "rules_digest": rules_digest(box),
    }
    if box.overrides:
        values["switches"] = dict(box.overrides)
    values |= {"players": beginning.players, "key": f"{beginning.key:016x}"}
    if agents:
        values["agents"] = list(agents)
    lines = lines_of(values)
    if result:
        lines.append(f"result = {value_text(result)}")
    if beginning.position:
        lines.append(f"start = {block_text(beginning.position)}")
    played = "".join(f"{decision}\n" for decision in decisions)
    lines.append(f"decisions = {block_text(played)}")
    return "\n".join(lines) + "\n"


def read_record(source: str | Mapping[str, Any]) -> WrittenGame:
    """Read a record without checking its decisions; refuse one that was written under other rules than the present ones."""
    table = read_toml(WHAT, source)
    _check_format(table)
    box = read_box(table)
    players = table.number("players", 2, MOST_SEATS)
    start = table.values.get("start", "")
    decisions = table.get("decisions", "the decisions, one on a line")
    if not isinstance(start, str) or not isinstance(decisions, str):
        raise table.wrong("decisions", "decisions and start should be strings")
    agents = table.texts("agents")
    result = table.table("result").values
    beginning = Beginning(table.text("rules"), players, _read_key(table), start)
    table.read.add("start")
    table.finish()
    return WrittenGame(beginning, box, tuple(_read_decisions(decisions)), result, agents)


def _check_format(table: Table) -> None:
    """Refuse a record of another format."""
    number = table.get("format", f"format = {FORMAT}")
    if number != FORMAT or isinstance(number, bool):
        raise table.wrong("format", f"{number} should be {FORMAT}, the format that this version reads")


def read_box(table: Table) -> Box:
    """Load the box of a record, and check that it is the one it was written with."""
    rules = table.text("rules")
    try:
        box = load_box(rules, table.table("switches").values)
    except RentierError as error:
        raise table.wrong("rules", str(error)) from None
    version = table.number("rules_version", 1, MOST_VERSIONS)
    if version != box.version:
        reason = f"written under version {version} of {rules!r}; the present rules are version {box.version}"
        raise table.wrong("rules_version", reason)
    digest = table.text("rules_digest")
    if digest != rules_digest(box):
        reason = f"the board, decks or switches of {rules!r} have changed since it was written, but not its version"
        raise table.wrong("rules_digest", reason)
    return box


def _read_key(table: Table) -> int:
    """Read the key of the luck: 64 bits in hexadecimal."""
    text = table.text("key")
    if not re.fullmatch(r"[0-9a-fA-F]{1,16}", text):
        raise table.wrong("key", f"{text!r} should be a number of up to 16 hex digits")
    return int(text, 16)


def _read_decisions(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield each decision with its line, its seat and its action."""
    for line, written in enumerate(text.splitlines(), 1):
        if not written.strip():
            continue
        parts = re.fullmatch(r"\s*(\d)\s*:\s*(.+)", written, re.ASCII)
        if parts is None:
            raise RentierError(f"{WHAT}: decisions: line {line}: {written[:60]!r} should read like '0: roll'")
        yield line, int(parts[1]), parts[2]
