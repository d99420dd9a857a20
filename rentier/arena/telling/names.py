"""Sentences as people at a table read them: with the names of the players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SEAT = re.compile(r"\b[Ss]eat (\d)\b")
SEATS = re.compile(r"\bseats (\d(?: and \d)+)\b")


def with_names(lines: Iterable[str], names: Sequence[str]) -> list[str]:
    """The same sentences, with the names of those who sit there instead of their seats."""
    return [_with_names(line, names) for line in lines]


def _with_names(line: str, names: Sequence[str]) -> str:
    """One sentence; each place is replaced once, whatever the names are."""
    several = SEATS.sub(lambda found: " and ".join(f"seat {seat}" for seat in found[1].split(" and ")), line)
    return SEAT.sub(lambda found: names[int(found[1])], several.strip())
