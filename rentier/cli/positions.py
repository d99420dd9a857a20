"""Helpers for the commands about one position: read it, and describe it in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from rentier.cli.common import name_of, overrides_text, read_toml
from rentier.errors import RentierError
from rentier.file_kinds import POSITION, RECORD, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from rentier.game_api import Game

Command = TypeVar("Command", bound="Callable[..., Any]")


def position_argument(command: Command) -> Command:
    """Add `POSITION`, and `--decision` for the record of a game."""
    text = "In the record of a game: use the position before its N-th decision."
    command = click.option("--decision", type=int, metavar="N", help=text)(command)
    return click.argument("position", metavar="POSITION|GAME|-")(command)


def read_record_text(file: str, agents: int = 1) -> str:
    """Read the text of a game's record, checked as far as possible before anything is compiled."""
    text, values = read_toml(file, "game record", RECORD)
    _check_agents(file, values, agents)
    return text


def read_game(file: str, decision: int | None, agents: int = 1) -> Game:
    """Read the game of a position, or of a record before one of its decisions, or at its end if no decision is given.

    `agents`: how many agents are named for its seats.
    """
    text, values = read_toml(file, "position", POSITION, RECORD)
    is_record = kind_of(values) is RECORD
    if decision is not None and not is_record:
        reason = "a position asks for one decision only; --decision is for the record of a game"
        raise RentierError(f"{name_of(file)}: {reason}")
    _check_agents(file, values, agents)
    from rentier.game_api import Game

    try:
        if is_record:
            return Game.replay(text, before=decision)
        return Game.from_position(text, seed=0)  # its luck is never used
    except RentierError as error:
        raise RentierError(f"{name_of(file)}: {error}") from None


def _check_agents(file: str, values: Mapping[str, Any], agents: int) -> None:
    """Refuse a number of agents that is neither one per seat nor one for all."""
    players = values.get("players")
    seats = len(players) if isinstance(players, list) else players
    if isinstance(seats, int) and agents not in (1, seats):
        named = f"{agents} agents are named, {name_of(file)} has {seats} seats"
        raise RentierError(f"{named}; name one for each seat, or one for all")


def title(game: Game) -> str:
    """Describe the position in a line: `uk-classic, round 30, turn 59: decision of seat 0 (manage)`."""
    waits = "the game is over" if game.over else f"decision of seat {game.actor} ({game.decision})"
    return f"{game.rules}{overrides_text(game.box.overrides)}, round {game.round}, turn {game.turn}: {waits}"


def facts(game: Game) -> dict[str, object]:
    """Describe the position for JSON."""
    place = {"rules": game.rules, "switches": dict(game.box.overrides), "round": game.round, "turn": game.turn}
    return place | {"actor": game.actor, "decision": game.decision}
