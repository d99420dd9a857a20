"""The published works and their tables, as data: what was played, what was measured, the printed figure, and our findings.

A table consists of a few matches and rows of figures. Each row names a measure (see `measures`), its match, the work's figure,
and the reason if ours differs. A row without a figure goes beyond the work. Instead of by matches, a table with an `evolution`
is made by runs of the genetic algorithm, one with a `training` by training networks (see `training_plan`), and one with `exact`
by calculating landing odds and returns (see `exact`). The format of the files in `data` is described in `works_toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rentier.papers.training_plan import TrainingPlan

PARTS = 20  # of a match, each with its own seed, so that every mean has a spread


@dataclass(frozen=True)
class Match:
    """A match of a table: the agents and the rules. `games`: its own number, if it has fewer than the table.

    `pictures`: what is drawn of its games.
    """

    rules: str
    switches: Mapping[str, object]
    agents: tuple[str, ...]
    games: int | None = None
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reason:
    """Why a figure of ours differs. `shown`: the command that shows it; without one the reason is only supposed.

    If it is `unexplained`, the text says what was tried.
    """

    name: str
    text: str
    shown: str = ""
    unexplained: bool = False

    def __str__(self) -> str:
        """Return the reason as Markdown."""
        if self.unexplained:
            return f"**Unexplained**: {self.text}"
        return f"**Shown** by `{self.shown}`: {self.text}" if self.shown else f"**Supposed**: {self.text}"


@dataclass(frozen=True)
class Row:
    """A row of a table: `arguments` are those of the measure; `reason` says why ours differs. No figure: beyond the work."""

    what: str
    measure: str
    match: int
    figure: float | None
    unit: str
    arguments: Mapping[str, Any]
    reason: Reason | None


@dataclass(frozen=True)
class EvolutionTrial:
    """Settings of the genetic algorithm that a study tries."""

    what: str
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class EvolutionPlan:
    """A table made by `runs` of the genetic algorithm, or a study with as many runs for each of its trials.

    `settings`: those of all runs; `contests`: the opponents at each table that the evolved genes play `match_games` games at.
    """

    runs: int
    settings: Mapping[str, Any]
    contests: tuple[tuple[str, ...], ...]
    match_games: int
    trials: tuple[EvolutionTrial, ...]


@dataclass(frozen=True)
class ExactPlan:
    """A table that is calculated instead of played: how tokens walk (see `rentier.analysis`), and how many players pay rent."""

    jail: str
    choice: str
    opponents: int


@dataclass(frozen=True)
class PaperTable:
    """A table of a work. `study`: the function that makes it, if matches and measures do not.

    `parts`: the number of parts of each match; `long`: it takes hours and is made only on request; `played`: the games we play
    per match, if not as many as the work; `readings`: the chosen readings that are not the default; `switches`: what they
    change in the rules.
    """

    work: str
    id: str
    title: str
    games: int
    seats: str
    matches: tuple[Match, ...]
    rows: tuple[Row, ...]
    pictures: tuple[str, ...]
    study: str
    parts: int = PARTS
    long: bool = False
    rules: str = ""
    switches: Mapping[str, object] = field(default_factory=dict)
    played: int | None = None
    evolution: EvolutionPlan | None = None
    training: TrainingPlan | None = None
    exact: ExactPlan | None = None
    note: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the table on the command line."""
        return f"{self.work}/{self.id}"

    @property
    def default_games(self) -> int:
        """The default number of games per match, trial or run."""
        return self.played or self.games

    @property
    def folder(self) -> str:
        """The folder in which its games are saved; other readings have other folders."""
        return "+".join([self.id, *(f"{name}={value}" for name, value in sorted(self.readings.items()))])

    @property
    def way(self) -> str:
        """How it is made: the name of a module (see `makers`)."""
        plans = {"exact": self.exact, "evolution": self.evolution, "training": self.training, "studies": self.study}
        return next((way for way, plan in plans.items() if plan), "matches")


@dataclass(frozen=True)
class Choice:
    """A way to read a passage of a work, and what it changes.

    `switches`: in the rules of every match; `rules`, `agents`: presets and specs to replace by others; `settings`: in every run
    of the genetic algorithm or training of a network; `arguments`: of every row's measure. `tables`: the ids of the tables it
    changes; by default all.
    """

    value: str
    about: str
    switches: Mapping[str, object]
    rules: Mapping[str, str]
    agents: Mapping[str, str]
    settings: Mapping[str, Any]
    arguments: Mapping[str, Any]
    tables: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """A passage of a work that can be read in several ways; tables are made with the first choice."""

    name: str
    place: str
    about: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> Choice:
        """The choice that is used unless another is asked for."""
        return self.choices[0]


@dataclass(frozen=True)
class Headline:
    """A main result of a work: a row of a table, both given by name."""

    what: str
    table: str
    row: str


@dataclass(frozen=True)
class Work:
    """One of the five works. `citation`: author, title and date; `did`: what it did, in a paragraph; `conclusion`: what our
    reproduction found; `left_open`: what we could not explain.
    """

    key: str
    title: str
    about: str
    citation: str
    did: str
    conclusion: str
    left_open: tuple[str, ...]
    readings: tuple[Reading, ...]
    headlines: tuple[Headline, ...]
    tables: tuple[PaperTable, ...]
