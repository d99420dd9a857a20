"""Random rules: a preset with some of its switches set at random."""

from __future__ import annotations

import random
from typing import Any

from tests.reference.box import read_switches

# Numbers that make rules matter within a few hundred decisions. All other switches are yes or no, or one of a few words.
NUMBERS: dict[str, list[Any]] = {
    "start_cash": [0, 60, 300, 1500, 5000, 40000],
    "deal_properties": [0, 1, 3, "all"],
    "dice": [1, 2, 3, 4],
    "salary": [0, 1, 200, 400],
    "go_exact_bonus": [0, 200],
    "snake_eyes_bonus": [0, 500],
    "free_parking_bonus": [0, 100],
    "second_tax": [0, 75, 1000, "board"],
    "auction_open_bid": [1, 10, 150, "any", "half-price"],
    "auction_increment": [1, 7, 50],
    "building_supply": ["32/12", "unlimited", "0/0", "3/2", "8/3", "16/1", "12/0"],
    "hotel_after": [1, 2, 3, 4],
    "shortage_open_bid": [1, 10, 120, "list"],
    "mortgage_interest": [0, 7, 10, 20, 100],
    "offers_per_turn": [0, 1, 3, "unlimited"],
    "counter_offers": [0, 1, 3, 20],
    "jail_fine": [0, 50, 400],
    "jail_max_turns": [1, 2, 3, 5],
    "turn_cap": [0, 1, 50, 10000],
    "round_cap": [0, 1, 20],
    "cash_goal": [0, 2000, 20000],
}


def random_switches(chooser: random.Random, preset: str) -> dict[str, Any]:
    """Set each switch with the chance of one in three."""
    chosen = {}
    for switch in read_switches():
        name = switch["name"]
        values = NUMBERS.get(name) or switch.get("values") or [True, False]
        if chooser.random() < 1 / 3:
            chosen[name] = chooser.choice(values)
    if preset.startswith("khan2019"):  # a board without taxes
        chosen.pop("second_tax", None)
        if chosen.get("deal_properties") == 3:
            chosen["deal_properties"] = 1
    if chosen.get("auction", "none") == "none":  # an auction at once needs auctions
        chosen["buying"] = "choice"
    return chosen
