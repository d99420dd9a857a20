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

from rentier.arena.executors.desk import Desk


def read_on(line: Connection[Any, Any], desk: Desk, pieces: queue.SimpleQueue[Any]) -> None:
    """Hand pieces of work on as they come; a lone key stops its worker at once."""
    while True:
        try:
            message = line.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(message, str):
            desk.stop(message)
        else:
            pieces.put(message)


def main() -> None:
    """Do one piece of work after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; who has the work ends this one
    line: Connection[Any, Any] = Connection(int(sys.argv[1]))
    desk = Desk()
    pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=read_on, args=(line, desk, pieces), daemon=True).start()
    trade = b""
    while True:
        key, sent, work = pieces.get()
        trade = sent or trade  # it comes with the first of its pieces
        line.send(desk.do(key, trade, work))


if __name__ == "__main__":
    main()
