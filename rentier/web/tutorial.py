"""The tutorial: positions with a decision each, and what comes of every choice, carried out by the rules."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from rentier.game_api import Game
from rentier.web.puzzles import shown_position
from rentier.web.view import GameView, Shown

FILE = Path(__file__).parent / "tutorial.toml"
SEED = 4


@functools.cache
def shown_tutorial() -> list[Shown]:
    """Return the steps for the page; they are made once, when the first one is wanted."""
    return [_shown_step(step) for step in tomllib.loads(FILE.read_text(encoding="utf-8"))["steps"]]


def _shown_step(step: dict[str, Any]) -> Shown:
    game = Game.from_position(step["position"], seed=SEED)
    texts = {name: step[name] for name in ("title", "text", "task")}
    return shown_position(game) | texts | {"choices": [_outcome(step["position"], choice) for choice in step["choices"]]}


def _outcome(position: str, choice: dict[str, Any]) -> Shown:
    """Return a choice with what is said about it, and the state after it."""
    game = Game.from_position(position, seed=SEED)
    game.apply(choice["action"])
    told = {"action": choice["action"], "says": choice["says"], "right": choice.get("right", False)}
    return told | {"state": GameView(game).state()}
