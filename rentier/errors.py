"""Errors that a user can cause: one clear line that says what was wrong, where, and what would be right; and `Stopped`."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping

MOST_SUGGESTED = 3
MOST_LISTED = 20  # names that a line can hold
LONGEST_NAME = 60
FEWEST_LETTERS = 3  # of a part of a name that is long enough to identify it
MOST_APART = 0.5  # how much farther than the nearest a suggestion may be


class RentierError(Exception):
    """Anything a user got wrong. Commands print it as one line and end with exit code 2."""


class Stopped(BaseException):
    """Work was stopped before its end, for example by Ctrl-C. It is not an `Exception`, so that no error handler catches it."""


def unknown(what: str, name: str, choices: Iterable[str], see: str = "", about: Mapping[str, str] | None = None) -> str:
    """Say that a name is unknown, and which one was probably meant: `unknown preset 'uk-clasic'; did you mean 'uk-classic'?`

    If none is near, the line lists all choices if they are few, or else says where to `see` them. `about` has descriptions of
    the choices: a name that is near no choice is looked up there as a word.
    """
    known = list(dict.fromkeys(choices))
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
    near = nearest(name, known)
    if meant := near or described(name, about or {}):
        *others, last = map(repr, meant)
        either = f"{', '.join(others)} or {last}" if others else last
        return f"unknown {what} {shown!r}; {'did you mean' if near else 'perhaps'} {either}?"
    if len(known) <= MOST_LISTED or not see:
        left = len(known) - MOST_LISTED
        listed = ", ".join(known[:MOST_LISTED]) + (f" and {left} more" if left > 0 else "")
        return f"unknown {what} {shown!r}; known: {listed}" if known else f"unknown {what} {shown!r}; there is none"
    return f"unknown {what} {shown!r}; {see}"


def nearest(name: str, choices: Iterable[str]) -> list[str]:
    """Return at most three choices that a misspelt or shortened name may mean, the nearest first."""
    costs = {choice: cost for choice in choices if (cost := _cost(_plain(name), _plain(choice))) is not None}
    if not costs:
        return []
    best = min(costs.values())
    near = [choice for choice in costs if costs[choice] < best + MOST_APART]
    return sorted(near, key=costs.__getitem__)[:MOST_SUGGESTED]


def described(name: str, about: Mapping[str, str]) -> list[str]:
    """Return at most three choices whose descriptions contain the name as a word."""
    word = _plain(name)
    if len(word) <= FEWEST_LETTERS:
        return []
    return [choice for choice, text in about.items() if word in _plain(text).split("-")][:MOST_SUGGESTED]


def _plain(name: str) -> str:
    """Return a name in lower case with its words joined by hyphens: `--Test games` becomes `test-games`."""
    return re.sub(r"[\W_]+", "-", re.sub(r"['\u2019]", "", name.casefold())).strip("-")


def _cost(name: str, choice: str) -> float | None:
    """Return how far a name is from a choice: 0 if they are equal, 1 for a single typo; None if the choice cannot be meant."""
    if not name or not choice or len(name) > 2 * LONGEST_NAME:
        return None
    costs: list[float | None] = [_slips(name, choice)]
    words = choice.split("-")
    if sorted(name.split("-")) == sorted(words):
        costs.append(0.5)  # its words in another order
    if choice.startswith(name):
        costs.append(0.5 if len(choice) == len(name) + 1 else 1)
    elif any(word.startswith(name) for word in words) or f"-{name}" in choice:
        costs.append(1.5)
    elif len(name) >= FEWEST_LETTERS and name in choice:
        costs.append(2)
    elif choice.startswith(name[: max(FEWEST_LETTERS, len(name) // 2) + 1]):  # more than the first half is right
        costs.append(2.5)
    if choice in name.split("-") or (len(choice) >= FEWEST_LETTERS and name.startswith(choice)):
        costs.append(2)
    if len(words) > 1:  # a slip within a word of it, or at its beginning
        parts = {word for word in words if len(word) > FEWEST_LETTERS}
        costs += [slips + 1 for part in parts if (slips := _slips(name, part)) is not None]
    if len(choice) > len(name) > FEWEST_LETTERS:
        slips = _slips(name, choice[: len(name)])
        costs.append(slips + 1 if slips == 1 else None)
    return min((cost for cost in costs if cost is not None), default=None)


def _slips(name: str, other: str) -> int | None:
    """Return how many slips (typos) turn one name into the other; None if there are more than one for every three letters.

    A slip is an extra, missing or wrong letter, or two neighbours swapped. A short name may have two slips if the first letter
    and most of the others are right.
    """
    longest = max(len(name), len(other))
    shared = (Counter(name) & Counter(other)).total()
    most = max(1, longest // 3, 2 if name[0] == other[0] and 2 * shared > longest else 1)
    if abs(len(name) - len(other)) > most:
        return None
    found = distance(name, other)
    return found if found <= most and found < longest else None


def distance(one: str, other: str) -> int:
    """Return the optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent characters."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        last, before, row = before, row, [place]
        for column, (left, wanted) in enumerate(itertools.pairwise(f" {other}"), 1):
            cheapest = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted))
            if place > 1 and column > 1 and letter == left and one[place - 2] == wanted:
                cheapest = min(cheapest, last[column - 2] + 1)
            row.append(cheapest)
    return row[-1]
