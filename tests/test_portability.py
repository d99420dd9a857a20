"""Systems other than Linux: no import needs what Windows lacks, and a command that needs it says so in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rentier.arena.executors import open_executor
from rentier.cli import main
from rentier.errors import RentierError

HOME = Path(__file__).parent.parent

# Removes what Python lacks on Windows, after loading the libraries, which support every system.
LIKE_WINDOWS = """
import importlib, multiprocessing, os, select, signal, socket, subprocess, sys, warnings
warnings.filterwarnings("ignore", category=EncodingWarning)  # of libraries
import click, numba, numpy, rich.console, rich.progress, rich.table, tempfile
from numba import cuda
for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None
lacking = {
    os: "fork forkpty getegid geteuid getgid getuid killpg nice posix_spawn sched_getaffinity setsid wait4 WNOHANG",
    select: "epoll poll",
    signal: "ITIMER_REAL SIGALRM SIGCHLD SIGKILL SIGPIPE SIGXFSZ pthread_sigmask setitimer sigtimedwait",
    socket: "AF_UNIX",
}
for module, names in lacking.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
def get_context(method=None):
    raise ValueError(f"cannot find context for {method!r}")
multiprocessing.get_context = get_context
# text is not UTF-8 there unless a program says so
warnings.filterwarnings("error", category=EncodingWarning, module="rentier")
"""
IMPORT_ALL = """
import pkgutil, rentier
for found in pkgutil.walk_packages(rentier.__path__, "rentier."):
    if not found.name.startswith(("rentier.referee.", "rentier.web.", "rentier.cli.__main__", "rentier.envs.")):
        importlib.import_module(found.name)
print("imported")
"""


def run_like_windows(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run code without what Windows lacks, and with the encoding that Windows uses for output to a file."""
    settings = {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(HOME),
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONIOENCODING": "cp1252",
    }
    command = [sys.executable, "-c", LIKE_WINDOWS + code]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **settings}, capture_output=True, encoding="cp1252", timeout=300, check=False
    )


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    done = run_like_windows(IMPORT_ALL, tmp_path)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "random", "reserve:50,0", "--games", "2", "--set", "turn_cap=3", "--set", "cap=worth"],
        ["watch", "random", "random", "--set", "turn_cap=2", "--set", "cap=worth", "--save", "game.toml"],
        ["rules", "short"],
        ["agents"],
        ["play", "--help"],
        ["referee", "--help"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_command_runs(arguments: list[str], tmp_path: Path) -> None:
    done = run_like_windows(f"from rentier.cli import main; main({arguments!r})", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["play"], "rentier: the page needs Linux or macOS; on Windows, run it inside WSL\n"),
        (["serve"], "rentier: the page needs Linux or macOS; on Windows, run it inside WSL\n"),
        (
            ["referee", "random", "random"],
            "rentier: the referee needs Linux to limit memory and to find and end every process that a program has started\n",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_cannot_run_on_windows_says_so_in_one_line(
    arguments: list[str], line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert capsys.readouterr().err == line


def test_processes_are_refused_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(RentierError, match=r"^--executor: processes need Linux or macOS; use threads$"):
        open_executor("processes", 2)
