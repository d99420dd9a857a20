"""`/api/puzzles`: find the better move; `/api/tutorial`: what the coach of the tutorial says."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter

from rentier.web.puzzles import puzzle_lines, puzzle_of_day, shown_puzzle
from rentier.web.tutorial import tips
from rentier.web.view import Shown


def puzzles_router() -> APIRouter:
    """Create the router; its routes run in threads, as puzzles and tips are read when they are first wanted."""
    router = APIRouter(prefix="/api")

    @router.get("/puzzles")
    def puzzles() -> dict[str, int]:
        """How many puzzles there are, and which one is today's (UTC)."""
        return {"count": len(puzzle_lines()), "today": puzzle_of_day(datetime.now(UTC).date())}

    @router.get("/puzzles/{number}")
    def puzzle(number: int) -> Shown:
        """A puzzle, counted from 1: the position, the candidates with their values, the best first, and the reason."""
        return shown_puzzle(number)

    @router.get("/tutorial")
    def tutorial() -> list[Shown]:
        """The tips of the tutorial, by topic."""
        return tips()

    return router
