"""What an analysis can be asked for, known before anything heavy is loaded: rollouts of a review, and how tokens walk.

Whoever walks round the board decides how to leave jail, and what to do with a card that lets one pay or draw.
"""

from __future__ import annotations

from rentier.errors import RentierError, unknown

FEWEST_ROLLOUTS, USUAL_ROLLOUTS, MOST_ROLLOUTS = 20, 50, 10_000  # of a review, from each decision
LEAVE, STAY = JAIL = ("leave", "stay")
PAY, DRAW = CHOICES = ("pay", "draw")
FEWEST_ROLLS, MOST_ROLLS = 1000, 1_000_000_000_000  # of a walk


def check_ways(jail: str, choice: str) -> None:
    """Refuse a way that there is not."""
    for what, word, words in (("jail", jail, JAIL), ("choice", choice, CHOICES)):
        if word not in words:
            raise RentierError(unknown(what, word, words))
