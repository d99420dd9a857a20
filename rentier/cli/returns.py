"""`rentier returns`: show what deeds and houses cost and earn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.arena.limits import check_number
from rentier.box.record import MOST_SEATS
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    json_option,
    read_rules,
    rules_options,
    write_json,
)
from rentier.cli.landing import describe, walk_options
from rentier.cli.league import check_picture

if TYPE_CHECKING:
    from rentier.analysis.returns import Returns, Step

EPILOG = """\b
Examples:
  rentier returns
  rentier returns --rules us-classic --jail stay --opponents 1
  rentier returns --rules village/preset.toml --picture returns.svg --json returns.json"""


@click.command(epilog=EPILOG)
@walk_options
@rules_options
@click.option("--opponents", type=int, default=3, show_default=True, help="Number of opponents, to convert rolls to rounds.")
@click.option("--picture", metavar="FILE.svg", help="Draw the returns by houses.")
@json_option
def command(
    *,
    jail: str,
    choice: str,
    rules: str,
    overrides: tuple[str, ...],
    opponents: int,
    picture: str | None,
    json_file: str | None,
) -> None:
    """Show what every deed and group costs, what it earns per opponent's roll, and after how many rolls it has paid for itself.

    Figures are given by the number of houses, and for stations and utilities by the number owned. Rents are weighted by how
    often rolls end on a square (`rentier landing`). For each further house, the table shows the rent that it adds for every 100
    of its cost, and marks the best.
    """
    box = read_rules(rules, overrides)
    check_number("opponents", opponents, 1, MOST_SEATS - 1)
    check_writable(json_file)
    if picture is not None:
        check_picture(picture)
    from rentier.analysis.landing import landing_odds
    from rentier.analysis.returns import returns_of

    returns = returns_of(landing_odds(box, jail, choice), opponents)
    if picture is not None:
        from rentier.analysis.returns_picture import draw_returns

        draw_returns(returns, Path(picture))
    if json_file is not None:
        write_json(json_file, returns.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_returns(returns)


def print_returns(returns: Returns) -> None:
    """Print deeds and groups by houses, and the best house of all."""
    from rich.table import Table

    out, box = console(), returns.box
    payers = "1 opponent" if returns.opponents == 1 else f"{returns.opponents} opponents"
    out.print(f"{describe(box, returns.landing.jail)}; {payers}", style="italic")
    best = returns.best
    deeds, groups = Table(), Table()
    for table, what in ((deeds, "deed"), (groups, "group")):
        for heading in (what, "owned", "houses", "cost", "rent per roll", "rolls to recoup", "rounds", "added per 100"):
            table.add_column(heading, justify="left" if heading == what else "right")
    groups.add_column("")
    for square, steps in returns.deeds.items():
        for number, step in enumerate(steps):
            deeds.add_row(box.square_names[square] if number == 0 else "", str(step.owned), *cells(step))
    for group in box.board.groups:
        for number, step in enumerate(returns.groups[group.id]):
            mark = "best" if step is best.get(group.id) else ""
            groups.add_row(group.name if number == 0 else "", str(step.owned), *cells(step), mark)
    out.print(deeds)
    out.print(groups)
    if best:
        id_, step = max(best.items(), key=lambda pair: pair[1].added or 0.0)
        name = next(group.name for group in box.board.groups if group.id == id_)
        what = f"{step.words} of {name}" if step.hotel else f"house {step.words} of {name}"
        what = what if step.houses else f"number {step.owned} of {name}"
        out.print(f"the best step: {what}, {100 * (step.added or 0.0):.2f} more rent per roll for each 100 spent")


def cells(step: Step) -> list[str]:
    """Return a step as cells of the table."""
    rolls, rounds = ("never" if figure is None else f"{figure:,.1f}" for figure in (step.rolls, step.rounds))
    added = "" if step.added is None else f"{100 * step.added:.2f}"
    return [step.words, f"{step.cost:,.0f}", f"{step.rent:.3f}", rolls, rounds, added]
