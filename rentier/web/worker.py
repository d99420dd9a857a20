"""A process that thinks: it answers one question after the other until its line is cut, however the server has ended."""

from __future__ import annotations

import os
import select
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

from rentier.errors import RentierError


def answer_questions(line: Connection[Any, Any], nice: int) -> None:
    """Answer what comes through the line: what was found and no error, or nothing and the error in one line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the server ends its workers
    os.nice(nice)
    threading.Thread(target=_end_with, args=(line.fileno(),), daemon=True).start()
    while True:
        try:
            question = line.recv()
        except (EOFError, ConnectionError):
            return
        line.send(_answer(question))


def _answer(question: Any) -> tuple[Any, str | None]:
    """What is found, and the error."""
    try:
        return question.think(), None
    except RentierError as error:
        return None, str(error)
    except Exception as error:  # whatever a user's agent does, the worker goes on
        return None, f"{type(error).__name__}: {error}"


def _end_with(line: int) -> None:
    """End the process when the other end of its line is closed, in the midst of a thought too."""
    waiting = select.poll()
    waiting.register(line, 0)  # a line that is cut is always told
    waiting.poll()
    os._exit(0)
