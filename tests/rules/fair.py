"""A fair: a lane of Chance squares on which every roll draws a card worth 1, 2, 4 or 8, or the jail card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rentier import Game

RULES = str(Path(__file__).parent / "fair_rules" / "rules.toml")
WALK = [[1], [1], [1], [1], [1], [3]]  # from the first stall to the last and over GO to the first again
JAIL_CARD = 0  # what a jail card is worth


def fair(switches: dict[str, Any] | None = None, chance: list[str] | None = None, **seat: Any) -> Game:
    """Two players at the first stall; more keys are those of seat 1."""
    dice = [roll for roll in WALK for _seat in range(2)] * 10
    seats = [{"cash": 0, "square": 1}, {"cash": 0, "square": 1} | seat]
    luck = {"dice": dice, "chance": chance or []}
    return Game.from_position(
        {"rules": RULES, "to_move": 0, "switches": switches or {}, "players": seats, "luck": luck}, seed=3
    )


def draw(game: Game, times: int) -> list[int]:
    """Play a number of turns; what each card drawn was worth."""
    drawn = []
    for _turn in range(times):
        before = sum(game.cash)
        game.apply("roll")
        drawn.append(sum(game.cash) - before)
        game.apply("end")
    return drawn
