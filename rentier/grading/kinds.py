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
OPENING, TRADING, HOUSES = PHASES = ("opening", "trading", "houses")
PHASE_WORDS = {
    OPENING: "before the first house, while the bank has at least half of the deeds",
    TRADING: "before the first house, when the bank has less than half of the deeds",
    HOUSES: "after the first house",
}
