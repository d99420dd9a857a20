"""The worker process of `--executor processes`: `python -m rentier.arena.executors.child FD`.

FD is the connection to the process that hands out the work. The worker exits when that connection is closed, however the other
process ended, even in the middle of a game.
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


def receive(connection: Connection[Any, Any], runner: JobRunner, pieces: queue.SimpleQueue[Any]) -> None:
    """Queue pieces of work as they arrive; a message that is only a job's key stops its worker at once."""
    while True:
        try:
            message = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(message, str):
            runner.stop(message)
        else:
            pieces.put(message)


def main() -> None:
    """Do one piece of work after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; the main process ends this one
    connection: Connection[Any, Any] = Connection(int(sys.argv[1]))
    runner = JobRunner()
    pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=receive, args=(connection, runner, pieces), daemon=True).start()
    job = b""
    while True:
        key, sent, work = pieces.get()
        job = sent or job  # a job is sent only with its first piece of work
        connection.send(runner.do(key, job, work))


if __name__ == "__main__":
    main()
