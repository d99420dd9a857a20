"""The FastAPI application: its parts are put together here."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import Scope

from rentier import __version__
from rentier.errors import RentierError
from rentier.web.guards import Guards
from rentier.web.library import Library
from rentier.web.opponents import agent_names
from rentier.web.page_files import INDEX, PageFiles
from rentier.web.refusals import Refusal, Refused, one_line
from rentier.web.reviews import Reviews
from rentier.web.routes_choices import choices_router
from rentier.web.routes_games import games_router
from rentier.web.routes_people import people_router
from rentier.web.routes_puzzles import puzzles_router
from rentier.web.routes_reviews import reviews_router
from rentier.web.routes_tables import tables_router
from rentier.web.rules import Rules
from rentier.web.settings import PAGE, Settings
from rentier.web.sockets import Sockets
from rentier.web.store import Store
from rentier.web.tables import TableRegistry
from rentier.web.thinking import Thinkers

WRONG_METHOD = 405


def make_app(settings: Settings) -> FastAPI:
    """Create the application; the database is opened now, so that its errors show up at once."""
    store = Store(settings.database)
    store.hold()
    rules = Rules(store, settings.rules)
    thinkers = Thinkers(settings.workers)
    registry = TableRegistry(settings, store, thinkers, rules)
    library = Library(store, rules, thinkers.read)
    reviews = Reviews(store, thinkers.review, library.record)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await thinkers.start()
        await registry.start()
        await reviews.start()
        yield
        await reviews.close()
        await registry.close()
        await thinkers.close()
        store.close()
        rules.close()

    app = FastAPI(
        title="Rentier",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={"4XX": {"model": Refusal, "description": "Refused, with a one-line reason"}},
    )
    app.state.registry = registry
    app.include_router(choices_router(settings, rules, thinkers.read))
    app.include_router(tables_router(registry))
    app.include_router(people_router(store))
    app.include_router(puzzles_router())
    app.include_router(games_router(registry, library))
    app.include_router(reviews_router(library, reviews))
    app.include_router(Sockets(registry).router)
    _serve_page(app, settings)
    _answer_errors(app)
    app.add_middleware(Guards, settings=settings)
    return app


def _serve_page(app: FastAPI, settings: Settings) -> None:
    """Serve the page and its files."""
    files = PageFiles(PAGE, agent_names(settings.own_machine))

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        return files.answer(INDEX, request)

    @app.api_route("/page/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def file(name: str, request: Request) -> Response:
        return files.answer(name, request)


def allowed_methods(app: FastAPI, scope: Scope) -> list[str]:
    """Return the methods that the path of a request allows, whichever routes serve them."""
    tried = [(method, {**scope, "method": method}) for method in ("GET", "HEAD", "POST")]
    return [method for method, asked in tried if any(route.matches(asked)[0] is Match.FULL for route in app.routes)]


def _answer_errors(app: FastAPI) -> None:
    """Answer every error with one line."""

    def wrong(status: int, line: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
        readable = line.encode("utf-8", "backslashreplace").decode()
        return JSONResponse({"error": " ".join(readable.split())}, status, headers)

    @app.exception_handler(RentierError)
    def refused(_: Request, error: Exception) -> JSONResponse:
        return wrong(error.status if isinstance(error, Refused) else 400, str(error))

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, error: Exception) -> JSONResponse:
        errors: list[Any] = list(error.errors()) if isinstance(error, RequestValidationError) else []
        return wrong(422, one_line(errors))

    @app.exception_handler(HTTPException)
    def not_served(request: Request, error: Exception) -> JSONResponse:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = {"Allow": ", ".join(allowed_methods(app, request.scope))} if status == WRONG_METHOD else None
        return wrong(status, str(getattr(error, "detail", error)), headers)

    @app.exception_handler(Exception)
    def failed(_: Request, error: Exception) -> JSONResponse:
        return wrong(500, "internal server error; see the server's log")
