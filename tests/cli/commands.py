"""Run commands and Python programs for real, each in a fork of a process that has already loaded everything.

Python, Numba and the machine code of the rules take one and a half seconds to load: most of the time of a short command.
"""

from __future__ import annotations

import functools
import importlib
import os
import runpy
import shlex
import socket
import subprocess
import sys
import tempfile
import traceback
import types
from pathlib import Path

import rentier.cli
from rentier.precompile import PACKAGE, Sources
from tests.cli import door

HOME = PACKAGE.parent
TIMEOUT = 600


def settings() -> dict[str, str]:
    """Return the environment, with compilation enabled: interpreted commands would take too long."""
    return {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}


@functools.cache
def start_server() -> tuple[Path, object]:
    """Start the fork server; return a folder with its clients `rentier` and `python`, and what keeps the server alive."""
    saved = tempfile.TemporaryDirectory(prefix="rentier-door-")
    folder = Path(saved.name)
    address = str(folder / "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        number = listener.fileno()
        command = [sys.executable, "-m", "tests.cli.commands", str(number)]
        # in its own session, which Ctrl-C does not reach: it ends when its input is closed, that is when this process ends
        loaded = subprocess.Popen(
            command, cwd=HOME, env=settings(), stdin=subprocess.PIPE, pass_fds=[number], start_new_session=True
        )
    for name in ("rentier", "python"):
        client = shlex.join([sys.executable, "-I", "-S", str(door.__file__), address, name])
        (folder / name).write_text(f'#!/bin/sh\nexec {client} "$@"\n')
        (folder / name).chmod(0o755)
    return folder, (saved, loaded)


def run_loaded(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; the `rentier` and `python` on its path are those of the fork server."""
    path = os.pathsep.join([str(start_server()[0]), os.environ["PATH"]])
    return subprocess.run(
        command,
        cwd=folder,
        env=settings() | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def main(listener: socket.socket) -> None:
    """Load everything, then run in forks what clients ask for."""
    for module in (
        "matplotlib.figure",
        *(f"rentier.cli.{name}" for name in rentier.cli.COMMANDS),
        *Sources(PACKAGE).compiling(),
    ):
        importlib.import_module(module)
    words = door.serve(listener)
    status: object = 1
    try:
        run(*words)
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(status if isinstance(status, int) else 1)  # at once: unloading everything would take seconds


def run(name: str, *arguments: str) -> None:
    """Run `rentier` with its arguments, `python -c TEXT`, or `python FILE` with its arguments."""
    sys.argv = [name, *arguments]
    if name == "rentier":
        rentier.cli.main()
        return
    if arguments[0] != "-c":
        sys.argv = list(arguments)
        sys.path[0] = str(Path(arguments[0]).parent)
        runpy.run_path(arguments[0], run_name="__main__")
        return
    _, text = arguments
    sys.path[0] = ""
    sys.modules["__main__"] = program = types.ModuleType("__main__")
    exec(compile(text, "<string>", "exec"), program.__dict__)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
