"""Puzzles: positions with a clearly best decision, chosen from the benchmark of decisions by `python -m scripts.puzzles`."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rentier.game_api import Game
from rentier.web.refusals import NOT_FOUND, Refused
from rentier.web.view import GameView, Shown, shown_board, shown_groups

FILE = Path(__file__).parent / "puzzles.jsonl.gz"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")
YOU = "You"


@dataclass(frozen=True)
class Puzzle:
    """A position, its candidates as (action, win probability, half-width of the 95 % interval), the best first, and why."""

    source: int  # its number in the benchmark
    kind: str
    position: str
    candidates: tuple[tuple[str, float, float], ...]
    why: str
    rating: int


def player_names(players: int, you: int) -> list[str]:
    """Return the names of the players of a puzzle."""
    return [YOU if seat == you else name for seat, name in enumerate(NAMES[:players])]


def write_puzzles(puzzles: Sequence[Puzzle]) -> None:
    """Write the puzzles of the package; the same ones give the same bytes."""
    lines = (json.dumps(asdict(one), ensure_ascii=False, separators=(",", ":")) for one in puzzles)
    FILE.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


@functools.cache
def puzzle_lines() -> list[str]:
    """Return the puzzles as JSON; they are read once, when the first one is wanted."""
    return gzip.decompress(FILE.read_bytes()).decode().splitlines()


def puzzle_of_day(day: date) -> int:
    """Return the number of the puzzle of a day, which is the same for everybody."""
    return day.toordinal() % len(puzzle_lines()) + 1


def shown_puzzle(number: int) -> Shown:
    """Return a puzzle for the page, counted from 1, with its answer."""
    lines = puzzle_lines()
    if not 1 <= number <= len(lines):
        raise Refused(f"there is no puzzle {number}; choose one from 1 to {len(lines)}", NOT_FOUND)
    found: dict[str, Any] = json.loads(lines[number - 1])
    game = Game.from_position(found["position"], seed=0)
    candidates = [
        {"action": action, "value": value, "low": max(value - reach, 0), "high": min(value + reach, 1)}
        for action, value, reach in found["candidates"]
    ]
    told = {name: found[name] for name in ("kind", "why", "rating", "source", "position")}
    return shown_position(game) | told | {"number": number, "rules": game.box.name, "candidates": candidates}


def shown_position(game: Game) -> Shown:
    """Return a position for the page, as the player to act sees it."""
    seat = int(game.state.actor)
    return {
        "rules_title": game.box.title,
        "currency": game.box.board.currency,
        "board": shown_board(game.box),
        "groups": shown_groups(game.box),
        "names": player_names(game.players, seat),
        "seat": seat,
        "state": GameView(game).state(),
    }
