"""Export people's decisions in finished games as Parquet, with the position and the legal actions.

The file contains no names of people, no keys to their seats and no hidden luck.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from rentier.errors import RentierError
from rentier.files import atomic_write, load_arrow
from rentier.game_api import Game
from rentier.record.games import Beginning
from rentier.web.looks import looks_of
from rentier.web.rules import Rules
from rentier.web.schema import decisions, games
from rentier.web.store import IMPORTED, PERSON, Decision, SavedGame, SavedSeat, Store

WHAT = "decisions as Parquet"
ROWS = 2000  # written together
Row = dict[str, Any]


def schema() -> Any:
    """Return the schema of the file."""
    arrow = load_arrow(WHAT)
    texts = arrow.list_(arrow.string())
    columns = {
        "game": arrow.string(),
        "number": arrow.int32(),  # of the decision in its game, from 1
        "round": arrow.int32(),
        "turn": arrow.int32(),
        "seat": arrow.int8(),
        "token": arrow.string(),  # on the board
        "colour": arrow.string(),
        "rules": arrow.string(),
        "switches": arrow.string(),  # house rules as `name=value,name=value`
        "decision": arrow.string(),
        "action": arrow.string(),
        "choices": texts,  # not every bid and offer
        "position": arrow.string(),
        "seconds": arrow.float32(),
        "undone": arrow.bool_(),  # whether decisions were undone in this game
        "opponents": texts,  # an agent's spec, or `person`
        "won": arrow.bool_(),
        "rank": arrow.int8(),
    }
    return arrow.schema(list(columns.items()))


def export_decisions(
    database: str, out: Path, rules: tuple[str, ...] = (), begin: Callable[[int], Callable[[int], None]] | None = None
) -> tuple[int, int]:
    """Write the decisions in a database to a file, completely or not at all; return how many, and of how many games.

    `begin` is called with the number of games and returns a function that is called with the number of games just done.
    """
    return asyncio.run(_export(database, out, rules, begin))


async def _export(
    database: str, out: Path, rules: tuple[str, ...], begin: Callable[[int], Callable[[int], None]] | None
) -> tuple[int, int]:
    arrow, columns = load_arrow(WHAT), schema()
    store = Store(database)
    known: Rules | None = None
    try:
        known = Rules(store, rules)
        ids = await store.read(finished_games)
        if not ids:
            raise RentierError("nothing to export: the database has no finished game in which a person made a decision")
        progress = None if begin is None else begin(len(ids))
        written, waiting = 0, list[Row]()
        with atomic_write(out) as draft, arrow.parquet.ParquetWriter(draft, columns, compression="zstd") as writer:
            async for rows in _all_rows(store, known, ids):
                waiting += rows
                written += len(rows)
                if len(waiting) >= ROWS:
                    writer.write_table(arrow.Table.from_pylist(waiting, columns))
                    waiting = []
                if progress is not None:
                    progress(1)
            writer.write_table(arrow.Table.from_pylist(waiting, columns))
        return written, len(ids)
    finally:
        if known is not None:
            known.close()
        store.close()


def finished_games(connection: Connection) -> list[str]:
    """Return the finished games in which a person has decided, oldest first."""
    by_people = select(decisions.c.game).where(decisions.c.by == PERSON)
    wanted = select(games.c.id).where(games.c.over, games.c.source != IMPORTED, games.c.id.in_(by_people))
    return [row.id for row in connection.execute(wanted.order_by(games.c.created, games.c.id))]


async def _all_rows(store: Store, known: Rules, ids: list[str]) -> AsyncIterator[list[Row]]:
    """Yield the rows of each game."""
    for game in ids:
        found = await store.find_game(game)
        if found is None:  # removed meanwhile
            continue
        saved, sitting = found
        made = await store.find_decisions(game)
        try:
            box = await known.find(saved.rules, saved.overrides)
            played = Game.begun(box, Beginning(saved.rules, saved.players, saved.key, saved.position))
            rows = game_rows(played, saved, sitting, made)
        except RentierError as error:
            raise RentierError(f"game {game}: {error}") from None
        yield rows


def game_rows(game: Game, saved: SavedGame, sitting: list[SavedSeat], made: list[Decision]) -> list[Row]:
    """Return the rows of a game; `game` is at its start and is played to its end."""
    rows: list[Row] = []
    switches = ",".join(f"{name}={value}" for name, value in sorted(saved.overrides.items()))
    about = {"rules": saved.rules, "switches": switches, "undone": bool(saved.settings.get("undone"))}
    looks = looks_of(saved.settings, saved.players)
    for decision in made:
        if decision.by == PERSON:
            rows.append({**about, **looks[decision.seat], **_seen(game, decision), **_others(sitting, decision.seat)})
        game.apply(decision.action)
    rank = {standing.seat: standing.rank for standing in game.standings}
    for row in rows:
        row |= {"won": row["seat"] in game.winners, "rank": rank[row["seat"]]}
    return rows


def _seen(game: Game, decision: Decision) -> Row:
    """Return a decision with the position before it."""
    return {
        "game": decision.game,
        "number": len(game.decisions) + 1,
        "round": game.round,
        "turn": game.turn,
        "seat": decision.seat,
        "decision": game.decision,
        "action": decision.action,
        "choices": [game.text(action) for action in game.legal_actions()],
        "position": game.position(),
        "seconds": decision.seconds,
    }


def _others(sitting: list[SavedSeat], seat: int) -> Row:
    """Return the opponents of a seat."""
    return {"opponents": [other.agent or PERSON for other in sitting if other.seat != seat]}
