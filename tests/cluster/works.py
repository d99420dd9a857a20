"""Every kind of work that executors are used for; each must have the same result everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.specs import parse_agent
from rentier.arena.executors import Jobs
from rentier.arena.league import play_league
from rentier.arena.match import Progress, play_match
from rentier.arena.results import MatchResult
from rentier.arena.tally import WATCHED_WITH_CHOICES
from rentier.box import load_box
from rentier.layout import Numbers
from rentier.learn.course import train
from rentier.learn.evaluation import Evaluation
from rentier.learn.genetic import evolve
from rentier.learn.heredity import Genetics
from rentier.learn.plan import Contest, Plan
from rentier.learn.space import space_of
from rentier.learn.td import Td
from rentier.learn.td_settings import TdSettings
from rentier.learn.tuning import tune
from rentier.papers.matches import make
from rentier.papers.order import Order
from rentier.papers.works_toml import find_tables

BOX = load_box("uk-classic", {"turn_cap": 30})
SHORT = str(Path(__file__).parent.parent / "learn" / "short.toml")
AGENT = """
from rentier.agents.reserve import decide  # compiled already
"""


def match(jobs: Jobs, specs: tuple[str, ...] = ("aggressive", "random", "bot"), games: int = 60, **more: Any) -> MatchResult:
    """A match with rows and a tally."""
    agents = [parse_agent(spec) for spec in specs]
    return play_match(BOX, agents, games, 5, jobs, watch_level=WATCHED_WITH_CHOICES, keep_rows=True, **more)


def thinking(jobs: Jobs, games: int = 24, progress: Progress | None = None) -> MatchResult:
    """A match with an agent that thinks, block by block."""
    return match(jobs, ("mcts:rollouts=20", "aggressive"), games, progress=progress, chunk=1)


def same(one: MatchResult, other: MatchResult) -> bool:
    """Whether two matches have the same games and the same tally."""
    assert one.rows is not None
    assert other.rows is not None
    return np.array_equal(one.rows, other.rows) and one.tally == other.tally and one.scores == other.scores


def league(jobs: Jobs) -> Any:
    """The members of a league."""
    pool = [parse_agent(spec) for spec in ("aggressive", "random", "bot", "reserve:50,0")]
    return play_league(BOX, pool, 48, 3, 1, jobs).members


def population(jobs: Jobs) -> list[Numbers]:
    """A population that has evolved and gone through its trial."""
    box = load_box("pring2015", {"turn_cap": 60, "cap": "worth", "trade_menu": "none"})
    people = evolve(box, Genetics(population=40, games=60, trial=2, granularity="groups+decisions"), jobs).population
    return [np.nan_to_num(people.genes, nan=-1.0), people.generation, people.wins]


def training(jobs: Jobs) -> list[Any]:
    """The weights of a trained network, and its evaluations."""
    settings = TdSettings(rules=(SHORT,), hidden=(6,), games=8, against=("random",), share=0.5)
    done = train(Td(settings, jobs), evaluation=Evaluation(("random",), 8, 4))
    return [done.network.weights.tolist(), done.curve]


def tuning(jobs: Jobs) -> dict[str, Any]:
    """The result of a search for better settings."""
    space = space_of(parse_agent("reserve:350,150"), ("spend above=0,200",))
    plan = Plan(space, Contest(BOX, (parse_agent("random"),), 1), "grid", 8, 1, None, 8, 0)
    return {name: value for name, value in tune(plan, jobs).as_dict().items() if name != "seconds"}


def table(jobs: Jobs) -> Any:
    """The rows of a published table."""
    [found] = find_tables("khan2019/7.14b")
    return make(Order(found, 10, 3, jobs)).rows


WORKS = {"league": league, "population": population, "training": training, "tuning": tuning, "table": table}


def equal(one: Any, other: Any) -> bool:
    """Whether two results are the same, arrays number by number."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, list) and one and isinstance(one[0], np.ndarray):
        return all(map(np.array_equal, one, other))
    return bool(one == other)
