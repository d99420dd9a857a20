"""What the commands about one position share: where it is read from, and how it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from rentier.cli.common import STANDARD_INPUT, overrides_text, read_text
from rentier.errors import RentierError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rentier.table import Game

Command = TypeVar("Command", bound="Callable[..., Any]")


def position_argument(command: Command) -> Command:
    """`POSITION`, and `--decision` of the record of a game."""
    text = "Of the record of a game: the state before its N-th decision."
    command = click.option("--decision", type=int, metavar="N", help=text)(command)
    return click.argument("position", metavar="POSITION|GAME|-")(command)


def name_of(file: str) -> str:
    """A file as messages name it."""
    return "standard input" if file == STANDARD_INPUT else file


def read_game(file: str, decision: int | None) -> Game:
    """The game of a position, or that of a record before one of its decisions, at its end where none is named."""
    text = read_text(file)
    from rentier.record.position import read_toml
    from rentier.table import Game

    try:
        if "decisions" in read_toml("position", text).values:
            return Game.replay(text, before=decision)
        if decision is not None:
            raise RentierError("a position asks for one decision only; --decision is for the record of a game")
        return Game.from_position(text, seed=0)  # its luck is never asked for
    except RentierError as error:
        raise RentierError(f"{name_of(file)}: {error}") from None


def title(game: Game) -> str:
    """The position in a line: `uk-classic, round 30, turn 59: seat 0 to manage`."""
    waits = "the game is over" if game.over else f"seat {game.actor} to {game.decision}"
    return f"{game.rules}{overrides_text(game.box.overrides)}, round {game.round}, turn {game.turn}: {waits}"


def facts(game: Game) -> dict[str, object]:
    """The same for JSON."""
    place = {"rules": game.rules, "switches": dict(game.box.overrides), "round": game.round, "turn": game.turn}
    return place | {"actor": game.actor, "decision": game.decision}
