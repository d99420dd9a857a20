"""Specs: the short names of agents that are the same everywhere, `random`, `reserve:350,150` or `./my_agent.py`.

agent = parse_agent("reserve:350,150")
agent.decide(box.record, game.state, mind)
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.box.reading import Table, read_table
from rentier.errors import RentierError, unknown

CATALOGUE = Path(__file__).parent / "catalogue.toml"
MOST_SETTINGS = 32  # room in a mind
COUNTS = ("no", "one", "two", "three", "four")
NUMBER = r"-?\d{1,12}(?:\.\d{1,9})?"

Decide = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class AgentKind:
    """An agent of the catalogue. `settings` names its numbers; `falling`: none may exceed the one before it."""

    spec: str
    also: tuple[str, ...]
    settings: tuple[str, ...]
    falling: bool
    example: str
    explain: str
    source: str
    home: str

    @property
    def needs(self) -> str:
        """What its settings should be: `reserve needs two numbers, spend above and raise below: reserve:350,150`."""
        numbers = "number" if len(self.settings) == 1 else "numbers"
        return f"{self.spec} needs {COUNTS[len(self.settings)]} {numbers}, {' and '.join(self.settings)}: {self.example}"


@dataclass(frozen=True)
class Agent:
    """An agent ready to sit down: `spec` is its canonical spec, `home` where its function lives."""

    spec: str
    name: str
    settings: tuple[float, ...]
    home: str

    @functools.cached_property
    def decide(self) -> Decide:
        """The compiled function, imported when it is first asked for."""
        if self.home.endswith(".py"):
            return _load_file(self.home)
        module, _, function = self.home.partition(":")
        decide: Decide = getattr(importlib.import_module(module), function)
        return decide


@functools.cache
def agent_kinds() -> tuple[AgentKind, ...]:
    """Every agent of the catalogue, in the order they are listed."""
    return tuple(_read_kind(table) for table in read_table(CATALOGUE).tables("agent", 1, 1000))


def _read_kind(table: Table) -> AgentKind:
    """One agent as the catalogue defines it."""
    spec = table.text("spec")
    table.read.add("falling")
    kind = AgentKind(
        spec=spec,
        also=table.texts("also"),
        settings=table.texts("settings"),
        falling=table.values.get("falling") is True,
        example=table.text("example", spec),
        explain=table.text("explain"),
        source=table.text("source"),
        home=table.text("home"),
    )
    table.finish()
    return kind


def parse_agent(spec: str) -> Agent:
    """The agent that a spec names; a misspelt name or a wrong setting is refused in one line."""
    text = spec.strip()
    file = re.fullmatch(r"(.+\.py)(?::(.*))?", text, re.DOTALL)
    if file or "/" in text or "\\" in text:
        return _agent_of_file(text, file)
    for kind in agent_kinds():
        if not kind.settings and text.lower() in (kind.spec, *kind.also):
            return Agent(kind.spec, kind.spec, (), kind.home)
    name, _, settings = text.partition(":")
    for kind in agent_kinds():
        if kind.settings and kind.spec == name.lower():
            return _with_settings(kind, text, settings)
    specs = [kind.spec for kind in agent_kinds()]
    # the settings may hide how near the name is
    raise RentierError(unknown("agent", text if difflib.get_close_matches(text.lower(), specs) else name, specs))


def _with_settings(kind: AgentKind, spec: str, text: str) -> Agent:
    """An agent of the catalogue with its numbers checked."""
    settings = _read_settings(text)
    if settings is None or len(settings) != len(kind.settings) or min(settings) < 0:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    for place in range(1, len(settings) if kind.falling else 0):
        if settings[place] > settings[place - 1]:
            first, second = kind.settings[place - 1 : place + 1]
            raise RentierError(f"agent {spec!r}: {first!r} should be at least {second!r}, as in {kind.example}")
    return Agent(f"{kind.spec}:{_settings_text(settings)}", kind.spec, settings, kind.home)


def _read_settings(text: str) -> tuple[float, ...] | None:
    """Numbers between commas; nothing where the text is something else."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part, re.ASCII) for part in parts):
        return None
    return tuple(float(part) for part in parts)


def _settings_text(settings: tuple[float, ...]) -> str:
    """Numbers as a spec writes them: whole ones without a point."""
    return ",".join(str(int(number)) if number.is_integer() else str(number) for number in settings)


def _agent_of_file(spec: str, form: re.Match[str] | None) -> Agent:
    """The agent that a user's file defines, with any numbers after it."""
    if form is None:
        raise RentierError(f"agent {spec!r}: a file should end in .py, such as ./my_agent.py or ./my_agent.py:1,2,3")
    file, text = form[1], form[2]
    settings = () if text is None else _read_settings(text)
    if settings is None or len(settings) > MOST_SETTINGS:
        raise RentierError(f"agent {spec!r}: after the file come {MOST_SETTINGS} numbers at most, as in {file}:1,2,3")
    path = Path(file).expanduser()
    if not path.is_file():
        reason = "it is no file" if path.exists() else "there is no such file"
        raise RentierError(f"agent {spec!r}: {reason}; it should be a Python file that defines decide")
    _check_syntax(path)
    canonical = f"{file}:{_settings_text(settings)}" if settings else file
    return Agent(canonical, path.stem, settings, str(path.resolve()))


def _check_syntax(path: Path) -> None:
    """Refuse a file that is no Python before anything heavy is loaded for it."""
    try:
        compile(path.read_bytes(), str(path), "exec")
    except (SyntaxError, ValueError) as error:
        raise RentierError(f"{path}: {_one_line(error)}") from None


def _load_file(file: str) -> Decide:
    """The function `decide` of a user's file; whatever is wrong with the file is one line."""
    name = f"rentier_agent_{hashlib.sha256(file.encode()).hexdigest()[:16]}"
    module_spec = importlib.util.spec_from_file_location(name, file)
    if module_spec is None or module_spec.loader is None:
        raise RentierError(f"{file}: cannot be read as Python")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module  # Numba finds the globals of cached functions by the name of their module
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise RentierError(f"{file}: {_one_line(error)}") from error
    decide: Decide | None = getattr(module, "decide", None)
    if decide is None:
        raise RentierError(f"{file}: it should define decide(box, game, mind)")
    _check_compiled(file, decide)
    return decide


def _one_line(error: BaseException) -> str:
    """An error of a user's file in one line: where it is, and the line of its message that says what it is."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "- Resolution", "[", "File"))]
    return f"{type(error).__name__}: {(telling or lines or ['no reason given'])[0]}"


def _check_compiled(file: str, decide: object) -> None:
    """Refuse a function that does not carry @agent. Interpreted, the decorator leaves no trace and any function plays."""
    from rentier.agents.mind import DECIDE
    from rentier.compiled import INTERPRETED

    if INTERPRETED and callable(decide):
        return
    if DECIDE not in getattr(decide, "nopython_signatures", ()):
        raise RentierError(f"{file}: decide should carry the decorator @agent of rentier.agents.mind")
