"""Print the tables of docs/grading.md from grades of agents.

    for agent in td bot genes; do rentier grade $agent --json grades/$agent.json; done
    python -m scripts.grade_table grades docs/league.md other-roller.jsonl.gz

Besides the mean losses it prints the rank correlation (Spearman's) of the losses with the ratings of a league, on the decisions
that all its agents can play, and of the losses by the values of the data set with those by another roller's values. Intervals:
bootstrap over decisions.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rentier.grading.decisions import Decision, read_decisions
from rentier.grading.kinds import KINDS
from rentier.layout import Numbers

RATING = re.compile(r"^\| `([^`]+)` \| (\d+) \|", re.MULTILINE)
RESAMPLES = 1000


def read_grades(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the grades in a folder, by agent."""
    grades = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    return {grade["agent"]: grade for grade in grades}


def read_ratings(page: str) -> dict[str, float]:
    """Return the ratings of the first league on a page."""
    first = page[: page.index("\n## ", page.index("\n## ") + 1)]
    return {agent: float(rating) for agent, rating in RATING.findall(first)}


def losses_of(grade: dict[str, Any]) -> dict[int, float]:
    """Return the loss of each decision."""
    return {loss["decision"]: loss["points"] for loss in grade["losses"]}


def revalued(grade: dict[str, Any], decisions: Sequence[Decision], other: dict[str, Decision]) -> dict[int, float]:
    """Return the losses by another roller's values, where it has the decision and the action."""
    found = {}
    for loss in grade["losses"]:
        there = other.get(decisions[loss["decision"] - 1].position)
        values = {one.action: one.value for one in there.candidates} if there else {}
        if there and loss["action"] in values:
            found[loss["decision"]] = 100 * (there.candidates[0].value - values[loss["action"]])
    return found


def as_rows(losses: Sequence[dict[int, float]]) -> Numbers:
    """Return a row of losses for each agent, on the decisions that all of them have."""
    common = sorted(set.intersection(*(set(one) for one in losses)))
    return np.array([[one[number] for number in common] for one in losses])


def ranks(values: Numbers) -> Numbers:
    """Return the rank of each value."""
    return np.argsort(np.argsort(values))


def correlation(first: Numbers, second: Numbers) -> float:
    """Return the rank correlation of two lists without ties."""
    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def correlations(rows: Numbers, others: Numbers) -> str:
    """Return the rank correlation of the means of two tables with a row for each agent, with its interval."""
    luck = np.random.default_rng(0)
    every = rows.shape[1]
    choices: list[Any] = [np.arange(every), *(luck.integers(every, size=every) for _resample in range(RESAMPLES))]
    found = [correlation(rows[:, chosen].mean(1), others[:, chosen].mean(1)) for chosen in choices]
    low, high = np.quantile(found[1:], [0.025, 0.975])
    return f"{found[0]:.2f} ({low:.2f} to {high:.2f}), {rows.shape[0]} agents, {every:,} decisions"


def print_grades(grades: dict[str, dict[str, Any]], agents: Sequence[str]) -> None:
    """Print the mean losses, all and by kind."""
    print("| agent | all | 95 % interval | " + " | ".join(KINDS) + " | new |")
    for agent in agents:
        grade = grades[agent]
        mean = grade["mean"]
        kinds = [f"{grade['kinds'][kind]['mean']:.2f}" for kind in KINDS]
        cells = [f"{mean['mean']:.2f}", f"{mean['low']:.2f} to {mean['high']:.2f}", *kinds, str(grade["new_actions"])]
        print(f"| `{agent}` | {' | '.join(cells)} |")


def print_ratings(grades: dict[str, dict[str, Any]], ratings: dict[str, float]) -> None:
    """Print ratings beside mean losses, and how well they agree."""
    agents = [agent for agent in ratings if agent in grades]
    rows = as_rows([losses_of(grades[agent]) for agent in agents])
    for agent, row in zip(agents, rows, strict=True):
        print(f"| `{agent}` | {ratings[agent]:.0f} | {row.mean():.2f} |")
    print("with the ratings:", correlations(rows, np.tile([[-ratings[agent]] for agent in agents], rows.shape[1])))


def print_rollers(grades: dict[str, dict[str, Any]], agents: Sequence[str], second: Path) -> None:
    """Print mean losses by the values of both rollers, and how well they agree."""
    decisions = read_decisions().decisions
    other = {one.position: one for one in read_decisions(second).decisions}
    again = [revalued(grades[agent], decisions, other) for agent in agents]
    losses = [losses_of(grades[agent]) for agent in agents]
    rows = as_rows([{number: loss[number] for number in known} for loss, known in zip(losses, again, strict=True)])
    others = as_rows(again)
    for agent, row, by_other in zip(agents, rows, others, strict=True):
        print(f"| `{agent}` | {row.mean():.2f} | {by_other.mean():.2f} |")
    print("with the other roller:", correlations(rows, others))


def main() -> None:
    folder, league, second = map(Path, sys.argv[1:4])
    grades = read_grades(folder)
    agents = sorted(grades, key=lambda agent: float(grades[agent]["mean"]["mean"]))
    print_grades(grades, agents)
    print_ratings(grades, read_ratings(league.read_text()))
    print_rollers(grades, agents, second)


if __name__ == "__main__":
    main()
