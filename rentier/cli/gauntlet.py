"""`rentier gauntlet`: measure an agent against one opponent after another, three copies of each at a table, and rate it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.limits import cores
from rentier.arena.opponents import check_gauntlet, read_gauntlet
from rentier.box import Box
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    draws_text,
    jobs_option,
    json_option,
    overrides_text,
    percent,
    read_rules,
    rules_options,
    seed_option,
    write_json,
)
from rentier.cli.league import check_picture
from rentier.cli.progress import games_bar

if TYPE_CHECKING:
    from rentier.arena.gauntlet import GauntletResult
    from rentier.arena.ratings import Rating

EPILOG = """\b
Examples:
  rentier gauntlet khan:optimal
  rentier gauntlet mcts:rollouts=200 --against bot --against genes --games 20 --out run"""
GAUNTLET = read_gauntlet()


@click.command(epilog=EPILOG, context_settings={"default_map": {"rules": GAUNTLET.rules}})
@click.argument("agent", metavar="AGENT")
@click.option("--against", multiple=True, metavar="AGENT", help="Opponent to meet instead of the five; repeatable.")
@rules_options
@click.option("--games", type=int, default=GAUNTLET.games, show_default=True, help="Games per opponent, in whole blocks.")
@seed_option
@jobs_option
@click.option("--out", metavar="FOLDER", help="Save every finished game there; the same command resumes.")
@click.option("--picture", metavar="FILE.svg", help="Draw the win rate against each opponent, with intervals.")
@json_option
def command(
    *,
    agent: str,
    against: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int | None,
    out: str | None,
    picture: str | None,
    json_file: str | None,
) -> None:
    """Measure an agent as Berry 2013 did: a set of games against three copies of each of five opponents.

    Games come in blocks with the same dice and cards and rotated seats. A win rate is converted to Elo points by the model
    used for leagues, in which equal players win 25 % at a table of four. The five opponents have fixed ratings under berry2013,
    so that all gauntlets can be compared; with other opponents or rules, the agent gets no rating.
    """
    measured = parse_agent(agent)
    opponents = [parse_agent(spec) for spec in against or GAUNTLET.ratings]
    threads = cores() if jobs is None else jobs
    check_gauntlet(opponents, games, seed, threads)
    box = read_rules(rules, overrides)
    check_writable(json_file)
    check_out(out)
    if picture is not None:
        check_picture(picture)
    result = play(box, measured, opponents, games, seed, threads, None if out is None else Path(out))
    if picture is not None:
        draw(result, Path(picture))
    if json_file is not None:
        write_json(json_file, result.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_gauntlet(result)


def play(
    box: Box, agent: Agent, opponents: Sequence[Agent], games: int, seed: int, jobs: int, out: Path | None
) -> GauntletResult:
    """Play all sets, with a progress bar on a terminal."""
    from rentier.arena.gauntlet import play_gauntlet

    with games_bar(games * len(opponents)) as progress:
        return play_gauntlet(box, agent, opponents, games, seed, jobs, progress, out)


def draw(result: GauntletResult, file: Path) -> None:
    """Draw the win rate against each opponent, beside that of equal players."""
    from rentier.arena.pictures import draw_intervals

    rows = [
        (played.opponent, 100 * played.share, 100 * played.interval.low, 100 * played.interval.high) for played in result.sets
    ]
    equals = (100 / result.players, "equals")
    across = f"% of games won against {result.players - 1} of each, with 95 % interval"
    draw_intervals(title_line(result), across, rows, file, equals)


def title_line(result: GauntletResult) -> str:
    """Return a line that says what was played."""
    sets = f"{len(result.sets)} set{'s' * (len(result.sets) > 1)}, {count(result.games)} games"
    return f"{result.agent}, {result.rules}{overrides_text(result.overrides)}, {sets}, seed {result.seed}"


def print_gauntlet(result: GauntletResult) -> None:
    """Print the table of sets, the mean win rate, and the rating."""
    from rich.table import Table

    table = Table()
    table.add_column(f"against {result.players - 1} of")
    for heading in ("rating", "games", "wins", "win rate", "95 % interval", "Elo", "95 % interval"):
        table.add_column(heading, justify="right")
    for played in result.sets:
        shares = (percent(played.share), f"{percent(played.interval.low)} to {percent(played.interval.high)}")
        rating = "" if played.rating is None else f"{played.rating:.0f}"
        elo = ("", "") if played.elo is None else elo_texts(played.elo, "+.0f")
        table.add_row(played.opponent, rating, count(played.games), count(played.wins), *shares, *elo)
    out = console()
    out.print(title_line(result), style="italic")
    out.print(table)
    low, high = result.interval
    out.print(f"mean win rate of the sets {percent(result.share)} ({percent(low)} to {percent(high)})")
    out.print(rating_line(result))
    out.print(f"{draws_text(result.draws, result.games, *result.draw_interval)}; {result.seconds:.1f} s")


def rating_line(result: GauntletResult) -> str:
    """Return a line with the agent's rating, or why there is none."""
    if result.rating is None:
        return f"no rating: {result.unrated}"
    value, interval = elo_texts(result.rating, ".0f")
    return f"rating {value} ({interval})" if interval else f"rating {value}"


def elo_texts(rating: Rating, form: str) -> tuple[str, str]:
    """Return a value and its interval; if the value is infinite, the bound that is certain."""
    low, high = (f"{end:{form}}" if math.isfinite(end) else "" for end in (rating.low, rating.high))
    if math.isinf(rating.elo):
        return (f"above {low}" if rating.elo > 0 else f"below {high}"), ""
    if low and high:
        return f"{rating.elo:{form}}", f"{low} to {high}"
    if low or high:
        return f"{rating.elo:{form}}", f"above {low}" if low else f"below {high}"
    return f"{rating.elo:{form}}", "not known"
