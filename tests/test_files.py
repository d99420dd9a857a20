"""Files that are written: completely or not at all, through links, pipes and devices, and by one run at a time."""

from __future__ import annotations

import gc
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rentier.errors import RentierError
from rentier.files import atomic_write, is_special, open_run_folder, write_text

NOBODY = 65534


def names(folder: Path) -> set[str]:
    """Return what is in a folder."""
    return {entry.name for entry in folder.iterdir()}


def test_a_file_is_replaced_or_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    write_text(file, "first")
    with pytest.raises(UnicodeEncodeError):
        write_text(file, "half of it \udcff")
    assert (file.read_text(), names(tmp_path)) == ("first", {"result.json"})


def test_an_existing_file_keeps_its_mode_and_a_new_one_gets_the_usual(tmp_path: Path) -> None:
    file, other = tmp_path / "secret.json", tmp_path / "other.json"
    file.write_text("old")
    file.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_text(file, "new")
        write_text(other, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert stat.S_IMODE(other.stat().st_mode) == 0o640
    assert file.read_text() == "new"


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_and_its_target_is_written(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link, further = tmp_path / "elsewhere" / "result.json", tmp_path / "link", tmp_path / "further"
    if exists:
        target.write_text("old")
    link.symlink_to(Path("elsewhere", "result.json"))
    further.symlink_to(link)
    write_text(further, "new")
    assert (link.is_symlink(), further.is_symlink(), target.read_text()) == (True, True, "new")
    assert names(tmp_path) == {"elsewhere", "link", "further"}
    assert names(tmp_path / "elsewhere") == {"result.json"}


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        write_text(tmp_path / "loop", "text")
    assert (tmp_path / "loop").is_symlink()


def test_a_pipe_receives_the_text(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "text" * 100_000)
    reader.join()
    assert received == ["text" * 100_000]
    assert is_special(pipe)
    assert names(tmp_path) == {"pipe.json"}


def test_a_device_stays_a_device() -> None:
    """Root could replace it: that is how `--json /dev/null` once broke a machine."""
    write_text(Path(os.devnull), "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    assert is_special(Path(os.devnull))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_text(Path("/dev/full"), "text")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("name", ["n" * 255, "n" * 50 + "." + "s" * 204, "ж" * 127])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, name: str) -> None:
    write_text(tmp_path / name, "text")
    assert names(tmp_path) == {name}


def test_files_written_at_the_same_time_do_not_collide(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    with atomic_write(file) as one, atomic_write(file) as other:
        assert one != other
        one.write_text("one")
        other.write_text("other")
    assert (file.read_text(), names(tmp_path)) == ("one", {"result.json"})


OPEN = "from rentier.files import open_run_folder\nfrom pathlib import Path\n"
OPEN += "held = open_run_folder(Path('run'), 'match.json', 'match', {'seed': 3})\nprint('open', flush=True)\n"


def test_a_folder_is_open_in_one_process_at_a_time(tmp_path: Path) -> None:
    run = tmp_path / "run"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{OPEN}input()"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    with pytest.raises(RentierError, match="another run is saving its games there; wait until it ends, or change --out"):
        open_run_folder(run, "match.json", "match", {"seed": 3})
    other.kill()
    other.wait()
    other.communicate()
    opened = open_run_folder(run, "match.json", "match", {"seed": 3})
    assert open_run_folder(run, "match.json", "match", {"seed": 3}) is opened, "this process has it already"
    command = [sys.executable, "-c", OPEN]
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "another run is saving" in refused.stderr
    assert names(run) == {".lock", "match.json"}
    del opened
    gc.collect()
    assert names(run) == {"match.json"}
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "open\n"


def test_a_folder_of_others_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(RentierError, match="is not empty and holds no match"):
        open_run_folder(tmp_path, "match.json", "match", {"seed": 3})
    assert names(tmp_path) == {"letter.txt"}


def test_an_ordinary_user_may_write_to_a_device() -> None:
    """The folder of devices may not be written to, and need not be."""
    become = f"os.geteuid() == 0 and os.setuid({NOBODY})"
    code = f"import os; from rentier.cli.common import write_json; {become}; write_json('/dev/null', [1])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
