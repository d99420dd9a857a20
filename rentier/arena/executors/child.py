"""The process behind `--executor processes`: `python -m rentier.arena.executors.child FD`, a line to the one that has the work.

It ends when the line is cut, however the other one has ended, in the midst of a game too.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from rentier.arena.executors.job_runner import JobRunner


def read_on(line: Connection[Any, Any], runner: JobRunner, pieces: queue.SimpleQueue[Any]) -> None:
    """Hand pieces of work on as they come; a lone key stops its worker at once."""
    while True:
        try:
            message = line.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(message, str):
            runner.stop(message)
        else:
            pieces.put(message)


def main() -> None:
    """Do one piece of work after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; who has the work ends this one
    line: Connection[Any, Any] = Connection(int(sys.argv[1]))
    runner = JobRunner()
    pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=read_on, args=(line, runner, pieces), daemon=True).start()
    job = b""
    while True:
        key, sent, work = pieces.get()
        job = sent or job  # it comes with the first of its pieces
        line.send(runner.do(key, job, work))


if __name__ == "__main__":
    main()
