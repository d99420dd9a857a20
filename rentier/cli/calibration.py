"""`rentier calibration`: compare a network's predicted win probabilities with how often players win."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rentier.agents.specs import check_win_probabilities, parse_agent
from rentier.arena.limits import check_match
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, read_rules, rules_options, write_json
from rentier.cli.league import check_picture

if TYPE_CHECKING:
    from rentier.analysis.calibration import Calibration

EPILOG = """\b
Examples:
  rentier calibration selfplay td td td td
  rentier calibration td bot bot phase2 --games 400 --picture calibration.svg"""


@click.command(epilog=EPILOG)
@click.argument("network", metavar="NETWORK")
@click.argument("agents", metavar="AGENT...", nargs=-1, required=True)
@click.option("--games", type=int, default=100, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@rules_options
@click.option("--picture", metavar="FILE.svg", help="Draw a reliability diagram.")
@json_option
def command(
    *,
    network: str,
    agents: tuple[str, ...],
    games: int,
    seed: int,
    rules: str,
    overrides: tuple[str, ...],
    picture: str | None,
    json_file: str | None,
) -> None:
    """Compare a network's predicted win probabilities with how often players win in games between agents.

    At the beginning of every turn the network (td, selfplay), which takes no part in the game, predicts the win probability of
    the player whose turn it is. About 30 % of the turns with a prediction of 30 % should end in a win for that player.
    """
    asked, seated = parse_agent(network), [parse_agent(spec) for spec in agents]
    box = read_rules(rules, overrides)
    check_match(seated, games, seed, 1)
    check_writable(json_file)
    if picture is not None:
        check_picture(picture)
    check_win_probabilities(asked)
    from rentier.analysis.calibration import calibrate

    calibration = calibrate(asked, box, seated, games, seed)
    if picture is not None:
        from rentier.analysis.calibration_picture import draw_calibration

        draw_calibration(calibration, Path(picture))
    if json_file is not None:
        write_json(json_file, calibration.as_dict())
    if json_file != STANDARD_OUTPUT:
        print_calibration(calibration)


def print_calibration(calibration: Calibration) -> None:
    """Print the bins and the Brier score."""
    from rich.table import Table

    out = console()
    out.print(
        f"{calibration.network} predicts {', '.join(calibration.agents)}: {calibration.games:,} games of {calibration.rules}"
    )
    grid = Table()
    for heading in ("bin", "turns", "predicted", "won", "95 % interval"):
        grid.add_column(heading, justify="right")
    for one in calibration.bins:
        cells = ["", "", ""]
        if one.predicted is not None and one.won is not None and one.interval is not None:
            low, high = one.interval
            cells = [f"{100 * one.predicted:.1f} %", f"{100 * one.won:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"]
        grid.add_row(f"{100 * one.low:.0f} to {100 * one.high:.0f} %", f"{one.turns:,}", *cells)
    out.print(grid)
    out.print(f"Brier score {calibration.brier:.4f}")
