"""Measure the time per decision in games of four copies of one agent under `uk-classic`, on one core.

    python benchmarks/decisions.py
    python benchmarks/decisions.py selfplay:mine/weights.npz --games 40

Forced decisions count too, as in `rentier match`.
"""

from __future__ import annotations

import argparse
import time

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box

AGENTS = ("bot", "td", "selfplay", "selfplay:offers=1")
PLAYERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="*", default=AGENTS)
    parser.add_argument("--games", type=int, default=8)
    options = parser.parse_args()
    box = load_box("uk-classic")
    for spec in options.agents:
        agents = [parse_agent(spec)] * PLAYERS
        play_match(box, agents, PLAYERS, seed=1, jobs=1)  # compiles
        start = time.perf_counter()
        summary = play_match(box, agents, options.games, seed=0, jobs=1).summary
        seconds = time.perf_counter() - start
        cost = 1e6 * seconds / summary.decisions
        print(f"{spec}: {cost:,.1f} µs a decision, {1000 * seconds / summary.games:,.0f} ms a game ({summary.games} games)")


if __name__ == "__main__":
    main()
