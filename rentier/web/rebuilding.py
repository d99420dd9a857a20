"""Rebuilds a game from the database: from its start and its decisions."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.narration.sentences import Narrator
from rentier.record.games import Beginning
from rentier.web.bankruptcies import bankruptcies
from rentier.web.gently import gently
from rentier.web.store import Move, SavedGame
from rentier.web.view import Shown


def start_game(saved: SavedGame, box: Box) -> Game:
    """Return a saved game at its start."""
    return Game.begun(box, Beginning(saved.rules, saved.players, saved.key, saved.position))


def rebuild_game(
    saved: SavedGame, box: Box, made: Sequence[Move], names: Sequence[str], log_length: int
) -> tuple[Game, list[Shown]]:
    """Return a saved game after its last decision, and its log."""
    game = start_game(saved, box)
    narrator = Narrator(box, names, game.players)
    log: list[Shown] = []
    if len(made) < log_length:
        log.append({"number": 0, "seat": None, "lines": [line.text for line in narrator.opening(game.state)]})
    for place, decision in enumerate(gently(made)):
        if decision.number != place or decision.seat != game.actor:
            raise RentierError(f"game {saved.id}: decision {decision.number} does not follow from those before it")
        game.apply(decision.action)
        if place >= len(made) - log_length:
            events = game.events
            lines = [line.text for line in narrator.tell(game.state, events)]
            told = {"lines": lines, "bankruptcies": bankruptcies(game, events)}
            log.append({"number": place + 1, "seat": decision.seat, **told})
    return game, log
