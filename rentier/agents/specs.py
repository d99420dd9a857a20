"""Specs: the short names of agents that are the same everywhere, `random`, `reserve:350,150`, `aggressive:trades=no`, `me.py`.

agent = parse_agent("reserve:350,150")
agent.decide(box.record, game.state, mind)
"""

from __future__ import annotations

import difflib
import functools
import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.agents.catalogue import MOST_SETTINGS, YES_OR_NO, AgentKind, Setting, agent_kinds, number_text
from rentier.agents.files import Decide, check_file, load_file
from rentier.errors import RentierError, unknown

DATA = Path(__file__).parent / "data"
NUMBER = r"-?\d{1,12}(?:\.\d{1,9})?"


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
            return load_file(self.home)
        decide: Decide = _find(self.home)
        return decide


def _find(home: str) -> Any:
    """What lives at `module:name`."""
    module, _, name = home.partition(":")
    return getattr(importlib.import_module(module), name)


def parse_agent(spec: str) -> Agent:
    """The agent that a spec names; a misspelt name or a wrong setting is refused in one line."""
    text = spec.strip()
    name, _, settings = text.partition(":")
    for kind in agent_kinds():
        if text.lower() in kind.also:
            return _with_settings(kind, text, "")
        if name.strip().lower() == kind.spec:
            return _with_settings(kind, text, settings.strip())
    file = re.fullmatch(r"(.+\.py)(?::(.*))?", text, re.DOTALL)
    if file or "/" in text or "\\" in text:
        return _agent_of_file(text, file)
    specs = [kind.spec for kind in agent_kinds()]
    # the settings may hide how near the name is
    raise RentierError(unknown("agent", text if difflib.get_close_matches(text.lower(), specs) else name, specs))


def _with_settings(kind: AgentKind, spec: str, text: str) -> Agent:
    """An agent of the catalogue with its numbers, its word or its file checked."""
    words = dict(kind.words)
    word = text.lower() or kind.usual
    if word in words:
        return Agent(f"{kind.spec}:{word}", kind.spec, words[word], kind.home)
    if kind.reads and text and not re.match(rf"{NUMBER}(,|$)|[a-z_ ]+=", text, re.ASCII | re.IGNORECASE):
        return Agent(f"{kind.spec}:{text}", kind.spec, _read_file(kind, spec, text), kind.home)
    if kind.file and not text:
        return Agent(kind.spec, kind.spec, _read_file(kind, spec, str(DATA / kind.file)), kind.home)
    settings = _read_named(kind, spec, text)
    for place in range(1, len(settings) if kind.falling else 0):
        if settings[place] > settings[place - 1]:
            first, second = (setting.name for setting in kind.settings[place - 1 : place + 1])
            raise RentierError(f"agent {spec!r}: {first!r} should be at least {second!r}, as in {kind.example}")
    written = _written(kind.settings, settings)
    return Agent(f"{kind.spec}:{written}" if written else kind.spec, kind.spec, settings, kind.home)


def _read_file(kind: AgentKind, spec: str, file: str) -> tuple[float, ...]:
    """The numbers that an agent's own reader finds in a file."""
    try:
        numbers: tuple[float, ...] = _find(kind.reads)(Path(file).expanduser())
    except RentierError as error:
        raise RentierError(f"agent {spec!r}: {error}") from None
    return numbers


def _read_named(kind: AgentKind, spec: str, text: str) -> tuple[float, ...]:
    """Numbers in their order, then numbers by name; what is not said is as usual."""
    values: dict[str, float] = {}
    required = [setting.name for setting in kind.required]
    named = {setting.name: setting for setting in kind.settings}
    for part in [part.strip() for part in text.split(",")] if text else []:
        name, equals, value = (piece.strip().lower() for piece in part.partition("="))
        if name in named and named[name].yes_no and not equals:
            value = "yes"  # `random:uniform` is `random:uniform=yes`
        elif not equals:
            if not required and name and not re.fullmatch(NUMBER, name, re.ASCII) and named:
                raise RentierError(f"agent {spec!r}: {unknown('setting', name, [*named, *dict(kind.words)])}")
            if kind.words and re.fullmatch(r"[a-z][a-z0-9-]*", text, re.IGNORECASE):
                raise RentierError(f"agent {spec!r}: {unknown('word', text, dict(kind.words))}")
            if not required:
                raise RentierError(f"agent {spec!r}: {kind.needs}")
            name, value = required.pop(0), part
        elif name not in named:
            raise RentierError(f"agent {spec!r}: {unknown('setting', name, list(named))}")
        elif name in required:
            required.remove(name)
        if name in values:
            raise RentierError(f"agent {spec!r}: {name!r} is set twice")
        values[name] = _read_value(kind, named[name], spec, value)
    if required:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    return tuple(values.get(setting.name, setting.default or 0.0) for setting in kind.settings)


def _read_value(kind: AgentKind, setting: Setting, spec: str, text: str) -> float:
    """One number within its bounds."""
    number = YES_OR_NO.get(text.lower()) if setting.yes_no else float(text) if re.fullmatch(NUMBER, text, re.ASCII) else None
    if number is None and setting.default is None:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    if number is None or not setting.least <= number <= setting.most:
        raise RentierError(f"agent {spec!r}: {setting.name} {text!r} should be {setting.expected}, as in {kind.example}")
    return number


def _written(settings: Sequence[Setting], values: Sequence[float]) -> str:
    """Settings as a spec writes them: the required ones in order, then those that are not as usual."""
    pairs = list(zip(settings, values, strict=True))
    parts = [setting.text(value) for setting, value in pairs if setting.default is None]
    for setting, value in pairs:
        if setting.default not in (None, value):
            parts.append(setting.name if setting.yes_no and value else f"{setting.name}={setting.text(value)}")
    return ",".join(parts)


def _agent_of_file(spec: str, form: re.Match[str] | None) -> Agent:
    """The agent that a user's file defines, with any numbers after it."""
    if form is None:
        raise RentierError(f"agent {spec!r}: a file should end in .py, such as ./my_agent.py or ./my_agent.py:1,2,3")
    file, text = form[1], form[2]
    parts = [] if text is None else [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part, re.ASCII) for part in parts) or len(parts) > MOST_SETTINGS:
        raise RentierError(f"agent {spec!r}: after the file come {MOST_SETTINGS} numbers at most, as in {file}:1,2,3")
    settings = tuple(map(float, parts))
    path = Path(file).expanduser()
    check_file(spec, path)
    canonical = f"{file}:{','.join(map(number_text, settings))}" if settings else file
    return Agent(canonical, path.stem, settings, str(path.resolve()))
