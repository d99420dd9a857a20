"""TOML from people: bounded before it is parsed, because the parser's time grows with the square of a dotted key.

    values = load_toml("[players.0]\\ncash = 1500")

Everything that is wrong is a `ValueError`, as with `tomllib`.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_DOTS = 10  # in a key
DEEPEST = 20  # brackets within brackets
LONGEST_KEY = 200

# one pass, and nothing is tried twice: every token begins in its own way, and unfinished texts are left to the parser
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
                    raise ValueError(f"a key has at most {MOST_DOTS} dots (at line {_line(text, found)})")
            case "[" | "{":
                depth, dots = depth + 1, 0
                if depth > DEEPEST:
                    raise ValueError(f"brackets are nested at most {DEEPEST} deep (at line {_line(text, found)})")
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
                raise ValueError(f"a key has at most {LONGEST_KEY} characters, unlike {key[:20]!r}...")
            _check_keys(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_keys(inner)
