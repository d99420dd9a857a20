"""The mistakes of a player in a reviewed game, from which the page makes puzzles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rentier.web.findings import DONE
from rentier.web.library import Opened
from rentier.web.view import Shown


def mistakes_of(opened: Opened, seat: int, report: Mapping[str, Any] | None) -> Shown:
    """Return the status of a review (null: there is none) and, once it is done, the numbers of a seat's marked decisions.

    Decisions that the table or a bot made for the player are left out, and so are tutorials.
    """
    status = None if report is None else report["status"]
    if report is None or status != DONE or opened.saved.settings.get("tutorial"):
        return {"status": status, "mistakes": []}
    marked = [number for number, found in report["decisions"].items() if found["mark"]]
    own = set(marked) - {*opened.by_table, *opened.by_bot}
    return {"status": status, "mistakes": [number for number in marked if number in own and _seat(opened, number) == seat]}


def _seat(opened: Opened, number: int) -> int:
    """Return the seat that made a decision; decisions are counted from 1."""
    return int(json.loads(opened.replay.steps[number - 1])["seat"])
