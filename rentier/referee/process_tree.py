"""A program and all that it has started, found in Linux's /proc by who is whose parent, measured and ended.

Whoever is a reaper becomes the parent of every process below it whose own parent has ended, also of those that have begun a
session of their own. So nothing that a program starts can leave its process tree while its reaper lives.

Where the system allows it a process tree lives apart, in a namespace of process numbers: it can signal no process but its own, so
that it disturbs neither its supervisor nor the judge, and all of it ends with the first process in it, however fast it multiplies.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36  # of prctl
NEW_USERS, NEW_PROCESSES = 0x10000000, 0x20000000  # of unshare
MEGABYTE = 1 << 20
PATIENCE = 5.0  # seconds until what will not end is left alone
PAUSE = 0.005
ZOMBIE = "Z"


class Member(NamedTuple):
    """A process: its number, that of its parent, and the bytes of memory it holds."""

    pid: int
    parent: int
    state: str
    resident: int


def become_reaper() -> None:
    """Be the parent of all orphans below this process."""
    _prctl(SET_CHILD_SUBREAPER, 1)


def end_with_parent(parent: int) -> None:
    """Be told by SIGTERM when the parent dies; at once where it has."""
    _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def die_with_parent() -> None:
    """Be killed when the parent dies."""
    _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def set_apart() -> bool:
    """Let the next child be the first process of a namespace of its own; whether the system allows it."""
    with contextlib.suppress(OSError):
        _unshare(NEW_PROCESSES)
        return True
    if not _may_have_own_users():
        return False
    _own_users()
    return True


def _own_users() -> None:
    """A namespace of users as well, as a user without privileges needs it; this user stays who it is."""
    user, group = os.geteuid(), os.getegid()
    _unshare(NEW_USERS | NEW_PROCESSES)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")


def _may_have_own_users() -> bool:
    """Whether the system allows it, tried by a child: one who fails half way is nobody."""
    child = os.fork()
    if child == 0:
        allowed = False
        with contextlib.suppress(BaseException):
            _own_users()
            allowed = True
        os._exit(0 if allowed else 1)
    return os.waitpid(child, 0)[1] == 0


def _unshare(namespaces: int) -> None:
    _checked(_libc().unshare(namespaces))


def _prctl(option: int, value: int) -> None:
    _checked(_libc().prctl(option, value, 0, 0, 0))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> None:
    """Raise what the system has refused."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def process_tree_of(pid: int) -> list[Member]:
    """Every process below this one that still runs."""
    children: dict[int, list[Member]] = {}
    for member in _everybody():
        children.setdefault(member.parent, []).append(member)
    found: list[Member] = []
    waiting = [pid]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += [member for member in below if member.state != ZOMBIE]
        waiting += [member.pid for member in below]
    return found


def _everybody() -> Iterator[Member]:
    """Every process of the machine."""
    page = os.sysconf("SC_PAGE_SIZE")
    for entry in os.scandir(PROC):
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):  # it may end while it is looked at
            fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(") ")[2].split()
            yield Member(int(entry.name), int(fields[1]), fields[0], int(fields[21]) * page)


def end_process_tree(pid: int) -> bool:
    """Kill every process below this one, those that they start meanwhile too; whether none is left."""
    give_up = time.monotonic() + PATIENCE
    while members := process_tree_of(pid):
        for member in members:
            with contextlib.suppress(OSError):
                os.kill(member.pid, signal.SIGKILL)
        if time.monotonic() > give_up:
            return False
        reap_orphans(pid)
        time.sleep(PAUSE)
    return True


def reap_orphans(pid: int) -> None:
    """Take notice of the children of this process that have ended: of its own ones only."""
    if pid != os.getpid():
        return
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
