"""Files that are written completely or not at all, folders in which long work is saved, and Parquet."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.extras import need


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a draft in the same folder to write to, which replaces the file if all goes well and is removed otherwise."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=path.suffix)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(0o666 & ~_umask())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with atomic_write(path) as draft:
        draft.write_text(text, encoding="utf-8")


def open_run_folder(folder: Path, name: str, what: str, facts: Mapping[str, Any]) -> None:
    """Create the folder of `--out` in which a match, a search or a run is saved, or reopen it; refuse that of another one.

    `facts` identify what is saved; the file `name` in the folder has them.
    """
    if folder.exists() and not folder.is_dir():
        raise RentierError(f"{folder}: is a file; --out should be a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RentierError(f"{folder}: cannot be created: {error.strerror}") from None
    file = folder / name
    if not file.exists():
        for draft in folder.glob(f".{name}.*"):  # left by a process that was killed at the very beginning
            draft.unlink(missing_ok=True)
        if any(folder.iterdir()):
            raise RentierError(f"{folder}: is not empty and holds no {what}; --out should be a new folder")
        write_text(file, json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
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
    """Return the permissions that new files lack; the system tells them only when they are set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
