"""`rentier landing`: show how often players land on each square."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.analysis.options import CHOICES, FEWEST_ROLLS, JAIL, JAIL_WORDS, LEAVE, MOST_ROLLS, PAY
from rentier.arena.limits import MOST_JOBS, check_number, check_seed, cores
from rentier.cli.common import (
    STANDARD_OUTPUT,
    Command,
    check_writable,
    console,
    count,
    jobs_option,
    json_option,
    overrides_text,
    read_rules,
    rules_options,
    seed_option,
    write_json,
)
from rentier.cli.league import check_svg
from rentier.cli.progress import games_bar

if TYPE_CHECKING:
    from rentier.analysis.landing import Landing, Place
    from rentier.analysis.landing_simulation import Walk
    from rentier.box import Box

BAR = 24  # width of the longest bar, in columns
EPILOG = """\b
Examples:
  rentier landing
  rentier landing --rules us-classic --jail stay --picture odds.svg
  rentier landing --rules village/preset.toml --rolls 10000000 --json odds.json"""


def walk_options(command: Command) -> Command:
    """Add `--jail` and `--choice`."""
    command = click.option(
        "--choice",
        type=click.Choice(CHOICES),
        default=PAY,
        show_default=True,
        help="What to do when a card lets you pay or draw another card.",
    )(command)
    text = "In jail, pay or use a card at once, or stay until a double or the limit."
    return click.option("--jail", type=click.Choice(JAIL), default=LEAVE, show_default=True, help=text)(command)


@click.command(epilog=EPILOG)
@walk_options
@rules_options
@click.option(
    "--rolls", type=int, default=None, metavar="N", help="Also simulate N rolls: with cards put back, and with real decks."
)
@seed_option
@jobs_option
@click.option("--picture", metavar="FILE.svg", help="Draw the board as a heat map.")
@json_option
def command(
    *,
    jail: str,
    choice: str,
    rules: str,
    overrides: tuple[str, ...],
    rolls: int | None,
    seed: int,
    jobs: int | None,
    picture: str | None,
    json_file: str | None,
) -> None:
    """Show how often players land on each square: exact long-run shares, for any board and rules.

    A square's share is the fraction of all rolls that end there, after cards and Go To Jail; visitors to the jail and players
    in it are counted separately. Shares come from the Markov chain of square, doubles and turns in jail, with every card of a
    deck equally likely. With --rolls the rules are also simulated: once with each card put back after it is drawn, which should
    agree with the exact shares, and once with real decks, which shows the difference that they make.
    """
    box = read_rules(rules, overrides)
    threads = cores() if jobs is None else jobs
    if rolls is not None:
        check_number("rolls", rolls, FEWEST_ROLLS, MOST_ROLLS)
    check_seed(seed)
    check_number("jobs", threads, 1, MOST_JOBS)
    check_writable(json_file)
    if picture is not None:
        check_svg(picture)
    from rentier.analysis.landing import landing_odds

    landing = landing_odds(box, jail, choice)
    walks = None if rolls is None else walk_twice(landing, rolls, seed, threads)
    if picture is not None:
        from rentier.analysis.landing_picture import draw_landing

        draw_landing(landing, Path(picture))
    if json_file is not None:
        asked = {} if rolls is None else {"rolls": rolls, "seed": seed}
        write_json(json_file, landing.as_dict() | asked | {"squares": rows(landing, walks)})
    if json_file != STANDARD_OUTPUT:
        print_landing(landing, walks)


def walk_twice(landing: Landing, rolls: int, seed: int, jobs: int) -> tuple[Walk, Walk]:
    """Simulate a walk with cards replaced and one with real decks."""
    from rentier.analysis.landing_simulation import REAL_DECKS, REPLACEMENT, simulate

    with games_bar(2 * rolls, "rolls") as bar:
        replaced, real = (
            simulate(landing.box, landing.jail, landing.choice, decks, rolls, seed, jobs, bar)
            for decks in (REPLACEMENT, REAL_DECKS)
        )
    return replaced, real


def rows(landing: Landing, walks: tuple[Walk, Walk] | None) -> list[dict[str, Any]]:
    """Return one row per square, and two for the jail."""
    from rentier.analysis.landing import row_of

    listed = []
    for number, place in enumerate(landing.places):
        share = float(landing.place_shares[number])
        row = row_of(place) | {"share": share}
        if walks is not None:
            replaced, real = walks
            row |= {"replacement": float(replaced.place_shares[number])}
            row |= {"replacement_error": float(replaced.place_errors[number])}
            row |= {"decks": float(real.place_shares[number]), "decks_error": float(real.place_errors[number])}
            row |= {"difference": float(real.place_shares[number]) - share}
        listed.append(row)
    return listed


def describe(box: Box, jail: str) -> str:
    """Return the rules, and what players do in jail if there is one."""
    jailed = f"; {JAIL_WORDS[jail]}" if box.record.jail_square >= 0 else ""
    return f"{box.name}{overrides_text(box.overrides)}{jailed}"


def print_landing(landing: Landing, walks: tuple[Walk, Walk] | None) -> None:
    """Print the table of shares, and how far the simulated walks are from it."""
    from rich.table import Table

    out = console()
    out.print(f"{describe(landing.box, landing.jail)}: share of rolls that end there, in %", style="italic")
    table = Table()
    walked = () if walks is None else ("replaced", "error", "real decks", "error", "difference")
    for heading in ("", "square", "share", *walked, *(("",) if walks is None else ())):
        table.add_column(heading, justify="left" if heading == "square" else "right")
    if walks is None:
        table.columns[-1].justify = "left"
    most = max(row["share"] for row in rows(landing, None))
    for place, row in zip(landing.places, rows(landing, walks), strict=True):
        if walks is None:
            more = ["█" * round(BAR * row["share"] / most)]
        else:
            figures = ("replacement", "replacement_error", "decks", "decks_error")
            more = [*(f"{100 * row[figure]:.4f}" for figure in figures), f"{100 * row['difference']:+.4f}"]
        table.add_row(str(place.square), name_of(place), f"{100 * row['share']:.4f}", *more)
    out.print(table)
    if walks is not None:
        for line in findings(landing, walks):
            out.print(line)


def name_of(place: Place) -> str:
    """Return the name of a place."""
    return f"{place.name}, {place.state}" if place.state else place.name


def findings(landing: Landing, walks: tuple[Walk, Walk]) -> list[str]:
    """Return lines that say how far the walks are from the chain at most, and where."""
    replaced, real = walks
    exact = landing.place_shares
    errors = [
        (abs(share - right) / error if error > 0 else 0.0, place)
        for share, right, error, place in zip(replaced.place_shares, exact, replaced.place_errors, landing.places, strict=True)
    ]
    farthest, where = max(errors, key=lambda pair: pair[0])
    gaps = [(float(share - right), place) for share, right, place in zip(real.place_shares, exact, landing.places, strict=True)]
    widest, there = max(gaps, key=lambda pair: abs(pair[0]))
    rolls = f"{count(replaced.rolls)} rolls"
    return [
        f"cards replaced, {rolls}: at most {farthest:.1f} standard errors from the chain ({name_of(where)})",
        f"real decks, {rolls}: at most {100 * widest:+.4f} points from the chain ({name_of(there)})",
    ]
