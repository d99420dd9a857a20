"""Write TOML: values and tables laid out for people. The standard library reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

Value = str | int | float | bool | Sequence["Value"] | Mapping[str, "Value"]


def quoted(text: str) -> str:
    """Return a text in quotes; characters that are not valid Unicode, as in some file names, are replaced."""
    readable = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(readable, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(name: str) -> str:
    """Return a key, in quotes if necessary."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def value_text(value: Value) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        # most keys of inner tables are names of squares, so all are quoted
        return "{ " + ", ".join(f"{quoted(name)} = {value_text(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return str(int(value)) if float(value).is_integer() else str(value)


def lines_of(values: Mapping[str, Value]) -> list[str]:
    """Return keys and values, one line each."""
    return [f"{key_text(name)} = {value_text(value)}" for name, value in values.items()]


def table_lines(heading: str, values: Mapping[str, Value]) -> list[str]:
    """Return a table under its heading; no lines if it is empty."""
    return ["", heading, *lines_of(values)] if values else []


def block_text(text: str) -> str:
    """Return a text of several lines as a multi-line string."""
    safe = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{safe}"""'
