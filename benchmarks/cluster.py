"""Measure how much faster two workers are than one, by executor: with compiled agents, and with one that thinks in Python.

    python benchmarks/cluster.py [EXECUTOR...]

By default threads and processes are measured; `ray` or `ray://HOST:PORT` needs a cluster with at least two cores. One and two
workers alternate, after a short match that starts processes and loads compiled code; the median of the repetitions is printed.
"""

from __future__ import annotations

import sys
from contextlib import closing
from statistics import median

from rentier.agents.specs import parse_agent
from rentier.arena.executors import open_executor
from rentier.arena.match import play_match
from rentier.box import load_box

REPETITIONS = 3
MATCHES = {
    ("aggressive", "bot", "bailis", "random"): 20_000,
    ("mcts:rollouts=10", "aggressive"): 16,
}

box = load_box("uk-classic", {"turn_cap": 200})
for name in sys.argv[1:] or ("threads", "processes"):
    for specs, games in MATCHES.items():
        agents = [parse_agent(spec) for spec in specs]
        seconds: dict[int, list[float]] = {1: [], 2: []}
        with closing(open_executor(name, 1)) as one, closing(open_executor(name, 2)) as two:
            for executor in (one, two):
                play_match(box, agents, games // 10, 1, executor)
            for repetition in range(REPETITIONS):
                for executor in (one, two):
                    seconds[executor.jobs].append(play_match(box, agents, games, repetition, executor).seconds)
        alone, both = median(seconds[1]), median(seconds[2])
        what = f"{name}: {', '.join(specs)}, {games:,} games"
        print(f"{what}: one worker {alone:.2f} s, two {both:.2f} s, {alone / both:.2f} times as fast")
