"""Small runs of the genetic algorithm for tests; as a program, one of them as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from rentier.box import Box, load_box
from rentier.learn.genetic import Evolution, evolve
from rentier.learn.heredity import Genetics

QUICK = {"turn_cap": 60, "cap": "worth", "trade_menu": "none"}


def quick() -> Box:
    """Rules under which games are over soon."""
    return load_box("pring2015", QUICK)


def small(**settings: Any) -> Genetics:
    """Return a very short run."""
    return Genetics(**{"population": 40, "games": 120, "trial": 3, "granularity": "groups+decisions", **settings})


def outcome(evolution: Evolution) -> dict[str, Any]:
    """Return the whole result of a run, except the time it took."""
    population, history = evolution.population, evolution.history
    return {
        "genes": [[repr(number) for number in row] for row in population.genes.tolist()],
        "generation": population.generation.tolist(),
        "games": population.games.tolist(),
        "wins": population.wins.tolist(),
        "cohorts": evolution.cohorts,
        "history": [history.games, history.generation],
        "means": [[repr(number) for number in row.tolist()] for row in history.means],
        "spreads": [[repr(number) for number in row.tolist()] for row in history.spreads],
    }


def tiny() -> list[dict[str, Any]]:
    """Runs of a few games, with trades open and hidden."""
    box = load_box("pring2015", {"turn_cap": 24, "cap": "worth"})
    ways = ({"crossing": "choice"}, {"crossing": "average", "mutation": "redraw", "trading": "hidden"})
    return [outcome(evolve(box, small(population=12, players=3, games=8, trial=1, mutated=3, **way))) for way in ways]


if __name__ == "__main__":
    np.seterr(over="raise")
    json.dump(tiny(), sys.stdout)
