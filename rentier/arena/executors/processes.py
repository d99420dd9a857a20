"""Worker processes on this machine, so that agents that think in Python play in parallel too.

When a process dies, for whatever reason, only its piece of work is lost, and a new process does that again.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import subprocess
import sys
import threading
from typing import Any, Generic

from rentier.arena.executors.packing import pack
from rentier.arena.executors.protocol import Job, Result, Work, Worker
from rentier.errors import RentierError

MOST_LOSSES = 5  # processes that may die in a row over the same piece of work
STANDARD_ERROR = 2  # where workers print, so that it does not mix with our output


class Processes:
    """Up to `jobs` processes, started when they are first needed and kept for the next job."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.seconds = 0.25
        self.children: list[_Child] = []
        self.keys = itertools.count()

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Return workers in other processes."""
        packed, key = pack(job), str(next(self.keys))
        self.children += [_Child() for _ in range(number - len(self.children))]
        return [_Remote[Work, Result](child, key, packed) for child in self.children[:number]]

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for child in self.children:
            child.closed = True
            child.end()
        self.children = []


class _Child:
    """A process, and the connection to it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # for sending; Ctrl-C may come while it is held
        self.turn = threading.Lock()  # for waiting for an answer: an interrupted match may still be waiting
        self.closed = False
        self.begin()

    def begin(self) -> None:
        """Start the process."""
        self.connection, theirs = multiprocessing.Pipe()
        # modules are imported from the same places as here, not from the current folder
        command = [sys.executable, "-P", "-m", "rentier.arena.executors.child", str(theirs.fileno())]
        settings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(
            command, env=settings, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=STANDARD_ERROR
        )
        theirs.close()
        self.job = ""  # the key of the job it was sent last

    def ask(self, key: str, job: bytes, work: Any) -> tuple[Any, Exception | None]:
        """Have a piece of work done; raise an OSError or EOFError if the process is lost."""
        self.send((key, job if self.job != key else b"", work))
        self.job = key
        answer: tuple[Any, Exception | None] = self.connection.recv()
        return answer

    def send(self, message: Any) -> None:
        """Send a piece of work, or the key of a job whose worker is to stop."""
        with self.lock:
            self.connection.send(message)

    def end(self) -> int:
        """End the process, whatever it is doing; return its exit code."""
        self.process.kill()
        return self.process.wait()


class _Remote(Generic[Work, Result]):
    """A worker in another process."""

    def __init__(self, child: _Child, key: str, job: bytes) -> None:
        self.child, self.key, self.job = child, key, job
        self.stopped = threading.Event()

    def do(self, work: Work) -> Result | None:
        """Have a piece of work done; if its process dies, by a new one."""
        with self.child.turn:
            result, error = self._try(work)
        if error is not None:
            raise error
        found: Result | None = result
        return found

    def _try(self, work: Work) -> tuple[Any, Exception | None]:
        """Return the result of a piece of work, or the error."""
        for _ in range(MOST_LOSSES):
            try:
                return self.child.ask(self.key, self.job, work)
            except (OSError, EOFError):
                if self.stopped.is_set() or self.child.closed:
                    return None, None
                code = self.child.end()
                self.child.begin()
        return None, RentierError(f"processes: {MOST_LOSSES} died playing the same games, the last with exit code {code}")

    def stop(self) -> None:
        """Tell the process to stop the worker; if the process is lost there is nothing to stop."""
        self.stopped.set()
        with contextlib.suppress(OSError):
            self.child.send(self.key)
