"""What the commands that train networks share: their options, the training itself, and the report on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.specs import parse_agent
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
from rentier.learn.evaluation import GAMES, TD_ERROR, Evaluation
from rentier.learn.settings import as_saved, check_settings

if TYPE_CHECKING:
    from rentier.learn.course import Measures, Method, Training


def keeping_options(command: Command) -> Command:
    """`--out` and `--json`."""
    text = "Keep the training there; the same command goes on where it was."
    return click.option("--out", required=True, metavar="FOLDER", help=text)(json_option(command))


def agent_specs(specs: Sequence[str], *others: str) -> tuple[str, ...]:
    """Agents as their specs are written in full; other words stay as they are."""
    return tuple(spec if spec in others else parse_agent(spec).spec for spec in specs)


def read_evaluation(usual: Evaluation, options: Mapping[str, Any]) -> Evaluation | None:
    """The evaluation that the options of a command ask for."""
    evaluation = read_settings(usual, options)
    check_settings(evaluation)
    return replace(evaluation, against=agent_specs(evaluation.against)) if evaluation.games else None


def check_keeping(out: str, json_file: str | None) -> None:
    """Refuse files that could not be written, and pictures that could not be drawn, before anything is compiled."""
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
    """Train, draw the course and report on it; `title` says in a line what was trained by so many games."""
    from rentier.learn.course import train
    from rentier.learn.course_picture import draw_training

    folder = Path(out)
    with games_bar(method.settings.games) as bar:
        watch = None if bar is None else bar.tell
        training = train(method, out=folder, evaluation=evaluation, measures=measures, progress=bar, watch=watch)
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
    """The training as `--json` writes it."""
    return {
        "settings": as_saved(training.settings),
        "games": training.games,
        "finished": training.is_finished,
        "seconds": training.seconds,
        "curve": training.curve,
    }


def print_training(training: Training) -> None:
    """How strong it was at every evaluation, and how fast it learnt."""
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
    a_minute = 60 * (training.games - training.saved) / max(training.seconds, 1e-9)
    out.print(f"{count(training.games)} games; {training.seconds:.1f} s, {count(a_minute)} games a minute")
