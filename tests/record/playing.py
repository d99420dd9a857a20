"""Random play for tests of notation: kinds are drawn first, so that offers do not dominate."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rentier import Action, Game

PRESETS = ("uk-classic", "us-classic", "modern", "tournament", "short")
# rules under which short games have every kind of decision
ROUGH: dict[str, Any] = {
    "start_cash": 300,
    "deal_properties": 3,
    "rent_claim": "asked",
    "income_tax": "choice",
    "free_parking": "pot",
    "building_supply": "2/1",
    "build_without_full_set": True,
    "bid_limit": "raisable",
}


def random_action(game: Game, chooser: random.Random) -> Action:
    """Return a random legal action, with every kind equally likely."""
    actions = game.legal_actions()
    kind = chooser.choice(sorted({action.kind for action in actions}))
    return chooser.choice([action for action in actions if action.kind == kind])


def play(game: Game, steps: int, seed: int) -> Iterator[Game]:
    """Play at random, and yield the game before each decision and at the end."""
    chooser = random.Random(seed)
    for _step in range(steps):
        if game.over:
            break
        yield game
        game.apply("bankrupt" if chooser.random() < 0.02 and game.is_legal("bankrupt") else random_action(game, chooser))
    yield game
