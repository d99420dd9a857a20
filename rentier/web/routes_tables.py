"""Routes for tables: create one, take a seat, list the public ones, start a rematch, download the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response

from rentier.box.record import MOST_SEATS
from rentier.web.messages import LONGEST_TEXT, Claim, NewTable, NewTutorial
from rentier.web.rates import RateLimit
from rentier.web.refusals import CONFLICT, FORBIDDEN, TOO_MANY, Refused
from rentier.web.store import AGENT, SavedGame, SavedSeat
from rentier.web.table import Table
from rentier.web.table_view import open_seats
from rentier.web.tables import TableRegistry
from rentier.web.tokens import is_same
from rentier.web.tutorial import tutorial_table
from rentier.web.watchers import Watcher

Authorization = Annotated[str | None, Header()]
InviteCode = Annotated[str | None, Query(max_length=LONGEST_TEXT)]
SeatNumber = Annotated[int | None, Query(ge=0, lt=MOST_SEATS)]
MINUTE = 60
CREATED = 201


def bearer(authorization: str | None) -> str | None:
    """Return the token of a header `Authorization: Bearer TOKEN`."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def address_of(request: Request) -> str:
    """Return the address that a request came from."""
    return request.client.host if request.client else ""


def tables_router(registry: TableRegistry) -> APIRouter:
    """Create the router."""
    router = APIRouter(prefix="/api/tables")
    making, sitting = (RateLimit(registry.settings.tables_a_minute * times, MINUTE) for times in (1, 10))

    def check_rate(rate: RateLimit, request: Request) -> None:
        if not rate.allows(address_of(request)):
            raise Refused("too many requests; wait a minute", TOO_MANY)

    @router.post("", status_code=CREATED)
    async def make_table(wanted: NewTable, request: Request) -> dict[str, Any]:
        check_rate(making, request)
        return await registry.make(wanted, address_of(request))

    @router.post("/tutorial", status_code=CREATED)
    async def make_tutorial(wanted: NewTutorial, request: Request) -> dict[str, Any]:
        check_rate(making, request)
        return await registry.make(tutorial_table(wanted.name), address_of(request), tutorial=True)

    @router.get("")
    async def public_tables() -> list[dict[str, Any]]:
        listed = []
        for game, seats in await registry.store.public_games():
            box = await registry.rules.find(game.rules, game.overrides)
            played = game.rounds if game.over else registry.round_of(game.id)
            listed.append(_entry(game, seats, box.title, played) | {"watching": registry.watching(game.id)})
        return listed

    @router.get("/{table}")
    async def one_table(table: str, authorization: Authorization = None) -> dict[str, Any]:
        found = await registry.table(table)
        seat = _access(registry, found, bearer(authorization)).seat
        entry = _entry(found.saved, found.seats, found.game.box.title, found.game.round)
        waiting = found.waiting()
        ended = {"over": found.game.over, "winners": list(found.game.winners) if found.game.over else None}
        entry |= {"watching": found.watchers.spectators}
        return entry | ended | {"started": found.started, "your_turn": waiting is not None and waiting["seat"] == seat}

    @router.get("/{table}/invitation")
    async def invitation(table: str, invite: InviteCode = None, seat: SeatNumber = None) -> dict[str, Any]:
        return await registry.invitation(table, invite, seat)

    @router.post("/{table}/seats")
    async def take_seat(table: str, claim: Claim, request: Request) -> dict[str, Any]:
        check_rate(sitting, request)
        return await registry.claim(table, claim)

    @router.post("/{table}/rematch", status_code=CREATED)
    async def rematch(table: str, request: Request, authorization: Authorization = None) -> dict[str, Any]:
        check_rate(making, request)
        token = bearer(authorization)
        if token is None:
            raise Refused("only players and the host can start a rematch; send a token in the header Authorization", FORBIDDEN)
        return await registry.rematch(table, token, address_of(request))

    @router.get("/{table}/record")
    async def record(table: str, authorization: Authorization = None) -> Response:
        found = await registry.table(table)
        _access(registry, found, bearer(authorization))
        if not found.game.over:
            raise Refused("the record would reveal the coming dice and cards; it is available when the game is over", CONFLICT)
        text = found.game.record([_player(seat) for seat in found.seats])
        headers = {"Content-Disposition": f'attachment; filename="{found.id}.toml"'}
        return Response(text, media_type="application/toml", headers=headers)

    return router


def _access(registry: TableRegistry, table: Table, code: str | None) -> Watcher:
    """Return what a token or watch code gives access to; refuse a wrong one, and none unless the table is public."""
    if code is not None and is_same(code, table.saved.watch):
        return registry.watcher(table, None, code)
    return registry.watcher(table, code, None)


def _entry(game: SavedGame, seats: Sequence[SavedSeat], title: str, played: int | None) -> dict[str, Any]:
    """Return a table as it is listed; `played` is its round."""
    free = open_seats(game, seats, game.settings)
    return {
        "table": game.id,
        "rules": game.rules,
        "title": title,
        "seats": [
            {"name": seat.name, "kind": seat.kind, "agent": seat.agent, "taken": seat.invite is None, "open": seat.seat in free}
            for seat in seats
        ],
        "round": played,
        "over": game.over,
        "winners": game.winners,
        "created": game.created,
        "started": game.settings.get("started", True),
    }


def _player(seat: SavedSeat) -> str:
    """Return the player of a seat, as written in a record."""
    return str(seat.agent) if seat.kind == AGENT else seat.name
