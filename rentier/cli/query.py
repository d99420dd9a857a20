"""`rentier query`: ask an agent what it would do in chosen positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rentier.agents.specs import parse_agent
from rentier.arena.limits import check_number, check_seed
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, read_toml, seed_option, write_json
from rentier.file_kinds import QUERIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rentier.analysis.queries import Answer

SHOWN = 4  # entries of a ranking
MOST_TIMES = 1_000_000
EPILOG = """\b
Examples:
  rentier query bot
  rentier query khan:optimal mine.toml --json answers.json
  rentier query random --times 100"""


@click.command(epilog=EPILOG)
@click.argument("agent", metavar="AGENT")
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--times", type=int, default=1, show_default=True, help="How often to ask an agent that answers at random.")
@seed_option
@json_option
def command(*, agent: str, files: tuple[str, ...], times: int, seed: int, json_file: str | None) -> None:
    """Ask an agent what it would do in chosen positions, and show which answers are right.

    Without files the seven queries of Berry 2013 are asked: whether it trades for a set, what it would rather own, and for how
    much it sells a deed. Your own queries are TOML files. If the agent can value a position, its values are shown too.
    """
    asked = parse_agent(agent)
    check_number("times", times, 1, MOST_TIMES)
    check_seed(seed)
    check_writable(json_file)
    for file in files:
        read_toml(file, "queries", QUERIES)
    from rentier.analysis.queries import ask, read_queries, score

    answers = [ask(asked, query, times, seed) for query in read_queries(files)]
    right, judged = score(answers)
    if json_file is not None:
        report = {"agent": asked.spec, "seed": seed, "times": times, "right": right, "judged": judged}
        write_json(json_file, {**report, "answers": [answer.as_dict() for answer in answers]})
    if json_file != STANDARD_OUTPUT:
        console().print(f"{asked.spec}, seed {seed}", style="italic")
        print_answers(answers)
        console().print(f"{right} of {judged} answers right" if judged else "no answer here is right or wrong")


def print_answers(answers: Sequence[Answer]) -> None:
    """Print a row for each question."""
    from rich.table import Table

    table = Table()
    for heading in ("query", "asked", "answer", "verdict"):
        table.add_column(heading)
    for answer in answers:
        table.add_row(answer.query.title, answer.query.question.asked, answer_text(answer), answer.verdict)
    console().print(table)


def answer_text(answer: Answer) -> str:
    """Return the answer and its values; of a ranking, only the first places."""
    if answer.query.question.kind == "ranking":
        if not answer.values:
            return "cannot value a position"
        places = [f"{name} {value_text(value)}" for name, value in list(answer.values.items())[:SHOWN]]
        more = len(answer.values) - SHOWN
        return ", ".join(places) + (f" and {more} more" if more > 0 else "")
    times = sum(answer.said.values())
    said = ", ".join(text if times == 1 else f"{text} ({count} of {times})" for text, count in answer.said.items())
    worth = ", ".join(f"{value_text(value)} if {outcome}" for outcome, value in answer.values.items())
    return f"{said}; worth {worth}" if worth else said


def value_text(value: float) -> str:
    """Format a value, which may be large or between 0 and 1."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"
