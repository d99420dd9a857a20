"""The cache of compiled code: a damaged or unusable one costs time and one line, never a command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rentier.compiled import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in interpreted mode")

TINY = """from numba import types
from rentier.compiled import entry

@entry(types.int64(types.int64))
def double(number):
    return 2 * number

print(double(21), "compiled" if double.stats.cache_misses else "loaded")
"""


def cut_in_half(file: Path) -> None:
    """Leave the first half of a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(file: Path) -> None:
    """Leave nothing of a file, as a full disk may."""
    file.write_bytes(b"")


def overwrite(file: Path) -> None:
    """Replace a file by garbage of the same length."""
    file.write_bytes(bytes(number * 37 % 251 for number in range(file.stat().st_size)))


def flip_a_bit(file: Path) -> None:
    """Change one bit in the middle of a file."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def make_unreadable(file: Path) -> None:
    """Put something in place of a file that nobody can read, not even root."""
    file.unlink()
    file.symlink_to(file.name)


class Tiny:
    """A program with one compiled function, and its cache."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.program = folder / "tiny.py"
        self.program.write_text(TINY)

    def run(self, **settings: str) -> tuple[str, str]:
        """Run it; return what it printed, and its errors."""
        environment = os.environ | {"RENTIER_CACHE": str(self.cache)} | settings
        done = subprocess.run([sys.executable, self.program], env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip(), done.stderr

    def file(self, kind: str) -> Path:
        """Return the file of one kind in which its function is saved."""
        (file,) = (file for file in self.cache.rglob(f"*.{kind}") if file.name.startswith("tiny.double"))
        return file


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """Return a tiny program whose function is in the cache."""
    tiny = Tiny(tmp_path_factory.mktemp("tiny"))
    assert tiny.run() == ("42 compiled", "")
    return tiny


@pytest.mark.parametrize("damage", [cut_in_half, empty, overwrite, flip_a_bit, make_unreadable])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damage_is_noticed_said_and_mended(saved: Tiny, damage: Callable[[Path], None], kind: str) -> None:
    damage(saved.file(kind))
    assert saved.run() == ("42 compiled", f"rentier: compiled code in {saved.cache} is damaged; compiling it again\n")


def test_what_was_mended_is_loaded_even_if_it_may_only_be_read(saved: Tiny) -> None:
    cut_in_half(saved.file("nbc"))
    saved.run()
    folder = saved.file("nbc").parent
    folder.chmod(0o555)
    try:
        assert saved.run() == ("42 loaded", "")
    finally:
        folder.chmod(0o755)


def test_without_a_folder_to_write_to_play_goes_on(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path)
    tiny.cache.write_text("a file\n")
    for settings in (
        {"RENTIER_CACHE": str(tiny.cache)},
        {"RENTIER_CACHE": "", "XDG_CACHE_HOME": "", "HOME": str(tiny.cache)},
    ):
        printed, errors = tiny.run(**settings)
        assert printed == "42 compiled"
        assert errors.startswith(f"rentier: cannot save compiled code in {tiny.cache}")
        assert errors.endswith("(Not a directory); playing on, but the next start compiles again\n")
        assert len(errors.splitlines()) == 1
    assert not list(tmp_path.rglob("__pycache__"))


def test_a_full_disk_stops_nobody(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path)
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    tiny.program.write_text(limit + TINY)
    said = f"cannot save compiled code in {tiny.cache} (File too large); playing on, but the next start compiles again"
    assert tiny.run() == ("42 compiled", f"rentier: {said}\n")
