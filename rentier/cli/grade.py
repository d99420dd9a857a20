"""`rentier grade`: measure what an agent's decisions cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import MOST_JOBS, check_number, check_seed, cores
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    jobs_option,
    json_option,
    seed_option,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError, unknown
from rentier.grading.kinds import KINDS

if TYPE_CHECKING:
    from rentier.grading.grades import Grade, Loss, Mean

EPILOG = """\b
Examples:
  rentier grade bot
  rentier grade td --kind offers
  rentier grade selfplay --show 12"""


@click.command(epilog=EPILOG)
@click.argument("agent", metavar="AGENT")
@click.option("--kind", metavar="KIND", help=f"Grade one kind of decision only: {', '.join(KINDS)}.")
@click.option("--first", type=int, metavar="N", help="Grade only the first N decisions, of the kind if one is named.")
@click.option("--show", type=int, metavar="N", help="Show decision N: its position, its candidates, and what the agent does.")
@click.option("--data", metavar="FILE", help="A data set of decisions of your own.  [default: the one that comes with Rentier]")
@seed_option
@jobs_option
@json_option
def command(
    *,
    agent: str,
    kind: str | None,
    first: int | None,
    show: int | None,
    data: str | None,
    seed: int,
    jobs: int | None,
    json_file: str | None,
) -> None:
    """Measure what an agent's decisions cost, in percentage points of win probability.

    The agent is asked for each decision of a data set. What every candidate is worth was found by rollouts. The loss of a
    decision is the win probability after the best candidate, less that after what the agent does. An action that is not among
    the candidates is rolled out now.
    """
    graded = parse_agent(agent)
    if kind is not None and kind not in KINDS:
        raise RentierError(unknown("kind of decision", kind, KINDS))
    threads = cores() if jobs is None else jobs
    check_number("jobs", threads, 1, MOST_JOBS)
    check_seed(seed)
    check_writable(json_file)
    from rentier.grading.decisions import FILE, read_decisions

    chosen = read_decisions(FILE if data is None else Path(data)).decisions
    if show is not None:
        check_number("show", show, 1, len(chosen))
        chosen = chosen[show - 1 : show]
    chosen = tuple(one for one in chosen if kind in (None, one.kind))
    if first is not None:
        check_number("first", first, 1, max(len(chosen), 1))
        chosen = chosen[:first]
    if not chosen:
        raise RentierError("there is no such decision in the data set")
    from rentier.grading.grades import grade

    with games_bar(len(chosen), "decisions") as bar:
        found = grade(graded, chosen, seed, threads, bar)
    if json_file is not None:
        write_json(json_file, {"seed": seed, **found.as_dict()})
    if json_file == STANDARD_OUTPUT:
        return
    if show is None:
        print_grade(found)
    else:
        print_decision(found.losses[0])


def print_grade(found: Grade) -> None:
    """Print the mean loss by kind and phase, and the worst decisions."""
    from rich.table import Table

    out = console()
    grid = Table()
    for heading in ("", "decisions", "mean loss", "95 % interval"):
        grid.add_column(heading, justify="right" if heading in ("decisions", "mean loss") else "left")
    for name, mean in [*found.by_kind().items(), *found.by_phase().items()]:
        grid.add_row(name, *mean_cells(mean))
    grid.add_section()
    grid.add_row("all", *mean_cells(found.mean))
    out.print(f"{found.agent}: loss per decision in percentage points of win probability", style="italic")
    out.print(grid)
    if found.refused:
        out.print(f"It cannot play by {', '.join(found.refused)}: those decisions are left out.")
    out.print(f"{found.new} of its actions were not among the candidates, and were rolled out now.")
    worst = Table(title="the worst decisions", title_justify="left")
    for heading in ("number", "kind", "it does", "better", "loss"):
        worst.add_column(heading, justify="right" if heading in ("number", "loss") else "left")
    for loss in found.worst():
        better = loss.decision.candidates[0].action
        worst.add_row(str(loss.decision.number), loss.decision.kind, loss.action, better, f"{loss.points:.1f}")
    out.print(worst)
    out.print(f"`rentier grade {found.agent} --show NUMBER` shows one of them.")


def mean_cells(mean: Mean) -> tuple[str, str, str]:
    """Return the cells of a mean loss."""
    interval = f"{mean.low:.2f} to {mean.high:.2f}" if mean.decisions > 1 else ""
    return f"{mean.decisions:,}", f"{mean.mean:.2f}", interval


def print_decision(loss: Loss) -> None:
    """Print a decision with its candidates, the best first, and what the agent does."""
    from rich.table import Table

    from rentier.game_api import Game

    out, decision = console(), loss.decision
    out.print(str(Game.from_position(decision.position, seed=0)), highlight=False, markup=False)
    grid = Table(title=f"decision {decision.number}: {decision.kind}", title_justify="left")
    for heading in ("candidate", "win probability", "worse than the best by", ""):
        grid.add_column(heading, justify="left" if heading in ("candidate", "") else "right")
    best = decision.candidates[0].value
    for one in decision.candidates:
        lost = f"{100 * (best - one.value):.1f} ± {196 * one.error:.1f}" if one.error > 0 else ""
        grid.add_row(one.action, f"{100 * one.value:.1f} %", lost, "← the agent" if one.action == loss.action else "")
    out.print(grid)
    if loss.is_new:
        out.print(f"The agent does something else: {loss.action} (loss {loss.points:.1f})")
