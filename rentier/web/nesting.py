"""How deep a JSON text is nested, checked before it is parsed."""

from __future__ import annotations

DEEPEST_JSON = 20
MOST_PARTS = 10_000  # brackets and quotation marks in a request
OTHERS = bytes(set(range(256)) - set(b"[]{}"))


class Nesting:
    """Checks the brackets of a JSON text part by part: every step is one pass over a part, and little is kept of it."""

    def __init__(self) -> None:
        self._escape = b""  # the backslash at the end of the last part, whose other half comes in the next
        self._in_text = False
        self._marks = 0
        self._brackets = b""

    def add(self, part: bytes) -> None:
        """Check the next part; after too many brackets or texts, nothing more is looked at."""
        if self._is_too_much:
            return
        part = self._escape + part
        backslashes = len(part) - len(part.rstrip(b"\\"))
        self._escape = part[len(part) - backslashes % 2 :]
        plain = part[: len(part) - backslashes % 2].replace(b"\\\\", b"").replace(b'\\"', b"")
        self._marks += plain.count(b'"')  # without escapes every quotation mark begins or ends a text
        if self._is_too_much:
            return
        between = plain.split(b'"')
        self._brackets += b"".join(between[self._in_text :: 2]).translate(None, OTHERS)
        self._in_text ^= len(between) % 2 == 0

    @property
    def _is_too_much(self) -> bool:
        return self._marks > MOST_PARTS or len(self._brackets) > MOST_PARTS

    @property
    def is_deep(self) -> bool:
        """Whether there were too many brackets or texts, or brackets that are nested too deep or do not match."""
        if self._is_too_much:
            return True
        brackets = self._brackets
        for _ in range(DEEPEST_JSON):
            brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
        return bool(brackets)
