"""Routes for finished games: imported records, states, reviews, and new games from a decision."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from rentier.box.record import MOST_SEATS
from rentier.web.findings import WAITING
from rentier.web.library import Library
from rentier.web.messages import FEWEST_SEATS, AgentSeat, Message, NewTable, PersonSeat
from rentier.web.mistakes import mistakes_of
from rentier.web.rates import RateLimit
from rentier.web.refusals import NOT_FOUND, TOO_MANY, Refused
from rentier.web.reviews import DEFAULT_ROLLOUTS, MOST_ROLLOUTS, Reviews
from rentier.web.routes_tables import MINUTE, Authorization, address_of, bearer
from rentier.web.tables import TableRegistry
from rentier.web.view import Shown

LONGEST_RECORD = 1_000_000

GameId = Annotated[str, Path(max_length=20)]
SeatOfGame = Annotated[int, Query(ge=0, lt=MOST_SEATS)]


class NewRecord(Message):
    """A record to import."""

    record: Annotated[str, Field(max_length=LONGEST_RECORD)]


class NewReview(Message):
    """A request for a review; more rollouts make it more accurate."""

    rollouts: Annotated[int, Field(ge=DEFAULT_ROLLOUTS, le=MOST_ROLLOUTS)] | None = None


class PlayOn(Message):
    """A request for a table that starts at a decision of a game."""

    decision: Annotated[int, Field(ge=1, le=1 << 31)]
    seats: Annotated[
        list[Annotated[PersonSeat | AgentSeat, Field(discriminator="kind")]],
        Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS),
    ]


def reviews_router(registry: TableRegistry, library: Library, reviews: Reviews) -> APIRouter:
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

    @router.post("/games/{game}/review", status_code=202)
    async def begin_review(game: GameId, new: NewReview, authorization: Authorization = None) -> Shown:
        """Begin or continue a review."""
        opened = await library.open(game, bearer(authorization))
        await reviews.begin(opened.saved.id, new.rollouts, len(opened.replay.steps))
        return {"game": opened.saved.id}

    @router.get("/games/{game}/review")
    async def review(game: GameId, authorization: Authorization = None) -> Shown:
        """The findings of a review so far."""
        opened = await library.open(game, bearer(authorization))
        report = await reviews.report(opened.saved.id, len(opened.replay.steps))
        if report is None:
            raise Refused("this game has no review yet; request one with POST", NOT_FOUND)
        return report

    @router.get("/games/{game}/mistakes")
    async def mistakes(game: GameId, seat: SeatOfGame, authorization: Authorization = None) -> Shown:
        """The marked decisions of a seat, once the review is done; the page makes puzzles of them.

        A review that begins unasked is waiting already.
        """
        opened = await library.open(game, bearer(authorization))
        if seat >= opened.saved.players:
            raise Refused(f"seat: should be at most {opened.saved.players - 1} in this game")
        is_expected = await reviews.is_expected(opened.saved.id)  # asked first: it may begin meanwhile
        report = await reviews.report(opened.saved.id, len(opened.replay.steps))
        if report is None and is_expected:
            return {"status": WAITING, "mistakes": []}
        return mistakes_of(opened, seat, report)

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
