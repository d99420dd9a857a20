"""The squares that a token goes over."""

from __future__ import annotations

from rentier.arena.telling.journey import Journey, Stop
from rentier.box import Box
from rentier.box.record import BACK_TO, MOVE_BY


def path_of(box: Box, journey: Journey, start: int, end: int) -> list[int]:
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
