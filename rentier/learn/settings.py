"""Settings that describe themselves: each field has the help of its option, its bounds or its words, and its name in files.

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

ABOUT = "about"  # in the metadata of a field

Settings = TypeVar("Settings")


@dataclass(frozen=True)
class About:
    """What a setting says about itself. A number lies from `least`, or above `above`, to `most`."""

    help: str
    option: str = ""  # without hyphens before it; that of the field unless said
    metavar: str | None = None
    least: float | None = None
    above: float | None = None
    most: float = math.inf
    words: Sequence[str] = ()  # it is one of these
    follows: str = ""  # the option is as that of this field unless said


def setting(default: Any, text: str, **about: Any) -> Any:
    """A field of settings; `text` is the help of its option, the rest as in `About`."""
    return field(default=default, metadata={ABOUT: About(text, **about)})


def described(settings: Any) -> dict[str, About]:
    """The fields that describe themselves, by name; of settings or of their class."""
    return {one.name: one.metadata[ABOUT] for one in fields(settings) if ABOUT in one.metadata}


def option_name(name: str, about: About) -> str:
    """The option of a field, without hyphens before it."""
    return about.option or name.replace("_", "-")


def check_settings(settings: Any) -> None:
    """Refuse numbers out of their bounds and words that are none, in one line."""
    usual: dict[str, Any] = {one.name: one.default for one in fields(settings)}
    for name, about in described(settings).items():
        what, value = option_name(name, about).replace("-", " "), getattr(settings, name)
        if about.words:
            check_word(what, value, about.words)
        elif about.above is not None:
            if not about.above < value <= about.most:
                such = number_text(usual[name])
                raise RentierError(f"{what}: {value:g} should be a number above {about.above:g}, such as {such}")
        elif about.least is not None and isinstance(usual[name], float):
            if not about.least <= value <= about.most:
                raise RentierError(f"{what}: {value:g} should be a number from {about.least:g} to {about.most:g}")
        elif about.least is not None and value is not None:
            check_number(what, value, int(about.least), int(about.most))


def check_word(what: str, word: str, words: Sequence[str]) -> None:
    """Refuse a word that is none of those known."""
    if word not in words:
        raise RentierError(f"{what}: {unknown(what, word, words)}")


def check_layers(hidden: Sequence[int]) -> None:
    """Refuse hidden layers that a network cannot have."""
    if not 1 <= len(hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in hidden):
        layers = ",".join(map(str, hidden))
        raise RentierError(
            f"hidden: {layers!r} should be 1 to {MOST_LAYERS} layers of 1 to {MOST_NODES} nodes, such as 80 or 80,40"
        )


def falling(first: float, last: float, passed: float) -> float:
    """A rate that falls from the first to the last by the same factor from game to game; `passed` is the share of all games."""
    return first * (last / first) ** passed


def as_saved(settings: Any) -> dict[str, Any]:
    """The settings as files have them: `lambda`, where Python needs `lambda_`."""
    return {one.name.rstrip("_"): getattr(settings, one.name) for one in fields(settings)}


def from_saved(kind: type[Settings], saved: Mapping[str, Any]) -> Settings:
    """Settings of a kind from those in a file; missing ones have their defaults."""
    names = {name.rstrip("_"): name for name in described(kind)}
    return kind(**{names.get(name, name): value for name, value in saved.items()})
