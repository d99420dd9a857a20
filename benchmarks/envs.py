"""Measure the speed of the environments, in decisions per second of wall-clock time and of CPU time.

python benchmarks/envs.py [--seconds 3]

A step is one decision of the learner; the opponents' decisions in between are counted separately. On a busy machine, compare
the figures by CPU time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

from rentier.envs.gym import RentierEnv
from rentier.envs.pettingzoo import RentierAEC
from rentier.envs.vector import VectorGames

GAMES = 4096
RESERVE = "reserve:350,150"


def timed(step: Callable[[], tuple[int, int]], seconds: float) -> str:
    """Repeat a step for some seconds, after one to warm up; return the numbers of steps and decisions as text."""
    step()
    steps, decisions = 0, 0
    clock, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        stepped, decided = step()
        steps += stepped
        decisions += decided
    clock, used = time.perf_counter() - clock, time.process_time() - used
    by_clock = f"{steps / clock:,.0f} steps, {decisions / clock:,.0f} decisions a second"
    return f"{by_clock}; {steps / used:,.0f} and {decisions / used:,.0f} a second of processor time"


def vector(settings: dict[str, object]) -> Callable[[], tuple[int, int]]:
    """Return a step of VectorGames that takes the first legal action, so that hardly anything but the games is timed."""
    games = VectorGames(GAMES, seed=1, **settings)  # type: ignore[arg-type]
    games.reset()

    def step() -> tuple[int, int]:
        before = games.decisions
        games.step(games.masks.argmax(1))
        return GAMES, games.decisions - before

    return step


def gym() -> Callable[[], tuple[int, int]]:
    """Return a step of Rentier-v0 with three opponents."""
    env = RentierEnv([RESERVE] * 3, offers=False)
    env.reset(seed=1)

    def step() -> tuple[int, int]:
        before = env.playing.made
        _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        decided = env.playing.made - before
        if terminated or truncated:
            env.reset()
        return 1, decided

    return step


def aec() -> Callable[[], tuple[int, int]]:
    """Return a step of the AEC environment, as in PettingZoo's own benchmark."""
    env = RentierAEC(4)
    env.reset(seed=1)
    chooser = random.Random(1)

    def step() -> tuple[int, int]:
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        if not env.agents:
            env.reset()
        return 1, 1

    return step


def main() -> None:
    """Time every environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    two = {"opponents": [RESERVE], "offers": False}
    tables = {
        f"VectorGames, {GAMES} games, learner and {RESERVE}, no offers of its own": two,
        "the same with three such opponents": {**two, "opponents": [RESERVE] * 3},
        "the same with one thread": {**two, "opponents": [RESERVE] * 3, "jobs": 1},
        "three random opponents, full rules and all offers": {"opponents": ["random"] * 3},
    }
    for name, settings in tables.items():
        print(f"{name}: {timed(vector(settings), seconds)}", flush=True)
    print(f"Gymnasium, three {RESERVE}: {timed(gym(), seconds)}", flush=True)
    print(f"PettingZoo, four players, full rules: {timed(aec(), seconds)}", flush=True)


if __name__ == "__main__":
    main()
