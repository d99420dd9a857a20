"""What a search has played, kept in a folder: one that was stopped or killed goes on where it was, and ends just the same.

`tune.json` says which search it is. `candidates.jsonl` has a line for every candidate that has played. All is drawn from the
seed, so that the same search asks for the same candidates again, and those that are known do not play.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.files import open_keeping

Key = tuple[int, tuple[float, ...]]  # the round, and the numbers of the dials


class CandidateLog:
    """Candidates by round and numbers, with the games that they won; kept where there is a folder."""

    def __init__(self, folder: Path | None, facts: Mapping[str, Any], names: list[str]) -> None:
        self.folder = folder
        self.names = names
        self.wins: dict[Key, int] = {}
        if folder is not None:
            open_keeping(folder, "tune.json", "search", facts)
            self._read(folder / "candidates.jsonl")

    def add(self, number: int, numbers: tuple[float, ...], wins: int, games: int) -> None:
        """Keep a candidate that has played."""
        self.wins[number, numbers] = wins
        if self.folder is None:
            return
        line = {"round": number, "settings": dict(zip(self.names, numbers, strict=True)), "games": games, "wins": wins}
        with open(self.folder / "candidates.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path) -> None:
        """Take up the candidates; a last line that a kill has cut off is dropped, and its candidate plays again."""
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
                    f"{file}: line {number} is no candidate of this search; --out should be a new folder"
                ) from None
