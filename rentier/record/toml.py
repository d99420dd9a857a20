"""Writing TOML: values and tables laid out for people. Reading is the standard library's."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

Value = str | int | float | bool | Sequence["Value"] | Mapping[str, "Value"]


def quoted(text: str) -> str:
    """A text in quotes, whatever is in it: the name of a file may be no text at all."""
    readable = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(readable, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_text(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def value_text(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        # keys of values are names of squares more often than not, so all are in quotes alike
        return "{ " + ", ".join(f"{quoted(name)} = {value_text(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return str(int(value)) if float(value).is_integer() else str(value)


def lines_of(values: Mapping[str, Value]) -> list[str]:
    """Keys and values, a line each."""
    return [f"{key_text(name)} = {value_text(value)}" for name, value in values.items()]


def table_lines(heading: str, values: Mapping[str, Value]) -> list[str]:
    """A table under its heading; nothing where it is empty."""
    return ["", heading, *lines_of(values)] if values else []


def block_text(text: str) -> str:
    """A text of several lines, to be read as it stands."""
    safe = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{safe}"""'
