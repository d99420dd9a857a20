"""Errors a user can cause: one clear line that says what was wrong, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RentierError(Exception):
    """Anything a user got wrong. Commands print it as one line and end with exit code 2."""


def unknown(what: str, name: str, choices: Iterable[str]) -> str:
    """`unknown preset 'uk-clasic'; did you mean 'uk-classic'?`, or the whole list where nothing is near."""
    known = list(choices)
    near = difflib.get_close_matches(name.lower(), [choice.lower() for choice in known], n=3, cutoff=0.6)
    meant = [choice for choice in known if choice.lower() in near]
    if meant:
        return f"unknown {what} {name!r}; did you mean {' or '.join(map(repr, meant))}?"
    return f"unknown {what} {name!r}; known: {', '.join(known)}"
