"""Rebuilds a game from the database: from its start and its decisions, with all that the table tells of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.record.games import Beginning
from rentier.web.chronicle import LOG_LENGTH, Chronicle
from rentier.web.gently import gently
from rentier.web.orders import StandingOrders
from rentier.web.schema import decisions
from rentier.web.store import PERSON, TABLE, Move, SavedGame, Store
from rentier.web.table_settings import OLDER
from rentier.web.time_limit import PlayingTime


class Rebuilt(NamedTuple):
    """A game after its last decision; `number`: decisions made so far; `orders`: know the offers that people were asked."""

    game: Game
    chronicle: Chronicle
    number: int
    played: PlayingTime
    orders: StandingOrders


async def load_game(store: Store, saved: SavedGame, box: Box, names: Sequence[str]) -> Rebuilt:
    """Return a saved game after its last decision; it is rebuilt in a thread."""
    made = await store.find_moves(saved.id)
    first = 0 if saved.settings.get("minutes") else len(made) - LOG_LENGTH
    times = await store.read(lambda connection: _times(connection, saved.id, first))
    return await asyncio.to_thread(rebuild_game, saved, box, made, times, names)


def _times(connection: Connection, game: str, first: int) -> dict[int, float]:
    """Return when the decisions from a number on were made."""
    wanted = select(decisions.c.number, decisions.c.at).where(decisions.c.game == game, decisions.c.number >= first)
    return {row.number: row.at for row in connection.execute(wanted)}


def start_game(saved: SavedGame, box: Box) -> Game:
    """Return a saved game at its start."""
    return Game.begun(box, Beginning(saved.rules, saved.players, saved.key, saved.position))


def rebuild_game(saved: SavedGame, box: Box, made: Sequence[Move], times: Mapping[int, float], names: Sequence[str]) -> Rebuilt:
    """Play the decisions of a saved game again; `times` has at least those of the decisions that are still in the log."""
    game = start_game(saved, box)
    chronicle = Chronicle(game, saved.created)
    chronicle.tell_opening(game, names)
    orders, most = StandingOrders(), {**OLDER, **saved.settings}["offers_asked"]
    for place, decision in enumerate(gently(made)):
        if decision.number != place or decision.seat != game.actor:
            raise RentierError(f"game {saved.id}: decision {decision.number} does not follow from those before it")
        orders.take_note(game, most if decision.by in (PERSON, TABLE) else None)
        game.apply(decision.action)
        if place >= len(made) - LOG_LENGTH:
            chronicle.tell(game, names, place + 1, decision.seat, times[place])
        else:
            chronicle.worths.see(game)
    return Rebuilt(game, chronicle, len(made), PlayingTime(times[number] for number in sorted(times)), orders)
