"""Linux system calls that Python does not offer: settings of a process, namespaces and mounts."""

from __future__ import annotations

import ctypes
import os
from enum import IntEnum


class Setting(IntEnum):
    """Settings of a process, by their numbers for prctl."""

    PARENT_DEATH_SIGNAL = 1
    DUMPABLE = 4
    DROP_CAPABILITY = 24
    CHILD_SUBREAPER = 36
    NO_NEW_PRIVILEGES = 38


class Namespace(IntEnum):
    """Kinds of namespaces, by their flags for unshare."""

    MOUNTS = 0x00020000
    SEGMENTS = 0x08000000  # of shared memory: System V
    USERS = 0x10000000
    PROCESSES = 0x20000000
    NETWORK = 0x40000000


READ_ONLY, NO_SET_USER, NO_DEVICES, NO_EXECUTION, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 1 << 12, 1 << 14, 1 << 18  # of mount
MOUNT_SETATTR = 442  # a system call of Linux 5.12, with the same number on every architecture but Alpha
CURRENT_FOLDER, AND_ALL_BELOW = -100, 0x8000


class _MountAttributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "users")]


def configure(setting: Setting, value: int) -> None:
    """Change a setting of this process."""
    _checked(_libc().prctl(int(setting), value, 0, 0, 0))


def unshare(namespaces: int) -> None:
    """Move this process (for PROCESSES, its next children) into new namespaces."""
    _checked(_libc().unshare(namespaces))


def mount(kind: str, target: str, flags: int, options: str = "", source: str = "none") -> None:
    """Mount a file system of some kind; with BIND, the file or folder `source`."""
    _checked(_libc().mount(source.encode(), os.fsencode(target), kind.encode(), flags, options.encode()))


def make_read_only(target: str) -> None:
    """Make a mount and all mounts below it read-only."""
    attributes = _MountAttributes(READ_ONLY, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    call = (MOUNT_SETATTR, CURRENT_FOLDER, os.fsencode(target), AND_ALL_BELOW, ctypes.byref(attributes), size)
    _checked(_libc().syscall(*call))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> None:
    """Raise an OSError if a system call has failed."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
