"""What is seen on the board when a decision is carried out: the dice, the way of the token, and the card that was drawn."""

from __future__ import annotations

from typing import Any

from rentier.arena.telling.journey import Journey, find_journey
from rentier.arena.telling.path import path_of
from rentier.box import Box
from rentier.box.record import DECKS
from rentier.game.state import GameRecord
from rentier.game.words import Action

NOTHING_SEEN: dict[str, Any] = {"mover": None, "dice": None, "card": None, "path": None}


def seen(box: Box, before: GameRecord, after: GameRecord, action: Action) -> dict[str, Any]:
    """The dice, the squares the mover's token went over, and the last card drawn; each None where there was none."""
    journey = find_journey(box.record, before, after, action)
    if journey is None:
        return NOTHING_SEEN
    mover = int(before.mover)
    path = path_of(box, journey, int(before.square[mover]), int(after.square[mover]))
    return {"mover": mover, "dice": list(journey.faces) or None, "card": _card(box, journey), "path": path or None}


def _card(box: Box, journey: Journey) -> dict[str, str] | None:
    """The last card that was drawn, if everybody has seen it."""
    for stop in reversed(journey.stops):
        if stop.deck is not None and stop.card is not None:
            names = (square.name for square in box.board.squares if square.kind == DECKS[stop.deck])
            return {"deck": next(names, DECKS[stop.deck].capitalize()), "text": box.decks[stop.deck][stop.card].label}
    return None
