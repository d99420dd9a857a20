"""Executors: where games are played, chosen by `--executor`; the result is the same everywhere (see `protocol`).

    with contextlib.closing(open_executor("processes", 4)) as executor:
        play_match(box, agents, 1000, seed, executor)

`threads` uses threads of this process, `processes` other processes on this machine, `ray` the Ray cluster that this machine
belongs to, and `ray://HOST:PORT` the Ray cluster with that head node.
"""

from __future__ import annotations

import sys

from rentier.arena.executors.protocol import Executor
from rentier.arena.executors.threads import Threads
from rentier.arena.limits import MOST_JOBS, check_number, cores
from rentier.errors import RentierError, unknown

THREADS, PROCESSES, RAY = EXECUTORS = ("threads", "processes", "ray")
ADDRESS = "://"

Jobs = int | Executor
"""Where something is played: on a number of threads, or by an executor."""


def executor_of(jobs: Jobs) -> Executor:
    """Return the executor for a number of threads; an executor is returned unchanged."""
    return Threads(jobs) if isinstance(jobs, int) else jobs


def open_executor(text: str, jobs: int | None) -> Executor:
    """Return the executor named by an option; `jobs`: how many workers it has, by default one per core."""
    name, _, address = text.strip().partition(ADDRESS)
    if name not in EXECUTORS:
        raise RentierError(f"--executor: {unknown('executor', name, (*EXECUTORS, 'ray://HOST:PORT'))}")
    if (address and name != RAY) or text.strip().endswith(ADDRESS):
        raise RentierError(f"--executor: {text!r} should be threads, processes, ray or ray://HOST:PORT")
    if jobs is not None:
        check_number("jobs", jobs, 1, MOST_JOBS)
    if name == RAY:
        from rentier.arena.executors.ray_cluster import RayCluster

        return RayCluster.connect(address, jobs)
    if name == PROCESSES:
        if sys.platform == "win32":
            raise RentierError("--executor: processes need Linux or macOS; use threads")
        from rentier.arena.executors.processes import Processes

        return Processes(jobs or cores())
    return Threads(jobs or cores())
