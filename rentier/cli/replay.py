"""`rentier replay`: a saved game, told again."""

from __future__ import annotations

import click

from rentier.cli.common import board_option, name_of
from rentier.cli.positions import read_record_text
from rentier.cli.watch import Teller, end_lines, players_lines
from rentier.errors import RentierError

EPILOG = "\b\nExample:\n  rentier replay game.toml --board never"


@click.command(epilog=EPILOG)
@click.argument("file", metavar="RECORD|-")
@board_option
def command(file: str, board: str) -> None:
    """Tell a game from its record, as `rentier watch --save` writes it; - is standard input."""
    text = read_record_text(file)
    from rentier.arena.narrate import told_game
    from rentier.record.games import read_record
    from rentier.table import Game

    try:
        agents = read_record(text).agents
        Game.replay(text)  # a record that is wrong somewhere is refused before its story begins
    except RentierError as error:
        raise RentierError(f"{name_of(file)}: {error}") from None
    teller = Teller(board)
    teller.say(*players_lines(agents))
    teller.say(*end_lines(told_game(teller).replay(text), agents, board))
