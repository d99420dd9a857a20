"""`rentier valuations`: show what every deed and group is worth to an agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import check_values, parse_agent, valuing_agents
from rentier.arena.limits import check_number
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, read_rules, rules_options, write_json
from rentier.cli.league import check_picture
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rentier.analysis.valuations import Valuations

MOST_ROUNDS = 100_000
ROUNDS = "1,15,30,45,60"
HELP = f"""Show what every deed and group is worth to an agent, by number of houses and round.

Each is given to one of four players while nobody owns anything else; its worth is how much the player's position improves. For
a network, it is measured in points of win probability. Only some agents can value a position: {", ".join(valuing_agents())}.
"""
EPILOG = """\b
Examples:
  rentier valuations td
  rentier valuations td:mine.npz --rounds 1,10,20 --picture worth.svg
  rentier valuations khan:optimal --json worth.json"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("agent", metavar="AGENT")
@click.option("--rounds", default=ROUNDS, show_default=True, metavar="N,N", help="Rounds of the game at which to ask.")
@rules_options
@click.option("--picture", metavar="FILE.svg", help="Draw deeds, groups by houses, and groups by round.")
@json_option
def command(
    *, agent: str, rounds: str, rules: str, overrides: tuple[str, ...], picture: str | None, json_file: str | None
) -> None:
    """Show what every deed and group is worth to an agent."""
    asked = parse_agent(agent)
    check_values(asked)
    box = read_rules(rules, overrides)
    numbers = read_rounds(rounds)
    check_writable(json_file)
    if picture is not None:
        check_picture(picture)
    from rentier.analysis.valuations import value_everything

    valuations = value_everything(asked, box, numbers)
    if picture is not None:
        from rentier.analysis.valuations_picture import draw_valuations

        draw_valuations(valuations, Path(picture))
    if json_file is not None:
        write_json(json_file, valuations.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_valuations(valuations)


def read_rounds(text: str) -> list[int]:
    """Read the rounds of `--rounds`."""
    try:
        rounds = [int(word) for word in text.split(",")]
    except ValueError:
        raise RentierError(f"--rounds: {text!r} should be whole numbers separated by commas, such as {ROUNDS}") from None
    for number in rounds:
        check_number("--rounds", number, 1, MOST_ROUNDS)
    return rounds


def print_valuations(valuations: Valuations) -> None:
    """Print the groups by houses and the deeds, for each round."""
    from rich.table import Table

    from rentier.analysis.valuations import level_words

    box, out = valuations.box, console()
    out.print(f"{valuations.agent}, {box.name}: how much better it is to have this, by round", style="italic")
    grid = Table()
    for heading in ("group", "houses", *map(str, valuations.rounds)):
        grid.add_column(heading, justify="left" if heading == "group" else "right")
    for group in box.board.groups:
        by_level = zip(*valuations.groups[group.name], strict=True)
        for number, (houses, worth) in enumerate(zip(level_words(box, group), by_level, strict=True)):
            grid.add_row(group.name if number == 0 else "", houses, *(f"{value:.1f}" for value in worth))
    out.print(grid)
    deeds = Table()
    for heading in ("deed", *map(str, valuations.rounds)):
        deeds.add_column(heading, justify="left" if heading == "deed" else "right")
    for name, row in valuations.deeds.items():
        deeds.add_row(name, *(f"{value:.1f}" for value in row))
    out.print(deeds)
