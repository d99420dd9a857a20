"""The cache of compiled code: Numba's cache, in which every file ends with its digest, so that damaged files are noticed.

Without the digest, damaged machine code could crash the process. A damaged cache is not an error: code that cannot be read is
compiled, and code that cannot be saved is compiled again by the next process.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

DIGEST_BYTES = hashlib.sha256().digest_size
Numbas: Any = object  # in place of the classes of Numba that the classes here are combined with


class _Folder(Numbas):  # type: ignore[misc]
    """Uses the folder in Numba's settings, even if it is read-only."""

    def ensure_cache_path(self) -> None:
        """Create the folder if possible."""
        with contextlib.suppress(OSError):
            super().ensure_cache_path()


class _Files(Numbas):  # type: ignore[misc]
    """The index and the data files of a function, each followed by its digest."""

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file:
            content = io.BytesIO()
            yield content
            file.write(content.getvalue() + _digest(content.getvalue()))

    def _load_index(self) -> Any:
        return super()._load_index() if _is_sound(Path(self._index_path)) else {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if _is_sound(Path(self._data_path(name))) else None


class _Cache(Numbas):  # type: ignore[misc]
    """The cache of one function."""

    files_class: Any

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = self.files_class(self._cache_path, self._impl.filename_base, stamp)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save a compiled function, or say that it cannot be saved."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            reason = error.strerror or str(error)
            home = Path(self._cache_path).parents[1]
            _say_once(f"cannot save compiled code in {home} ({reason}); playing on, but the next start compiles again")


def checked(cache: Any, files: Any) -> Any:
    """Return a version of a cache class of Numba (for a CPU or for CUDA) that detects damage in its files.

    It always uses the folder in Numba's settings: a cache beside the source would miss changes in other files.
    """
    impl = cache._impl_class
    folder = type("Folder", (_Folder, impl._locator_classes[0]), {})  # the name of Numba's class depends on its version
    in_folder = type("InFolder", (impl,), {"_locator_classes": [folder]})
    return type("Cache", (_Cache, cache), {"_impl_class": in_folder, "files_class": type("Files", (_Files, files), {})})


CheckedCache = checked(FunctionCache, IndexDataCacheFile)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _is_sound(path: Path) -> bool:
    """Whether a file exists and is intact; print a line if it is damaged."""
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        content = b""
    if content[-DIGEST_BYTES:] == _digest(content[:-DIGEST_BYTES]):
        return True
    _say_once(f"compiled code in {path.parents[2]} is damaged; compiling it again")
    return False


@functools.cache
def _say_once(line: str) -> None:
    """Print a line on standard error: once for all functions it concerns, and only in the process that the user started."""
    if multiprocessing.parent_process() is None:
        print(f"rentier: {line}", file=sys.stderr, flush=True)
