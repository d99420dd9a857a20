"""The rule switches: their names, the settings they take, and the numbers that stand for these in the box record."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rentier.box.reading import DATA, Table, describe, is_number, read_table
from rentier.box.record import UNLIMITED
from rentier.errors import RentierError, unknown

Setting = str | int | bool
YES_OR_NO: dict[object, bool] = {
    **dict.fromkeys(("yes", "on", "true", "1"), True),
    **dict.fromkeys(("no", "off", "false", "0"), False),
}
KINDS = ("yes-no", "number", "word", "supply")


@dataclass(frozen=True)
class Switch:
    """One switch of the rules. `title`: its label on the page; `values`: the words it takes; `words`: words for a number."""

    name: str
    title: str
    section: str
    explain: str
    kind: str
    default: Setting
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[tuple[str, int], ...] = ()

    @property
    def expected(self) -> str:
        """Allowed settings as text."""
        if self.kind == "yes-no":
            return "yes or no"
        if self.kind == "word":
            return f"one of {', '.join(self.values)}"
        if self.kind == "supply":
            return f"houses/hotels such as 32/12, each from 0 to {self.most}, or unlimited"
        return " or ".join([f"a whole number from {self.least} to {self.most}", *(word for word, _ in self.words)])

    def read(self, value: object) -> Setting | None:
        """Return a value from a file or the command line as a setting, or None if it is not allowed."""
        if self.kind == "yes-no":
            return value if isinstance(value, bool) else YES_OR_NO.get(str(value).lower())
        if self.kind == "number":
            return self._read_number(value)
        text = value.strip().lower() if isinstance(value, str) else ""
        if self.kind == "word":
            return text if text in self.values else None
        return text if self._read_supply(text) is not None else None

    def _read_number(self, value: object) -> Setting | None:
        """Return a number within the bounds, a word that stands for a number outside them, or None."""
        words = dict(self.words)
        if isinstance(value, str):
            text = value.strip().lower()
            if text in words:
                return words[text] if self.least <= words[text] <= self.most else text
            value = int(text) if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII) else None
        return value if isinstance(value, int) and is_number(value) and self.least <= value <= self.most else None

    def _read_supply(self, text: str) -> tuple[int, int] | None:
        """Return the numbers of houses and hotels of a text such as `32/12`, or None."""
        if text == "unlimited":
            return UNLIMITED, UNLIMITED
        counts = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
        if counts is None:
            return None
        houses, hotels = int(counts[1]), int(counts[2])
        return (houses, hotels) if max(houses, hotels) <= self.most else None

    def number(self, setting: Setting) -> int:
        """Return the number that stands for a setting in the box record."""
        if isinstance(setting, str):
            return self.values.index(setting) if self.kind == "word" else dict(self.words)[setting]
        return int(setting)

    def supply(self, setting: Setting) -> tuple[int, int]:
        """Return the numbers of houses and hotels that a setting such as `32/12` stands for."""
        counts = self._read_supply(str(setting))
        if counts is None:
            raise RentierError(f"{self.name}: {describe(setting)} should be {self.expected}")
        return counts


def _read_switch(table: Table) -> Switch:
    """Read one switch of the data file."""
    words = table.table("words").values
    switch = Switch(
        name=table.text("name"),
        title=table.text("title"),
        section=table.text("section"),
        explain=table.text("explain"),
        kind=table.word("kind", "kind", KINDS),
        default="",
        values=table.texts("values"),
        least=table.number("min", -1, 10**9, 0),
        most=table.number("max", -1, 10**9, 0),
        words=tuple((word, number) for word, number in words.items() if isinstance(number, int)),
    )
    default = switch.read(table.get("default", switch.expected))
    if default is None:
        raise table.wrong("default", f"should be {switch.expected}")
    table.finish()
    return replace(switch, default=default)


@functools.cache
def switch_definitions() -> Mapping[str, Switch]:
    """Return every switch by name, in the order of the data file."""
    switches = [_read_switch(table) for table in read_table(DATA / "switches.toml").tables("switch", 1, 1000)]
    return {switch.name: switch for switch in switches}


def unknown_switch(name: str, others: Iterable[str] = ()) -> str:
    """Return the message for an unknown switch, with similar names; `others` are set like switches but are not switches."""
    explained = {switch.name: switch.explain for switch in switch_definitions().values()}
    return unknown("switch", name, [*explained, *others], "`rentier rules uk-classic` lists them", explained)


def read_setting(where: str, name: str, value: object) -> Setting:
    """Return the setting that a value stands for; `where` begins the error message."""
    switch = switch_definitions()[name]
    setting = switch.read(value)
    if setting is None:
        raise RentierError(f"{where}: {describe(value)} should be {switch.expected}")
    return setting


def read_settings(table: Table) -> dict[str, Setting]:
    """Return the settings of a table of switches."""
    for name in table.values:
        if name not in switch_definitions():
            raise table.wrong(name, unknown_switch(name))
    return {name: read_setting(f"{table.file}: {table.key(name)}", name, value) for name, value in table.values.items()}


def parse_overrides(texts: Iterable[str]) -> dict[str, str]:
    """Parse overrides as written on the command line: `["auction=none"]` becomes `{"auction": "none"}`."""
    overrides: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise RentierError(f"{text!r} should be switch=value, such as auction=none")
        name, value = name.strip(), value.strip()
        if name in overrides:
            raise RentierError(f"{name} is set twice, to {overrides[name]!r} and to {value!r}")
        overrides[name] = value
    return overrides
