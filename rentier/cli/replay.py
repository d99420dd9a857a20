"""`rentier replay`: describe a saved game in sentences."""

from __future__ import annotations

import click

from rentier.cli.common import board_option, film_option, name_of
from rentier.cli.league import check_svg
from rentier.cli.positions import read_record_text
from rentier.cli.watch import Printer, draw_film, end_lines, players_lines
from rentier.errors import RentierError

EPILOG = """\b
Examples:
  rentier replay game.toml --board never
  rentier replay game.toml --picture game.svg"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="RECORD|-")
@board_option
@film_option
def command(file: str, board: str, picture: str | None) -> None:
    """Describe a game in sentences from its record, as written by `rentier watch --save`; - reads standard input."""
    if picture is not None:
        check_svg(picture)
    text = read_record_text(file)
    from rentier.game_api import Game
    from rentier.record.games import read_record

    try:
        agents = read_record(text).agents
        Game.replay(text)  # refuse a record that is wrong anywhere before printing its beginning
    except RentierError as error:
        raise RentierError(f"{name_of(file)}: {error}") from None
    printer = Printer(board, patient=picture is not None)
    printer.say(*players_lines(agents))
    printer.say(*end_lines(Game.replay(text, listen=printer), agents, board))
    if picture is not None:
        draw_film(text, picture)
