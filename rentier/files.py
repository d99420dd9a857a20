"""Files that are written completely or not at all, folders in which long runs are saved, and Parquet."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.extras import need

DRAFT = ".draft-"  # how the names of drafts begin
LOCK = ".lock"
LONGEST_SUFFIX = 100  # bytes; a draft's name must fit wherever the file's name does


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield the path of a draft to write to. The draft replaces the file if all goes well, and is removed otherwise.

    A link is followed, and an existing file keeps its mode. A device or a pipe is never replaced: it receives the content.
    """
    mode = _mode_of(path)
    suffix = path.suffix if len(os.fsencode(path.suffix)) <= LONGEST_SUFFIX else ""
    if mode is not None and not stat.S_ISREG(mode):
        with tempfile.TemporaryDirectory() as folder:
            draft = Path(folder, f"draft{suffix}")
            yield draft
            _pour(draft, path)
        return
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=DRAFT, suffix=suffix)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def is_special(path: Path) -> bool:
    """Whether a path leads to something that is neither a plain file nor a folder: a device, a pipe, a socket."""
    mode = _mode_of(path)
    return mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mode_of(path: Path) -> int | None:
    """Return the kind and permissions of what a path leads to; None if there is nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _pour(draft: Path, path: Path) -> None:
    """Write the content of a draft into a device or a pipe."""
    try:
        with open(draft, "rb") as content, open(path, "wb", buffering=0) as opened:
            shutil.copyfileobj(content, opened)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # writing alone does not name the file


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with atomic_write(path) as draft:
        draft.write_text(text, encoding="utf-8")


class RunFolder:
    """The open folder of a match, a search or a run. While this object exists, no other process can open the folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        file = path.resolve() / LOCK
        try:
            handle = _lock(file)
        except BlockingIOError:
            raise RentierError(f"{path}: another run is saving its games there; wait until it ends, or change --out") from None
        weakref.finalize(self, _unlock, file, handle, os.getpid())


def _lock(file: Path) -> int:
    """Create and lock a file, and return its handle; the system releases the lock if this process is killed."""
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise
        except (ImportError, OSError):
            return handle  # Windows, and file systems without locks
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(file)):
                return handle
        os.close(handle)  # the run that had locked it has just removed it


def _unlock(file: Path, handle: int, process: int) -> None:
    """Remove a locked file and release it, unless this is a fork of the process that locked it."""
    if os.getpid() == process:
        with contextlib.suppress(OSError):
            file.unlink()
    os.close(handle)


_OPEN: weakref.WeakValueDictionary[Path, RunFolder] = weakref.WeakValueDictionary()  # by this process


def open_run_folder(folder: Path, name: str, what: str, facts: Mapping[str, Any]) -> RunFolder:
    """Create or reopen the folder of `--out`, in which a match, a search or a run is saved; refuse a folder with other content.

    `facts` identify what is saved, and are in the file `name` of the folder. Keep the returned object while you save there.
    """
    if folder.exists() and not folder.is_dir():
        raise RentierError(f"{folder}: is a file; --out should be a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RentierError(f"{folder}: cannot be created: {error.strerror}") from None
    _check_content(folder, name, what, facts)  # first, so that nothing is written to a folder of others
    place = folder.resolve()
    opened = _OPEN.get(place) or RunFolder(folder)
    _OPEN[place] = opened
    _check_content(folder, name, what, facts)  # again, because another run may have just come and gone
    if not (folder / name).exists():
        for draft in folder.glob(f"{DRAFT}*"):  # left by a process that was killed at the very beginning
            draft.unlink(missing_ok=True)
        write_text(folder / name, json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    return opened


def _check_content(folder: Path, name: str, what: str, facts: Mapping[str, Any]) -> None:
    """Refuse a folder that holds something else."""
    file = folder / name
    if not file.exists():
        if any(entry.name != LOCK and not entry.name.startswith(DRAFT) for entry in folder.iterdir()):
            raise RentierError(f"{folder}: is not empty and holds no {what}; --out should be a new folder")
        return
    try:
        saved = dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        raise RentierError(f"{file}: cannot be read; --out should be a new folder, or one that a {what} has made") from None
    for key, value in json.loads(json.dumps(facts)).items():
        if saved.get(key) != value:
            differs = f"{key} is {saved.get(key)!r} there and {value!r} here"
            raise RentierError(f"{folder}: holds another {what}: {differs}; --out should be a new folder")


def load_arrow(what: str) -> Any:
    """Return pyarrow, which reads and writes Parquet; `what` names the things that need it, in the plural."""
    need("pyarrow.parquet", "lab", what)
    return need("pyarrow", "lab", what)


def _umask() -> int:
    """Return the permissions that new files lack; the system returns them only when new ones are set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
