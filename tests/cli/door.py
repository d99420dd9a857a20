"""The door of a process that has loaded all there is: what is asked for at the door runs in a process forked off that one.

`door.py SOCKET rentier match ...` is the command, `door.py SOCKET python TEXT` is `python -c TEXT`, with the folder, the
environment, the streams and the exit status of a program started in the usual way. Only the standard library is imported
here, and little of it: whoever knocks pays for it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys

STREAMS = (0, 1, 2)
LENGTH = 8  # bytes that tell how long a letter is
STATUS = 4


def knock(address: str, words: list[str]) -> int:
    """Ask for words to be run; the exit status."""
    letter = json.dumps([words, os.getcwd(), dict(os.environ)]).encode()
    with socket.socket(socket.AF_UNIX) as door:
        door.connect(address)
        socket.send_fds(door, [len(letter).to_bytes(LENGTH)], STREAMS)
        door.sendall(letter)
        return int.from_bytes(door.recv(STATUS, socket.MSG_WAITALL))


def answer(listener: socket.socket) -> list[str]:
    """Fork for everybody who knocks, and return in the fork, which has become what was asked for, the words that it is to run.

    Ends with the process that holds the other end of the standard input.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks that wait for the forks
    while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
        door, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            streams = socket.recv_fds(door, LENGTH, len(STREAMS))
            letter = door.recv(int.from_bytes(streams[0]), socket.MSG_WAITALL)
            if (worker := os.fork()) == 0:
                door.close()
                return become(streams[1], *json.loads(letter))
            report(door, worker)
        door.close()
    os._exit(0)


def report(door: socket.socket, worker: int) -> None:
    """Tell the exit status of a process when it ends, and end it when whoever knocked has gone."""
    ended = os.pidfd_open(worker)
    if door in select.select([door, ended], [], [])[0]:
        os.kill(worker, signal.SIGKILL)
    else:
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        door.sendall((status if status >= 0 else 128 - status).to_bytes(STATUS))
    os._exit(0)


def become(streams: list[int], words: list[str], folder: str, environment: dict[str, str]) -> list[str]:
    """Take over the streams, the folder and the environment of whoever knocked; gives back the words."""
    for stream, number in zip(streams, STREAMS, strict=True):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    return words


if __name__ == "__main__":
    sys.exit(knock(sys.argv[1], sys.argv[2:]))
