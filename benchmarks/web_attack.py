"""Measure how fast a server answers people while one client attacks it, compared with the same people left in peace.

    python benchmarks/web_attack.py --games 200 --turns 2
    python benchmarks/web_attack.py --games 200 --turns 2 --pin

People play as in `benchmarks/web.py`, each from an address of their own, and all games go on to the end of the run. In every
turn they are left in peace for a while, then `web_attacker` goes through all its attacks at full speed. On a machine with two
cores the attacker also takes time from the server and from the people's own processes, which a distant one could not; with
`--pin`, the server and its agents have the first core to themselves, and everybody else the others. The exit code is 1 if the
95th percentile under attack is above 200 ms, or if the server fails at anything.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from web import GOAL, Answered, percentiles, playing
from web_attacker import ATTACKS, Bout, Target, attack_in_turn, prepare
from web_client import Server
from web_kills import database

ARRIVAL_SECONDS = 30.0  # until all games are under way
SETTLE_SECONDS = 10.0  # after an attack, until the next time of peace is measured
SPARE_SECONDS = 60.0  # in each turn, because attacks do not end on the second
PEACE = "peace"


def scheduled(process: int) -> tuple[float, float]:
    """Return how many seconds the main thread of a process has run, and how many it has waited for a core (Linux)."""
    run, waited, _ = map(int, Path(f"/proc/{process}/schedstat").read_text().split())
    return run / 1e9, waited / 1e9


class Load:
    """How much of the time the server's event loop runs, and how much it waits for a core, by what is going on."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._seconds: dict[str, list[float]] = {}  # run, waited, and by the clock

    @contextlib.contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Add what is used while something goes on."""
        before = (*scheduled(self._process), time.monotonic())
        yield
        after = (*scheduled(self._process), time.monotonic())
        so_far = self._seconds.get(what, [0.0] * 3)
        self._seconds[what] = [sum(each) - start for *each, start in zip(so_far, after, before, strict=True)]

    def __str__(self) -> str:
        parts = ((what, run / clock, waited / clock) for what, (run, waited, clock) in self._seconds.items())
        return "; ".join(f"{what}: {run:.0%}, and waited for a core for {waited:.0%}" for what, run, waited in parts)


@contextlib.contextmanager
def kept_to(cores: set[int]) -> Iterator[None]:
    """Let this process and those that it starts meanwhile run on some cores only (Linux)."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def attack(attacker: concurrent.futures.Executor, target: Target, options: Any, load: Load) -> list[Bout]:
    """Leave people in peace and attack them, in turn; return all that was done and when."""
    bouts: list[Bout] = []
    for _ in range(options.turns):
        time.sleep(SETTLE_SECONDS)
        with load.during(PEACE):
            start = time.monotonic()
            time.sleep(options.seconds * len(ATTACKS))
            bouts.append(Bout(PEACE, start, time.monotonic(), Counter()))
        with load.during("attack"):
            bouts += attacker.submit(attack_in_turn, target, options.seconds).result()
    return bouts


def during(answers: Sequence[Answered], bouts: Sequence[Bout]) -> list[Answered]:
    """Return the answers to what was decided during one of the bouts."""
    return [one for one in answers if any(bout.start <= one[0] < bout.end for bout in bouts)]


def row(name: str, answers: Sequence[Answered], said: str) -> str:
    """Return a row of the table."""
    p50, p95, p99 = (1000 * each for each in percentiles(answers))
    return f"| {name} | {len(answers)} | {p50:.0f} | {p95:.0f} | {p99:.0f} | {said} |"


def report(answers: Sequence[Answered], bouts: Sequence[Bout]) -> bool:
    """Print what people and the attacker were answered; return whether it was as it should be."""
    peace = during(answers, [bout for bout in bouts if bout.attack == PEACE])
    attacked = during(answers, [bout for bout in bouts if bout.attack != PEACE])
    print("| attack | decisions of people | p50, ms | p95, ms | p99, ms | what the attacker was answered |")
    print("|---|---|---|---|---|---|")
    print(row("none", peace, ""))
    print(row("all", attacked, ""))
    total: Counter[str] = Counter()
    for name in ATTACKS:
        mine = [bout for bout in bouts if bout.attack == name]
        said = sum((bout.answers for bout in mine), Counter[str]())
        total += said
        print(row(name, during(answers, mine), ", ".join(f"{what}: {number}" for what, number in sorted(said.items()))))
    ratios = [under / without for under, without in zip(percentiles(attacked), percentiles(peace), strict=True)]
    print("under attack p50, p95 and p99 are {:.1f}, {:.1f} and {:.1f} times those in peace".format(*ratios))
    failures = sum(number for what, number in total.items() if what.startswith("500"))
    print(f"{sum(total.values())} answers to the attacker, {failures} of them internal server errors")
    return percentiles(attacked)[1] <= GOAL and not failures


def measure(server: Server, options: Any) -> int:
    """Let people play and be attacked; print the result, and return the exit code."""
    load = Load(server.pid)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as attacker:
        target = attacker.submit(prepare, server.url).result()
        with playing(server.url, options) as wait:
            time.sleep(ARRIVAL_SECONDS)
            bouts = attack(attacker, target, options, load)
            answers, ended = wait()
    print(f"{options.games - ended} of {options.games} games live to the end")
    good = report(answers, bouts)
    print(f"the server's event loop ran for this share of the time: {load}")
    return 0 if good and not ended else 1


def read_options() -> Any:
    parser = argparse.ArgumentParser(description="Measure how fast a server answers people while one client attacks it.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--turns", type=int, default=2, help="times of peace, each followed by all attacks")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each attack")
    parser.add_argument("--think", type=float, default=3.0, help="mean number of seconds that a person thinks")
    parser.add_argument("--delay", type=float, default=0.6, help="seconds before each decision of an agent")
    parser.add_argument("--pin", action="store_true", help="keep the server and its agents to one core, and all others off it")
    parser.add_argument("--postgresql", action="store_true", help="use a temporary PostgreSQL cluster instead of SQLite")
    return parser.parse_args()


def main() -> int:
    options = read_options()
    options.rounds = 1000  # more than can be played
    options.limit = ARRIVAL_SECONDS + options.turns * (2 * options.seconds * len(ATTACKS) + SPARE_SECONDS)
    with database(options.postgresql) as url:
        server = Server(url)
        first, *others = sorted(os.sched_getaffinity(0))
        try:
            with kept_to({first}) if options.pin else contextlib.nullcontext():
                server.start()
            with kept_to({*others}) if options.pin else contextlib.nullcontext():
                return measure(server, options)
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
