"""Settings that describe themselves: each field has a help text, its bounds or words, and the name of its option.

@dataclass(frozen=True)
class Gardening:
    trees: int = setting(3, "Trees to plant.", least=1, most=100)

    def check(self) -> None:
        check_settings(self)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from rentier.agents.catalogue import number_text
from rentier.arena.limits import check_number
from rentier.errors import RentierError, unknown
from rentier.network.shape import MOST_LAYERS, MOST_NODES

ABOUT = "about"  # the key in the metadata of a field

Settings = TypeVar("Settings")


@dataclass(frozen=True)
class About:
    """The description of a setting. A number is at least `least`, or greater than `above`, and at most `most`."""

    help: str
    option: str = ""  # the name of its option without leading hyphens; by default that of the field
    metavar: str | None = None
    least: float | None = None
    above: float | None = None
    most: float = math.inf
    words: Sequence[str] = ()  # the values that it may have
    follows: str = ""  # the field whose value is the default of the option


def setting(default: Any, text: str, **about: Any) -> Any:
    """Return a field of settings; `text` is the help of its option, the rest is as in `About`."""
    return field(default=default, metadata={ABOUT: About(text, **about)})


def described(settings: Any) -> dict[str, About]:
    """Return the descriptions of all fields that have one, by name; for settings or their class."""
    return {one.name: one.metadata[ABOUT] for one in fields(settings) if ABOUT in one.metadata}


def option_name(name: str, about: About) -> str:
    """Return the option of a field, without leading hyphens."""
    return about.option or name.replace("_", "-")


def check_settings(settings: Any) -> None:
    """Refuse numbers outside their bounds and unknown words, with a one-line error."""
    defaults: dict[str, Any] = {one.name: one.default for one in fields(settings)}
    for name, about in described(settings).items():
        label, value = option_name(name, about).replace("-", " "), getattr(settings, name)
        if about.words:
            check_word(label, value, about.words)
        elif about.above is not None:
            if not about.above < value <= about.most:
                example = number_text(defaults[name])
                raise RentierError(f"{label}: {value:g} should be a number above {about.above:g}, such as {example}")
        elif about.least is not None and isinstance(defaults[name], float):
            if not about.least <= value <= about.most:
                raise RentierError(f"{label}: {value:g} should be a number from {about.least:g} to {about.most:g}")
        elif about.least is not None and value is not None:
            check_number(label, value, int(about.least), int(about.most))


def check_word(label: str, word: str, words: Sequence[str]) -> None:
    """Refuse an unknown word."""
    if word not in words:
        raise RentierError(f"{label}: {unknown(label, word, words)}")


def check_layers(hidden: Sequence[int]) -> None:
    """Refuse hidden layers that a network cannot have."""
    if not 1 <= len(hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in hidden):
        layers = ",".join(map(str, hidden))
        raise RentierError(
            f"hidden: {layers!r} should be 1 to {MOST_LAYERS} layers of 1 to {MOST_NODES} nodes, such as 80 or 80,40"
        )


def falling(first: float, last: float, passed: float) -> float:
    """Return a rate that falls exponentially from `first` to `last`; `passed` is the share of all games played."""
    return first * (last / first) ** passed


def as_saved(settings: Any) -> dict[str, Any]:
    """Return the settings as saved in files: `lambda`, where Python needs `lambda_`."""
    return {one.name.rstrip("_"): getattr(settings, one.name) for one in fields(settings)}


def from_saved(kind: type[Settings], saved: Mapping[str, Any]) -> Settings:
    """Return settings of a kind from those in a file; missing ones have their defaults."""
    names = {name.rstrip("_"): name for name in described(kind)}
    return kind(**{names.get(name, name): value for name, value in saved.items()})
