"""The works and their tables, as data: what was played, what was measured, the figure printed, and what we found about it.

A table is a few matches and rows of figures; each row names a measure (see `measures`), the match it is taken from, the work's
figure, and where ours differs the reason, once it is found. A row without a figure goes beyond the work. A table may say
`parts = 1` where it only counts games, so that few of them use all cores, and `long = true` where it takes hours; a match of
it may have fewer `games` of its own, and `pictures` of what happened in its games (see `match_pictures`). A table with an
`evolution` is made by runs of the genetic algorithm instead, one with a `training` by training networks (see `training_plan`),
one with `exact` by working out landing odds and returns (see `exact`). A `note` says what holds for all rows.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.analysis.options import CHOICES, JAIL, LEAVE, PAY
from rentier.box.reading import Table as Toml
from rentier.box.reading import read_table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError, unknown
from rentier.papers.training_plan import Common, TrainingPlan, read_common, read_training

DATA = Path(__file__).parent / "data"
MOST = 10**9
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
class Row:
    """A figure of a table: `arguments` go to the measure; `reason` says why ours differs. No figure: beyond the work."""

    what: str
    measure: str
    match: int
    figure: float | None
    unit: str
    arguments: Mapping[str, Any]
    reason: str


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

    `parts`: into how many each match is divided; `long`: takes hours, so it is made only when it is asked for.
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
    evolution: EvolutionPlan | None = None
    training: TrainingPlan | None = None
    exact: ExactPlan | None = None
    note: str = ""

    @property
    def name(self) -> str:
        """How a command calls it."""
        return f"{self.work}/{self.id}"

    @property
    def way(self) -> str:
        """How it is made: the name of a module (see `makers`)."""
        plans = {"exact": self.exact, "evolution": self.evolution, "training": self.training, "studies": self.study}
        return next((way for way, plan in plans.items() if plan), "matches")


@dataclass(frozen=True)
class Work:
    """One of the five works."""

    key: str
    title: str
    about: str
    tables: tuple[PaperTable, ...]


@functools.cache
def works() -> Mapping[str, Work]:
    """Every work whose tables can be made again, by key."""
    return {work.key: work for work in (_read_work(file) for file in sorted(DATA.glob("*.toml")))}


def find_tables(name: str) -> list[PaperTable]:
    """The tables that `sammul2018` or `sammul2018/3.5` names."""
    key, slash, id_ = name.strip().partition("/")
    if key not in works():
        raise RentierError(unknown("work", key, works()))
    tables = list(works()[key].tables)
    if not slash:
        return tables
    found = [table for table in tables if table.id == id_]
    if not found:
        raise RentierError(unknown(f"table of {key}", id_, [table.id for table in tables]))
    return found


def _read_work(file: Path) -> Work:
    """One work as its file describes it."""
    toml = read_table(file)
    key = toml.text("work")
    common = read_common(toml)
    tables = tuple(_read_paper_table(key, inner, common) for inner in toml.tables("table", 1, 100))
    work = Work(key, toml.text("title"), toml.text("about"), tables)
    toml.finish()
    return work


def _read_paper_table(work: str, toml: Toml, common: Common) -> PaperTable:
    """One table of a work."""
    rules, games, reason = toml.text("rules"), toml.number("games", 1, MOST), toml.text("reason", "")
    table = PaperTable(
        work=work,
        id=toml.text("id"),
        title=toml.text("title"),
        games=games,
        seats=toml.text("seats"),
        matches=tuple(_read_match(rules, games, inner) for inner in toml.tables("match", 0, 100)),
        rows=tuple(_read_row(inner, reason) for inner in toml.tables("row", 0, 1000)),
        pictures=toml.texts("pictures"),
        study=toml.text("study", ""),
        parts=toml.number("parts", 1, PARTS, PARTS),
        long=_read_long(toml),
        rules=rules,
        evolution=_read_evolution(toml.table("evolution")) if "evolution" in toml.values else None,
        training=read_training(toml.table("training"), games, common) if "training" in toml.values else None,
        exact=_read_exact(toml.table("exact")) if "exact" in toml.values else None,
        note=toml.text("note", ""),
    )
    toml.finish()
    return table


def _read_evolution(toml: Toml) -> EvolutionPlan:
    plan = EvolutionPlan(
        runs=toml.number("runs", 2, 100),
        settings=toml.table("settings").values,
        contests=tuple(_read_contest(inner) for inner in toml.tables("contest", 1, 10)),
        match_games=toml.number("match_games", 1, MOST),
        trials=tuple(_read_trial(inner) for inner in toml.tables("trial", 0, 100)),
    )
    toml.finish()
    return plan


def _read_exact(toml: Toml) -> ExactPlan:
    plan = ExactPlan(
        jail=toml.word("jail", "jail", JAIL) if "jail" in toml.values else LEAVE,
        choice=toml.word("choice", "choice", CHOICES) if "choice" in toml.values else PAY,
        opponents=toml.number("opponents", 1, MOST_SEATS - 1),
    )
    toml.finish()
    return plan


def _read_contest(toml: Toml) -> tuple[str, ...]:
    against = toml.texts("against")
    toml.finish()
    return against


def _read_trial(toml: Toml) -> EvolutionTrial:
    trial = EvolutionTrial(toml.text("what"), toml.table("settings").values)
    toml.finish()
    return trial


def _read_long(toml: Toml) -> bool:
    toml.read.add("long")
    long = toml.values.get("long", False)
    if not isinstance(long, bool):
        raise toml.wrong("long", "should be true or false")
    return long


def _read_match(rules: str, games: int, toml: Toml) -> Match:
    own = toml.number("games", 1, games) if "games" in toml.values else None
    switches, pictures = toml.table("switches").values, toml.texts("pictures")
    match = Match(toml.text("rules", rules), switches, toml.texts("agents"), own, pictures)
    toml.finish()
    return match


def _read_row(toml: Toml, reason: str) -> Row:
    """One figure, with its table's reason unless it has its own; keys that are not a row's are arguments of its measure."""
    own = ("what", "measure", "match", "figure", "unit", "reason")
    toml.read.update(toml.values)
    figure = toml.values.get("figure")
    if not isinstance(figure, int | float | None):
        raise toml.wrong("figure", "should be a number")
    return Row(
        what=toml.text("what"),
        measure=toml.text("measure"),
        match=toml.number("match", 0, 100, 0),
        figure=figure,  # 91 and 91.0 are rounded to different places
        unit=toml.text("unit", ""),
        arguments={key: value for key, value in toml.values.items() if key not in own},
        reason=toml.text("reason", reason),
    )
