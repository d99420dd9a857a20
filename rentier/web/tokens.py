"""Secrets: ids of tables, tokens of seats and codes of invitations. Of a token only a digest is ever kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"  # without those that look alike
ID_LENGTH = 10


def new_id() -> str:
    """The id of a table."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """What only its owner knows."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """What is passed on: to take a seat, or to watch."""
    return secrets.token_urlsafe(12)


def new_key() -> int:
    """The key of a game's luck."""
    return secrets.randbits(64)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_same(given: str, known: str | None) -> bool:
    """Whether two secrets are the same, in a time that does not tell how much of them is."""
    return known is not None and hmac.compare_digest(given.encode(), known.encode())


def key_of_seat(key: int, seat: int) -> int:
    """The key of an agent's own random numbers: from it nobody finds that of the game."""
    return int.from_bytes(hashlib.sha256(f"{key:016x} seat {seat}".encode()).digest()[:8])
