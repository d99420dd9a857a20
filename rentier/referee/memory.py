"""The memory that a program holds: limited by the system in a control group where possible, otherwise counted from outside.

A control group (cgroup v2) counts everything: memory of all processes, mapped or not, files in memory, pipes and sockets. It
needs a group that this user may write to, as root and users of systemd have. Counting from outside sees the resident memory of
processes and the files in memory (memfd) that they have open.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterable
from pathlib import Path

from rentier.referee.limits import LEAST_MEMORY
from rentier.referee.process_tree import MEGABYTE, PAUSE_SECONDS, PROC, Process

IN_MEMORY = "/memfd:"  # how the name of a file in memory begins
BLOCK_BYTES = 512  # of which `stat` counts the blocks of a file
UNCOUNTED = "memory in pipes, sockets and files passed on, which is not counted"
REMOVALS = 100  # attempts to remove a group whose processes are ending


class MemoryGroup:
    """A control group of one program."""

    def __init__(self, folder: Path) -> None:
        """Make the group; its list of members stays open, because a program's file system is read-only when it joins."""
        folder.mkdir()
        self.folder = folder
        self.members = os.open(folder / "cgroup.procs", os.O_WRONLY | os.O_CREAT, 0o600)

    @classmethod
    def create(cls, megabytes: int, proc: Path = PROC) -> MemoryGroup | None:
        """Create a group with a limit; return None if the system offers none."""
        for parent in _possible_parents(proc):
            with contextlib.suppress(OSError):
                group = cls(parent / f"rentier-{os.getpid()}")
                try:
                    (group.folder / "memory.max").write_text(str(megabytes * MEGABYTE))
                    with contextlib.suppress(OSError):  # a system without swap has no such file
                        (group.folder / "memory.swap.max").write_text("0")
                    return group
                except OSError:
                    group.remove()
        return None

    def join(self) -> None:
        """Move this process into the group, with all that it will start."""
        os.write(self.members, b"0")

    @property
    def was_exceeded(self) -> bool:
        """Whether the system has ended a process of the group because it held too much memory."""
        with contextlib.suppress(OSError):
            return re.search(r"^oom_kill [1-9]", (self.folder / "memory.events").read_text(), re.MULTILINE) is not None
        return False

    def remove(self) -> None:
        """Remove the group, once its processes have ended."""
        os.close(self.members)
        for _ in range(REMOVALS):
            with contextlib.suppress(OSError):
                self.folder.rmdir()
            if not self.folder.exists():
                return
            time.sleep(PAUSE_SECONDS)


def system_counts_memory() -> bool:
    """Whether the system offers control groups that processes of this user can join."""
    group = MemoryGroup.create(LEAST_MEMORY)
    if group is None:
        return False
    child = os.fork()
    if child == 0:
        joined = False
        with contextlib.suppress(BaseException):
            group.join()
            joined = True
        os._exit(0 if joined else 1)
    status = os.waitpid(child, 0)[1]
    group.remove()
    return status == 0


def _possible_parents(proc: Path) -> list[Path]:
    """Return the groups in which a group with a memory limit can be made: that above this process's own, or the root."""
    with contextlib.suppress(OSError):
        mounted = re.search(r"^\S+ \S+ \S+ / (\S+) .* - cgroup2 ", (proc / "self/mountinfo").read_text(), re.MULTILINE)
        own = re.search(r"^0::/(.*)$", (proc / "self/cgroup").read_text(), re.MULTILINE)
        if mounted and own:
            folder = Path(mounted[1], own[1])
            return [parent for parent in ([folder.parent] if own[1] else [folder]) if _limits_memory(parent)]
    return []


def _limits_memory(group: Path) -> bool:
    """Whether the groups below a group have memory limits, and this user may make some."""
    with contextlib.suppress(OSError):
        return "memory" in (group / "cgroup.subtree_control").read_text().split() and os.access(group, os.W_OK)
    return False


def memory_held(processes: Iterable[Process]) -> int:
    """Return the bytes that processes hold: their resident memory, and files in memory that they have open but not mapped."""
    files: dict[tuple[int, int], int] = {}
    resident, mapped = 0, 0
    for process in processes:
        resident += process.resident
        found = _files_in_memory(process.pid)
        mapped += _mapped_files(process.pid) if found else 0
        files |= found
    return resident + max(sum(files.values()) - mapped, 0)


def _files_in_memory(pid: int) -> dict[tuple[int, int], int]:
    """Return the bytes of every file in memory that a process has open, by device and inode."""
    found = {}
    with contextlib.suppress(OSError):  # the process may end while it is being read
        for entry in os.scandir(PROC / str(pid) / "fd"):
            with contextlib.suppress(OSError):
                if os.readlink(entry.path).startswith(IN_MEMORY):
                    status = os.stat(entry.path)
                    found[status.st_dev, status.st_ino] = status.st_blocks * BLOCK_BYTES
    return found


def _mapped_files(pid: int) -> int:
    """Return the bytes of files in memory that are part of a process's resident memory."""
    with contextlib.suppress(OSError):
        shared = re.search(r"^RssShmem:\s+(\d+) kB", (PROC / str(pid) / "status").read_text(), re.MULTILINE)
        return int(shared[1]) * 1024 if shared else 0
    return 0
