"""`rentier games`: play games and save every decision to a file, or check such a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import MOST_GAMES, MOST_JOBS, check_number, check_players, check_seed, cores
from rentier.arena.seating import ROTATE, SEATS, check_seats
from rentier.cli.common import (
    ListingAgents,
    check_parquet,
    check_writable,
    console,
    count,
    jobs_option,
    overrides_text,
    read_rules,
    rules_options,
    seed_option,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError
from rentier.files import load_arrow

MEGABYTE = 1_000_000
EPILOG = """\b
Examples:
  rentier games --agents random random random random --count 5000 --out games.parquet
  rentier games --agents aggressive bot --rules short --seed 7 --out short.parquet
  rentier games --check games.parquet"""


@click.command(cls=ListingAgents, epilog=EPILOG)
@click.option("--agents", multiple=True, metavar="AGENT...", help="Players, 2 to 8.")
@click.option("--count", "games", type=int, default=1000, show_default=True, help="Games to play.")
@click.option("--out", metavar="FILE", help="Parquet file to write.")
@rules_options
@seed_option
@click.option("--seats", default=ROTATE, show_default=True, metavar="|".join(SEATS), help="How agents change seats.")
@jobs_option
@click.option("--check", "checked", metavar="FILE", help="Replay the games of a file and report the first broken one.")
def command(
    *,
    agents: tuple[str, ...],
    games: int,
    out: str | None,
    rules: str,
    overrides: tuple[str, ...],
    seed: int,
    seats: str,
    jobs: int | None,
    checked: str | None,
) -> None:
    """Play games and save every decision to a Parquet file (extra `lab`), for training.

    The games are those of `rentier match` with the same agents, rules, seats and seed. After Ctrl-C the file has the games
    played so far. Read it with `rentier.arena.database.GamesFile`.
    """
    if checked is not None:
        if agents or out is not None:
            raise RentierError("--check: checks an existing file; it should be given without --agents and --out")
        check_file(checked)
        return
    players = [parse_agent(spec) for spec in agents]
    threads = cores() if jobs is None else jobs
    check_players(players)
    check_number("count", games, 1, MOST_GAMES)
    check_seed(seed)
    check_number("jobs", threads, 1, MOST_JOBS)
    check_seats(seats, len(players))
    box = read_rules(rules, overrides)
    if out is None:
        raise RentierError("--out: missing; give the name of the file to write, such as games.parquet")
    check_writable(out)
    load_arrow("files of games")
    from rentier.arena.recording import record_games

    with games_bar(games) as progress:
        done = record_games(Path(out), box, players, games, seed, threads, seats=seats, progress=progress)
    line = console()
    line.print(f"{box.name}{overrides_text(box.overrides)}, {count(done.games)} games, seed {seed}", style="italic")
    speed = f"{done.seconds:.1f} s, {count(done.games / max(done.seconds, 1e-9))} games/s"
    size = Path(out).stat().st_size / MEGABYTE
    line.print(f"{count(done.decisions)} decisions in {out}, {size:,.1f} MB; {speed}", soft_wrap=True)
    if done.games < games:
        print(f"rentier: stopped after {done.games} of {games} games; {out} has these", file=sys.stderr)
        sys.exit(130)


def check_file(file: str) -> None:
    """Replay all games of a file; raise an error for the first that is broken."""
    check_parquet(file)
    load_arrow("files of games")
    from rentier.arena.database import GamesFile
    from rentier.arena.replay_check import check_game

    saved = GamesFile(file)
    decisions = 0
    with games_bar(saved.games) as progress:
        for game in saved:
            wrong = check_game(saved.box, game)
            if wrong is not None:
                raise RentierError(f"{file}: game {game.number}: {wrong}")
            decisions += len(game.actions)
            if progress is not None:
                progress(1)
    console().print(f"{file}: {count(saved.games)} games, {count(decisions)} decisions, all legal", soft_wrap=True)
