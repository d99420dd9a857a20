"""`rentier watch`: play one game and describe it in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import check_players, check_seed
from rentier.box import parse_overrides
from rentier.cli import discard_output
from rentier.cli.common import (
    board_option,
    check_writable,
    film_option,
    read_rules,
    rules_options,
    seed_option,
    write_file,
)
from rentier.cli.league import check_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rentier.game_api import Game

EPILOG = "\b\nExample:\n  rentier watch reserve:350,150 random --seed 7 --save game.toml"


@click.command(epilog=EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@rules_options
@seed_option
@board_option
@click.option("--save", metavar="FILE", help="Write the game's record, for `rentier replay`.")
@film_option
def command(
    agents: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    seed: int,
    board: str,
    save: str | None,
    picture: str | None,
) -> None:
    """Play one game among 2 to 8 agents and describe it in sentences.

    It is the first game of a match with the same seed, with the agents seated in the order they are named.
    """
    players = [parse_agent(spec) for spec in agents]
    check_players(players)
    check_seed(seed)
    box = read_rules(rules, overrides)
    check_writable(save)
    if picture is not None:
        check_svg(picture)
    from rentier.arena.tables import Sitting
    from rentier.game_api import Game

    specs = [agent.spec for agent in players]
    sitting = Sitting(box, players, seed)
    printer = Printer(board, patient=save is not None or picture is not None)
    printer.say(*players_lines(specs))
    game = Game.new(len(players), rules, seed, parse_overrides(overrides))
    printer(game)
    while not game.over:
        game.apply(sitting.decide(game.state))
        printer(game)
    printer.say(*end_lines(game, specs, board))
    if save is not None:
        write_file(Path(save), game.record(specs))
    if picture is not None:
        draw_film(game.record(specs), picture)


def draw_film(record: str, picture: str) -> None:
    """Write the animated picture of a game."""
    from rentier.arena.film import film_svg

    write_file(Path(picture), film_svg(record))


class Printer:
    """Prints a game in sentences, with the board at the start of each round if that is wanted.

    A patient one goes on when the reader of the output is gone, so that the game can be saved or drawn.
    """

    def __init__(self, board: str, patient: bool = False) -> None:
        self.board = board
        self.patient = patient
        self.round = 1

    def __call__(self, game: Game) -> None:
        """Print what has just happened in a game."""
        from rentier.narration.sentences import Narrator

        narrator = Narrator(game.box, None, game.players)
        sentences = narrator.tell(game.state, game.events) if game.decisions else narrator.opening(game.state)
        lines = [line.text if line.is_heading else f"  {line.text}" for line in sentences]
        if self.board == "every" and game.round != self.round and not game.over:
            self.round = game.round
            lines = [*lines[:-1], "", str(game), "", *lines[-1:]]
        self.say(*lines)

    def say(self, *lines: str) -> None:
        """Print lines."""
        try:
            for line in lines:
                print(line)
        except BrokenPipeError:
            if not self.patient:
                raise
            discard_output()


def players_lines(specs: Sequence[str]) -> list[str]:
    """Return lines that say who sits where."""
    return [f"Seat {seat}: {spec}" for seat, spec in enumerate(specs)]


def end_lines(game: Game, specs: Sequence[str], board: str) -> list[str]:
    """Return the lines of the board and the standings."""
    lines = [] if board == "never" else ["", str(game)]
    lines += ["", "Standings:" if game.over else "The record ends here. Standings:"]
    for rank, seat, worth in game.standings:
        name = f" ({specs[seat]})" if seat < len(specs) else ""
        fate = "bankrupt" if game.bankrupt(seat) else f"worth {game.box.board.money(worth)}"
        lines.append(f"  {rank}. seat {seat}{name}, {fate}")
    return lines
