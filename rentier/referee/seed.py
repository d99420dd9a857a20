"""The seed of a refereed match: secret while programs play, shown afterwards, so that everybody can check the luck.

A drawn seed has 128 random bits. Its SHA-256 digest is shown before the first game and the seed itself after the last; the
luck of every game follows from the seed and the game's number by SHA-256, so the luck of one game says nothing about another.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from pathlib import Path

from rentier.errors import RentierError

STANDARD_INPUT = "-"
SEED_BITS = 128
MOST_SEED = (1 << SEED_BITS) - 1
MOST_CHARACTERS = 100  # of a seed file: the longest seed has 39 digits


def draw_seed() -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def read_seed_file(name: str) -> int:
    """Read the seed in a file, or on standard input if it is named `-`."""
    where = "standard input" if name == STANDARD_INPUT else name
    try:
        text = _beginning(name).decode("ascii")
    except OSError as error:
        raise RentierError(f"--seed-file: {where}: cannot be read: {error.strerror}") from None
    except ValueError:
        text = ""
    if len(text) > MOST_CHARACTERS or not text.strip().isdecimal() or int(text) > MOST_SEED:
        raise RentierError(f"--seed-file: {where}: should have one whole number from 0 to {MOST_SEED}")
    return int(text)


def _beginning(name: str) -> bytes:
    """Return the beginning of a file: one character more than a seed may have shows that there is too much."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_CHARACTERS + 1)
    with Path(name).expanduser().open("rb") as file:
        return file.read(MOST_CHARACTERS + 1)


def seed_digest(seed: int) -> str:
    """Return the SHA-256 digest of a seed: that of its decimal digits, as `printf %s SEED | sha256sum` prints it."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def luck_seed(seed: int, number: int) -> int:
    """Return the seed for the luck of a game of the match, or of a block by its first game."""
    return _derived(f"{seed} luck {number}")


def own_seed(seed: int, number: int, agent: int) -> int:
    """Return a seed for an agent's own random numbers: the same in every run of the match, and no help in guessing its luck."""
    return _derived(f"{seed} agent {number} {agent}") >> 11  # a number that JavaScript holds exactly


def _derived(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
