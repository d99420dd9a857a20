"""Measure the genetic algorithm at the size of Pring 2015: 400 000 games, a population of 10 000.

    python benchmarks/genetic.py [JOBS]

The run follows a short one that loads the compiled code; the trial at its end is left out.
"""

from __future__ import annotations

import sys

from rentier.arena.limits import cores
from rentier.box import load_box
from rentier.learn.genetic import evolve
from rentier.learn.heredity import Genetics

GAMES = 400_000
WARM_UP = 2_000

jobs = int(sys.argv[1]) if len(sys.argv) > 1 else cores()
box = load_box("pring2015")
evolve(box, Genetics(games=WARM_UP, trial=0), jobs)
for trading in ("open", "hidden"):
    done = evolve(box, Genetics(games=GAMES, trial=0, trading=trading), jobs)
    what = f"{done.games:,} games, {done.genetics.population:,} players, trading {trading}, {jobs} jobs"
    print(f"{what}: {done.seconds:.0f} s, {done.games / done.seconds:,.0f} games/s")
