"""Process trees: find a program and every process it has started, measure their memory, and kill them.

The processes are found in Linux's /proc by their parents. A process that is a reaper (a child subreaper) becomes the parent of
every process below it whose own parent has ended, even if that process has started a session of its own. So nothing that a
program starts can leave its process tree while its reaper lives.

Where the system allows it, a process tree is isolated in its own PID namespace (see `isolation`). It can then signal only its
own processes, neither its supervisor nor the judge, and all of it ends with its first process, however fast it multiplies.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rentier.referee.kernel import Setting, configure

PROC = Path("/proc")
MEGABYTE = 1 << 20
GIVE_UP_SECONDS = 5.0  # processes that still run after that are left alone
PAUSE_SECONDS = 0.005
ZOMBIE = "Z"


class Process(NamedTuple):
    """A process: its id, its parent's id, its state as a letter of /proc, and the bytes of its resident memory."""

    pid: int
    parent: int
    state: str
    resident: int


def become_reaper() -> None:
    """Make this process the parent of all orphans below it."""
    configure(Setting.CHILD_SUBREAPER, 1)


def end_with_parent(parent: int) -> None:
    """Send this process SIGTERM when its parent dies, or at once if it already has."""
    configure(Setting.PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def die_with_parent() -> None:
    """Have this process killed when its parent dies."""
    configure(Setting.PARENT_DEATH_SIGNAL, signal.SIGKILL)


def process_tree_of(pid: int) -> list[Process]:
    """Return every process below this one that is still running."""
    children: dict[int, list[Process]] = {}
    for process in _all_processes():
        children.setdefault(process.parent, []).append(process)
    found: list[Process] = []
    waiting = [pid]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += [process for process in below if process.state != ZOMBIE]
        waiting += [process.pid for process in below]
    return found


def _all_processes() -> Iterator[Process]:
    """Yield every process of the machine."""
    page = os.sysconf("SC_PAGE_SIZE")
    for entry in os.scandir(PROC):
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):  # it may end while it is being read
            fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(") ")[2].split()
            yield Process(int(entry.name), int(fields[1]), fields[0], int(fields[21]) * page)


def end_process_tree(pid: int) -> bool:
    """Kill every process below this one, including those started meanwhile; return whether none is left."""
    give_up = time.monotonic() + GIVE_UP_SECONDS
    while processes := process_tree_of(pid):
        for process in processes:
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGKILL)
        if time.monotonic() > give_up:
            return False
        reap_orphans(pid)
        time.sleep(PAUSE_SECONDS)
    return True


def reap_orphans(pid: int) -> None:
    """Reap the children that have ended, if `pid` is the calling process; no process can reap another's children."""
    if pid != os.getpid():
        return
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
