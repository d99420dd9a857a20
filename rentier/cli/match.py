"""`rentier match`: play many games between agents and count who wins."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.limits import check_match
from rentier.arena.seating import ROTATE, SEATS, check_seats
from rentier.box import Box
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

if TYPE_CHECKING:
    from rentier.arena.executors.protocol import Executor
    from rentier.arena.results import MatchResult

BAR = 20  # width of a bar of 100 %, in columns
EPILOG = """\b
Examples:
  rentier match aggressive bailis cautious random --rules sammul2018 --games 10000
  rentier match reserve:350,150 reserve:50,0 --set auction=none --json result.json
  rentier match aggressive bailis --until stronger:+2% --games 100000
  rentier match aggressive bailis --games 1000000 --out run
  rentier match mcts:rollouts=100 bot --games 400 --executor processes"""


@click.command(epilog=EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@rules_options
@click.option("--games", type=int, default=1000, show_default=True, help="Games to play; with --until, the maximum.")
@seed_option
@click.option("--seats", default=ROTATE, show_default=True, metavar="|".join(SEATS), help="How agents change seats.")
@click.option("--until", metavar="QUESTION", help="Stop when this is known: stronger:+2% or precision:1%.")
@executor_options
@click.option("--out", metavar="FOLDER", help="Save every finished game there; the same command resumes.")
@json_option
def command(
    *,
    agents: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    games: int,
    seed: int,
    seats: str,
    until: str | None,
    executor: str,
    jobs: int | None,
    out: str | None,
    json_file: str | None,
) -> None:
    """Play many games among 2 to 8 agents and count who wins.

    Games come in blocks. With --seats rotate a block has as many games as agents, all with the same dice and cards, so that
    every agent plays from every seat; permute uses every order of up to 4 agents; shuffle seats the agents of each game at
    random; fixed never changes the seats.
    `--until stronger:+2%` asks whether the first agent's win rate per seat is 2 points above that of the next agent that
    differs from it, and stops as soon as the answer is known with a 5 % risk of error. `--until precision:1%` stops when the
    first agent's win rate is known to within 1 point. `rentier agents` lists the agents.
    """
    players = [parse_agent(spec) for spec in agents]
    workers = open_workers(executor, jobs)
    check_match(players, games, seed, workers.jobs)
    check_seats(seats, len(players))
    box = read_rules(rules, overrides)
    check_writable(json_file)
    check_out(out)
    if until is not None:
        from rentier.arena.sequential import check_until

        check_until(until, [agent.spec for agent in players])
    result = play(box, players, games, seed, workers, seats, until, out)
    if json_file is not None:
        write_json(json_file, result.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_result(result)
    if result.games < result.wanted and result.verdict is None:
        ahead = f"; {result.ahead} later games are saved" if result.ahead else ""
        print(f"rentier: stopped after {result.games} of {result.wanted} games{ahead}", file=sys.stderr)
        sys.exit(130)


def play(
    box: Box, agents: list[Agent], games: int, seed: int, workers: Executor, seats: str, until: str | None, out: str | None
) -> MatchResult:
    """Play the match, with a progress bar on a terminal."""
    from rentier.arena.match import play_match
    from rentier.arena.questions import question
    from rentier.arena.store import Store

    store = Store(Path(out)) if out is not None else None
    asked = question(until, [agent.spec for agent in agents]) if until is not None else None
    with games_bar(games) as progress:
        result = play_match(box, agents, games, seed, workers, seats=seats, until=asked, store=store, progress=progress)
    if store is not None:
        store.write_results(result.as_dict())
    return result


def print_result(result: MatchResult) -> None:
    """Print the table of wins, and lines about draws, turns and speed."""
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
    out.print(f"{result.rules}{changes}, {count(result.games)} games, seed {result.seed}", style="italic")
    out.print(table)
    for line in comparison_lines(result):
        out.print(line)
    draws = draws_text(result.draws, result.games, *result.draw_interval[:2])
    turns = f"turns per game: {facts['turns']['mean']:.1f} on average, {count(facts['turns']['max'])} at most"
    out.print(f"{draws}; {turns}; intervals by {result.scores[0].method} over {count(facts['blocks'])} blocks")
    speed = f"{count(facts['games_per_second'])} games/s, {count(facts['turns_per_second'])} turns/s"
    out.print(f"{result.seconds:.2f} s; {speed}")


def comparison_lines(result: MatchResult) -> list[str]:
    """Return the answer that stopped the match, whether the two best differ, the Elo difference, repeats, the games needed."""
    from rentier.arena.questions import compare_best, elo_line, needed_line, repeats_line

    lines = [] if result.verdict is None else [result.verdict]
    return [*lines, *compare_best(result), *elo_line(result), *repeats_line(result), *needed_line(result)]
