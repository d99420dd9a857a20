"""The log of a search in a folder: a search that was stopped or killed resumes there, with the same result.

`tune.json` says which search it is. `candidates.jsonl` has a line for every candidate that has played. Everything is drawn from
the seed, so a resumed search produces the same candidates, and those in the log do not play again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.files import open_run_folder

Key = tuple[int, tuple[float, ...]]  # the round, and the values of the dials


class CandidateLog:
    """Candidates by round and values, with the games that they won; saved if there is a folder."""

    def __init__(self, folder: Path | None, facts: Mapping[str, Any], names: list[str]) -> None:
        self.folder = folder
        self.names = names
        self.wins: dict[Key, int] = {}
        if folder is not None:
            self.opened = open_run_folder(folder, "tune.json", "search", facts)
            self._read(folder / "candidates.jsonl")

    def add(self, number: int, numbers: tuple[float, ...], wins: int, games: int) -> None:
        """Add a candidate that has played, and save it."""
        self.wins[number, numbers] = wins
        if self.folder is None:
            return
        line = {"round": number, "settings": dict(zip(self.names, numbers, strict=True)), "games": games, "wins": wins}
        with open(self.folder / "candidates.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path) -> None:
        """Read the candidates; drop a last line that is cut off, so that its candidate plays again."""
        if not file.exists():
            return
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            with open(file, "r+b") as torn:
                torn.truncate(len(whole))
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                saved = json.loads(line)
                numbers = tuple(float(saved["settings"][name]) for name in self.names)
                self.wins[int(saved["round"]), numbers] = int(saved["wins"])
            except (ValueError, KeyError, TypeError):
                raise RentierError(
                    f"{file}: line {number} is not a candidate of this search; --out should be a new folder"
                ) from None
