"""Measure the games per second of learning by self-play, compared with `rentier td` on the same machine.

    python benchmarks/selfplay.py                 # on a CPU, 80 hidden nodes, both learners
    python benchmarks/selfplay.py --device cuda   # on a GPU, 512 and 256 hidden nodes, from the bundled network

On a CPU both learn from scratch under `berry2013`, where a game has at most 65 rounds; the second half of their games is timed.
There self-play considers a swap of deeds in a quarter of the turns, learns from a quarter of its choices, and plays only
against itself.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from rentier.learn.course import Method
from rentier.learn.selfplay import Selfplay
from rentier.learn.selfplay_settings import SelfplaySettings
from rentier.learn.td import Td
from rentier.learn.td_settings import TdSettings

BUNDLED = "rentier/agents/data/selfplay.npz"


def games_per_second(method: Method, games: int) -> float:
    """Return the speed of the second half of a training run."""
    method.settings.check()
    method.begin()
    done, timed, start = 0, 0, 0.0
    for learnt in method.waves(0):
        done += learnt
        if start:
            timed += learnt
        elif done >= games // 2:
            start = time.perf_counter()
        if done >= games:
            break
    return timed / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if options.device == "cuda":
        speed = games_per_second(Selfplay(SelfplaySettings(begin=BUNDLED, games=1_000_000), "cuda"), 400_000)
        print(f"selfplay, 512 and 256 hidden nodes: {speed:,.0f} games/s")
        return
    rules: dict[str, Any] = {"rules": ("berry2013",), "hidden": (80,)}
    today = games_per_second(Td(TdSettings(**rules, games=800), options.jobs), 800)
    print(f"td, 80 hidden nodes, {options.jobs} jobs: {today:.1f} games/s")
    alone = {"past": 0.0, "works": 0.0, "scatter": 0.0}
    small = SelfplaySettings(**rules, **alone, games=12_000, ema=0.99, turns=0, swaps=0.25, passes=0.25)
    speed = games_per_second(Selfplay(small, "cpu", options.jobs), 12_000)
    print(f"selfplay, 80 hidden nodes, all cores: {speed:.1f} games/s, {speed / today:.1f} times")


if __name__ == "__main__":
    main()
