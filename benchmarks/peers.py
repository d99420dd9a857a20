"""Measure the speed of other environments for board games on this machine, for comparison with `benchmarks/envs.py`.

    pip install 'pettingzoo[classic]' catanatron open_spiel && python benchmarks/peers.py [--seconds 5]

All players choose legal actions at random, in one thread, as in `benchmarks/envs.py` for PettingZoo.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

CLASSIC = ("connect_four_v3", "chess_v6", "texas_holdem_v4")
OPENSPIEL = ("connect_four", "chess", "backgammon")  # written in C++, played from Python


def timed(step: Callable[[], int], seconds: float) -> str:
    """Repeat a step, which returns its number of decisions, for some seconds, after one to warm up."""
    step()
    decisions, repeated, clock = 0, 0, time.perf_counter()
    while time.perf_counter() - clock < seconds:
        decisions += step()
        repeated += 1
    clock = time.perf_counter() - clock
    return f"{decisions / clock:,.0f} decisions, {repeated / clock:,.1f} games a second"


def classic(name: str) -> Callable[[], int]:
    """Return a function that plays a whole game of one of PettingZoo's own environments."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    chooser = random.Random(1)

    def play() -> int:
        env.reset(seed=chooser.getrandbits(30))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            decisions += not over
        return decisions

    return play


def openspiel(name: str) -> Callable[[], int]:
    """Return a function that plays a whole game of OpenSpiel; chance nodes do not count as decisions."""
    game: Any = import_module("pyspiel").load_game(name)
    chooser = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def catanatron() -> Callable[[], int]:
    """Return a function that plays a whole game of catanatron with four random players."""
    catan: Any = import_module("catanatron")

    def play() -> int:
        game = catan.Game([catan.RandomPlayer(colour) for colour in catan.Color])
        game.play()
        return len(game.state.actions)

    return play


def main() -> None:
    """Time every environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    for name in CLASSIC:
        print(f"PettingZoo {version('pettingzoo')}, {name}: {timed(classic(name), seconds)}", flush=True)
    for name in OPENSPIEL:
        print(f"OpenSpiel {version('open_spiel')}, {name}: {timed(openspiel(name), seconds)}", flush=True)
    print(f"catanatron {version('catanatron')}, four random players: {timed(catanatron(), seconds)}", flush=True)


if __name__ == "__main__":
    main()
