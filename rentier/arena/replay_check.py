"""Replay saved games to check that every decision is legal and that they end as recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rentier.arena.database import SavedGame
from rentier.arena.play import DRAWN, ROWS
from rentier.box import Box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.errors import RentierError
from rentier.game.apply import apply, begin
from rentier.game.check import check
from rentier.game.legal import read_action
from rentier.game.reasons import ALLOWED, REASONS
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import DECISIONS, OVER, Action
from rentier.layout import Numbers, new
from rentier.record.actions import action_text


@entry(types.int64(BOX, GAME, LUCK, types.int64, types.uint64, ROWS))
def replay_actions(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any, actions: Numbers) -> int:
    """Replay a game; return the number of actions carried out before the first illegal one, or of all."""
    begin(box, game, luck, players, key)
    for row in range(len(actions)):
        action = read_action(actions[row])
        if game.decision == OVER or check(box, game, action) != ALLOWED:
            return row
        apply(box, game, luck, action)
    return len(actions)


def check_game(box: Box, saved: SavedGame) -> str | None:
    """Return what is wrong with a saved game, and at which decision, counted from 1; None if nothing is."""
    game, luck = new(GameRecord), new(LuckRecord)
    made = replay_actions(box.record, game, luck, len(saved.seats), np.uint64(saved.key), saved.actions)
    if made < len(saved.actions):
        action = Action(*saved.actions[made].tolist())
        why = "the game is over" if game.decision == OVER else REASONS[check(box.record, game, action)]
        return f"decision {made + 1} ({text_of(box, action)!r}): {why}"
    if game.decision != OVER:
        return f"after its last decision, {made}, it is not over; seat {game.actor} has to decide ({DECISIONS[game.decision]})"
    winners = [who for seat, who in enumerate(saved.seats) if int(game.winners) >> seat & 1]
    winner = winners[0] if len(winners) == 1 else DRAWN
    if winner != saved.winner:
        return f"winner: {_winner_text(saved.winner)}; its decisions lead to {_winner_text(winner)}"
    return None


def text_of(box: Box, action: Action) -> str:
    """Return an action as text, or its numbers if they are not a valid action."""
    try:
        return action_text(box, action)
    except RentierError:
        return str(tuple(action))


def _winner_text(winner: int) -> str:
    return "a draw" if winner == DRAWN else f"agent {winner}"
