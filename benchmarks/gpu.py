"""Play whole games inside a CUDA kernel, one thread per game, with the same functions as on the CPU, and compare the games.

    pip install numba-cuda && python benchmarks/gpu.py

Four reserve agents play under `uk-classic` without auctions and trades. The first games are also played on the CPU, and the
records must agree byte for byte. Needs an NVIDIA GPU.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import cuda, njit

from rentier.agents import reserve
from rentier.agents.mind import MindRecord
from rentier.box import load_box
from rentier.game.apply import apply, begin
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.layout import layout

SETTINGS = [(50, 0), (50, 0), (350, 150), (350, 150)]
TURN_CAP = 1000
COMPARED = 2000
THREADS = 64
GAMES = 132 * THREADS * 16

# a function with an explicit signature is given to CUDA as its source
begin_here, check_here, apply_here = njit(begin.py_func), njit(check.py_func), njit(apply.py_func)
decide_here = njit(reserve.decide.py_func)


@njit
def play_one(box: Any, game: Any, luck: Any, minds: Any, key: int) -> int:
    """Play one game to its end; return the number of turns, or -1 after an illegal action."""
    begin_here(box, game, luck, 4, np.uint64(key))
    while game.decision != OVER:
        action = decide_here(box, game, minds[game.actor])
        if check_here(box, game, action) != ALLOWED:
            return -1
        apply_here(box, game, luck, action)
    return game.turns


@njit
def play_on_cpu(boxes: Any, games: Any, lucks: Any, minds: Any, turns: Any) -> None:
    for number in range(len(games)):
        turns[number] = play_one(boxes[0], games[number], lucks[number], minds, number)


@cuda.jit
def play_on_gpu(boxes: Any, games: Any, lucks: Any, minds: Any, turns: Any) -> None:
    number = cuda.grid(1)
    if number < len(games):
        turns[number] = play_one(boxes[0], games[number], lucks[number], minds, number)


def arrays(count: int) -> list[Any]:
    """Return the box, arrays for `count` games and their luck, the minds, and the turns of each game."""
    box = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": TURN_CAP})
    boxes = np.zeros(1, box.record.dtype)
    boxes[0] = box.record
    minds = np.zeros(4, layout(MindRecord))
    for mind, settings in zip(minds, SETTINGS, strict=True):
        mind["settings"][:2] = settings
    return [boxes, np.zeros(count, layout(GameRecord)), np.zeros(count, layout(LuckRecord)), minds, np.zeros(count, np.int64)]


def timed(play: Any) -> float:
    """Return the seconds of the second run; the first one compiles."""
    play()
    start = time.perf_counter()
    play()
    return time.perf_counter() - start


def main() -> None:
    here = arrays(COMPARED)
    seconds = timed(lambda: play_on_cpu(*here))
    print(f"one CPU core: {here[4].sum() / seconds:,.0f} turns/s")
    there = [cuda.to_device(array) for array in arrays(GAMES)]

    def launch() -> None:
        play_on_gpu[(GAMES + THREADS - 1) // THREADS, THREADS](*there)
        cuda.synchronize()

    seconds = timed(launch)
    turns = there[4].copy_to_host()
    print(f"{cuda.get_current_device().name}: {turns.sum() / seconds:,.0f} turns/s, {GAMES / seconds:,.0f} games/s")
    print(f"illegal actions: {(turns < 0).sum()} in {GAMES:,} games")
    same = there[1].copy_to_host()[:COMPARED].tobytes() == here[1].tobytes()
    print(f"the first {COMPARED:,} games agree byte for byte with the CPU's: {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
