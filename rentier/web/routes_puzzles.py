"""`/api/puzzles`: find the better move; `/api/tutorial`: the full rules in a few steps."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter

from rentier.web.puzzles import puzzle_lines, puzzle_of_day, shown_puzzle
from rentier.web.tutorial import shown_tutorial
from rentier.web.view import Shown


def puzzles_router() -> APIRouter:
    """Create the router; its routes run in threads, as puzzles and tutorial are read when they are first wanted."""
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
        """The steps of the tutorial: positions, choices, and what comes of each."""
        return shown_tutorial()

    return router
