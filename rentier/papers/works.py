"""The works and their tables, as data: what was played, what was measured, the figure printed, and what we found about it.

A table is a few matches and rows of figures; each row names a measure (see `measures`), the match it is taken from, the work's
figure, and where ours differs the reason. A row without a figure goes beyond the work. A table with an `evolution` is made by
runs of the genetic algorithm instead, one with a `training` by training networks (see `training_plan`), one with `exact` by
working out landing odds and returns (see `exact`). How the files of `data` are written stands in `works_toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rentier.papers.training_plan import TrainingPlan

PARTS = 20  # of a match, each on its own seed, so that every mean has a spread


@dataclass(frozen=True)
class Match:
    """A match of a table: who plays, under which rules. `games`: where it has fewer than the table, its own number.

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

    Of one that is `unexplained` the text says what was tried.
    """

    name: str
    text: str
    shown: str = ""
    unexplained: bool = False

    def __str__(self) -> str:
        """The reason as a page has it."""
        if self.unexplained:
            return f"**Unexplained**: {self.text}"
        return f"**Shown** by `{self.shown}`: {self.text}" if self.shown else f"**Supposed**: {self.text}"


@dataclass(frozen=True)
class Row:
    """A figure of a table: `arguments` go to the measure; `reason` says why ours differs. No figure: beyond the work."""

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
    """A table made by `runs` of the genetic algorithm, or a study with as many for each of its trials.

    `settings`: those of all runs; `contests`: whom what has evolved then plays `match_games` games with, table by table.
    """

    runs: int
    settings: Mapping[str, Any]
    contests: tuple[tuple[str, ...], ...]
    match_games: int
    trials: tuple[EvolutionTrial, ...]


@dataclass(frozen=True)
class ExactPlan:
    """A table that is worked out and not played: how tokens walk (see `rentier.analysis`), and how many pay rent."""

    jail: str
    choice: str
    opponents: int


@dataclass(frozen=True)
class PaperTable:
    """A table of a work. `study`: the function that makes it, where matches and measures do not.

    `parts`: into how many each match is divided; `long`: takes hours, so it is made only when it is asked for; `played`: games
    that we play a match where that is not as many as the work; `readings`: those chosen that are not the usual ones;
    `switches`: what they change in the rules.
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
        """How a command calls it."""
        return f"{self.work}/{self.id}"

    @property
    def usual_games(self) -> int:
        """Games of a match, a trial or a run unless said."""
        return self.played or self.games

    @property
    def folder(self) -> str:
        """Where its games are kept, those of other readings apart."""
        return "+".join([self.id, *(f"{name}={value}" for name, value in sorted(self.readings.items()))])

    @property
    def way(self) -> str:
        """How it is made: the name of a module (see `makers`)."""
        plans = {"exact": self.exact, "evolution": self.evolution, "training": self.training, "studies": self.study}
        return next((way for way, plan in plans.items() if plan), "matches")


@dataclass(frozen=True)
class Choice:
    """A way to read a place of a work, and what it changes.

    `switches`: of the rules of every match; `rules`: presets by others; `agents`: specs by others; `settings`: of every run of
    the genetic algorithm or training of a network; `arguments`: of every row's measure. `tables`: those it changes, by id; all
    unless said.
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
    """A place of a work that can be read in several ways; the first choice is the one the tables are made with."""

    name: str
    place: str
    about: str
    choices: tuple[Choice, ...]

    @property
    def usual(self) -> Choice:
        """The one that is taken unless another is asked for."""
        return self.choices[0]


@dataclass(frozen=True)
class Headline:
    """A result that a reader of a work remembers: the row of a table, by their names."""

    what: str
    table: str
    row: str


@dataclass(frozen=True)
class Work:
    """One of the five works. `citation`: who wrote it, what and when; `did`: what it did, in a paragraph; `conclusion`: what
    came of running it again; `left_open`: what we could not explain.
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
