"""`rentier td`: a network learns to value states, by playing itself, against others, or from kept games."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import MOST_GAMES, check_number
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    executor_options,
    json_option,
    open_workers,
    percent,
    seed_option,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rentier.learn.learning import Learning
    from rentier.learn.q import QTraining
    from rentier.learn.td import Training

EPILOG = """\b
Examples:
  rentier td --games 15000 --out self-play
  rentier td --features rentier --deals sets --offers 3 --lambda 0.9 --rate 0.02 --last-rate 0.001 --out strong
  rentier td --against bot --views own --out against-bot
  rentier td --database games.parquet --out first; rentier td --begin first/weights.npz --out then"""


@click.command(epilog=EPILOG)
@click.option("--features", default="berry", show_default=True, metavar="WORDS", help="What it sees: berry+sets, rentier, ...")
@click.option("--hidden", default="80", show_default=True, metavar="N,N", help="Nodes of each hidden layer.")
@click.option("--activation", default="sigmoid", show_default=True, metavar="sigmoid|relu", help="Of the hidden nodes.")
@click.option("--lambda", "fading", type=float, default=0.9, show_default=True, help="How slowly traces fade.")
@click.option("--rate", type=float, default=0.02, show_default=True, help="How far weights move.")
@click.option("--last-rate", type=float, default=None, help="The same at the end; as at the beginning unless said.")
@click.option("--explore", type=float, default=0.05, show_default=True, help="Share of decisions taken at random.")
@click.option("--payoff", default="flat", show_default=True, metavar="WORD", help="flat, limit-half, sliding or rank.")
@click.option(
    "--start",
    default="normal",
    show_default=True,
    metavar="WORDS",
    help="Where games begin: normal, random, sets, gifts; or normal+gifts.",
)
@click.option("--deals", default="random", show_default=True, metavar="WORD", help="Its deals: random, aggressive or sets.")
@click.option("--offers", type=int, default=1, show_default=True, help="Deals it thinks of in a turn.")
@click.option("--players", type=int, default=4, show_default=True, help="Seats at a table.")
@click.option("--against", multiple=True, metavar="AGENT", help="Learn against it; repeatable. Itself unless said.")
@click.option("--share", type=float, default=1.0, show_default=True, help="Chance that a seat is one of those, not itself.")
@click.option("--views", default="all", show_default=True, metavar="all|own", help="Whose seats it learns from.")
@click.option("--database", default="", metavar="FILE", help="Learn from the games of `rentier games` instead of playing.")
@click.option("--begin", default="", metavar="FILE", help="Go on from the weights of another training.")
@click.option(
    "--rules", multiple=True, metavar="PRESET|FILE", help="Rules to play by, berry2013 unless said; several alternate."
)
@click.option("--games", type=int, default=5_000, show_default=True, help="Games to learn from.")
@click.option("--at-once", type=int, default=4, show_default=True, help="Games that learn from the same weights.")
@click.option("--test-against", multiple=True, metavar="AGENT", help="Who strength is looked at against; repeatable.")
@click.option("--test-games", type=int, default=100, show_default=True, help="Games of a look, each opponent; 0: no looks.")
@click.option("--test-every", type=int, default=0, metavar="GAMES", help="Games between looks, a twentieth of all unless said.")
@seed_option
@executor_options
@click.option("--out", required=True, metavar="FOLDER", help="Keep the training there; the same command goes on where it was.")
@json_option
def command(
    *,
    hidden: str,
    last_rate: float | None,
    against: tuple[str, ...],
    rules: tuple[str, ...],
    test_against: tuple[str, ...],
    test_games: int,
    test_every: int,
    executor: str,
    jobs: int | None,
    out: str,
    json_file: str | None,
    **settings: Any,
) -> None:
    """Train a network by TD(lambda), as Berry 2013 did or better.

    The folder gets the weights, which play as `td:FOLDER/weights.npz` and say what they were trained on, and a picture of the
    training (extra `lab`). Ctrl-C ends in good order.
    """
    from rentier.learn.learning import Learning

    learning = Learning(
        rules=rules or Learning.rules,
        hidden=read_layers(hidden),
        last_rate=settings["rate"] if last_rate is None else last_rate,
        against=tuple(parse_agent(spec).spec for spec in against),
        **settings,
    )
    learning.check()
    check_number("test games", test_games, 0, MOST_GAMES)
    check_number("test every", test_every, 0, MOST_GAMES)
    opponents = tuple(parse_agent(spec).spec for spec in test_against)
    workers = open_workers(executor, jobs)
    check_writable(json_file)
    check_out(out)
    from rentier.arena.pictures import plots

    plots()
    from rentier.learn.td import train
    from rentier.learn.td_pictures import draw_training
    from rentier.learn.trials import Trial

    test = Trial(opponents or Trial.against, test_games, test_every) if test_games else None
    with games_bar(learning.games) as bar:
        watch = None if bar is None else bar.tell
        training = train(learning, workers, out=Path(out), test=test, progress=bar, watch=watch)
    if training.curve:
        draw_training(training, title_of(learning, training.games), Path(out) / "training.svg")
    if json_file is not None:
        write_json(json_file, as_dict(training))
    if json_file != STANDARD_OUTPUT:
        print_training(training, Path(out))
    if not training.is_finished:
        print(f"rentier: stopped after {training.games} of {learning.games} games; the same command goes on", file=sys.stderr)
        sys.exit(130)


def read_layers(text: str) -> tuple[int, ...]:
    """The nodes of each hidden layer."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise RentierError(f"--hidden: {text!r} should be numbers of nodes, such as 80 or 80,40") from None


def title_of(learning: Learning, games: int) -> str:
    """A training in a line."""
    nodes = ",".join(map(str, learning.hidden))
    return f"{', '.join(learning.rules)}: {learning.features}, {nodes} hidden, lambda {learning.fading:g}, {count(games)} games"


def as_dict(training: Training | QTraining) -> dict[str, object]:
    """The training as `--json` writes it."""
    return {
        "settings": asdict(training.learning),
        "games": training.games,
        "finished": training.is_finished,
        "seconds": training.seconds,
        "curve": training.curve,
    }


def print_training(training: Training, folder: Path) -> None:
    """How it went, and how to play with it."""
    out = console()
    out.print(title_of(training.learning, training.games), style="italic")
    print_course(training)
    out.print(f"to play with it: td:{folder / 'weights.npz'}")


def print_course(training: Training | QTraining) -> None:
    """How strong it was at every look, and how fast it learnt."""
    from rich.table import Table

    out = console()
    if training.curve:
        table = Table()
        opponents = [name for name in training.curve[0] if name not in ("games", "surprise")]
        for heading in ("games", "surprise", *(f"won against {name}" for name in opponents)):
            table.add_column(heading, justify="right")
        for point in training.curve:
            shares = (percent(point[name]) for name in opponents)
            table.add_row(count(point["games"]), f"{point['surprise']:.4f}", *shares)
        out.print(table)
    speed = (
        f"{training.seconds:.1f} s, {count(60 * (training.games - training.kept) / max(training.seconds, 1e-9))} games a minute"
    )
    out.print(f"{count(training.games)} games; {speed}")
