"""`rentier referee`: judge games between programs that do not trust each other, or check a program against the protocol."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from rentier.arena.limits import MOST_GAMES, check_number, check_players, check_seed
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    draws_text,
    json_option,
    overrides_text,
    percent,
    read_rules,
    rules_options,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError
from rentier.referee.entrants import find_entrant
from rentier.referee.limits import Limits
from rentier.referee.seed import STANDARD_INPUT, draw_seed, read_seed_file, seed_digest

if TYPE_CHECKING:
    from rentier.referee.match import RefereedMatch, RefereeResult

CHECK = "check"
EPILOG = """\b
Examples:
  rentier referee phase1 phase2 --rules adjudicator2018 --games 20
  rentier referee ./my_agent.py "node bot.js" ./bot --games 30 --out judged
  rentier referee check ./bot"""


class WithCheck(click.Command):
    """`rentier referee AGENT...`, or `rentier referee check PROGRAM`, which has its own help."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == [CHECK]:
            return check.make_context(f"{info_name} {CHECK}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=WithCheck, epilog=EPILOG)
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@rules_options
@click.option("--games", type=int, default=20, show_default=True, help="Games to play.")
@click.option(
    "--seed-file", metavar="FILE", help="Read a secret seed from a file, or from standard input (-).  [default: draw one]"
)
@click.option("--seed", type=int, metavar="N", help="A seed that programs can read: for tests with programs that you trust.")
@click.option(
    "--decision-time", type=float, default=Limits.decision, show_default=True, metavar="S", help="Seconds per decision."
)
@click.option(
    "--game-time",
    type=float,
    default=Limits.game,
    show_default=True,
    metavar="S",
    help="Seconds per game, for all decisions of a program.",
)
@click.option(
    "--memory", type=int, default=Limits.memory, show_default=True, metavar="MB", help="Memory of each program, in megabytes."
)
@click.option("--out", metavar="FOLDER", help="Save records, dice and faults there; the same command resumes.")
@json_option
def command(
    *,
    agents: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    games: int,
    seed_file: str | None,
    seed: int | None,
    decision_time: float,
    game_time: float,
    memory: int,
    out: str | None,
    json_file: str | None,
) -> None:
    """Referee games among 2 to 8 players, each in its own process.

    An AGENT is a Rentier agent (`rentier agents`), a Python file with a class that has one method per kind of decision, or any
    program, with its arguments, that speaks the protocol of docs/referee.md on standard input and output. Games come in blocks
    with rotated seats. The seed is secret until the match is over; its digest is shown at the start, so that everybody can
    check it. An answer that is late, malformed or illegal is void: the fault is counted, and the game goes on with a default
    action. `rentier referee check PROGRAM` shows what a program does right and wrong.
    """
    needs_linux()
    limits = Limits(decision_time, game_time, memory)
    entrants = tuple(find_entrant(agent) for agent in agents)
    check_players(entrants)
    check_number("games", games, 1, MOST_GAMES)
    chosen_seed = choose_seed(seed_file, seed)
    box = read_rules(rules, overrides)
    check_writable(json_file)
    check_out(out)
    from rentier.referee.match import RefereedMatch

    match = RefereedMatch(
        entrants,
        box,
        rules,
        games,
        chosen_seed,
        limits,
        is_drawn=seed_file is None and seed is None,
        hidden=secret_paths(seed_file, out),
    )
    announce(match, is_visible=seed is not None, to=sys.stderr if json_file == STANDARD_OUTPUT else sys.stdout)
    result = play(match, out)
    if json_file is not None:
        write_json(json_file, result.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_result(result)
    if result.match.games < result.match.wanted:
        print(f"rentier: stopped after {result.match.games} of {result.match.wanted} games", file=sys.stderr)
        sys.exit(130)


@click.command(epilog='\b\nExample:\n  rentier referee check "node bot.js"')
@click.argument("program", metavar="PROGRAM")
def check(program: str) -> None:
    """Ask a program for every kind of decision, and show line by line what it does right and wrong.

    PROGRAM is named as for `rentier referee`. The exit code is 0 if everything is right, 1 if something is wrong.
    """
    needs_linux()
    entrant = find_entrant(program)
    from rentier.referee.check import check_program

    wrong = 0
    with no_escape():
        for finding in check_program(entrant, Limits()):
            wrong += not finding.passed
            print(f"{'ok   ' if finding.passed else 'wrong'}  {finding.about}: {finding.detail}", flush=True)
    print(f"{wrong} wrong" if wrong else "all right")
    if wrong:
        sys.exit(1)


def choose_seed(seed_file: str | None, seed: int | None) -> int:
    """Return the seed of a file or of the command line; without either, draw one."""
    if seed_file is not None and seed is not None:
        raise RentierError("--seed: a match has one seed; give --seed-file or --seed, not both")
    if seed_file is not None:
        return read_seed_file(seed_file)
    if seed is None:
        return draw_seed()
    check_seed(seed)  # as for every other command; only a secret one is longer
    return seed


def secret_paths(seed_file: str | None, out: str | None) -> tuple[str, ...]:
    """Return the paths that programs must not see while they play."""
    named = (None if seed_file == STANDARD_INPUT else seed_file, out)
    return tuple(str(Path(path).expanduser().resolve()) for path in named if path is not None)


def announce(match: RefereedMatch, is_visible: bool, to: TextIO) -> None:
    """Print the digest of the seed, and in a line each whether programs can read the seed and what is not protected."""
    print(f"seed: shown after the match; its SHA-256 digest is {seed_digest(match.seed)}", file=to)
    if is_visible and not match.shares_luck:
        print("warning: programs may read or guess --seed and foretell the dice; use --seed-file, or neither", file=to)
    gaps = gaps_of(match)
    if gaps:
        print(f"not protected from programs: {'; '.join(gaps)} (docs/referee.md)", file=to)
    to.flush()


def gaps_of(match: RefereedMatch) -> list[str]:
    """Return what the programs of a match could reach on this system, each once."""
    from rentier.referee.isolation import unprotected

    gaps: dict[str, None] = {}
    for entrant in match.entrants:
        if entrant.is_trusted and not entrant.ours:
            gaps[f"anything, from the compiled agent {entrant.name}"] = None
        elif not entrant.is_trusted:
            gaps |= dict.fromkeys(unprotected(match.hidden, entrant.command))
    return list(gaps)


def needs_linux() -> None:
    """Refuse other systems, on which the judge could not end everything that a program starts."""
    if sys.platform != "linux":
        raise RentierError(
            "the referee needs Linux to limit memory and to find and end every process that a program has started"
        )


@contextlib.contextmanager
def no_escape() -> Iterator[None]:
    """Make processes that escape their supervisor, say by killing it, children of this command, and kill them at the end."""
    from rentier.referee.process_tree import become_reaper, end_process_tree

    become_reaper()
    try:
        yield
    finally:
        end_process_tree(os.getpid())


def play(match: RefereedMatch, out: str | None) -> RefereeResult:
    """Play the match, with a progress bar on a terminal."""
    from rentier.referee.kernel import Setting, configure
    from rentier.referee.ledger import Ledger
    from rentier.referee.match import play_refereed

    configure(Setting.DUMPABLE, 0)  # no other process of this user may read the seed in this one's memory

    ledger = Ledger(Path(out), match.as_dict()) if out is not None else None
    with no_escape(), games_bar(match.games) as progress:
        result = play_refereed(match, ledger, progress)
    if ledger is not None:
        ledger.write_result(result.as_dict())
    return result


def print_result(result: RefereeResult) -> None:
    """Print the table of wins and faults, the comparison of the best, and the first fault of each agent."""
    from rich.table import Table

    from rentier.arena.questions import compare_best

    match = result.match
    table = Table()
    for heading in ("agent", "wins", "win rate", "95 % interval", "faults"):
        table.add_column(heading, justify="right" if heading in ("wins", "win rate") else "left")
    for number, score in enumerate(match.scores):
        low, high = score.interval
        faults = result.faults(number)
        counts = ", ".join(f"{kind} {count(faults[kind])}" for kind in sorted(faults)) or "none"
        interval = f"{percent(low)} to {percent(high)}"
        table.add_row(score.spec, count(score.wins), percent(score.win_rate), interval, counts)
    out = console()
    title = f"{match.rules}{overrides_text(match.overrides)}, {count(match.games)} games, seed {match.seed}"
    out.print(title, style="italic")
    out.print(table)
    for line in compare_best(match):
        out.print(line)
    for number, name in enumerate(match.agents):
        first = next((fault for game in result.games for fault in game.faults if fault.agent == number), None)
        if first is not None:
            out.print(f"{name}: first in game {first.game}: {first.kind}: {first.reason}", soft_wrap=True)
    turns = match.summary.turns / max(match.games, 1)
    draws = draws_text(match.draws, match.games, *match.draw_interval[:2])
    out.print(f"{draws}; turns per game: {turns:.1f} on average; {match.seconds:.1f} s")
