"""What is seen on the board when a decision is carried out: the dice, the way of the token, and the card that was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rentier.box import Box
from rentier.game.events import JAILED, MOVED, Event
from rentier.narration.moves import card_of, path_of, roll_of
from rentier.narration.sentences import deck_name, faces_of


def seen(box: Box, events: Sequence[Event]) -> dict[str, Any]:
    """The dice, the squares the mover's token went over, and the last card drawn; each None where there was none."""
    roll, card, path = roll_of(events), card_of(events), path_of(box, events)
    movers = [event.seat for event in (roll, card) if event is not None]
    movers += [event.seat for event in events if event.kind in (MOVED, JAILED)]
    drawn = None if card is None else {"deck": deck_name(box, card.other), "text": box.decks[card.other][card.amount].label}
    return {
        "mover": movers[0] if movers else None,
        "dice": None if roll is None else faces_of(roll),
        "card": drawn,
        "path": path or None,
    }
