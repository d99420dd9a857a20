"""What players see on the board during an action: the dice, the path of the token, the card drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.box import Box
from rentier.game.events import DREW, FOR_RENT, JAILED, MOVED, ROLLED, Event


def roll_of(events: Sequence[Event]) -> Event | None:
    """Return the first roll, leaving out rolls that determine a rent; None if there is none."""
    return next((event for event in events if event.kind == ROLLED and event.why != FOR_RENT), None)


def card_of(events: Sequence[Event]) -> Event | None:
    """Return the last card drawn."""
    return next((event for event in reversed(events) if event.kind == DREW), None)


def path_of(box: Box, events: Sequence[Event]) -> list[int]:
    """Return every square a token passes, with its destination last; the way to jail is a single jump."""
    squares, path = len(box.board.squares), []
    for event in events:
        if event.kind == MOVED:
            step = 1 if event.amount > 0 else -1
            path += [(event.other + step * number) % squares for number in range(1, abs(event.amount) + 1)]
        elif event.kind == JAILED:
            path.append(event.square)
    return path
