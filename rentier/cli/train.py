"""`rentier train`: a network learns by self-play in parallel games, on a GPU or on the cores of a CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rentier.cli.common import count, executor_options, open_workers
from rentier.cli.settings import read_settings, settings_options
from rentier.cli.training import check_reading, check_saving, follow_course, read_evaluation, saving_options
from rentier.errors import RentierError
from rentier.extras import need
from rentier.learn.evaluation import HELD_OUT_ERROR, RIGHT_ANSWERS, Evaluation
from rentier.learn.selfplay_settings import DEVICES, SelfplaySettings, boxes_of
from rentier.selfplay.positions import read_starts

if TYPE_CHECKING:
    from rentier.agents.specs import Agent
    from rentier.learn.course import Measures

EPILOG = """\b
Examples:
  rentier train --out mine
  rentier train --rules us-classic --games 30000000 --hidden 1024,512 --out american
  rentier train --device cpu --games 50000 --hidden 80 --ema 0.99 --out small
  rentier train --min-players 2 --start position.toml --start-share 0.2 --keep --out endgames"""
DEFAULTS = Evaluation(against=("bot", "td"), games=0)


@click.command(epilog=EPILOG)
@settings_options(SelfplaySettings)
@settings_options(Evaluation, {"": DEFAULTS})
@click.option("--device", default=DEVICES[0], metavar="|".join(DEVICES), help="Where to learn; auto: on a GPU if there is one.")
@executor_options
@saving_options
def command(*, device: str, executor: str, jobs: int | None, out: str, json_file: str | None, **options: Any) -> None:
    """Train a network by self-play in parallel games, from scratch or from --begin.

    The weights, with a record of how they were trained, are saved in the --out folder, with a plot of the training (extra
    `lab`). They play as the agent `selfplay:FOLDER/weights.npz`. After Ctrl-C the same command resumes. Training needs the
    extra `gpu` on a GPU, or the extra `train` without one.
    """
    settings = read_settings(SelfplaySettings(), options)
    settings.check()
    check_reading(settings.rules, settings.begin)
    evaluation = read_evaluation(DEFAULTS, options, measured=True)
    workers = open_workers(executor, jobs)
    check_saving(out, json_file)
    learns_on = find_device(device)
    read_starts(settings.start, boxes_of(settings), settings.table_sizes)  # refused before self-play is compiled
    from rentier.learn.selfplay import Selfplay

    def title(games: int) -> str:
        nodes = ",".join(map(str, settings.hidden))
        return f"{', '.join(settings.rules)}: {nodes} hidden, lambda {settings.lambda_:g}, {count(games)} games"

    follow_course(Selfplay(settings, learns_on, workers), evaluation, title, out, json_file, measures())


def measures() -> Measures:
    """Return what is measured while a network learns: its error on held-out positions, and its right answers to the queries."""
    from rentier.analysis.held_out import held_out_error
    from rentier.analysis.queries import ask, read_queries, score

    def right_answers(agent: Agent) -> float:
        return score([ask(agent, query) for query in read_queries()])[0]

    return {HELD_OUT_ERROR: held_out_error, RIGHT_ANSWERS: right_answers}


def find_device(word: str) -> str:
    """Return the device to learn on; refuse one that is missing, in one line."""
    if word not in DEVICES:
        raise RentierError(f"--device: {word!r} should be one of {', '.join(DEVICES)}")
    torch = need("torch", "train", "training runs by self-play")
    has_gpu = torch.cuda.is_available()
    if word == "cpu" or (word == "auto" and not has_gpu):
        return "cpu"
    if not has_gpu:
        raise RentierError("--device: PyTorch finds no GPU here that it can use; --device cpu learns without one")
    need("numba_cuda", "gpu", "training runs on a GPU")
    return "cuda"
