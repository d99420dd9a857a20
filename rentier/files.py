"""Files written whole or not at all: under another name in the same folder first, then renamed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A draft to write to, which takes the place of the file when all went well; what goes wrong leaves nothing behind."""
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
    """Write a text."""
    with written_whole(path) as draft:
        draft.write_text(text, encoding="utf-8")


def _umask() -> int:
    """The permissions that new files do without; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
