"""A worker process: it answers questions until the server closes the connection or dies."""

from __future__ import annotations

import os
import select
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

from rentier.errors import RentierError


def answer_questions(line: Connection[Any, Any], nice: int) -> None:
    """Answer questions from the connection with (answer, None) or (None, one-line error)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes in a terminal; the server ends its workers
    os.nice(nice)
    threading.Thread(target=_end_with, args=(line.fileno(),), daemon=True).start()
    while True:
        try:
            question = line.recv()
        except (EOFError, ConnectionError):
            return
        line.send(_answer(question))


def _answer(question: Any) -> tuple[Any, str | None]:
    """Return the answer and the error."""
    try:
        return question.think(), None
    except RentierError as error:
        return None, str(error)
    except Exception as error:  # the worker survives errors in a user's agent
        return None, f"{type(error).__name__}: {error}"


def _end_with(line: int) -> None:
    """Exit when the other end of the connection is closed, even in the middle of an answer."""
    waiting = select.poll()
    waiting.register(line, 0)  # hang-ups are always reported
    waiting.poll()
    os._exit(0)
