"""The settings of a table: what those of older tables lack, and which of them each player sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rentier.web.orders import OFFERS_ASKED, UNWANTED
from rentier.web.view import Shown

# of tables that are older than these settings
OLDER: Mapping[str, Any] = {
    "chat": True,
    "started": True,
    "open": [],
    "offers_asked": OFFERS_ASKED,
    "undo": False,
    "undone": 0,
    "tutorial": False,
    "minutes": None,
    "agreed": None,  # the house rules before the last round was added to them
    **UNWANTED,
}
SHOWN_ELSEWHERE = ("looks", "open", "agreed")  # with the seats and the rules


def shown_settings(settings: Mapping[str, Any], public: bool, seat: int | None) -> Shown:
    """Return the settings for a seat, or with None for spectators; everybody sees only their own unwanted offers."""
    shown = {name: value for name, value in settings.items() if name not in SHOWN_ELSEWHERE}
    own = {name: [entry for entry in settings[name] if entry[0] == seat] for name in UNWANTED}
    return {**shown, **own, "public": public}
