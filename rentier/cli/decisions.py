"""`rentier decisions`: export the decisions that people made on the page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import click

from rentier.cli.common import check_writable, console, count
from rentier.cli.progress import games_bar
from rentier.cli.serve import check_web
from rentier.errors import RentierError
from rentier.files import load_arrow

EPILOG = """\b
Examples:
  rentier decisions export --out decisions.parquet
  rentier decisions export --database sqlite:///games.sqlite --out decisions.parquet"""


@click.group(epilog=EPILOG, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Export the decisions that people made at the tables of `rentier play` and `rentier serve`."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command(epilog=EPILOG)
@click.option("--database", metavar="URL", help="Where the games are saved.  [default: the database of `rentier play`]")
@click.option("--out", metavar="FILE", help="Parquet file to write; required.")
@click.option("--rules", multiple=True, metavar="FILE", help="Rules file that the server was started with; repeatable.")
def export(*, database: str | None, out: str | None, rules: tuple[str, ...]) -> None:
    """Write every decision that people made in finished games to a Parquet file (extra `lab`), without their names.

    Each row has the position before the decision, the legal actions, the action taken and the seconds it took, the other
    players, and the result of the game for that seat.
    """
    if out is None:
        raise RentierError("--out: missing; give the name of the file to write, such as decisions.parquet")
    check_writable(out)
    check_web()
    from rentier.web.settings import default_database

    source = default_database() if database is None else database
    check_there(source)
    load_arrow("decisions as Parquet")
    from rentier.web.exporting import export_decisions

    with contextlib.ExitStack() as bars:

        def begin(games: int) -> Callable[[int], None]:
            bar = bars.enter_context(games_bar(games))
            return (lambda played: None) if bar is None else bar

        written, games = export_decisions(source, Path(out), rules, begin)
    console().print(f"{count(written)} decisions of people in {count(games)} games: {out}", soft_wrap=True)


def check_there(database: str) -> None:
    """Refuse a database that cannot be read, or whose file does not exist: opening it would create it."""
    from rentier.web.database import check_database, sqlite_file

    file = sqlite_file(database)
    if file is not None and not file.exists():
        raise RentierError(f"database: there is no file {file}")
    check_database(database)
