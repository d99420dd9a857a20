"""`rentier match`: many games between agents, and a table of who won."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.limits import check_match
from rentier.box import Box
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    count,
    json_option,
    overrides_text,
    percent,
    read_rules,
    rules_options,
    seed_option,
    write_json,
)

if TYPE_CHECKING:
    from rentier.arena.match import MatchResult

BAR = 20  # widest picture of a win rate, in columns
EPILOG = (
    "\b\nExample:\n  rentier match reserve:350,150 reserve:50,0 --set auction=none --games 10000 --jobs 2 --json result.json"
)


@click.command(epilog=EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@rules_options
@click.option("--games", type=int, default=1000, show_default=True, help="Games to play.")
@seed_option
@click.option("--jobs", type=int, default=1, show_default=True, help="Threads to play on; the result is the same.")
@json_option
def command(
    *, agents: tuple[str, ...], rules: str, overrides: tuple[str, ...], games: int, seed: int, jobs: int, json_file: str | None
) -> None:
    """Play many games between 2 to 8 agents and count who wins.

    Seats rotate: as many games in a row as there are agents share their dice and cards, and every agent plays them from
    every seat. `rentier agents` lists the agents.
    """
    players = [parse_agent(spec) for spec in agents]
    check_match(players, games, seed, jobs)
    box = read_rules(rules, overrides)
    check_writable(json_file)
    result = play(box, players, games, seed, jobs)
    if json_file is not None:
        write_json(json_file, result.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_result(result)
    if result.games < result.wanted:
        print(f"rentier: stopped after {result.games} of {result.wanted} games", file=sys.stderr)
        sys.exit(130)


def play(box: Box, agents: list[Agent], games: int, seed: int, jobs: int) -> MatchResult:
    """Play the match, with a progress bar where somebody can see it."""
    from rentier.compiled import announce_compiling

    announce_compiling()
    from rentier.arena.match import play_match

    if not sys.stderr.isatty():
        return play_match(box, agents, games, seed, jobs)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as progress:
        bar = progress.add_task("games", total=games)
        return play_match(box, agents, games, seed, jobs, progress=lambda played: progress.advance(bar, played))


def print_result(result: MatchResult) -> None:
    """The table of wins, and a line each about draws, turns and speed."""
    from rich.table import Table

    table = Table()
    table.add_column("agent")
    table.add_column("wins", justify="right")
    table.add_column("win rate", justify="right")
    table.add_column("95 % interval")
    table.add_column("")
    for score in result.scores:
        low, high = score.interval
        interval = f"{percent(low)} to {percent(high)}"
        table.add_row(score.spec, count(score.wins), percent(score.win_rate), interval, "█" * round(score.win_rate * BAR))
    facts = result.as_dict()
    out = console()
    changes = overrides_text(result.overrides)
    out.print(f"{result.rules}{changes}, {count(result.games)} games, seed {result.seed}", style="italic", markup=False)
    out.print(table)
    draws = f"draws {count(result.draws)} ({percent(result.draws / max(result.games, 1))})"
    turns = f"turns a game {facts['turns']['mean']:.1f} on average, {count(facts['turns']['max'])} at most"
    out.print(f"{draws}; {turns}")
    speed = f"{count(facts['games_per_second'])} games/s, {count(facts['turns_per_second'])} turns/s"
    out.print(f"{result.seconds:.2f} s; {speed}")
