"""The supervisor of one program: it starts the program under its limits, watches its process tree, and kills the whole tree.

    python -P -m rentier.referee.supervisor JUDGE MEGABYTES HIDDEN PROGRAM [ARGUMENT ...]

JUDGE is the process id of the judge; HIDDEN is a JSON list of paths that the program must not see, or `null` for trusted code,
which is not isolated from files and the network. The program talks to the judge over the pipes it inherits; the supervisor does
not touch them. Where the system allows it, the process tree runs in its own PID namespace; elsewhere it runs below the
supervisor, which is its reaper (see `process_tree`). Either way forks, processes in sessions of their own and orphans stay in
the tree. The whole tree is killed when the program ends, when it uses too much memory or too many processes, or when the judge
ends or asks for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from rentier.referee.isolation import drop_privileges, enclose, isolate_children, own_user
from rentier.referee.limits import PROCESSES
from rentier.referee.memory import MemoryGroup, memory_held
from rentier.referee.process_tree import (
    MEGABYTE,
    become_reaper,
    die_with_parent,
    end_process_tree,
    end_with_parent,
    process_tree_of,
)

WATCH_SECONDS = 0.25
MOST_ORPHANS = 10_000  # processes that a program may start and abandon in a game
NOT_STARTED = 127  # exit codes of the supervisor: the program cannot be started, ...
TOO_MUCH_MEMORY, TOO_MANY_PROCESSES = 210, 211  # ... or was killed for this
WATCHED = {signal.SIGCHLD, signal.SIGTERM}


@dataclass(frozen=True)
class Job:
    """A program to run: its command, its limit, the paths hidden from it (None: trusted code), its user and memory group."""

    command: Sequence[str]
    megabytes: int
    hidden: Sequence[str] | None
    user: int | None
    group: MemoryGroup | None


def supervise(job: Job, judge: int) -> int:
    """Run a program until it ends or breaks its limits; return the exit code that says how it ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    become_reaper()
    end_with_parent(judge)
    is_isolated = isolate_children()
    first = start_isolated(job) if is_isolated else start(job)
    _close_pipes()
    orphans = 0
    watched = time.monotonic()
    while True:
        received = signal.sigtimedwait(WATCHED, WATCH_SECONDS)
        if received is not None and received.si_signo == signal.SIGTERM:
            return 128 + signal.SIGTERM
        ended, others = _reap(first)
        if job.group is not None and job.group.was_exceeded:
            return TOO_MUCH_MEMORY
        if ended is not None:
            return ended
        orphans += others
        if orphans > MOST_ORPHANS:
            return TOO_MANY_PROCESSES
        if time.monotonic() - watched >= WATCH_SECONDS:
            watched = time.monotonic()
            code = _check_limits(job.megabytes, [first] if is_isolated else [])
            if code is not None:
                return code


def start_isolated(job: Job) -> int:
    """Start the first process of the new namespace, which starts the program and ends with it; return its process id."""
    first = os.fork()
    if first == 0:
        code = NOT_STARTED
        try:
            die_with_parent()
            if job.hidden is not None:
                enclose(job.hidden)
            program = start(job)
            _close_pipes()
            code = _wait_for(program)
        finally:
            os._exit(code)
    return first


def _wait_for(program: int) -> int:
    """Reap every process that ends in the namespace until the program ends or too many have; return the exit code."""
    for _ in range(MOST_ORPHANS):
        pid, status = os.waitpid(-1, 0)
        if pid == program:
            return _exit_code(status)
    return TOO_MANY_PROCESSES


def start(job: Job) -> int:
    """Start the program in its own session, under its limits; return its process id."""
    program = os.fork()
    if program == 0:
        _become(job)
    return program


def _become(job: Job) -> NoReturn:
    """Set the limits and replace this process by the program."""
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # RLIMIT_DATA counts private writable memory; address space that a runtime only reserves, as Node does, is free
        resource.setrlimit(resource.RLIMIT_DATA, (job.megabytes * MEGABYTE, job.megabytes * MEGABYTE))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # ignored by Python, which other programs do not expect
            signal.signal(number, signal.SIG_DFL)
        if job.group is not None:
            with contextlib.suppress(OSError):  # its memory is counted from outside as well
                job.group.join()
        if job.hidden is not None:
            drop_privileges(job.user)
        os.execvp(job.command[0], list(job.command))
    except OSError as error:
        print(f"{job.command[0]}: {error.strerror}", file=sys.stderr, flush=True)
    finally:
        os._exit(NOT_STARTED)


def _close_pipes() -> None:
    """Close this process's ends of the pipes, so that the judge sees their end when the process tree is gone."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)


def _reap(first: int) -> tuple[int | None, int]:
    """Reap every process that has ended; return the first process's exit code, if it has, and the number of others."""
    ended, others = None, 0
    with contextlib.suppress(ChildProcessError):
        while others <= MOST_ORPHANS:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == first:
                ended = _exit_code(status)
            else:
                others += 1
    return ended, others


def _exit_code(status: int) -> int:
    """Return the exit code of a process: 128 plus the signal's number if a signal killed it."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _check_limits(megabytes: int, ours: Sequence[int]) -> int | None:
    """Return the exit code if the process tree, apart from our own processes, is too large; otherwise None."""
    tree = [process for process in process_tree_of(os.getpid()) if process.pid not in ours]
    if len(tree) > PROCESSES:
        return TOO_MANY_PROCESSES
    return TOO_MUCH_MEMORY if memory_held(tree) > megabytes * MEGABYTE else None


def main() -> None:
    """Supervise the program on the command line."""
    judge, megabytes, hidden, *command = sys.argv[1:]
    limit, paths = int(megabytes), json.loads(hidden)
    group = MemoryGroup.create(limit)
    job = Job(command, limit, paths, None if paths is None else own_user(command), group)
    code = NOT_STARTED
    try:
        code = supervise(job, int(judge))
    finally:
        end_process_tree(os.getpid())
        if group is not None:
            group.remove()
    os._exit(code)


if __name__ == "__main__":
    main()
