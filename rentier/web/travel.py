"""What is seen on the board when a decision is carried out: the dice, the way of the token, and the card that was drawn."""

from __future__ import annotations

from typing import Any

from rentier.arena.telling.journey import Journey, Stop, find_journey
from rentier.box import Box
from rentier.box.record import BACK_TO, DECKS, MOVE_BY
from rentier.game.state import GameRecord
from rentier.game.words import Action

NOTHING_SEEN: dict[str, Any] = {"mover": None, "dice": None, "card": None, "path": None}


def seen(box: Box, before: GameRecord, after: GameRecord, action: Action) -> dict[str, Any]:
    """The dice, the squares the mover's token went over, and the last card drawn; each None where there was none."""
    journey = find_journey(box.record, before, after, action)
    if journey is None:
        return NOTHING_SEEN
    mover = int(before.mover)
    path = _path(box, journey, int(before.square[mover]), int(after.square[mover]))
    return {"mover": mover, "dice": list(journey.faces) or None, "card": _card(box, journey), "path": path or None}


def _path(box: Box, journey: Journey, start: int, end: int) -> list[int]:
    """Every square from the first after the start to where the token stands; a jump has no squares between."""
    squares, path, here = len(box.board.squares), [], start
    last_card: Stop | None = None
    for stop in journey.stops:
        if stop.deck is not None:
            last_card = stop
            continue
        step = -1 if last_card is not None and _goes_back(box, last_card) else 1
        while here != stop.square:
            here = (here + step) % squares
            path.append(here)
    if here != end:  # to jail, or out of the game
        path.append(end)
    return path


def _goes_back(box: Box, stop: Stop) -> bool:
    """Whether a card moves the token back."""
    if stop.card is None:
        return False
    effect, number = box.record.card_effect[stop.deck, stop.card], box.record.card_first[stop.deck, stop.card]
    return bool(effect == BACK_TO or (effect == MOVE_BY and number < 0))


def _card(box: Box, journey: Journey) -> dict[str, str] | None:
    """The last card that was drawn, if everybody has seen it."""
    for stop in reversed(journey.stops):
        if stop.deck is not None and stop.card is not None:
            names = (square.name for square in box.board.squares if square.kind == DECKS[stop.deck])
            return {"deck": next(names, DECKS[stop.deck].capitalize()), "text": box.decks[stop.deck][stop.card].label}
    return None
