"""A fork server: a process that has loaded everything, and a client that asks it to run a command in a fork.

`door.py SOCKET rentier match ...` runs that command, `door.py SOCKET python TEXT` runs `python -c TEXT`, with the folder, the
environment, the streams and the exit status of a program started normally. Only a little of the standard library is imported
here, because every client pays for it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys

STREAMS = (0, 1, 2)
LENGTH = 8  # bytes of the length of a message
STATUS = 4


def request(address: str, words: list[str]) -> int:
    """Ask the server to run a command; return its exit status."""
    message = json.dumps([words, os.getcwd(), dict(os.environ)]).encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        socket.send_fds(connection, [len(message).to_bytes(LENGTH)], STREAMS)
        connection.sendall(message)
        return int.from_bytes(connection.recv(STATUS, socket.MSG_WAITALL))


def serve(listener: socket.socket) -> list[str]:
    """Fork for every client, and return in the fork, prepared as the client asks, the words of the command to run.

    The server ends with the process that holds the other end of its standard input.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the forks that wait for a command are not waited for themselves
    while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            streams = socket.recv_fds(connection, LENGTH, len(STREAMS))
            message = connection.recv(int.from_bytes(streams[0]), socket.MSG_WAITALL)
            if (worker := os.fork()) == 0:
                connection.close()
                return prepare(streams[1], *json.loads(message))
            report(connection, worker)
        connection.close()
    os._exit(0)


def report(connection: socket.socket, worker: int) -> None:
    """Send the exit status of a process to the client when it ends; kill it if the client is gone."""
    ended = os.pidfd_open(worker)
    if connection in select.select([connection, ended], [], [])[0]:
        os.kill(worker, signal.SIGKILL)
    else:
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        connection.sendall((status if status >= 0 else 128 - status).to_bytes(STATUS))
    os._exit(0)


def prepare(streams: list[int], words: list[str], folder: str, environment: dict[str, str]) -> list[str]:
    """Take over the streams, the folder and the environment of the client; return the words of the command."""
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
    sys.exit(request(sys.argv[1], sys.argv[2:]))
