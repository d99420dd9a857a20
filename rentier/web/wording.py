"""The settings of switches in words, for the start page, invitations and the rules on `?`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rentier.box import Setting

DATA = Path(__file__).parent / "data" / "settings.toml"


@functools.cache
def _read() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text("utf-8"))


def words_of(name: str) -> Mapping[str, str]:
    """Return the settings of a switch that have words of their own."""
    words: dict[str, Mapping[str, str]] = _read()["words"]
    return words.get(name, {})


def unit_of(name: str) -> str | None:
    """Return what the numbers of a switch are, `money` or `percent`; None for plain numbers."""
    units: dict[str, list[str]] = _read()["units"]
    return next((unit for unit, names in units.items() if name in names), None)


def setting_words(name: str, setting: Setting, currency: str) -> str:
    """Return a setting in words: `the first seat`, `yes`, `£2,000`."""
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    text = str(setting)
    if isinstance(setting, str) or text in words_of(name):
        return words_of(name).get(text, text)
    return {"money": f"{currency}{setting:,}", "percent": f"{setting} %"}.get(unit_of(name) or "", f"{setting:,}")
