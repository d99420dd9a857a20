"""`rentier league`: rate a pool of agents at mixed tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import check_league
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    draws_text,
    executor_options,
    json_option,
    open_workers,
    overrides_text,
    percent,
    read_rules,
    rules_options,
    seed_option,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rentier.arena.league import LeagueResult

EPILOG = """\b
Examples:
  rentier league aggressive bailis cautious bot phase3 --rules uk-classic --games 20000 --picture league.svg
  rentier league champion hard medium easy bot --games 4000 --out run"""


@click.command(epilog=EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@rules_options
@click.option("--players", type=int, default=4, show_default=True, help="Seats at each table.")
@click.option("--games", type=int, default=4000, show_default=True, help="Total number of games, rounded up to whole blocks.")
@seed_option
@executor_options
@click.option("--out", metavar="FOLDER", help="Save every finished game there; the same command resumes.")
@click.option("--picture", metavar="FILE.svg", help="Draw the ratings with their intervals.")
@json_option
def command(
    *,
    agents: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    players: int,
    games: int,
    seed: int,
    executor: str,
    jobs: int | None,
    out: str | None,
    picture: str | None,
    json_file: str | None,
) -> None:
    """Rate a pool of agents at tables drawn so that all play equally often, with rotated seats.

    Games come in blocks with the same dice and cards. Ratings are a Plackett-Luce fit of who finished before whom, in Elo
    points around 1500, with 95 % intervals by bootstrap over blocks. With `--out`, a league that was stopped goes on where it
    was, and one that has ended goes on if you ask for more games. `--picture` needs the extra `lab`.
    """
    pool = [parse_agent(spec) for spec in agents]
    workers = open_workers(executor, jobs)
    box = read_rules(rules, overrides)
    check_writable(json_file)
    check_out(out)
    if picture is not None:
        check_picture(picture)
    check_league([agent.spec for agent in pool], players, games, seed)
    from rentier.arena.league import play_league

    with games_bar(games) as progress:
        result = play_league(box, pool, games, players, seed, workers, progress, None if out is None else Path(out))
    if picture is not None:
        from rentier.arena.pictures import draw_ratings

        draw_ratings(result, Path(picture))
    if json_file is not None:
        write_json(json_file, result.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_league(result)


def check_svg(picture: str) -> None:
    """Refuse a picture that is not SVG or could not be written."""
    if not picture.endswith(".svg"):
        raise RentierError(f"--picture: {picture!r} should be a file that ends in .svg")
    check_writable(picture)


def check_picture(picture: str) -> None:
    """Refuse a picture that could not be drawn, before anything is played."""
    check_svg(picture)
    from rentier.arena.pictures import plots

    plots()


def print_league(result: LeagueResult) -> None:
    """Print the table of ratings, the best first."""
    from rich.table import Table

    table = Table()
    table.add_column("agent")
    for heading in ("rating", "95 % interval", "games", "wins", "95 % interval"):
        table.add_column(heading, justify="right")
    for member in result.members:
        low, high = member.interval
        rating = f"{member.rating.low:.0f} to {member.rating.high:.0f}"
        share = f"{percent(low)} to {percent(high)}"
        table.add_row(member.spec, f"{member.rating.elo:.0f}", rating, count(member.games), percent(member.share), share)
    out = console()
    changes = overrides_text(result.overrides)
    title = f"{result.rules}{changes}, tables of {result.players}, {count(result.games)} games, seed {result.seed}"
    out.print(title, style="italic")
    out.print(table)
    out.print(f"{draws_text(result.draws, result.games, *result.draw_interval)}; {result.seconds:.1f} s")
