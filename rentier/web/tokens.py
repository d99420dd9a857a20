"""Secrets: ids of tables, tokens of seats, and codes for invitations. Only digests of tokens are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"  # without letters that look alike
ID_LENGTH = 10


def new_id() -> str:
    """Return a new table id."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """Return a new token, known only to its owner."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Return a new code that can be shared, for taking a seat or for watching."""
    return secrets.token_urlsafe(12)


def new_key() -> int:
    """Return a new key for the luck of a game."""
    return secrets.randbits(64)


def digest(token: str) -> str:
    """Return the digest of a token, which is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_same(given: str, known: str | None) -> bool:
    """Compare two secrets in constant time."""
    return known is not None and hmac.compare_digest(given.encode(), known.encode())


def key_of_seat(key: int, seat: int) -> int:
    """Return the key for an agent's random numbers; it does not reveal the key of the game."""
    return int.from_bytes(hashlib.sha256(f"{key:016x} seat {seat}".encode()).digest()[:8])
