"""`rentier explain`: show what a search thinks of a decision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from rentier.arena.limits import check_seed
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    count,
    json_option,
    name_of,
    percent,
    seed_option,
    write_json,
)
from rentier.cli.positions import facts, position_argument, read_game, title
from rentier.errors import RentierError
from rentier.search.specs import USUAL, parse_search, search_agent, usual_search

if TYPE_CHECKING:
    from rich.table import Table

    from rentier.game_api import Game
    from rentier.search.advice import Advice
    from rentier.search.thoughts import Candidate, Kind, Thought

SHOWN = 3  # candidates of each kind, unless all are asked for
CHOICE = "→"
EPILOG = """\b
Examples:
  rentier explain position.toml
  rentier explain position.toml --agent mcts:rollouts=50000,cut=none --all
  rentier explain game.toml --decision 120 --json thought.json"""


@click.command(epilog=EPILOG)
@position_argument
@click.option("--agent", metavar="SEARCH", help=f"Search to ask: champion with a limit, lookahead or mcts.  [default: {USUAL}]")
@click.option("--all", "everything", is_flag=True, help=f"Show every candidate, not only the best {SHOWN} of each kind.")
@seed_option
@json_option
def command(
    *, position: str, decision: int | None, agent: str | None, everything: bool, seed: int, json_file: str | None
) -> None:
    """Show what a search thinks of the decision in a position, or of one in a saved game.

    First comes its advice, with a reason where there is one. Candidates are listed by kind of action, with visits, value and a
    95 % interval; - reads standard input. The value of mcts is the win rate or, if rollouts are cut short (the search setting
    `cut`), the player's share of all players' net worth at that point; that of the others is the win probability by a network.
    """
    named = None if agent is None else parse_search(agent)
    check_seed(seed)
    check_writable(json_file)
    game = read_game(position, decision)
    asked = usual_search(game.box, game.players) if named is None else named
    from rentier.game_api import read_seed

    search = search_agent(asked)
    if game.over:
        hint = "; --decision N shows the N-th" if game.decisions else ""
        raise RentierError(f"{name_of(position)}: the game is over, there is nothing to decide{hint}")
    search.begin(read_seed(seed))
    thought = search.think(game.box, game.state)
    from rentier.search.advice import advise

    advice = advise(game.box, game.state, asked, thought)
    if json_file is not None:
        place = {**facts(game), "agent": asked.spec, "seed": seed, "measure": search.measure}
        reason = {"why": advice.why, "assumes": advice.assumes}
        write_json(json_file, {**place, **reason, **thought.as_dict(game.text)})
    if json_file != STANDARD_OUTPUT:
        console().print(f"{title(game)}; {asked.spec}, seed {seed}", style="italic")
        print_thought(game, thought, advice, search.measure, everything)


def print_thought(game: Game, thought: Thought, advice: Advice, measure: str, everything: bool) -> None:
    """Print the advice, the reason, the candidates by kind with the choice marked, and the effort of the search."""
    from rich.table import Table

    out = console()
    if len(thought.candidates) == 1:
        only = "legal action" if len(game.legal_actions()) == 1 else "candidate that the search considers"
        out.print(f"there is nothing to choose: {advice.choice!r} is the only {only}. {advice.why}".rstrip())
        return
    out.print(f"advice: {advice.text}")
    table = Table()
    for heading in ("", "action", "visits", measure, "95 % interval"):
        table.add_column(heading, justify="right" if heading in ("visits", measure) else "left")
    for kind in thought.kinds:
        add_kind(table, game, kind, thought, everything)
    out.print(table)
    effort = thought.effort
    speed = f"{effort.seconds:.2f} s, {count(effort.speed)} rollouts/s"
    out.print(f"{count(effort.rollouts)} rollouts, {count(effort.nodes)} nodes, {speed}")


def add_kind(table: Table, game: Game, kind: Kind, thought: Thought, everything: bool) -> None:
    """Add a row for a kind, and below it its best candidates; a kind with a single candidate has one row."""
    from rentier.game.words import KINDS

    chosen = [candidate for candidate in kind.candidates if candidate.action == thought.best]
    if len(kind.candidates) == 1:
        table.add_row(CHOICE if chosen else "", game.text(kind.candidates[0].action), *figures(kind))
        return
    table.add_row("", f"{KINDS[kind.kind]}: {len(kind.candidates)} candidates", *figures(kind))
    shown = list(kind.candidates if everything else kind.candidates[:SHOWN])
    for candidate in [*shown, *(one for one in chosen if one not in shown)]:
        mark = CHOICE if candidate in chosen else ""
        table.add_row(mark, f"  {game.text(candidate.action)}", *figures(candidate))


def figures(judged: Candidate | Kind) -> tuple[str, str, str]:
    """Return visits, value and interval, or that it was never tried."""
    if math.isnan(judged.value):
        return count(judged.visits), "", "never tried"
    return count(judged.visits), percent(judged.value), f"{percent(judged.low)} to {percent(judged.high)}"
