"""Processes of their own on this machine: agents that think in Python play side by side, too.

A process that dies, however it did, costs the piece of work it had, which is done again by a new one.
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

MOST_LOSSES = 5  # of processes one after the other with the same piece of work
STANDARD_ERROR = 2  # what a worker prints is no part of our output


class Processes:
    """So many processes, started when they are first needed; they stay for the next job."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.seconds = 0.25
        self.children: list[_Child] = []
        self.keys = itertools.count()

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Workers in other processes."""
        packed, key = pack(job), str(next(self.keys))
        self.children += [_Child() for _ in range(number - len(self.children))]
        return [_Remote[Work, Result](child, key, packed) for child in self.children[:number]]

    def close(self) -> None:
        """End all processes, whatever they do."""
        for child in self.children:
            child.closed = True
            child.end()
        self.children = []


class _Child:
    """A process, and the line to it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # of what is sent; Ctrl-C may come while it is held
        self.turn = threading.Lock()  # of who waits for an answer: a match that broke off may still do so
        self.closed = False
        self.begin()

    def begin(self) -> None:
        """Start the process."""
        self.line, theirs = multiprocessing.Pipe()
        # modules are found where they are found here, not in whatever folder this is
        command = [sys.executable, "-P", "-m", "rentier.arena.executors.child", str(theirs.fileno())]
        settings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(
            command, env=settings, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=STANDARD_ERROR
        )
        theirs.close()
        self.job = ""  # the key of the one it knows

    def ask(self, key: str, job: bytes, work: Any) -> tuple[Any, Exception | None]:
        """Have a piece of work done; an OSError or EOFError where the process is lost."""
        self.send((key, job if self.job != key else b"", work))
        self.job = key
        answer: tuple[Any, Exception | None] = self.line.recv()
        return answer

    def send(self, message: Any) -> None:
        """Send a piece of work, or the key of a job whose worker is to stop."""
        with self.lock:
            self.line.send(message)

    def end(self) -> int:
        """End the process, whatever it does; its exit code."""
        self.process.kill()
        return self.process.wait()


class _Remote(Generic[Work, Result]):
    """A worker in another process."""

    def __init__(self, child: _Child, key: str, job: bytes) -> None:
        self.child, self.key, self.job = child, key, job
        self.stopped = threading.Event()

    def do(self, work: Work) -> Result | None:
        """Send a piece of work, and again to a new process where one is lost."""
        with self.child.turn:
            result, error = self._have_done(work)
        if error is not None:
            raise error
        found: Result | None = result
        return found

    def _have_done(self, work: Work) -> tuple[Any, Exception | None]:
        """What comes of a piece of work, or the error."""
        for _ in range(MOST_LOSSES):
            try:
                return self.child.ask(self.key, self.job, work)
            except (OSError, EOFError):
                if self.stopped.is_set() or self.child.closed:
                    return None, None
                code = self.child.end()
                self.child.begin()
        return None, RentierError(f"processes: {MOST_LOSSES} died over the same games, the last with exit code {code}")

    def stop(self) -> None:
        """Tell the process; where it is lost there is nothing to stop."""
        self.stopped.set()
        with contextlib.suppress(OSError):
            self.child.send(self.key)
