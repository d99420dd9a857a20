"""`rentier q`: train networks by Q-learning to choose among options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from rentier.cli.common import count
from rentier.cli.settings import read_settings, settings_options
from rentier.cli.training import agent_specs, check_reading, check_saving, follow_course, read_evaluation, saving_options
from rentier.errors import RentierError, unknown
from rentier.learn.evaluation import Evaluation
from rentier.learn.q_settings import DEFAULT_EVALUATIONS, DEFAULTS, ITSELF, QSettings

EPILOG = """\b
Examples:
  rentier q --out mine
  rentier q --features coverage --against phase1 --against itself --discount 0.9 --out other
  rentier q --agent bailis-q --games 3000 --out bailis"""


@click.command(epilog=EPILOG)
@click.option("--agent", default=QSettings.agent, show_default=True, metavar="|".join(DEFAULTS), help="Agent to train.")
@settings_options(QSettings, DEFAULTS)
@settings_options(Evaluation, DEFAULT_EVALUATIONS)
@saving_options
def command(*, agent: str, out: str, json_file: str | None, **options: Any) -> None:
    """Train the networks of phase4 or bailis-q by Q-learning.

    The weights, with a record of how they were trained, are saved in the --out folder, with a plot of the training (extra
    `lab`). They play as the agent `phase4:FOLDER/weights.npz` or `bailis-q:FOLDER/weights.npz`. Defaults match the bundled
    agents. After Ctrl-C the same command resumes.
    """
    if agent not in DEFAULTS:
        raise RentierError(f"--agent: {unknown('Q-learner', agent, DEFAULTS)}")
    settings = read_settings(DEFAULTS[agent], options)
    settings = replace(settings, against=agent_specs(settings.against, ITSELF))
    settings.check()
    check_reading([settings.rules])
    evaluation = read_evaluation(DEFAULT_EVALUATIONS[agent], options)
    check_saving(out, json_file)
    from rentier.learn.q import Q

    def title(games: int) -> str:
        nodes = ",".join(map(str, settings.hidden))
        how = f"lambda {settings.lambda_:g}" if settings.replay == 0 else f"memory {count(settings.replay)}"
        what = f"{settings.features}, {nodes} hidden, discount {settings.discount:g}, {how}"
        return f"{agent} under {settings.rules}: {what}, {count(games)} games"

    follow_course(Q(settings), evaluation, title, out, json_file)
