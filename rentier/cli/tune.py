"""`rentier tune`: search for better settings of an agent, and test with new dice and cards whether they are better."""

from __future__ import annotations

import datetime
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.numbers import number_texts
from rentier.agents.saved import check_name, save_agent
from rentier.agents.specs import Agent, parse_agent
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    executor_options,
    json_option,
    open_workers,
    overrides_text,
    percent,
    read_rules,
    rules_options,
    write_json,
)
from rentier.cli.league import check_picture
from rentier.cli.progress import games_bar
from rentier.cli.settings import read_settings, settings_options
from rentier.errors import RentierError, Stopped
from rentier.files import write_text
from rentier.learn.plan import Contest, Plan
from rentier.learn.space import space_of

if TYPE_CHECKING:
    from rentier.arena.executors.protocol import Executor
    from rentier.arena.statistics import Difference
    from rentier.learn.tuning import Tuned
    from rentier.learn.validation import Share, Validation

SHOWN = 60  # characters of the best settings beside the bar
EPILOG = """\b
Examples:
  rentier tune reserve:350,150 --against aggressive --against bailis --save mine
  rentier tune khan:greedy --copies 2 --against khan:tight --against khan:tight --method one-at-a-time --rules khan2019
  rentier tune sammul:350,0,150,0 --against random --method grid --vary buy_base=0:600:4 --vary trades
  rentier tune genes --against bot --against aggressive --against phase3 --out run --save my-genes"""


@click.command(epilog=EPILOG)
@click.argument("agent", metavar="AGENT")
@click.option("--against", multiple=True, required=True, metavar="AGENT", help="Another agent at the table; repeatable.")
@settings_options(Contest)
@rules_options
@settings_options(Plan)
@click.option(
    "--vary",
    multiple=True,
    metavar="SETTING[=...]",
    help="Vary only this setting, within =LOW:HIGH, =LOW:HIGH:VALUES or =1,2,3; repeatable.",
)
@executor_options
@click.option("--out", metavar="FOLDER", help="Save every candidate there; the same command resumes.")
@click.option("--save", metavar="NAME", help="Save the tuned agent, which can then be used as NAME.")
@click.option("--replace", is_flag=True, help="With --save, replace an agent of that name.")
@click.option("--picture", metavar="FILE.svg", help="Draw the win rate by generation, and the test.")
@json_option
def command(
    *,
    agent: str,
    against: tuple[str, ...],
    rules: str,
    overrides: tuple[str, ...],
    vary: tuple[str, ...],
    executor: str,
    jobs: int | None,
    out: str | None,
    save: str | None,
    replace: bool,
    picture: str | None,
    json_file: str | None,
    **options: Any,
) -> None:
    """Search for settings with which an agent wins more games against others, then test them with new dice and cards.

    All candidates of a round play with the same dice and cards, each round with new ones. cma (CMA-ES, extra `lab`) varies all
    settings at once, grid tries every combination of values, one-at-a-time varies one setting after another. Without --vary,
    every setting that has a range in the catalogue is varied. The test plays the starting settings and the tuned ones with the
    same new dice and cards, first against the same opponents and then against each other; only a gain that it confirms counts.
    """
    start = parse_agent(agent)
    others = tuple(parse_agent(spec) for spec in against)
    workers = open_workers(executor, jobs)
    box = read_rules(rules, overrides)
    if save is not None:
        check_name(save, replace)
    elif replace:
        raise RentierError("--replace: needs --save NAME, the agent to replace")
    check_writable(json_file)
    check_out(out)
    if picture is not None:
        check_picture(picture)
    space = space_of(start, vary)
    plan = read_settings(Plan(space, read_settings(Contest(box, others), options)), options)
    plan.check()
    tuned = play(plan, workers, None if out is None else Path(out))
    if save is not None:
        save_agent(save, space.kind, tuned.agent.settings, made(tuned), replace)
    if picture is not None:
        from rentier.learn.tune_picture import draw_tuning

        draw_tuning(tuned, Path(picture))
    if json_file is not None:
        write_json(json_file, tuned.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_tuned(tuned, save)


def play(plan: Plan, workers: Executor, out: Path | None) -> Tuned:
    """Search and test, with a progress bar and the best settings so far on a terminal."""
    from rentier.learn.tuning import tune

    best = 0.0
    with games_bar(plan.all_games) as bar:

        def watch(number: int, agent: Agent, share: float) -> None:
            nonlocal best
            if bar is not None and share > best:
                best = share
                bar.tell(f"round {number}: {percent(share)} by {agent.spec[:SHOWN]}")

        try:
            tuned = tune(plan, workers, out, bar, watch)
        except (Stopped, KeyboardInterrupt):
            saved = f"finished candidates are in {out}; the same command resumes" if out else "nothing is saved without --out"
            print(f"rentier: stopped; {saved}", file=sys.stderr)
            raise
    if out is not None:
        write_text(out / "result.json", json.dumps(tuned.as_dict(), indent=2, ensure_ascii=False) + "\n")
    return tuned


def made(tuned: Tuned) -> dict[str, Any]:
    """Return how a saved agent was made, for its file."""
    facts = tuned.plan.facts
    facts = {name: facts[name] for name in facts if name not in ("settings", "population") and facts[name] != {}}
    command = {"command": shlex.join(["rentier", *sys.argv[1:]]), "date": datetime.date.today().isoformat()}
    return {**command, **facts, "test": [*measured_lines(tuned.validation), tuned.validation.verdict]}


def print_tuned(tuned: Tuned, save: str | None) -> None:
    """Print the starting settings and the tuned ones, and the test."""
    from rich.table import Table

    plan, space = tuned.plan, tuned.plan.space
    out = console()
    against = ", ".join(agent.spec for agent in plan.contest.against)
    seats = f"{plan.contest.copies} x " if plan.contest.copies > 1 else ""
    box = plan.contest.box
    rules = f"{box.name}{overrides_text(box.overrides)}"
    candidates = f"{count(plan.candidates)} candidates by {plan.method}"
    out.print(f"{seats}{space.start.spec} against {against}, {rules}, {candidates}, seed {plan.seed}", style="italic")
    table = Table()
    table.add_column("setting")
    for heading in ("start", "tuned", "searched"):
        table.add_column(heading, justify="right")
    before, after = (number_texts(space.kind, agent.settings) for agent in (space.start, tuned.agent))
    searched = {dial.name: dial.text.partition("=")[2] for dial in space.dials}
    for name in before:
        table.add_row(name, before[name], after[name], searched.get(name, ""))
    out.print(table)
    for line in measured_lines(tuned.validation):
        out.print(line)
    out.print(tuned.validation.verdict)
    found = (
        f"saved: rentier match {save} ..."
        if save
        else f"tuned: {tuned.agent.spec}"
        if not space.kind.reads
        else "use --save to save it"
    )
    out.print(f"{found}; {tuned.seconds:.1f} s")


def measured_lines(validation: Validation) -> list[str]:
    """Return lines with what the test has measured."""
    tuned, start = share_text(validation.tuned), share_text(validation.start)
    pair_tuned, pair_start = share_text(validation.pair_tuned), share_text(validation.pair_start)
    against = f"tuned {tuned}, start {start}: {difference_text(validation.gain)}"
    pair = f"tuned {pair_tuned}, start {pair_start}: {difference_text(validation.lead)} per seat"
    return [
        f"test, {count(validation.games)} games each with the same new dice and cards: {against}",
        f"at one table, {validation.each} of each, {count(validation.pair_games)} games: {pair}",
    ]


def share_text(share: Share) -> str:
    """Format a share with its interval."""
    return f"{percent(share.share)} ({percent(share.low)} to {percent(share.high)})"


def difference_text(difference: Difference) -> str:
    """Format a difference of shares with its interval."""
    low, high = f"{100 * difference.low:+.1f}", f"{100 * difference.high:+.1f}"
    return f"{100 * difference.mean:+.1f} points ({low} to {high}, p {difference.p_value:.2g})"
