"""The titles and settings of switches in words, for the start page, invitations and the rules on `?`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rentier.box import Setting, switch_definitions

DATA = Path(__file__).parent / "data" / "settings.toml"
PLAIN = "{}"


@functools.cache
def _read() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text("utf-8"))


def title_of(name: str) -> str:
    """Return the title of a switch; what is no switch, such as the board, has none of its own."""
    switch = switch_definitions().get(name)
    return name.capitalize() if switch is None else switch.title


def words_of(name: str) -> Mapping[str, str]:
    """Return the settings of a switch that have words of their own."""
    words: dict[str, Mapping[str, str]] = _read()["words"]
    return words.get(name, {})


def setting_words(name: str, setting: Setting, currency: str) -> str:
    """Return a setting in words: `the first seat`, `allowed`, `£2,000`, `2 turns`."""
    text = ("no", "yes")[setting] if isinstance(setting, bool) else str(setting)
    numbers = text.split("/")  # houses/hotels are two
    if text in words_of(name) or not all(number.isdecimal() for number in numbers):
        return words_of(name).get(text, text)
    patterns: dict[str, list[str]] = _read()["numbers"]
    pattern = next((pattern for pattern, names in patterns.items() if name in names), PLAIN)
    return pattern.format(*(f"{int(number):,}" for number in numbers), currency=currency)


def rule_words(name: str, setting: Setting, currency: str) -> str:
    """Return the rule that a setting makes: `Starting cash: £2,000`."""
    return f"{title_of(name)}: {setting_words(name, setting, currency)}"
