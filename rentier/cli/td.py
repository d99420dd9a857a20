"""`rentier td`: train a network to value positions, by playing itself, against others, or from saved games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from rentier.cli.common import check_parquet, count, executor_options, open_workers
from rentier.cli.settings import read_settings, settings_options
from rentier.cli.training import agent_specs, check_reading, check_saving, follow_course, read_evaluation, saving_options
from rentier.learn.evaluation import Evaluation
from rentier.learn.td_settings import TdSettings

EPILOG = """\b
Examples:
  rentier td --games 15000 --out self-play
  rentier td --features rentier --deals sets --offers 3 --lambda 0.9 --rate 0.02 --last-rate 0.001 --out strong
  rentier td --against bot --views own --out against-bot
  rentier td --database games.parquet --out first; rentier td --begin first/weights.npz --out then"""


@click.command(epilog=EPILOG)
@settings_options(TdSettings)
@settings_options(Evaluation)
@executor_options
@saving_options
def command(*, executor: str, jobs: int | None, out: str, json_file: str | None, **options: Any) -> None:
    """Train a network by TD(lambda), as in Berry 2013 or with our improvements.

    The weights, with a record of how they were trained, are saved in the --out folder, with a plot of the training (extra
    `lab`). They play as the agent `td:FOLDER/weights.npz`. After Ctrl-C the same command resumes.
    """
    settings = read_settings(TdSettings(), options)
    settings = replace(settings, against=agent_specs(settings.against))
    settings.check()
    check_reading(settings.rules, settings.begin)
    if settings.database:
        check_parquet(settings.database)
    evaluation = read_evaluation(Evaluation(), options)
    workers = open_workers(executor, jobs)
    check_saving(out, json_file)
    from rentier.learn.td import Td

    def title(games: int) -> str:
        nodes = ",".join(map(str, settings.hidden))
        what = f"{settings.features}, {nodes} hidden, lambda {settings.lambda_:g}"
        return f"{', '.join(settings.rules)}: {what}, {count(games)} games"

    follow_course(Td(settings, workers), evaluation, title, out, json_file)
