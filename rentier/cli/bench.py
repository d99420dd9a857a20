"""`rentier bench`: measure how fast the rules run on this machine."""

from __future__ import annotations

import sys
from typing import Any

import click

from rentier.arena.limits import check_number
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, write_json

MOST_REPEATS = 1000
EPILOG = "\b\nExample:\n  rentier bench --json speed.json"


@click.command(epilog=EPILOG)
@click.option("--repeats", type=int, default=9, show_default=True, help="Repetitions of each measurement.")
@json_option
def command(repeats: int, json_file: str | None) -> None:
    """Measure the speed of the game on one core, relative to a minimal loop that only rolls, moves and pays the salary.

    The measurements take turns in one process and medians are shown, so the ratios are reliable even on a busy machine.
    """
    check_number("repeats", repeats, 1, MOST_REPEATS)
    check_writable(json_file)
    report = measure(repeats)
    if json_file is not None:
        write_json(json_file, report)
    if json_file != STANDARD_OUTPUT:
        print_report(report)


def measure(repeats: int) -> dict[str, Any]:
    """Run the benchmark, with a progress bar on a terminal."""
    from rentier.arena.bench import bench

    if not sys.stderr.isatty():
        return bench(repeats)
    from rich.progress import Progress

    with Progress(console=console(error=True), transient=True) as progress:
        bar = progress.add_task("measures", total=4 * (repeats + 1))
        return bench(repeats, lambda: progress.advance(bar))


def print_report(report: dict[str, Any]) -> None:
    """Print the table of measures."""
    from rich.table import Table

    names = {
        "walk": "bare walk",
        "reserve": "four reserve agents, no auctions, no trades",
        "random": "four random agents, full rules",
        "legal": "listing the legal actions",
    }
    table = Table(title=f"uk-classic, one core, medians of {report['repeats']}", title_justify="left")
    table.add_column("measure")
    for heading in ("ns a turn", "ns a decision", "times the walk"):
        table.add_column(heading, justify="right")
    for name, text in names.items():
        facts = report[name]
        ratio = facts.get("times_the_walk")
        decision = facts.get("ns_per_decision", facts.get("ns_per_call"))
        table.add_row(text, figure(facts.get("ns_per_turn")), figure(decision), "" if ratio is None else f"{ratio:.1f} x")
    out = console()
    out.print(table)
    out.print(f"legal actions per position: {report['legal']['actions_per_call']:.0f}")
    speed_up = report["two_jobs_speed_up"]
    out.print("two jobs: this machine has one core" if speed_up is None else f"two jobs: {speed_up:.2f} x the speed of one")


def figure(nanoseconds: float | None) -> str:
    """Format nanoseconds with sensible precision."""
    if nanoseconds is None:
        return ""
    return f"{nanoseconds:.1f}" if nanoseconds < 100 else f"{nanoseconds:,.0f}"
