"""A population of players with genes, how it came about, and the Parquet files of both (extra `lab`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.pring_genes import read_players
from rentier.errors import RentierError
from rentier.files import load_arrow, written_whole
from rentier.layout import Numbers

SPREAD = "spread of "  # before the name of a gene in a history


@dataclass
class Population:
    """A row a player: its genes, `nan` where it has not needed one yet, its generation, and its games and wins in the trial."""

    names: tuple[str, ...]
    genes: Numbers
    generation: Numbers
    games: Numbers
    wins: Numbers

    @classmethod
    def without_genes(cls, names: Sequence[str], players: int) -> Population:
        """The first generation."""
        numbers = [np.zeros(players, np.int64) for _ in range(3)]
        return cls(tuple(names), np.full((players, len(names)), np.nan), *numbers)

    def means(self) -> Numbers:
        """The mean of every gene over the players who have it; `nan` where nobody does."""
        have = ~np.isnan(self.genes)
        with np.errstate(invalid="ignore"):
            return np.where(have, self.genes, 0.0).sum(axis=0) / have.sum(axis=0)

    def spreads(self) -> Numbers:
        """The standard deviation of every gene over the players who have it."""
        have = ~np.isnan(self.genes)
        with np.errstate(invalid="ignore"):
            away = np.where(have, self.genes - self.means(), 0.0)
            return np.sqrt((away**2).sum(axis=0) / have.sum(axis=0))

    def write(self, path: Path, metadata: Mapping[str, str]) -> None:
        """Write the file that `genes:FILE` plays from."""
        columns: dict[str, Any] = {name: self.genes[:, column] for column, name in enumerate(self.names)}
        columns |= {"generation": self.generation, "games": self.games, "wins": self.wins}
        _write_columns(path, columns, metadata)

    @classmethod
    def read(cls, path: Path, names: Sequence[str]) -> tuple[Population, Mapping[str, str]]:
        """A population and what its file says about it."""
        players = read_players(path)
        try:
            genes = np.array([players.columns[name] for name in names], np.float64).T.copy()
            numbers = [np.array(players.columns[name], np.int64) for name in ("generation", "games", "wins")]
        except (KeyError, TypeError):
            raise RentierError(f"{path}: is no population of `rentier genetic`") from None
        return cls(tuple(names), genes, *numbers), players.metadata


@dataclass
class History:
    """How a population came about: after so many games, its mean generation, and the mean and the spread of every gene."""

    names: tuple[str, ...]
    games: list[int] = field(default_factory=list)
    generation: list[float] = field(default_factory=list)
    means: list[Numbers] = field(default_factory=list)
    spreads: list[Numbers] = field(default_factory=list)

    def note(self, games: int, population: Population) -> None:
        """Look at the population."""
        self.games.append(games)
        self.generation.append(float(population.generation.mean()))
        self.means.append(population.means())
        self.spreads.append(population.spreads())

    def write(self, path: Path) -> None:
        """Write it with a row for each look."""
        columns: dict[str, Any] = {"games": np.array(self.games), "generation": np.array(self.generation)}
        for column, name in enumerate(self.names):
            columns[name] = np.array([means[column] for means in self.means])
            columns[SPREAD + name] = np.array([spreads[column] for spreads in self.spreads])
        _write_columns(path, columns, {})

    @classmethod
    def read(cls, path: Path, names: Sequence[str], games: int) -> History:
        """A history up to so many games."""
        columns = read_players(path).columns
        history = cls(tuple(names))
        try:
            looks = [look for look, played in enumerate(columns["games"]) if played <= games]
            for look in looks:
                history.games.append(columns["games"][look])
                history.generation.append(columns["generation"][look])
                history.means.append(np.array([columns[name][look] for name in names], np.float64))
                history.spreads.append(np.array([columns[SPREAD + name][look] for name in names], np.float64))
        except (KeyError, TypeError):
            raise RentierError(f"{path}: is no history of `rentier genetic`") from None
        return history


def _write_columns(path: Path, columns: Mapping[str, Numbers], metadata: Mapping[str, str]) -> None:
    """Write a Parquet file whole; a missing number is null."""
    arrow = load_arrow("populations")
    arrays = [arrow.array(values, from_pandas=True) for values in columns.values()]
    table = arrow.Table.from_arrays(arrays, names=list(columns)).replace_schema_metadata(metadata)
    with written_whole(path) as draft:
        arrow.parquet.write_table(table, draft)
