"""What the one who walks round the board decides: how to leave jail, and what to do with a card that lets one pay or draw."""

from __future__ import annotations

from rentier.errors import RentierError, unknown

LEAVE, STAY = JAIL = ("leave", "stay")
PAY, DRAW = CHOICES = ("pay", "draw")
FEWEST_ROLLS, MOST_ROLLS = 1000, 1_000_000_000_000  # of a walk


def check_ways(jail: str, choice: str) -> None:
    """Refuse a way that there is not."""
    for what, word, words in (("jail", jail, JAIL), ("choice", choice, CHOICES)):
        if word not in words:
            raise RentierError(unknown(what, word, words))
