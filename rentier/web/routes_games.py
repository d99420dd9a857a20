"""Routes for games: imported records, finished games with their states, and new tables from a decision."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from rentier.box.record import MOST_SEATS
from rentier.web.library import Library
from rentier.web.messages import FEWEST_SEATS, AgentSeat, Message, NewTable, PersonSeat
from rentier.web.rates import RateLimit
from rentier.web.refusals import TOO_MANY, Refused
from rentier.web.routes_tables import MINUTE, Authorization, address_of, bearer
from rentier.web.tables import TableRegistry
from rentier.web.view import Shown

LONGEST_RECORD = 1_000_000

GameId = Annotated[str, Path(max_length=20)]


class NewRecord(Message):
    """A record to import."""

    record: Annotated[str, Field(max_length=LONGEST_RECORD)]


class PlayOn(Message):
    """A request for a table that starts at a decision of a game."""

    decision: Annotated[int, Field(ge=1, le=1 << 31)]
    seats: Annotated[
        list[Annotated[PersonSeat | AgentSeat, Field(discriminator="kind")]],
        Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS),
    ]


def games_router(registry: TableRegistry, library: Library) -> APIRouter:
    """Create the router."""
    router = APIRouter(prefix="/api")
    making = RateLimit(registry.settings.tables_a_minute, MINUTE)

    def check_rate(request: Request) -> None:
        if not making.allows(address_of(request)):
            raise Refused("too many requests; wait a minute", TOO_MANY)

    @router.post("/records", status_code=201)
    async def add_record(new: NewRecord, request: Request) -> Shown:
        """Import the record of a game, finished or not."""
        check_rate(request)
        return {"game": await library.add(new.record)}

    @router.get("/games/{game}")
    async def show_game(game: GameId, authorization: Authorization = None) -> Response:
        """A game with every decision in plain words."""
        opened = await library.open(game, bearer(authorization))
        return Response(await asyncio.to_thread(lambda: opened.shown), media_type="application/json")

    @router.get("/games/{game}/record")
    async def download(game: GameId, authorization: Authorization = None) -> Response:
        """The record of a game."""
        opened = await library.open(game, bearer(authorization))
        disposition = {"Content-Disposition": f'attachment; filename="rentier-{opened.saved.id}.toml"'}
        return Response(await asyncio.to_thread(lambda: opened.record), media_type="application/toml", headers=disposition)

    @router.get("/games/{game}/states/{number}")
    async def state(game: GameId, number: int, authorization: Authorization = None) -> Shown:
        """The state before a decision, counted from 1."""
        return (await library.open(game, bearer(authorization))).replay.state(number)

    @router.get("/games/{game}/worth")
    async def worth(game: GameId, authorization: Authorization = None) -> list[Shown]:
        """What every player was worth at the start of each turn, and at the end."""
        opened = await library.open(game, bearer(authorization))
        return await asyncio.to_thread(opened.replay.worths)

    @router.post("/games/{game}/play-on", status_code=201)
    async def play_on(game: GameId, new: PlayOn, request: Request, authorization: Authorization = None) -> Shown:
        """A new table from the position before a decision, with new luck."""
        check_rate(request)
        opened = await library.open(game, bearer(authorization))
        position = opened.replay.at(new.decision).position()
        saved = opened.saved
        wanted = NewTable(rules=saved.rules, switches=dict(saved.overrides), seats=new.seats, position=position)
        return await registry.make(wanted, address_of(request))

    return router
