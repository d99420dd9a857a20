"""`rentier review`: review a saved game: what decisions cost, luck and decisions apart, verdicts on trades."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import check_compiled, parse_agent
from rentier.analysis.options import DEFAULT_CUT, DEFAULT_ROLLOUTS, FEWEST_ROLLOUTS, MOST_CUT, MOST_ROLLOUTS
from rentier.arena.limits import MOST_JOBS, check_number, check_seed, cores
from rentier.box.record import MOST_SEATS
from rentier.cli.common import (
    STANDARD_OUTPUT,
    ListingAgents,
    check_writable,
    console,
    jobs_option,
    json_option,
    name_of,
    overrides_text,
    seed_option,
    write_json,
)
from rentier.cli.league import check_picture
from rentier.cli.positions import read_record_text
from rentier.cli.progress import games_bar
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rich.table import Table

    from rentier.agents.specs import Agent
    from rentier.analysis.review import Review
    from rentier.analysis.review_estimates import Estimate

WORST = 20  # decisions that are shown
EPILOG = """\b
Examples:
  rentier watch aggressive random --seed 7 --save game.toml
  rentier review game.toml --seat 0
  rentier review game.toml --whole --agents aggressive
  rentier review game.toml --rollouts 400 --picture chances.svg --json review.json"""


@click.command(cls=ListingAgents, epilog=EPILOG)
@click.argument("record", metavar="RECORD|-")
@click.option(
    "--agents",
    multiple=True,
    metavar="AGENT...",
    help="Agents of the simulated games: one per seat, or one for all.  [default: selfplay:offers=0]",
)
@click.option(
    "--rollouts", type=int, default=DEFAULT_ROLLOUTS, show_default=True, help="Minimum number of simulated games per decision."
)
@click.option(
    "--cut", type=int, metavar="TURNS", help=f"Turns after which a network values a simulated game.  [default: {DEFAULT_CUT}]"
)
@click.option("--seat", type=int, metavar="SEAT", help="Your seat, from 0: begin with your own worst decision.")
@click.option("--whole", is_flag=True, help="Play every simulated game to its end; no network values it.")
@seed_option
@jobs_option
@click.option("--picture", metavar="FILE.svg", help="Draw the win probability of each seat by turn, with the mistakes.")
@json_option
def command(
    *,
    record: str,
    agents: tuple[str, ...],
    rollouts: int,
    cut: int | None,
    seat: int | None,
    whole: bool,
    seed: int,
    jobs: int | None,
    picture: str | None,
    json_file: str | None,
) -> None:
    """Review a saved game, finished or not, from its record as written by `rentier watch --save`; - reads standard input.

    A decision is marked if it cost at least 5 points of win probability beyond the margin of error: as a slip, from a cost of
    10 points as a mistake, from 15 as a blunder. The result of each seat is split into luck, own decisions and others'
    decisions; every trade has a verdict for all seats. Win probabilities are estimated from simulated games: agents play on
    from the position, and after a few turns a network says how likely each seat is to win. Its own errors are not part of the
    margins.
    """
    players = [parse_agent(spec) for spec in agents]
    threads = cores() if jobs is None else jobs
    check_compiled(players)
    check_number("rollouts", rollouts, FEWEST_ROLLOUTS, MOST_ROLLOUTS)
    last_turn = read_cut(cut, whole)
    check_seed(seed)
    check_number("jobs", threads, 1, MOST_JOBS)
    if seat is not None:
        check_number("seat", seat, 0, MOST_SEATS - 1)
    check_writable(json_file)
    if picture is not None:
        check_picture(picture)
    review = review_file(record, players, rollouts, seed, threads, last_turn, seat)
    if picture is not None:
        from rentier.analysis.review_picture import draw_review

        draw_review(review, Path(picture))
    if json_file is not None:
        write_json(json_file, review.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_review(review, seat)


def read_cut(cut: int | None, whole: bool) -> int | None:
    """Return the turns after which simulated games are cut; None if they are played to their end."""
    if whole and cut is not None:
        raise RentierError(f"--whole plays games to their end, --cut {cut} cuts them; leave out one of them")
    if cut is not None:
        check_number("cut", cut, 1, MOST_CUT)
    return None if whole else cut or DEFAULT_CUT


def review_file(
    record: str, players: list[Agent], rollouts: int, seed: int, jobs: int, cut: int | None, seat: int | None
) -> Review:
    """Review the game in a file, with a progress bar; `seat` is the reader's."""
    text = read_record_text(record, max(len(players), 1))
    from rentier.analysis.review import review_game
    from rentier.record.games import read_record

    try:
        written = read_record(text)
        if seat is not None:
            check_number("seat", seat, 0, written.beginning.players - 1)
        with games_bar(len(written.decisions), "decisions") as progress:
            return review_game(text, players, rollouts, seed, jobs, cut, progress)
    except RentierError as error:
        raise RentierError(f"{name_of(record)}: {error}") from None


def print_review(review: Review, seat: int | None) -> None:
    """Print who won, the worst decision (of the reader's seat, if known), all marked ones, the accounts and the trades."""
    game, out = review.game, console()
    end = f"seats {', '.join(map(str, game.winners))} won" if len(game.winners) > 1 else "a draw"
    end = f"seat {game.winners[0]} won" if len(game.winners) == 1 else end
    played = "played to the end" if review.cut is None else f"cut after {review.cut} turns"
    rollouts = f"{review.rollouts} rollouts or more, seed {review.seed}"
    by = f"if everybody plays on like {' '.join(review.agents)}, {played}; {rollouts}"
    rules = f"{game.rules}{overrides_text(game.box.overrides)}"
    out.print(f"{rules}, turn {game.turn}: {end if game.over else 'not over'}; {by}", style="italic")
    out.print(worst_text(review, seat))
    out.print(decisions_table(review) if review.marked else "no decision certainly cost 5 points or more")
    if len(review.marked) > WORST:
        out.print(f"{len(review.marked) - WORST} more are marked; --json has them all")
    out.print(accounts_table(review))
    if review.trades:
        out.print(trades_table(review))
    legend = "points: percentage points of win probability; ±: 95 % interval of the rollouts"
    legend += "" if review.cut is None else ", without the network's own error"
    out.print(f"{legend}; {len(review.decisions)} decisions, {review.seconds:.1f} s")


def worst_text(review: Review, seat: int | None) -> str:
    """Return the worst decision of a seat, or of all, in words: what was done, what was better, and why."""
    worst = review.worst(seat)
    if worst is None or worst.loss is None:
        return f"no decision of {'any seat' if seat is None else f'seat {seat}'} certainly cost anything"
    who = "you" if seat is not None else f"seat {worst.seat}{f' ({review.names[worst.seat]})' if review.names else ''}"
    whose = "your worst decision" if seat is not None else "the worst decision"
    done = f"{worst.done!r}{f' ({worst.subject})' if worst.subject else ''}"
    cost = points(worst.loss.points).lstrip("+")
    why = worst.why_you if seat is not None else worst.why
    return f"{whose}: in turn {worst.turn} {who} chose {done}; {worst.better!r} was better by {cost} points. {why}".rstrip()


def points(estimate: Estimate) -> str:
    """Format an estimate in points: `-12.5 ± 3.1`."""
    return f"{100 * estimate.mean:+.1f} ± {100 * (estimate.high - estimate.mean):.1f}"


def table_of(title: str, *headings: str, words: tuple[str, ...]) -> Table:
    """Return an empty table, with columns of words aligned left and the others right."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in words else "right")
    return table


def decisions_table(review: Review) -> Table:
    """Return the table of the decisions that cost most, the worst first."""
    headings = ("decision", "turn", "seat", "done", "better", "cost", "mark")
    table = table_of("decisions that cost most", *headings, words=("done", "better", "mark"))
    for decision in review.marked[:WORST]:
        if decision.loss is None:
            continue
        done = f"{decision.done} ({decision.subject})" if decision.subject else decision.done
        place = (str(decision.number), str(decision.turn), str(decision.seat))
        table.add_row(*place, done, decision.better, points(decision.loss.points).lstrip("+"), decision.mark)
    return table


def accounts_table(review: Review) -> Table:
    """Return the table that explains each seat's result: win probability at the start, luck, decisions, and marks."""
    marks = ("slip", "mistake", "blunder")
    plurals = tuple(f"{mark}s" for mark in marks)
    last = "result" if review.game.over else "now"
    headings = ("seat", "player", "start", "luck", "own decisions", "others' decisions", last, *plurals)
    table = table_of("luck and decisions", *headings, words=("player",))
    for account in review.accounts:
        seat = account.seat
        made = [str(sum(one.seat == seat and one.mark == mark for one in review.decisions)) for mark in marks]
        parts = [points(part) for part in (account.luck, account.own, account.others)]
        name = review.names[seat] if review.names else ""
        table.add_row(str(seat), name, points(account.start).lstrip("+"), *parts, f"{100 * account.result:.1f}", *made)
    return table


def trades_table(review: Review) -> Table:
    """Return the table of trades and what each changed for every seat."""
    seats = [f"seat {seat}" for seat in range(review.game.players)]
    table = table_of("trades", "turn", "by", "with", "terms", *seats, "verdict", words=("terms", "verdict"))
    for trade in review.trades:
        changes = [points(change) for change in trade.changes]
        table.add_row(str(trade.turn), str(trade.proposer), str(trade.other), trade.terms, *changes, trade.verdict)
    return table
