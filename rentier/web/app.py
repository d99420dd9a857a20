"""The FastAPI application: its parts are put together here."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse
from starlette.staticfiles import StaticFiles

from rentier import __version__
from rentier.errors import RentierError
from rentier.web.guards import Guards
from rentier.web.library import Library
from rentier.web.refusals import Refusal, Refused, one_line
from rentier.web.reviews import Reviews
from rentier.web.routes_choices import choices_router
from rentier.web.routes_people import people_router
from rentier.web.routes_reviews import reviews_router
from rentier.web.routes_tables import tables_router
from rentier.web.rules import Rules
from rentier.web.settings import PAGE, Settings
from rentier.web.sockets import Sockets
from rentier.web.store import Store
from rentier.web.tables import TableRegistry
from rentier.web.thinking import Thinkers


def make_app(settings: Settings) -> FastAPI:
    """Create the application; the database is opened now, so that its errors show up at once."""
    store = Store(settings.database)
    store.hold()
    rules = Rules(store, settings.rules)
    thinkers = Thinkers(settings.workers)
    registry = TableRegistry(settings, store, thinkers, rules)
    library = Library(store, rules)
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
    app.include_router(choices_router(settings, rules))
    app.include_router(tables_router(registry))
    app.include_router(people_router(store))
    app.include_router(reviews_router(registry, library, reviews))
    app.include_router(Sockets(registry).router)
    _serve_page(app)
    _answer_errors(app)
    app.add_middleware(Guards, settings=settings)
    return app


def _serve_page(app: FastAPI) -> None:
    """Serve the page and its files."""

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(PAGE / "index.html")

    app.mount("/page", StaticFiles(directory=PAGE), name="page")


def _answer_errors(app: FastAPI) -> None:
    """Answer every error with one line."""

    def wrong(status: int, line: str) -> JSONResponse:
        return JSONResponse({"error": " ".join(line.split())}, status)

    @app.exception_handler(RentierError)
    def refused(_: Request, error: Exception) -> JSONResponse:
        return wrong(error.status if isinstance(error, Refused) else 400, str(error))

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, error: Exception) -> JSONResponse:
        errors: list[Any] = list(error.errors()) if isinstance(error, RequestValidationError) else []
        return wrong(422, one_line(errors))

    @app.exception_handler(HTTPException)
    def not_served(_: Request, error: Exception) -> JSONResponse:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return wrong(status, str(getattr(error, "detail", error)))

    @app.exception_handler(Exception)
    def failed(_: Request, error: Exception) -> JSONResponse:
        return wrong(500, "internal server error; see the server's log")
