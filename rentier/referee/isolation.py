"""What keeps a program away from the judge: namespaces, a separate user, and a file system that it cannot write to.

    python -P -m rentier.referee.isolation HIDDEN COMMAND     prints what this system does not protect, as a JSON list

Each protection is tried by itself, because systems and containers allow different ones. Whatever fails is reported, and the
judge says so at the start of a match. Nothing here needs a tool to be installed.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rentier.referee.kernel import (
    BIND,
    NO_DEVICES,
    NO_EXECUTION,
    NO_SET_USER,
    PRIVATE,
    READ_ONLY,
    RECURSIVE,
    Namespace,
    Setting,
    configure,
    make_read_only,
    mount,
    unshare,
)
from rentier.referee.memory import UNCOUNTED, system_counts_memory

PACKAGE = Path(__file__).parent.parent
HOST_MODULE = "rentier.referee.host"
SCRATCH, SCRATCH_MEGABYTES = "/dev/shm", 16  # the only folder that a program can write to
NOWHERE = "/dev/null"
FIRST_USER, USERS = 61_184, 4_336  # user ids that systemd reserves for users made on the fly
CAPABILITIES = 64
OPEN_FILES = 1_024

PROCESSES = "other processes of your user"
PROC = "the judge's command line in /proc"
FILES = "your files, which programs can change"
HIDDEN = "the folder of --out and the seed file"
NETWORK = "the network"
SEGMENTS = "shared memory of other processes"
READING = "files that your user can read"
ROOT = "everything that root can read and change, because another user cannot read the programs, so they run as root"


def isolate_children() -> bool:
    """Make the next child the first process of a new PID namespace; return whether the system allows that."""
    with contextlib.suppress(OSError):
        unshare(Namespace.PROCESSES)
        return True
    if not _may_unshare_users():
        return False
    _unshare_users()
    return True


def _unshare_users() -> None:
    """Create a user namespace as well, which an unprivileged user needs; the user and group ids stay the same."""
    user, group = os.geteuid(), os.getegid()
    unshare(Namespace.USERS | Namespace.PROCESSES)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")


def _may_unshare_users() -> bool:
    """Whether the system allows a user namespace. A child tries it, because failing half way would leave the user `nobody`."""
    child = os.fork()
    if child == 0:
        allowed = False
        with contextlib.suppress(BaseException):
            _unshare_users()
            allowed = True
        os._exit(0 if allowed else 1)
    return os.waitpid(child, 0)[1] == 0


def enclose(hidden: Sequence[str]) -> list[str]:
    """Take the network, /proc, the hidden paths and the right to write from this process; return what was not possible.

    The process should be the first of a PID namespace: a new /proc shows that namespace alone.
    """
    gaps = []
    for protect, gap in (
        (lambda: unshare(Namespace.NETWORK), NETWORK),
        (lambda: unshare(Namespace.SEGMENTS), SEGMENTS),
    ):
        gaps += _try(protect, gap)
    if _try(_own_mounts, FILES):
        return [*gaps, PROC, FILES, *([HIDDEN] if hidden else [])]
    gaps += _try(lambda: mount("proc", "/proc", READ_ONLY | NO_SET_USER | NO_DEVICES | NO_EXECUTION), PROC)
    gaps += _try(lambda: make_read_only("/"), FILES)
    gaps += _try(lambda: _hide(hidden), HIDDEN)
    if not _try(lambda: mount("tmpfs", SCRATCH, NO_SET_USER | NO_DEVICES, f"size={SCRATCH_MEGABYTES}m,mode=1777"), FILES):
        os.environ["TMPDIR"] = SCRATCH
    return gaps


def _try(protect: Callable[[], None], gap: str) -> list[str]:
    """Return nothing if a protection works, otherwise the gap that it leaves."""
    try:
        protect()
    except OSError:
        return [gap]
    return []


def _own_mounts() -> None:
    """Give this process mounts of its own, which nobody else sees."""
    unshare(Namespace.MOUNTS)
    mount("", "/", RECURSIVE | PRIVATE)


def _hide(paths: Sequence[str]) -> None:
    """Cover folders by empty ones, and files by an empty file."""
    for path in paths:
        if os.path.isdir(path):
            mount("tmpfs", path, READ_ONLY | NO_SET_USER | NO_DEVICES, "size=4k,mode=0")
        elif os.path.exists(path):
            mount("", path, BIND, source=NOWHERE)


def own_user(command: Sequence[str]) -> int | None:
    """Return the id of a user for a program alone, if this process is root and that user can read the program."""
    if os.geteuid() != 0:
        return None
    user = FIRST_USER + os.getpid() % USERS
    child = os.fork()
    if child == 0:
        readable = False
        with contextlib.suppress(BaseException):
            _become_user(user)
            words = (str(PACKAGE), *command) if HOST_MODULE in command else command
            readable = os.access(command[0], os.X_OK) and all(map(_is_readable, words))
        os._exit(0 if readable else 1)
    return user if os.waitpid(child, 0)[1] == 0 else None


def _is_readable(word: str) -> bool:
    """Whether this user can read what a word of a command names, if it names a file that root can see."""
    try:
        os.stat(word)
    except PermissionError:
        return False
    except (OSError, ValueError):
        return True  # not a file
    return os.access(word, os.R_OK | (os.X_OK if os.path.isdir(word) else 0))


def _become_user(user: int) -> None:
    """Take on a user id, and a group id of the same number, for good."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def drop_privileges(user: int | None) -> None:
    """Give up every privilege that this process, about to become a program, could use or regain."""
    with contextlib.suppress(OSError):
        for capability in range(CAPABILITIES):  # those that Linux does not know fail, and so end the loop
            configure(Setting.DROP_CAPABILITY, capability)
    if user is not None:
        _become_user(user)
    configure(Setting.NO_NEW_PRIVILEGES, 1)
    with contextlib.suppress(ValueError):  # it may already be lower
        resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))


def unprotected(hidden: Sequence[str], command: Sequence[str]) -> list[str]:
    """Try every protection in a process of its own; return what programs run by this command could still reach."""
    words = [sys.executable, "-P", "-m", __name__, json.dumps(list(hidden)), *command]
    return list(map(str, json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)))


def main() -> None:
    """Try every protection, and print the gaps that are left."""
    hidden, *command = sys.argv[1:]
    user = own_user(command)
    gaps = [ROOT if os.geteuid() == 0 else READING] if user is None else []
    gaps += [] if system_counts_memory() else [UNCOUNTED]
    if not isolate_children():
        print(json.dumps([*gaps, PROCESSES, PROC, FILES, *([HIDDEN] if json.loads(hidden) else []), NETWORK]))
        return
    sys.stdout.flush()
    first = os.fork()
    if first == 0:
        print(json.dumps(gaps + enclose(json.loads(hidden))), flush=True)
        os._exit(0)
    os.waitpid(first, 0)


if __name__ == "__main__":
    main()
