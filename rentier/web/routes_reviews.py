"""Routes for the reviews of games, and for the mistakes that they find."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from rentier.box.record import MOST_SEATS
from rentier.web.findings import WAITING
from rentier.web.library import Library
from rentier.web.messages import Message
from rentier.web.mistakes import mistakes_of
from rentier.web.refusals import NOT_FOUND, Refused
from rentier.web.reviews import DEFAULT_ROLLOUTS, MOST_ROLLOUTS, Reviews
from rentier.web.routes_games import GameId
from rentier.web.routes_tables import Authorization, bearer
from rentier.web.view import Shown

SeatOfGame = Annotated[int, Query(ge=0, lt=MOST_SEATS)]


class NewReview(Message):
    """A request for a review; more rollouts make it more accurate."""

    rollouts: Annotated[int, Field(ge=DEFAULT_ROLLOUTS, le=MOST_ROLLOUTS)] | None = None


def reviews_router(library: Library, reviews: Reviews) -> APIRouter:
    """Create the router."""
    router = APIRouter(prefix="/api")

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
            report = {"status": WAITING}
        return mistakes_of(opened, seat, report)

    return router
