"""The tutorial: a short game at a table of its own, with loaded dice, and tips for whatever comes up in it.

All of it is in tutorial.toml: the table, the position, what the opponents do at fixed points of the game, and the tips.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from rentier.game.words import OFFER, Action
from rentier.game_api import Game
from rentier.record.actions import parse_action
from rentier.web.messages import NewTable
from rentier.web.seating import check_person
from rentier.web.view import Shown

FILE = Path(__file__).parent / "tutorial.toml"
KEY = 29  # for the dice and cards that are not loaded


@functools.cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def tutorial_table(name: str | None) -> NewTable:
    """Return the request for a tutorial table for a person of this name."""
    read, name = _read(), check_person(name) if name else None
    free = [other for other in read["opponents"] if other != name]
    agents = [{"kind": "agent", "agent": read["agent"], "name": other} for other in free[:2]]
    seats = [{"kind": "person", "name": name}, *agents]
    return NewTable.model_validate(read["table"] | {"seats": seats, "position": read["position"]})


def tips() -> list[Shown]:
    """Return what the coach says, by topic."""
    found: list[Shown] = _read()["tips"]
    return found


def staged(game: Game) -> Action | None:
    """Return the action that the tutorial prescribes to the agent to act; None if the agent decides for itself."""
    for move in _read()["moves"]:
        if game.round in move["rounds"] and game.actor in move["seats"] and game.is_legal(move["action"]):
            action = parse_action(game.box, move["action"])
            if action.kind != OFFER or not game.state.offers_made[game.actor]:  # an offer is made once
                return action
    return None
