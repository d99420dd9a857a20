"""The catalogue: every agent that comes with the program, described in TOML, one file per family in `catalogue/`.

An agent has a name, numeric settings (given in order, or by name as in `trades=no`), and words that stand for all of its
numbers at once (`khan:greedy`). An agent that reads its numbers from a file names the function that reads the file, the
function that names the numbers (see `numbers`), and the file it comes with. A Python agent may also have settings that are
words (`mcts:uniform`) or other agents (`mcts:own=random`). An agent made of other agents (`mix`) has only agents as settings.
An agent that can value a state for a seat names the function that does so (see `valuing` in `mind`).

A setting may have a `range = [low, high]` within its `least` and `most`: the range that `rentier tune` searches by default. It
covers what the works tried; a spec may go beyond it.
"""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from rentier.box.reading import Table, read_table
from rentier.errors import RentierError

FOLDER = Path(__file__).parent / "catalogue"
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
YES_OR_NO = {"yes": 1.0, "no": 0.0}
MOST = 1e12
MOST_SETTINGS = 640  # the size of a mind's settings


@dataclass(frozen=True)
class Setting:
    """One setting of an agent: a number, yes or no, one of its words, or another agent.

    `default`: its value when a spec leaves it out; None means that a spec must set it or, if it is optional, that it has no
    value then. An optional setting may be set to none. `range`: the range that tuning searches.
    """

    name: str
    default: float | str | None
    least: float
    most: float
    yes_no: bool = False
    whole: bool = False
    optional: bool = False
    words: tuple[str, ...] = ()
    agent: bool = False
    range: tuple[float, float] | None = None

    @property
    def required(self) -> bool:
        """Whether a spec must set it."""
        return self.default is None and not self.optional

    def text(self, value: float | str) -> str:
        """Return the value as written in a spec: whole numbers without a point, an agent with a comma in parentheses."""
        if isinstance(value, str):
            return f"({value})" if "," in value else value
        if self.yes_no:
            return "yes" if value else "no"
        return number_text(value)

    def allows(self, number: float) -> bool:
        """Whether this number is a valid value."""
        return self.least <= number <= self.most and (not self.whole or float(number).is_integer())

    @property
    def expected(self) -> str:
        """Its valid values, described for an error message or a table."""
        if self.yes_no or self.words:
            *others, last = self.words or ("yes", "no")
            return f"{', '.join(others)} or {last}"
        if self.agent:
            return "an agent"
        number = "a whole number" if self.whole else "a number"
        if self.most < MOST:
            number += f" from {number_text(self.least)} to {number_text(self.most)}"
        elif self.least > -MOST:
            number += f" of at least {number_text(self.least)}"
        return f"{number}, or none" if self.optional else number

    @property
    def listed(self) -> str:
        """The setting in a list: `name=default`, `name=word|word`, `name`, or `(name)` if it is optional without a default."""
        if self.words:
            return f"{self.name}={'|'.join(self.words)}"
        if self.default is None:
            return f"({self.name})" if self.optional else self.name
        return f"{self.name}={self.text(self.default)}"


@dataclass(frozen=True)
class AgentKind:
    """An agent of the catalogue.

    `is_python`: it is a Python agent. `aliases`: other specs that name it. `non_increasing`: no number may exceed the one
    before it. `words`: words that each stand for all its numbers; `default_word` is the default. `reads`, `names`, `file`:
    see above. `target`: its compiled function, or the class of a Python agent. `network`: the file of the network it comes
    with; a spec may name another. `network_without_trades`: a second one, for rules that allow no trades. The settings of
    such an agent may be words, each passed on as its index. `values`: the compiled function that values a state, empty if
    there is none. `answers`: the kind of outputs it needs from its network, a key of `rentier.network.shape.ANSWERS`.
    `search`: the search that it becomes part of if a spec has settings of that search, as in `champion:ms=1000`.
    """

    spec: str
    is_python: bool
    aliases: tuple[str, ...]
    settings: tuple[Setting, ...]
    non_increasing: bool
    words: tuple[tuple[str, tuple[float, ...]], ...]
    default_word: str
    reads: str
    names: str
    file: str
    example: str
    explain: str
    source: str
    target: str
    values: str
    network: str
    network_without_trades: str
    answers: str
    search: str

    @property
    def required(self) -> tuple[Setting, ...]:
        """The settings that a spec must give."""
        return tuple(setting for setting in self.settings if setting.required)

    @property
    def mixes(self) -> bool:
        """Whether it is made of other agents, all of them compiled."""
        return not self.is_python and any(setting.agent for setting in self.settings)

    @property
    def setting_names(self) -> list[str]:
        """The names of its settings."""
        return [setting.name for setting in self.settings]

    @property
    def needs(self) -> str:
        """The settings that it needs, as in `reserve needs two numbers, spend above and raise below: reserve:350,150`."""
        names = [setting.name for setting in self.required]
        listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
        count = COUNTS[len(names)] if len(names) < len(COUNTS) else str(len(names))
        noun = "agent" if self.mixes else "number"
        parts = [f"{count} {noun}{'s' * (len(names) != 1)}, {listed}"] if names else []
        if self.words:
            parts.append(f"one of the words {', '.join(word for word, _ in self.words)}")
        if self.reads and not self.file:
            parts.append("a file")
        options = [f"{setting.name} ({setting.expected})" for setting in self.settings if not setting.required]
        if self.reads and self.file:
            options.append("a file")
        may = f"may have {', '.join(options)}" if options else "takes no settings"
        what = f"needs {', or '.join(parts)}" if parts else may
        return f"{self.spec} {what}: {self.example}"

    @property
    def settings_text(self) -> str:
        """Its settings as listed by `rentier agents`: names, defaults and words."""
        names = [setting.listed for setting in self.settings]
        words = [f"or {' | '.join(word for word, _ in self.words)}"] if self.words else []
        file = ["or a file"] if self.reads else ["and a file"] if self.network else []
        search = [f"and settings of {self.search}"] if self.search else []
        return " ".join([", ".join(names), *words, *file, *search]).strip()


def number_text(value: float) -> str:
    """Return a number as text without a needless decimal point or an exponent, which specs do not allow."""
    return str(int(value)) if float(value).is_integer() else format(Decimal(str(value)), "f")


def find(target: str) -> Any:
    """Import and return the object at `module:name`."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)


@functools.cache
def agent_kinds() -> tuple[AgentKind, ...]:
    """Return every agent of the catalogue, in file order."""
    return tuple(
        _read_kind(table) for file in sorted(FOLDER.glob("*.toml")) for table in read_table(file).tables("agent", 1, 1000)
    )


def _read_kind(table: Table) -> AgentKind:
    """Read one agent from its table in the catalogue."""
    spec = table.text("spec")
    table.read.update(("non_increasing", "is_python"))
    settings = tuple(_read_setting(inner) for inner in table.tables("settings", 0, 100))
    words = table.table("words").values
    kind = AgentKind(
        spec=spec,
        is_python=table.values.get("is_python") is True,
        aliases=table.texts("aliases"),
        settings=settings,
        non_increasing=table.values.get("non_increasing") is True,
        words=tuple((word, tuple(map(float, numbers))) for word, numbers in words.items() if isinstance(numbers, list)),
        default_word=table.text("default_word", ""),
        reads=table.text("reads", ""),
        names=table.text("names", ""),
        file=table.text("file", ""),
        example=table.text("example", spec),
        explain=table.text("explain"),
        source=table.text("source"),
        target=table.text("target"),
        values=table.text("values", ""),
        network=table.text("network", ""),
        network_without_trades=table.text("network_without_trades", ""),
        answers=table.text("answers", "value"),
        search=table.text("search", ""),
    )
    table.finish()
    for word, numbers in kind.words:
        if len(numbers) != len(settings):
            raise RentierError(f"{table.file}: {spec}: {word!r} should have {len(settings)} numbers, one for each setting")
    if bool(kind.reads) != bool(kind.names):
        raise RentierError(f"{table.file}: {spec}: `reads` and `names` should both be given, or neither")
    for setting in settings:
        if (kind.network and setting.words) or (kind.mixes and setting.agent):
            continue
        if not kind.is_python and (setting.words or setting.agent or setting.optional):
            raise RentierError(
                f"{table.file}: {spec}: {setting.name!r} should be a number: only Python agents have other settings"
            )
    return kind


def _read_setting(table: Table) -> Setting:
    """Read one setting of an agent: its name, default, bounds and type."""
    values = table.values
    table.read.update(("default", "least", "most", "whole", "optional", "agent"))
    default = values.get("default")
    setting = Setting(
        name=table.text("name"),
        default=default if default is None or isinstance(default, str) else float(default),  # type: ignore[arg-type]
        least=float(values.get("least", 0.0)),  # type: ignore[arg-type]
        most=float(values.get("most", MOST)),  # type: ignore[arg-type]
        yes_no=isinstance(default, bool),
        whole=values.get("whole") is True,
        optional=values.get("optional") is True,
        words=table.texts("words"),
        agent=values.get("agent") is True,
        range=_read_range(table),
    )
    table.finish()
    if setting.range is not None and not setting.least <= setting.range[0] < setting.range[1] <= setting.most:
        raise table.wrong("range", f"should be [low, high] with low below high, each {setting.expected}")
    return setting


def _read_range(table: Table) -> tuple[float, float] | None:
    """Read the range that tuning searches, if the setting has one."""
    table.read.add("range")
    ends = table.values.get("range")
    if ends is None:
        return None
    if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(end, int | float) for end in ends):
        raise table.wrong("range", "should be two numbers, [low, high]")
    return float(ends[0]), float(ends[1])
