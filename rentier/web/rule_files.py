"""Files of rules that users upload: which names they may have, and what they may refer to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rentier.box.bounded_toml import load_toml
from rentier.box.reading import DATA, built_in_names
from rentier.errors import RentierError

PRESET = "preset.toml"
FILE_NAME = re.compile(r"[a-z0-9_-]{1,60}\.toml")
FOLDERS = {"base": "presets", "board": "boards", "decks": "decks"}
MOST_FILES = 8


def check_files(files: Mapping[str, str]) -> None:
    """Refuse files that are not TOML, or that refer to files outside the upload."""
    if PRESET not in files or len(files) > MOST_FILES:
        raise RentierError(f"upload {PRESET!r} and the files it refers to, at most {MOST_FILES} in all")
    for name, text in files.items():
        if not FILE_NAME.fullmatch(name):
            raise RentierError(f"files: {name[:80]!r} should consist of lower-case letters and digits and end in .toml")
        try:
            content = load_toml(text)
        except (ValueError, RecursionError) as error:
            raise RentierError(f"{name}: not valid TOML: {error}") from None
        _check_named(name, content, files)


def _check_named(file: str, content: Mapping[str, Any], files: Mapping[str, str]) -> None:
    """Refuse a file that refers to anything but built-in names and uploaded files; boards do so in editions too."""
    editions = content.get("editions")
    tables = [content, *(editions.values() if isinstance(editions, dict) else ())]
    for table in tables:
        for key, folder in FOLDERS.items():
            named = table.get(key) if isinstance(table, dict) else None
            if named is None or not isinstance(named, str):
                continue
            if named.strip() not in files and named.strip() not in built_in_names(folder):
                known = ", ".join(built_in_names(folder))
                raise RentierError(f"{file}: {key}: {named[:80]!r} should be one of the uploaded files, or one of {known}")


def without_folders(line: str, folder: str) -> str:
    """Return an error without the server's own folders: that of some rules, and that of the built-in boards."""
    return line.replace(f"{folder}/", "").replace(f"{DATA}/", "")
