"""Leniency towards positions that cannot arise under the rules: they are refused, or in lenient mode accepted with a note.

Lenient mode is for positions that come from other programs.
"""

from __future__ import annotations

from rentier.box.reading import Table


class Leniency:
    """Whether a position is judged leniently, and the notes on what is against the rules in it, one sentence each."""

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.sentences: list[str] = []

    def note(self, table: Table, name: str, reason: str) -> None:
        """Refuse a position because of a key, or in lenient mode note the reason and accept it."""
        error = table.wrong(name, reason)
        if not self.lenient:
            raise error
        self.sentences.append(str(error).removeprefix(f"{table.file}: "))

    def number(self, table: Table, name: str, allowed: range, most: int, default: int | None = None) -> int:
        """Read a whole number and note it if the rules do not allow it; it is never more than `most`."""
        number = table.number(name, allowed.start, max(most, allowed.stop - 1), default)
        if number not in allowed:
            self.note(table, name, f"{number} should be a whole number from {allowed.start} to {allowed.stop - 1}")
        return number
