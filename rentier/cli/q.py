"""`rentier q`: networks learn by Q-learning what options are worth."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import MOST_GAMES, check_number
from rentier.cli.common import STANDARD_OUTPUT, check_out, check_writable, console, count, json_option, seed_option, write_json
from rentier.cli.progress import games_bar
from rentier.cli.td import as_dict, print_course, read_layers
from rentier.errors import RentierError, unknown

if TYPE_CHECKING:
    from rentier.learn.q import QTraining
    from rentier.learn.q_learning import QLearning

EPILOG = """\b
Examples:
  rentier q --out mine
  rentier q --features coverage --against phase1 --against itself --discount 0.9 --out other
  rentier q --agent bailis-q --games 3000 --out bailis"""


@click.command(epilog=EPILOG)
@click.option("--agent", default="phase4", show_default=True, metavar="phase4|bailis-q", help="What learns.")
@click.option("--rules", metavar="PRESET|FILE", help="Rules to play by.  [phase4: adjudicator2018; bailis-q: sammul2018]")
@click.option("--turns", type=int, help="After which games of the training end; 0: by the rules.  [phase4: 0; bailis-q: 1000]")
@click.option("--players", type=int, help="Seats at a table.  [phase4: 2; bailis-q: 4]")
@click.option("--features", metavar="WORDS", help="What it sees.  [phase4: coverage+matter; bailis-q: coverage]")
@click.option("--hidden", metavar="N,N", help="Nodes of each hidden layer.  [128]")
@click.option("--activation", metavar="sigmoid|relu", help="Of the hidden nodes.  [relu]")
@click.option("--discount", type=float, help="Gamma: what the next decision counts.")
@click.option("--clock", metavar="decisions|turns", help="What it goes by.  [decisions]")
@click.option("--rate", type=float, help="How far weights move.")
@click.option("--last-rate", type=float, help="The same at the end.")
@click.option("--explore", type=float, help="Epsilon: share of decisions taken at random in the first game.  [1]")
@click.option("--last-explore", type=float, help="The same from the middle of the training on.")
@click.option("--ending", type=float, help="How many times the last reward of a game counts.")
@click.option("--money", type=float, help="What the share of all money counts in a reward.  [phase4: 1; bailis-q: 0.25]")
@click.option("--against", multiple=True, metavar="AGENT", help="Learn against it, or `itself`; repeatable.")
@click.option("--replay", type=int, help="Transitions in the memory; 0: learn online by traces.  [phase4: 20000; bailis-q: 0]")
@click.option("--batch", type=int, help="Transitions a step learns from.  [32]")
@click.option("--every", type=int, help="Transitions from step to step.  [4]")
@click.option("--refresh", type=int, help="Steps from one refreshment of the target network to the next.  [500]")
@click.option("--lambda", "fading", type=float, help="How slowly traces fade.  [bailis-q: 0.8]")
@click.option("--games", type=int, help="Games to learn from.")
@click.option("--test-against", multiple=True, metavar="AGENT", help="Who strength is looked at against; repeatable.")
@click.option("--test-games", type=int, default=100, show_default=True, help="Games of a look, each opponent; 0: no looks.")
@click.option("--test-every", type=int, default=0, metavar="GAMES", help="Games between looks, a twentieth of all unless said.")
@seed_option
@click.option("--out", required=True, metavar="FOLDER", help="Keep the training there; the same command goes on where it was.")
@json_option
def command(
    *,
    agent: str,
    hidden: str | None,
    against: tuple[str, ...],
    test_against: tuple[str, ...],
    test_games: int,
    test_every: int,
    out: str,
    json_file: str | None,
    **settings: Any,
) -> None:
    """Train the networks of an agent by Q-learning.

    The folder gets the weights, which play as `phase4:FOLDER/weights.npz` or `bailis-q:FOLDER/weights.npz` and say what they
    were trained on, and a picture of the training (extra `lab`). What is not said is as for the agent of the package. Ctrl-C
    ends in good order.
    """
    from rentier.learn.q_learning import ITSELF, USUAL

    if agent not in USUAL:
        raise RentierError(f"--agent: {unknown('Q-learner', agent, USUAL)}")
    said = {name: value for name, value in settings.items() if value is not None}
    if hidden is not None:
        said["hidden"] = read_layers(hidden)
    if against:
        said["against"] = tuple(ITSELF if spec == ITSELF else parse_agent(spec).spec for spec in against)
    learning = replace(USUAL[agent], **said)
    learning.check()
    check_number("test games", test_games, 0, MOST_GAMES)
    check_number("test every", test_every, 0, MOST_GAMES)
    opponents = tuple(parse_agent(spec).spec for spec in test_against)
    check_writable(json_file)
    check_out(out)
    from rentier.arena.pictures import plots

    plots()
    from rentier.learn.q import TEST_AGAINST, train
    from rentier.learn.td_pictures import draw_training
    from rentier.learn.trials import Trial

    test = Trial(opponents or TEST_AGAINST[agent], test_games, test_every) if test_games else None
    with games_bar(learning.games) as bar:
        watch = None if bar is None else bar.tell
        training = train(learning, out=Path(out), test=test, progress=bar, watch=watch)
    if training.curve:
        draw_training(training, title_of(learning, training.games), Path(out) / "training.svg")
    if json_file is not None:
        write_json(json_file, as_dict(training))
    if json_file != STANDARD_OUTPUT:
        print_training(training, Path(out))
    if not training.is_finished:
        print(f"rentier: stopped after {training.games} of {learning.games} games; the same command goes on", file=sys.stderr)
        sys.exit(130)


def title_of(learning: QLearning, games: int) -> str:
    """A training in a line."""
    nodes = ",".join(map(str, learning.hidden))
    how = f"lambda {learning.fading:g}" if learning.replay == 0 else f"memory {count(learning.replay)}"
    what = f"{learning.features}, {nodes} hidden, discount {learning.discount:g}, {how}"
    return f"{learning.agent} under {learning.rules}: {what}, {count(games)} games"


def print_training(training: QTraining, folder: Path) -> None:
    """How it went, and how to play with it."""
    out = console()
    out.print(title_of(training.learning, training.games), style="italic")
    print_course(training)
    out.print(f"to play with it: {training.learning.agent}:{folder / 'weights.npz'}")
