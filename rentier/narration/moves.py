"""What is seen on the board while an action is carried out: the dice, the squares a token goes over, the card drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.box import Box
from rentier.game.events import DREW, FOR_RENT, JAILED, MOVED, ROLLED, Event


def roll_of(events: Sequence[Event]) -> Event | None:
    """The first roll that was not for rent."""
    return next((event for event in events if event.kind == ROLLED and event.why != FOR_RENT), None)


def card_of(events: Sequence[Event]) -> Event | None:
    """The last card that was drawn."""
    return next((event for event in reversed(events) if event.kind == DREW), None)


def path_of(box: Box, events: Sequence[Event]) -> list[int]:
    """Every square a token goes over, and where it stays; into jail it jumps."""
    squares, path = len(box.board.squares), []
    for event in events:
        if event.kind == MOVED:
            step = 1 if event.amount > 0 else -1
            path += [(event.other + step * number) % squares for number in range(1, abs(event.amount) + 1)]
        elif event.kind == JAILED:
            path.append(event.square)
    return path
