"""What players see on the board after a decision: the dice, the path of the token, and the card drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rentier.box import Box
from rentier.game.events import JAILED, MOVED, Event
from rentier.narration.moves import card_of, path_of, roll_of
from rentier.narration.sentences import deck_name, faces_of


def board_changes(box: Box, events: Sequence[Event]) -> dict[str, Any]:
    """Return who moved, the dice, the path of the token and the last card drawn; each None if there was none."""
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
