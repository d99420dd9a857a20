"""The folder in which a refereed match is saved: no game is lost, and the same command resumes the match.

`referee.json` says which match it is; `seeds.json` has the digest of the seed of every run, and the seed once the run is over;
`games.jsonl` has a line for each game: the seating, the winner, the dice in the order they were rolled, the faults;
`games/000012.toml` is the record of a game, for `rentier replay`. `result.json` is written last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.files import open_run_folder, write_text
from rentier.referee.faults import CountedFault
from rentier.referee.seed import seed_digest

RUN = ("first_game", "seed_sha256", "seed")  # what `seeds.json` says of a run


@dataclass(frozen=True)
class PlayedGame:
    """The outcome of a game. `seating`: the agent in each seat; `winner`: the sole winner, an agent; `ranks`: by agent."""

    game: int
    block: int
    seating: tuple[int, ...]
    winner: int | None
    turns: int
    decisions: int
    ranks: tuple[int, ...]
    dice: tuple[tuple[int, ...], ...]
    faults: tuple[CountedFault, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the game as it is written on a line of `games.jsonl`."""
        return {**asdict(self), "faults": [fault._asdict() for fault in self.faults]}

    @classmethod
    def read(cls, line: str) -> PlayedGame:
        """Read the game on a line."""
        values = json.loads(line)
        values["faults"] = tuple(CountedFault(**fault) for fault in values["faults"])
        values["dice"] = tuple(map(tuple, values["dice"]))
        return cls(**{**values, "seating": tuple(values["seating"]), "ranks": tuple(values["ranks"])})


class Ledger:
    """The folder of one match."""

    def __init__(self, folder: Path, match: Mapping[str, Any]) -> None:
        """Create the folder, or open it if it holds this match; refuse it if it holds another."""
        self.folder = folder
        self.lines = folder / "games.jsonl"
        self.seeds = folder / "seeds.json"
        self.opened = open_run_folder(folder, "referee.json", "refereed match", match)
        (folder / "games").mkdir(exist_ok=True)

    def played(self) -> list[PlayedGame]:
        """Return the games saved so far, in order. A last line cut short by a kill is removed; its game is played again."""
        if not self.lines.exists():
            return []
        saved = self.lines.read_bytes()
        whole = saved[: saved.rfind(b"\n") + 1]
        if len(whole) < len(saved):
            os.truncate(self.lines, len(whole))
        try:
            games = [PlayedGame.read(line) for line in whole.decode().splitlines()]
        except (ValueError, TypeError, KeyError):
            raise RentierError(f"{self.lines}: cannot be read; --out should be a new folder") from None
        if [game.game for game in games] != list(range(len(games))):
            raise RentierError(f"{self.lines}: games are missing; --out should be a new folder")
        return games

    def reopen(self, wanted: int, players: int, seed: int) -> list[PlayedGame]:
        """Return the games saved so far, at most those wanted, and write down the digest of the seed for those to come.

        If games are still wanted, a block that was broken off is played again: its luck must not depend on two seeds.
        """
        games = self.played()[:wanted]
        if len(games) < wanted:
            broken_off = len(games) % players
            if broken_off:
                games = games[:-broken_off]
                write_text(self.lines, "".join(map(_line_of, games)))
            self._write_runs([*self._runs(), {"first_game": len(games), "seed_sha256": seed_digest(seed), "seed": None}])
        return games

    def keep(self, games: Sequence[tuple[PlayedGame, str]]) -> None:
        """Save the next games: their records, then their lines."""
        for game, record in games:
            write_text(self.folder / "games" / f"{game.game:06d}.toml", record)
        with open(self.lines, "a", encoding="utf-8") as file:
            file.writelines(_line_of(game) for game, _ in games)

    def reveal(self, seed: int) -> None:
        """Write down the seed of the run that is over, as text, which every language reads exactly."""
        runs = self._runs()
        if runs and runs[-1]["seed_sha256"] == seed_digest(seed):
            self._write_runs([*runs[:-1], {**runs[-1], "seed": str(seed)}])

    def _runs(self) -> list[dict[str, Any]]:
        """Return the runs of this match: the first game of each, the digest of its seed, and the seed if it is over."""
        if not self.seeds.exists():
            return []
        try:
            runs = json.loads(self.seeds.read_text(encoding="utf-8"))
            return [{key: run[key] for key in RUN} for run in runs]
        except (OSError, ValueError, TypeError, KeyError):
            raise RentierError(f"{self.seeds}: cannot be read; --out should be a new folder") from None

    def _write_runs(self, runs: Sequence[Mapping[str, Any]]) -> None:
        write_text(self.seeds, json.dumps(runs, indent=2) + "\n")

    def write_result(self, report: Mapping[str, Any]) -> None:
        """Write `result.json`, for other programs to read."""
        write_text(self.folder / "result.json", json.dumps(report, indent=2, ensure_ascii=False) + "\n")


def _line_of(game: PlayedGame) -> str:
    return json.dumps(game.as_dict(), ensure_ascii=True) + "\n"


def faults_by_kind(games: Sequence[PlayedGame], agent: int) -> dict[str, int]:
    """Count the faults of an agent in these games, by kind."""
    counted: dict[str, int] = {}
    for fault in (fault for game in games for fault in game.faults if fault.agent == agent):
        counted[fault.kind] = counted.get(fault.kind, 0) + 1
    return counted
