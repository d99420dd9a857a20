"""The address of the server."""

from __future__ import annotations

import socket

from rentier.errors import RentierError
from rentier.web.settings import Settings

BACKLOG = 1024  # connections that may wait to be accepted
ACCEPTED_TOGETHER = 8  # in one iteration of the event loop
UNREAD_MILLISECONDS = 30_000  # after which a client that does not read is gone


def bind(settings: Settings) -> socket.socket:
    """Return a socket that listens on the server's address, or raise a one-line error."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY only if this is given
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise RentierError(f"cannot listen on {settings.host} port {settings.port}: {reason}") from None
    return listening
