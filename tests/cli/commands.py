"""Commands run for real, each in a process of its own, which is forked off one that has loaded the compiled rules already.

Python, Numba and the machine code of the rules take one and a half seconds to load: most of what a short command costs.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

SEARCHING = ("search.mcts", "search.odds", "search.prospects")
PLAYING = ("arena.match", "arena.narrate", "arena.bench", "arena.league", "learn.td", "learn.q", "papers.run")
LANDING = ("analysis.landing_simulation", "analysis.returns")
PRELOADED = [f"rentier.{module}" for module in (*SEARCHING, *PLAYING, *LANDING)]
TIMEOUT = 300

forked = multiprocessing.get_context("forkserver")
forked.set_forkserver_preload(["rentier.cli", "matplotlib.figure", *PRELOADED])


def run_command(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `rentier` with some arguments in a folder."""
    out, err = (folder.parent / f"{folder.name}-{stream}" for stream in ("stdout", "stderr"))
    process = forked.Process(target=be_command, args=(arguments, folder, out, err, dict(os.environ)))
    process.start()
    process.join(TIMEOUT)
    if process.exitcode is None:
        process.kill()
        raise subprocess.TimeoutExpired(arguments, TIMEOUT)
    return subprocess.CompletedProcess(arguments, process.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))


def be_command(arguments: list[str], folder: Path, out: Path, err: Path, environment: dict[str, str]) -> None:
    """Be the command: in its folder, with its own environment, and with its output going into files."""
    from rentier.cli import main

    for number, file in ((1, out), (2, err)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["rentier", *arguments]
    main()
