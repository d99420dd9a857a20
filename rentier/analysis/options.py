"""Options of the analyses, available before anything slow is imported: the rollouts of a review, and how tokens walk.

A token that walks round the board needs two decisions: how to leave jail, and whether to pay or draw if a card offers both.
"""

from __future__ import annotations

from rentier.errors import RentierError, unknown

FEWEST_ROLLOUTS, DEFAULT_ROLLOUTS, MOST_ROLLOUTS = 20, 36, 10_000  # of a review, per decision
DEFAULT_CUT, MOST_CUT = 4, 1_000_000  # turns of a review's rollouts
LEAVE, STAY = JAIL = ("leave", "stay")
JAIL_WORDS = {LEAVE: "players leave jail at once", STAY: "players stay in jail as long as they may"}
PAY, DRAW = CHOICES = ("pay", "draw")
FEWEST_ROLLS, MOST_ROLLS = 1000, 1_000_000_000_000  # of a walk


def check_walk_options(jail: str, choice: str) -> None:
    """Refuse an unknown option."""
    for name, value, values in (("jail", jail, JAIL), ("choice", choice, CHOICES)):
        if value not in values:
            raise RentierError(unknown(name, value, values))
