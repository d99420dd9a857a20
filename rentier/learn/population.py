"""A population of players with genes, its history, and the Parquet files of both (extra `lab`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.pring_genes import read_players
from rentier.errors import RentierError
from rentier.files import atomic_write, load_arrow
from rentier.layout import Numbers

SPREAD = "spread of "  # prefix of a gene's name in a history


@dataclass
class Population:
    """One row per player: its genes (`nan` if not needed yet), its generation, and its games and wins in the trial."""

    names: tuple[str, ...]
    genes: Numbers
    generation: Numbers
    games: Numbers
    wins: Numbers

    @classmethod
    def without_genes(cls, names: Sequence[str], players: int) -> Population:
        """Return the first generation, which has no genes yet."""
        numbers = [np.zeros(players, np.int64) for _ in range(3)]
        return cls(tuple(names), np.full((players, len(names)), np.nan), *numbers)

    def means(self) -> Numbers:
        """Return the mean of every gene over the players who have it; `nan` if nobody does."""
        have = ~np.isnan(self.genes)
        with np.errstate(invalid="ignore"):
            return np.where(have, self.genes, 0.0).sum(axis=0) / have.sum(axis=0)

    def spreads(self) -> Numbers:
        """Return the standard deviation of every gene over the players who have it."""
        have = ~np.isnan(self.genes)
        with np.errstate(invalid="ignore"):
            deviations = np.where(have, self.genes - self.means(), 0.0)
            return np.sqrt((deviations**2).sum(axis=0) / have.sum(axis=0))

    def write(self, path: Path, metadata: Mapping[str, str]) -> None:
        """Write the file that `genes:FILE` plays from."""
        columns: dict[str, Any] = {name: self.genes[:, column] for column, name in enumerate(self.names)}
        columns |= {"generation": self.generation, "games": self.games, "wins": self.wins}
        _write_columns(path, columns, metadata)

    @classmethod
    def read(cls, path: Path, names: Sequence[str]) -> tuple[Population, Mapping[str, str]]:
        """Read a population and the metadata of its file."""
        players = read_players(path)
        try:
            genes = np.array([players.columns[name] for name in names], np.float64).T.copy()
            numbers = [np.array(players.columns[name], np.int64) for name in ("generation", "games", "wins")]
        except (KeyError, TypeError):
            raise RentierError(f"{path}: is not a population of `rentier genetic`") from None
        return cls(tuple(names), genes, *numbers), players.metadata


@dataclass
class History:
    """The history of a population: at each point the games, the mean generation, and the mean and spread of each gene."""

    names: tuple[str, ...]
    games: list[int] = field(default_factory=list)
    generation: list[float] = field(default_factory=list)
    means: list[Numbers] = field(default_factory=list)
    spreads: list[Numbers] = field(default_factory=list)

    def note(self, games: int, population: Population) -> None:
        """Add a point: the population after this many games."""
        self.games.append(games)
        self.generation.append(float(population.generation.mean()))
        self.means.append(population.means())
        self.spreads.append(population.spreads())

    def write(self, path: Path) -> None:
        """Write the history, one row per point."""
        columns: dict[str, Any] = {"games": np.array(self.games), "generation": np.array(self.generation)}
        for column, name in enumerate(self.names):
            columns[name] = np.array([means[column] for means in self.means])
            columns[SPREAD + name] = np.array([spreads[column] for spreads in self.spreads])
        _write_columns(path, columns, {})

    @classmethod
    def read(cls, path: Path, names: Sequence[str], games: int) -> History:
        """Read a history up to this many games."""
        columns = read_players(path).columns
        history = cls(tuple(names))
        try:
            rows = [row for row, played in enumerate(columns["games"]) if played <= games]
            for row in rows:
                history.games.append(columns["games"][row])
                history.generation.append(columns["generation"][row])
                history.means.append(np.array([columns[name][row] for name in names], np.float64))
                history.spreads.append(np.array([columns[SPREAD + name][row] for name in names], np.float64))
        except (KeyError, TypeError):
            raise RentierError(f"{path}: is not a history of `rentier genetic`") from None
        return history


def _write_columns(path: Path, columns: Mapping[str, Numbers], metadata: Mapping[str, str]) -> None:
    """Write a Parquet file, all or nothing; a missing number is null."""
    arrow = load_arrow("populations")
    arrays = [arrow.array(values, from_pandas=True) for values in columns.values()]
    table = arrow.Table.from_arrays(arrays, names=list(columns)).replace_schema_metadata(metadata)
    with atomic_write(path) as draft:
        arrow.parquet.write_table(table, draft)
