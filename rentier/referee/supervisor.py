"""The supervisor of one program: it sets the limits, starts it, watches all that it starts, and ends the whole process tree with it.

    python -P -m rentier.referee.supervisor JUDGE MEGABYTES PROGRAM [ARGUMENT ...]

The program speaks with the judge on the pipes it inherits; the supervisor keeps out of that. The process tree lives apart where the
system allows it, and else below the supervisor, who is its reaper (see `process_tree`): forks, processes in sessions of their own and
orphans all stay in it. When the program ends, when the process tree holds too much memory or too many processes, or when the judge
ends or says so, all of it is killed.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from rentier.referee.limits import PROCESSES
from rentier.referee.process_tree import (
    MEGABYTE,
    become_reaper,
    die_with_parent,
    end_process_tree,
    end_with_parent,
    process_tree_of,
    set_apart,
)

WATCH_SECONDS = 0.25
MOST_ORPHANS = 10_000  # processes that a program may start and leave to end in a game
NOT_STARTED = 127  # exit codes of the supervisor: the program cannot be started, ...
TOO_MUCH_MEMORY, TOO_MANY_PROCESSES = 210, 211  # ... or was ended for this
WATCHED = {signal.SIGCHLD, signal.SIGTERM}


def keep(megabytes: int, command: Sequence[str], judge: int) -> int:
    """Run a program to its end, or to that of its limits; the exit code that says how it ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    become_reaper()
    end_with_parent(judge)
    is_apart = set_apart()
    first = start_apart(megabytes, command) if is_apart else start(megabytes, command)
    _let_go_of_the_pipes()
    orphans = 0
    watched = time.monotonic()
    while True:
        said = signal.sigtimedwait(WATCHED, WATCH_SECONDS)
        if said is not None and said.si_signo == signal.SIGTERM:
            return 128 + signal.SIGTERM
        ended, others = _reap(first)
        if ended is not None:
            return ended
        orphans += others
        if orphans > MOST_ORPHANS:
            return TOO_MANY_PROCESSES
        if time.monotonic() - watched >= WATCH_SECONDS:
            watched = time.monotonic()
            too_much = _beyond(megabytes, [first] if is_apart else [])
            if too_much is not None:
                return too_much


def start_apart(megabytes: int, command: Sequence[str]) -> int:
    """Start the first process of a namespace, which starts the program and ends with it; its number."""
    first = os.fork()
    if first == 0:
        code = NOT_STARTED
        try:
            die_with_parent()
            program = start(megabytes, command)
            _let_go_of_the_pipes()
            code = _wait_for(program)
        finally:
            os._exit(code)
    return first


def _wait_for(program: int) -> int:
    """Take notice of all in the namespace who end, until the program does or too many have; the exit code."""
    for _ in range(MOST_ORPHANS):
        pid, status = os.waitpid(-1, 0)
        if pid == program:
            return _exit_code(status)
    return TOO_MANY_PROCESSES


def start(megabytes: int, command: Sequence[str]) -> int:
    """Start the program in a session of its own, under its limits; its number."""
    program = os.fork()
    if program == 0:
        _become(megabytes, command)
    return program


def _become(megabytes: int, command: Sequence[str]) -> NoReturn:
    """Be the program."""
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # private memory that can be written: what a runtime only sets aside, as that of JavaScript does, is free
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEGABYTE, megabytes * MEGABYTE))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, other programs do not expect it
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], list(command))
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr, flush=True)
    finally:
        os._exit(NOT_STARTED)


def _let_go_of_the_pipes() -> None:
    """When the process tree is gone, the judge is to see the end of its pipes."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in range(3):
        os.dup2(nothing, pipe)


def _reap(first: int) -> tuple[int | None, int]:
    """Take notice of all who have ended; the exit code of the first process, once it has, and how many others."""
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
    """The exit code of a process, 128 and the signal where one has killed it."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _beyond(megabytes: int, ours: Sequence[int]) -> int | None:
    """The exit code for a process tree that is too large, but for our own in it."""
    tree = [member for member in process_tree_of(os.getpid()) if member.pid not in ours]
    if len(tree) > PROCESSES:
        return TOO_MANY_PROCESSES
    return TOO_MUCH_MEMORY if sum(member.resident for member in tree) > megabytes * MEGABYTE else None


def main() -> None:
    """Keep the program of the command line."""
    judge, megabytes, *command = sys.argv[1:]
    try:
        code = keep(int(megabytes), command, int(judge))
    finally:
        end_process_tree(os.getpid())
    os._exit(code)


if __name__ == "__main__":
    main()
