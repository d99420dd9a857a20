"""Commands and Python programs run for real, each in a process forked off one that has loaded everything already.

Python, Numba and the machine code of the rules take one and a half seconds to load: most of what a short command costs.
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
    """The environment, but compiled: commands would take too long interpreted."""
    return {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}


@functools.cache
def open_door() -> tuple[Path, object]:
    """Start the loaded process. A folder with commands `rentier` and `python` that knock at its door; what keeps it open."""
    saved = tempfile.TemporaryDirectory(prefix="rentier-door-")
    folder = Path(saved.name)
    address = str(folder / "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        number = listener.fileno()
        command = [sys.executable, "-m", "tests.cli.commands", str(number)]
        # in a session of its own, where no Ctrl-C reaches it: it ends when its input does, which is when this process ends
        loaded = subprocess.Popen(
            command, cwd=HOME, env=settings(), stdin=subprocess.PIPE, pass_fds=[number], start_new_session=True
        )
    for name in ("rentier", "python"):
        knocking = shlex.join([sys.executable, "-I", "-S", str(door.__file__), address, name])
        (folder / name).write_text(f'#!/bin/sh\nexec {knocking} "$@"\n')
        (folder / name).chmod(0o755)
    return folder, (saved, loaded)


def run_loaded(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; the `rentier` and the `python` on its path are those with everything loaded."""
    path = os.pathsep.join([str(open_door()[0]), os.environ["PATH"]])
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
    """Load everything, then be, in a fork, whatever is asked for at the door."""
    for module in (
        "matplotlib.figure",
        *(f"rentier.cli.{name}" for name in rentier.cli.COMMANDS),
        *Sources(PACKAGE).compiling(),
    ):
        importlib.import_module(module)
    words = door.answer(listener)
    status: object = 1
    try:
        run(*words)
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(status if isinstance(status, int) else 1)  # at once: to take down all that is loaded would take seconds


def run(name: str, *arguments: str) -> None:
    """Be `rentier` with its arguments, `python -c TEXT`, or `python FILE` with its arguments."""
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
