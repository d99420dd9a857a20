"""Shared by the commands that train networks: options, the training itself, and the report on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.cli.common import (
    STANDARD_OUTPUT,
    Command,
    check_out,
    check_writable,
    console,
    count,
    json_option,
    percent,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.cli.settings import read_settings
from rentier.errors import RentierError
from rentier.learn.evaluation import GAMES, TD_ERROR, Evaluation
from rentier.learn.settings import as_saved, check_settings
from rentier.network.weights import Network

if TYPE_CHECKING:
    from rentier.learn.course import Measures, Method, Training


def saving_options(command: Command) -> Command:
    """`--out`, `--keep` and `--json`."""
    text = "Save the weights of every evaluation too, in FOLDER/checkpoints."
    command = click.option("--keep", is_flag=True, help=text)(json_option(command))
    text = "Save the training there; the same command resumes it."
    return click.option("--out", required=True, metavar="FOLDER", help=text)(command)


def agent_specs(specs: Sequence[str], *others: str) -> tuple[str, ...]:
    """Return the full specs of agents; words in `others` stay unchanged."""
    return tuple(spec if spec in others else parse_agent(spec).spec for spec in specs)


def read_evaluation(usual: Evaluation, options: Mapping[str, Any], measured: bool = False) -> Evaluation | None:
    """Return the evaluation that the options of a command ask for.

    Without games it has no opponents and only takes measures; if there are none (`measured` is False), return None.
    """
    evaluation = read_settings(usual, options)
    check_settings(evaluation)
    against = agent_specs(evaluation.against)
    if evaluation.games:
        return replace(evaluation, against=against)
    if options["keep"] and not measured:
        raise RentierError("--keep: there is no evaluation whose weights could be saved; set --test-games above 0")
    return replace(evaluation, against=()) if measured else None


def check_reading(rules: Sequence[str], begin: str = "") -> None:
    """Refuse rules and initial weights that cannot be read, before anything is compiled."""
    for name in rules:
        load_box(name)
    if begin:
        Network.read(Path(begin))


def check_saving(out: str, json_file: str | None) -> None:
    """Refuse files that cannot be written, and pictures that cannot be drawn, before anything is compiled."""
    check_writable(json_file)
    check_out(out)
    from rentier.arena.pictures import plots

    plots()


def follow_course(
    method: Method,
    evaluation: Evaluation | None,
    title: Callable[[int], str],
    out: str,
    json_file: str | None,
    measures: Measures | None = None,
) -> None:
    """Train, draw the curve and print a report; `title` describes, in one line, what was trained by a number of games."""
    from rentier.learn.course import train
    from rentier.learn.course_picture import draw_training

    folder = Path(out)
    keep = bool(click.get_current_context().params["keep"])
    with games_bar(method.settings.games) as bar:
        watch = None if bar is None else bar.tell
        training = train(method, out=folder, evaluation=evaluation, measures=measures, progress=bar, watch=watch, keep=keep)
    if training.curve:
        draw_training(training, title(training.games), folder / "training.svg")
    if json_file is not None:
        write_json(json_file, as_dict(training))
    if json_file != STANDARD_OUTPUT:
        console().print(title(training.games), style="italic")
        print_training(training)
        console().print(f"to play with it: {method.kind}:{folder / 'weights.npz'}")
    if not training.is_finished:
        learnt = f"{training.games} of {method.settings.games} games"
        print(f"rentier: stopped after {learnt}; the same command resumes", file=sys.stderr)
        sys.exit(130)


def as_dict(training: Training) -> dict[str, object]:
    """Return the training as `--json` writes it."""
    return {
        "settings": as_saved(training.settings),
        "games": training.games,
        "finished": training.is_finished,
        "seconds": training.seconds,
        "curve": training.curve,
    }


def print_training(training: Training) -> None:
    """Print the results of every evaluation, and the speed of the training."""
    from rich.table import Table

    out = console()
    if training.curve:
        table = Table()
        for heading in (GAMES, TD_ERROR, *(f"won against {name}" for name in training.opponents), *training.measures):
            table.add_column(heading, justify="right")
        for point in training.curve:
            shares = [percent(point[name]) for name in training.opponents]
            measured = [f"{point[name]:.3g}" for name in training.measures]
            table.add_row(count(point["games"]), f"{point[TD_ERROR]:.4f}", *shares, *measured)
        out.print(table)
    a_minute = count(training.games_a_minute)
    out.print(f"{count(training.games)} games; {training.seconds:.1f} s, {a_minute} games a minute")
