"""The search space of a tuning run: the settings of an agent to vary, each between two bounds or over a list of values.

    space = space_of(parse_agent("khan:greedy"), ["rent=0:10", "reserve=0,100,200"])
    space.numbers([3.5, 100])

If no bounds are given, a setting is searched in the range that the catalogue gives it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rentier.agents.catalogue import YES_OR_NO, AgentKind, Setting, agent_kinds, number_text
from rentier.agents.numbers import named_places, numbers_by_name
from rentier.agents.specs import NUMBER, Agent, agent_with
from rentier.errors import RentierError, unknown

DEFAULT_STEPS = 5  # values between the bounds, if a list is needed and no number is given
MOST_VALUES = 1000
DIGITS = 4  # significant digits relative to the distance of the bounds; finer differences would not show in a match
MOST_DIGITS = 9  # after the decimal point, as in a spec
BETWEEN = re.compile(rf"({NUMBER}):({NUMBER})(?::(\d{{1,9}}))?", re.ASCII)


@dataclass(frozen=True)
class Dial:
    """A setting that is varied between two bounds; `listed`: if not empty, only these values are tried."""

    name: str
    place: int
    setting: Setting
    low: float
    high: float
    listed: tuple[float, ...] = ()

    @property
    def values(self) -> tuple[float, ...]:
        """The values to try, one by one."""
        return self.listed or _steps(self, DEFAULT_STEPS)

    def nearest(self, value: float) -> float:
        """Return the nearest valid value: within the bounds, whole if it must be, with few digits."""
        if self.listed:
            return value
        digits = 0 if self.setting.whole else DIGITS - math.floor(math.log10(self.high - self.low))
        return min(max(round(value, min(max(digits, 0), MOST_DIGITS)), self.low), self.high)

    @property
    def text(self) -> str:
        """The dial as written for `--vary`."""
        if self.listed:
            return f"{self.name}={','.join(map(self.setting.text, self.listed))}"
        return f"{self.name}={number_text(self.low)}:{number_text(self.high)}"


def _steps(dial: Dial, steps: int) -> tuple[float, ...]:
    """Return evenly spaced values from one bound to the other, without duplicates after rounding."""
    distance = (dial.high - dial.low) / (steps - 1)
    return tuple(dict.fromkeys(dial.nearest(dial.low + distance * step) for step in range(steps)))


@dataclass(frozen=True)
class Space:
    """An agent with its starting settings, and the dials that a search turns."""

    kind: AgentKind
    start: Agent
    dials: tuple[Dial, ...]

    @property
    def begin(self) -> tuple[float, ...]:
        """The values of the dials at the start."""
        return tuple(self.start.settings[dial.place] for dial in self.dials)

    def numbers(self, values: Sequence[float]) -> tuple[float, ...]:
        """Return all settings of the agent with the dials at these values, adjusted if none may exceed the one before it."""
        numbers = list(self.start.settings)
        for dial, value in zip(self.dials, values, strict=True):
            numbers[dial.place] = dial.nearest(value)
        if self.kind.non_increasing:
            varied = {dial.place for dial in self.dials}
            for place, floor in enumerate(self._floors()):
                if place in varied:
                    ceiling = numbers[place - 1] if place > 0 else math.inf
                    numbers[place] = min(max(numbers[place], floor), ceiling)
        return tuple(numbers)

    def agent(self, values: Sequence[float]) -> Agent:
        """Return the agent with the dials at these values."""
        return agent_with(self.kind, self.numbers(values))

    def _floors(self) -> list[float]:
        """Return the lowest value that each setting may have, so that no later setting exceeds it."""
        lows = list(self.start.settings)
        for dial in self.dials:
            lows[dial.place] = dial.low
        return [max(lows[place:]) for place in range(len(lows))]

    def check(self) -> None:
        """Refuse bounds that force some number to exceed the one before it, if none may."""
        if not self.kind.non_increasing:
            return
        highs = list(self.start.settings)
        for dial in self.dials:
            highs[dial.place] = dial.high
        for place, floor in enumerate(self._floors()):
            if floor > highs[place]:
                name = self.kind.settings[place].name
                raise RentierError(
                    f"--vary: {name!r} is at most {number_text(highs[place])}, but what comes after it is at least "
                    f"{number_text(floor)}; no setting of {self.kind.spec} may exceed the one before it"
                )


def space_of(agent: Agent, vary: Sequence[str]) -> Space:
    """Return the space of an agent: the dials in `vary`, written as for `--vary`, or all settings that have a range."""
    kind = _kind_of(agent)
    places = named_places(kind)
    if not places:
        raise RentierError(f"agent {agent.spec!r}: it has no settings to tune")
    try:
        numbers_by_name(kind, agent.settings)
    except RentierError as error:
        raise RentierError(f"agent {agent.spec!r}: {error}") from None
    if vary:
        dials = [_read_dial(kind, text) for text in vary]
    else:
        dials = [Dial(name, place, setting, *setting.range) for name, (place, setting) in places.items() if setting.range]
    if not dials:
        raise RentierError(f"agent {agent.spec!r}: none of its settings has a range; say --vary {next(iter(places))}=1,2,3")
    for number, dial in enumerate(dials):
        if dial.name in [other.name for other in dials[:number]]:
            raise RentierError(f"--vary: {dial.name!r} is named twice")
    space = Space(kind, agent, tuple(dials))
    space.check()
    return space


def _kind_of(agent: Agent) -> AgentKind:
    """Return the kind of an agent; refuse one that cannot be tuned."""
    if not agent.is_ours:
        raise RentierError(f"agent {agent.spec!r}: an agent of a file has no names for its settings; tune one of the catalogue")
    kind = next(kind for kind in agent_kinds() if kind.spec == agent.name)
    if kind.is_python:
        raise RentierError(f"agent {agent.spec!r}: it thinks in Python; only compiled agents can be tuned")
    if kind.mixes:
        raise RentierError(f"agent {agent.spec!r}: it has no numbers of its own; tune one of the agents it is made of")
    return kind


def _read_dial(kind: AgentKind, text: str) -> Dial:
    """Read a dial as written for `--vary`: NAME, NAME=LOW:HIGH, NAME=LOW:HIGH:STEPS or NAME=VALUE,VALUE."""
    places = named_places(kind)
    given, equals, values = (part.strip() for part in text.partition("="))
    name = next((name for name in places if name.lower() == given.lower()), None)
    if name is None:
        raise RentierError(f"--vary: {unknown(f'setting of {kind.spec}', given, list(places))}")
    place, setting = places[name]
    if not equals and setting.yes_no:
        return Dial(name, place, setting, 0.0, 1.0, tuple(YES_OR_NO.values()))
    if not equals and setting.range is not None:
        return Dial(name, place, setting, *setting.range)
    if not equals:
        raise RentierError(f"--vary: {name!r} has no range of its own; say {name}=LOW:HIGH or {name}=1,2,3")
    between = BETWEEN.fullmatch(values)
    if between is not None and not setting.yes_no:
        return _between(text, Dial(name, place, setting, float(between[1]), float(between[2])), between[3])
    return _listed(text, Dial(name, place, setting, 0.0, 0.0), values)


def _between(text: str, dial: Dial, steps: str | None) -> Dial:
    """Return a dial between two bounds, over `steps` values if that is given."""
    if not dial.low < dial.high:
        raise RentierError(f"--vary {text!r}: the first number should be less than the second")
    for bound in (dial.low, dial.high):
        _check_value(text, dial, bound)
    if steps is None:
        return dial
    if not 2 <= int(steps) <= MOST_VALUES:
        raise RentierError(f"--vary {text!r}: the number of values should be from 2 to {MOST_VALUES}")
    return Dial(dial.name, dial.place, dial.setting, dial.low, dial.high, _steps(dial, int(steps)))


def _listed(text: str, dial: Dial, listed: str) -> Dial:
    """Return a dial over a list of values."""
    values: list[float] = []
    for part in (part.strip().lower() for part in listed.split(",")):
        number = YES_OR_NO.get(part) if dial.setting.yes_no else float(part) if re.fullmatch(NUMBER, part, re.ASCII) else None
        if number is None:
            example = "yes,no" if dial.setting.yes_no else "0:100, 0:100:5 or 1,2,3"
            raise RentierError(f"--vary {text!r}: should be {dial.name}={example}")
        _check_value(text, dial, number)
        values.append(number)
    if len(set(values)) < len(values) or len(values) > MOST_VALUES:
        raise RentierError(f"--vary {text!r}: should name each value once, {MOST_VALUES} at most")
    return Dial(dial.name, dial.place, dial.setting, min(values), max(values), tuple(values))


def _check_value(text: str, dial: Dial, value: float) -> None:
    if not dial.setting.allows(value) and not dial.setting.yes_no:
        raise RentierError(f"--vary {text!r}: {dial.name} should be {dial.setting.expected}")
