"""Short words for tests of the rules: a position from keyword arguments, and play by text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

import pytest

from rentier import Game
from rentier.game_api import IllegalAction

BROWN = ("Old Kent Road", "Whitechapel Road")
LIGHT_BLUE = ("The Angel, Islington", "Euston Road", "Pentonville Road")
PINK = ("Pall Mall", "Whitehall", "Northumberland Avenue")
ORANGE = ("Bow Street", "Marlborough Street", "Vine Street")
DARK_BLUE = ("Park Lane", "Mayfair")
STATIONS = ("King's Cross Station", "Marylebone Station", "Fenchurch Street Station", "Liverpool Street Station")
UTILITIES = ("Electric Company", "Water Works")
RAILROADS = ("Reading Railroad", "Pennsylvania Railroad", "B. & O. Railroad", "Short Line")


def player(cash: int = 1500, square: int | str = 0, deeds: dict[str, Any] | Iterable[str] = (), **more: Any) -> dict[str, Any]:
    """One player; deeds are names, or names with their houses (5: a hotel) or "mortgaged"."""
    held = dict(deeds) if isinstance(deeds, dict) else dict.fromkeys(deeds, 0)
    return {"cash": cash, "square": square, "deeds": held, **more}


def levels(group: tuple[str, ...], *houses: int | str) -> dict[str, int | str]:
    """A group with so much on each of its deeds."""
    return dict(zip(group, houses, strict=True))


def position(
    *players: dict[str, Any],
    rules: str = "uk-classic",
    to_move: int = 0,
    dice: Iterable[tuple[int, ...]] = (),
    chance: Iterable[str] = (),
    chest: Iterable[str] = (),
    switches: dict[str, Any] | None = None,
    **more: Any,
) -> Game:
    """A game of these players (two rich ones on GO where none are given), with loaded dice and stacked decks."""
    luck = {"dice": [list(faces) for faces in dice], "chance": list(chance), "chest": list(chest)}
    seats = list(players) or [player(), player()]
    text = {"rules": rules, "to_move": to_move, "switches": switches or {}, "players": seats, "luck": luck, **more}
    return Game.from_position(text, seed=1)


def play(game: Game, *actions: str) -> Game:
    """Apply one action after the other."""
    for action in actions:
        game.apply(action)
    return game


def waits(game: Game) -> tuple[str, int | None]:
    """What must be decided, and by whom."""
    return game.decision, game.actor


def kinds(game: Game) -> set[str]:
    """The legal actions as texts."""
    return {str(action) for action in game.legal_actions()}


def refused(game: Game, action: str, reason: str) -> None:
    """The action is illegal for this reason, and trying it changes nothing."""
    before = game.position()
    with pytest.raises(IllegalAction, match=reason):
        game.apply(action)
    assert not game.is_legal(action)
    assert game.position() == before


def seen_under(game: Game, deck: str) -> list[str]:
    """The cards that everybody knows to lie under a deck, the bottom one last."""
    cards: list[str] = tomllib.loads(game.position()).get("seen", {}).get(deck, [])
    return cards
