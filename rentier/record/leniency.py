"""What a position holds that the rules would not reach: refused, or for positions from elsewhere taken and noted."""

from __future__ import annotations

from rentier.box.reading import Table


class Leniency:
    """How a position is judged, and in the lenient form what was bent to take it, a sentence each."""

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.sentences: list[str] = []

    def note(self, table: Table, name: str, reason: str) -> None:
        """Refuse a position for what it says under a key, or note that it was taken all the same."""
        error = table.wrong(name, reason)
        if not self.lenient:
            raise error
        self.sentences.append(str(error).removeprefix(f"{table.file}: "))

    def number(self, table: Table, name: str, usual: range, most: int, default: int | None = None) -> int:
        """A whole number, noted where it is beyond what the rules know; no more than `most` in any case."""
        number = table.number(name, usual.start, max(most, usual.stop - 1), default)
        if number not in usual:
            self.note(table, name, f"{number} should be a whole number from {usual.start} to {usual.stop - 1}")
        return number
