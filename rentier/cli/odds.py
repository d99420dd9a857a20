"""`rentier odds`: estimate each seat's win probability in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rentier.agents.specs import Agent, check_all_win_probabilities, check_compiled, parse_agent
from rentier.arena.limits import MOST_JOBS, check_number, check_seed, cores
from rentier.cli.common import (
    STANDARD_OUTPUT,
    ListingAgents,
    check_writable,
    console,
    count,
    draws_text,
    jobs_option,
    json_option,
    percent,
    seed_option,
    write_json,
)
from rentier.cli.positions import facts, position_argument, read_game, title
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rentier.game_api import Game
    from rentier.search.odds import Odds, SeatOdds

BAR = 20  # width of a bar of 100 %, in columns
MOST_ROLLOUTS = 1_000_000_000
MOST_TURNS = 1_000_000
DEFAULT_NETWORK = "selfplay"
EPILOG = """\b
Examples:
  rentier odds position.toml
  rentier odds position.toml --agents aggressive bot --rollouts 10000
  rentier odds position.toml --agents bot --cut 8
  rentier odds game.toml --decision 120 --json odds.json"""


@click.command(cls=ListingAgents, epilog=EPILOG)
@position_argument
@click.option("--agents", multiple=True, metavar="AGENT...", help="One agent per seat, or one for all.  [default: aggressive]")
@click.option("--rollouts", type=int, default=2000, show_default=True, help="Number of games to play.")
@click.option("--cut", type=int, metavar="TURNS", help="Stop each game after this many turns, and let a network value it.")
@click.option("--subtract-luck", is_flag=True, help="Subtract the luck of the dice from the results, as measured by a network.")
@click.option("--value", metavar="AGENT", help="The agent whose network --cut and --subtract-luck use.  [default: selfplay]")
@seed_option
@jobs_option
@json_option
def command(
    *,
    position: str,
    decision: int | None,
    agents: tuple[str, ...],
    rollouts: int,
    cut: int | None,
    subtract_luck: bool,
    value: str | None,
    seed: int,
    jobs: int | None,
    json_file: str | None,
) -> None:
    """Estimate each seat's win probability in a position, or before a decision of a saved game.

    The agents play the game to its end many times, each time with new dice and cards that agree with what everybody has seen.
    With --cut they play only some turns, and a network estimates who wins: faster, but only as good as the network. With
    --subtract-luck fewer rollouts are needed, but each takes longer. Intervals are 95 % intervals. - reads standard input.
    """
    players = [parse_agent(spec) for spec in agents or ("aggressive",)]
    threads = cores() if jobs is None else jobs
    check_number("rollouts", rollouts, 1, MOST_ROLLOUTS)
    network = read_network(cut, subtract_luck, value)
    check_seed(seed)
    check_number("jobs", threads, 1, MOST_JOBS)
    check_writable(json_file)
    check_compiled(players)
    game = read_game(position, decision, len(players))
    from rentier.search.odds import odds
    from rentier.search.rollout_evaluator import Valuation

    valuation = None if network is None else Valuation(network, cut, subtract_luck)
    found = odds(game.box, game.state, players, rollouts, seed, threads, valuation)
    if json_file is not None:
        write_json(json_file, {**facts(game), "seed": seed, **found.as_dict()})
    if json_file != STANDARD_OUTPUT:
        print_odds(game, found, seed)


def read_network(cut: int | None, subtract_luck: bool, value: str | None) -> Agent | None:
    """Return the agent whose network values games; None if they are played to their end and keep their luck."""
    if cut is None and not subtract_luck:
        if value is not None:
            raise RentierError(f"--value {value} is used only with --cut or --subtract-luck; add one of them")
        return None
    if cut is not None:
        check_number("cut", cut, 1, MOST_TURNS)
    network = parse_agent(DEFAULT_NETWORK if value is None else value)
    check_all_win_probabilities(network)
    return network


def print_odds(game: Game, found: Odds, seed: int) -> None:
    """Print the table of win probabilities, and the rollouts they are based on."""
    from rich.table import Table

    table = Table()
    for heading in ("seat", "agent", "wins", "95 % interval", ""):
        table.add_column(heading, justify="right" if heading in ("seat", "wins") else "left")
    for seat in found.seats:
        table.add_row(str(seat.seat), seat.agent, percent(seat.share), certainty(game, seat), "█" * round(seat.share * BAR))
    out = console()
    out.print(f"{title(game)}, seed {seed}", style="italic")
    out.print(table)
    if found.rollouts == 0:
        return
    out.print(assumption_text(found))
    draws = draws_text(found.draws, found.rollouts, *found.draw_interval)
    endless = f", {count(found.endless)} of them given up as endless" if found.endless else ""
    out.print(f"{count(found.rollouts)} rollouts; {draws}{endless}; {found.seconds:.2f} s")


def assumption_text(found: Odds) -> str:
    """Return whose play the odds assume."""
    agents = list(dict.fromkeys(seat.agent for seat in found.seats))
    if len(agents) == 1:
        return f"the odds if everybody plays on like {agents[0]}"
    return f"the odds if the players play on like {', '.join(seat.agent for seat in found.seats)}"


def certainty(game: Game, seat: SeatOdds) -> str:
    """Return the interval of a win probability, or what is certain."""
    if game.bankrupt(seat.seat):
        return "bankrupt"
    if game.over:
        return "has won" if seat.share > 0 else "has not won" if game.winners else "drawn"
    return f"{percent(seat.low)} to {percent(seat.high)}"
