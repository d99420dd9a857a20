"""The kinds of decisions, and the phases of a game."""

from __future__ import annotations

OFFERS, ANSWERS, BIDS, BUYING, BUILDING, RAISING, JAIL = KINDS = (
    "offers",
    "answers",
    "bids",
    "buying",
    "building",
    "raising",
    "jail",
)
# before the first house, while the bank has at least half of the deeds; before it, when it has fewer; after it
OPENING, TRADING, HOUSES = PHASES = ("opening", "trading", "houses")
