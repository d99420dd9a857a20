"""TOML from strangers. Its shape is checked before it is parsed: the parser's time grows with the square of a key's dots.

    values = load_toml("[players.0]\\ncash = 1500")

All errors are `ValueError`s, as with `tomllib`.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_DOTS = 10  # in a key
DEEPEST = 20  # brackets within brackets
LONGEST_KEY = 200

# matches in one pass without backtracking, since no two kinds of token begin alike; the parser reports unfinished texts
TOKEN = re.compile(
    r"""
      \#[^\n]*+                                          # a comment
    | \"\"\"(?:[^"\\]++|\\.|\"(?!\"\"))*+(?:\"{3,5})?    # texts of several lines
    | '''(?:[^']++|'(?!''))*+(?:'{3,5})?
    | "(?:[^"\\\n]++|\\.)*+"?                            # texts of one line
    | '[^'\n]*+'?
    | [.\[\]{}=,\n]
    """,
    re.VERBOSE | re.DOTALL,
)


def load_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text; refuse keys that are too long or have too many dots, and deep nesting."""
    _check_shape(text)
    values = tomllib.loads(text)
    _check_keys(values)
    return values


def _check_shape(text: str) -> None:
    """Refuse keys with too many dots, and brackets that are nested too deep."""
    depth = dots = 0
    for found in TOKEN.finditer(text):
        match found[0]:
            case ".":
                dots += 1
                if dots > MOST_DOTS:
                    raise ValueError(f"a key should have at most {MOST_DOTS} dots (at line {_line(text, found)})")
            case "[" | "{":
                depth, dots = depth + 1, 0
                if depth > DEEPEST:
                    raise ValueError(f"brackets should be nested at most {DEEPEST} deep (at line {_line(text, found)})")
            case "]" | "}":
                depth, dots = depth - 1, 0
            case "=" | "," | "\n":
                dots = 0


def _line(text: str, found: re.Match[str]) -> int:
    """Return the line on which a token was found, counted from 1."""
    return text.count("\n", 0, found.start()) + 1


def _check_keys(value: Any) -> None:
    """Refuse keys that are too long to be shown in a message."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if len(key) > LONGEST_KEY:
                raise ValueError(f"a key should have at most {LONGEST_KEY} characters; this one is longer: {key[:20]!r}...")
            _check_keys(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_keys(inner)
