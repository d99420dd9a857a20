"""Files of Pring 2015's genes: numbers from 0 to 1 for the deeds of the London board, or the population that evolved them.

    [genes]
    "Old Kent Road" = 0.147
    "Mayfair" = 0.932

A file may give a `granularity`, which determines the names of its genes:

    granularity = "groups+decisions"

    [genes]
    "buying dark blue" = 0.9
    reserve = 0.1

A population is a Parquet file (extra `lab`) with one row per player and one column per gene: `genes:FILE` plays the mean of
each gene, `genes:FILE,best` the player who won most in its trial. `genes:random` has no genes: it draws new ones every game.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.box import Box, load_box
from rentier.box.reading import Table, describe, read_table
from rentier.box.record import MOST_SQUARES
from rentier.errors import RentierError, unknown
from rentier.files import load_arrow
from rentier.record.toml import quoted

PUBLISHED = Path(__file__).parent / "data" / "pring-genes.toml"
BOARD = "uk-classic"
EXPECTED = "a number from 0 to 1"
RANDOM = "random"  # in place of a file
MEAN, BEST = "mean", "best"
DECISION_NAMES = ("buying", "building", "unmortgaging", "trading", "mortgaging")
ALL, RESERVE_NAME = "all", "reserve"

LONDON_SQUARES = 40
NO_GENE = 0.5

# indices of its settings: per kind of decision a row of genes by square, by group, or only the first; the reserve; the grain
BUYING, BUILDING, UNMORTGAGING, TRADING, MORTGAGING = range(5)
DECISIONS = 5
RESERVE, DEEDS_GRAIN, DECISIONS_GRAIN, OPENLY = (DECISIONS * MOST_SQUARES + number for number in range(4))
SETTINGS = OPENLY + 1
OPEN_GENES = SETTINGS  # with open genes, the trading genes of all seats, a row of squares each

# the grain: which deeds share a gene; whether all decisions share it, each has its own, or only buying and trading have one
EACH_DEED, EACH_GROUP, ALL_DEEDS = range(3)
TOGETHER, APART, BUYING_ALONE = range(3)


@dataclass(frozen=True)
class Granularity:
    """Which deeds and decisions have separate genes. `places`: the index of each gene in the agent's settings, by name."""

    name: str
    deeds_grain: int
    decisions_grain: int
    places: Mapping[str, int]


@functools.cache
def granularities() -> Mapping[str, Granularity]:
    """Return every granularity, from one gene for everything to one per deed and decision; `deeds` is the work's."""
    board = load_box(BOARD).board
    deeds = {square.name: number for number, square in enumerate(board.squares) if square.is_deed}
    groups = {group.name.lower(): number for number, group in enumerate(board.groups)}
    found = {}
    for name, grain, slots in (("one", ALL_DEEDS, {ALL: 0}), ("groups", EACH_GROUP, groups), ("deeds", EACH_DEED, deeds)):
        apart = {
            decision if grain == ALL_DEEDS else f"{decision} {slot}": row * MOST_SQUARES + place
            for row, decision in enumerate(DECISION_NAMES)
            for slot, place in slots.items()
        }
        name_apart = "decisions" if grain == ALL_DEEDS else f"{name}+decisions"
        found[name] = Granularity(name, grain, TOGETHER, slots)
        found[name_apart] = Granularity(name_apart, grain, APART, {**apart, RESERVE_NAME: RESERVE})
    found["buying"] = Granularity("buying", EACH_DEED, BUYING_ALONE, deeds)
    return found


def find_granularity(name: str) -> Granularity:
    """Return the granularity of that name."""
    if name not in granularities():
        raise RentierError(unknown("granularity", name, list(granularities())))
    return granularities()[name]


def settings_of(granularity: Granularity, genes: Mapping[str, float]) -> tuple[float, ...]:
    """Return the settings of an agent with these genes; a missing gene is `nan` and drawn when it is needed."""
    settings = [NO_GENE] * SETTINGS
    settings[DEEDS_GRAIN], settings[DECISIONS_GRAIN] = granularity.deeds_grain, granularity.decisions_grain
    settings[OPENLY] = 0.0
    for name, place in granularity.places.items():
        settings[place] = genes.get(name, math.nan)
    return tuple(settings)


def buying_genes(granularity: Granularity, settings: Sequence[float]) -> dict[str, float]:
    """Return the buying gene of every deed of the London board, by name."""
    board = load_box(BOARD).board
    group_of = {square: number for number, group in enumerate(board.groups) for square in group.squares}
    slots = {square.name: number for number, square in enumerate(board.squares) if square.is_deed}
    if granularity.deeds_grain == EACH_DEED:
        return {name: settings[number] for name, number in slots.items()}
    return {name: settings[group_of[number] if granularity.deeds_grain == EACH_GROUP else 0] for name, number in slots.items()}


def genes_text(granularity: Granularity, genes: Mapping[str, float]) -> str:
    """Return the file of one player's genes; a missing or `nan` gene is written as a half, so that the file can be played."""
    lines = [f"granularity = {quoted(granularity.name)}", "", "[genes]"]
    for name in granularity.places:
        number = genes.get(name, math.nan)
        lines.append(f"{quoted(name)} = {NO_GENE if math.isnan(number) else number:.3f}")
    return "\n".join(lines) + "\n"


def read_genes(path: Path) -> tuple[float, ...]:
    """Return the settings in a file, or those of `random`; a wrong or missing gene is reported in one line."""
    text = str(path)
    if text == RANDOM:
        return settings_of(find_granularity("deeds"), {})
    file, comma, word = text.rpartition(",")
    if comma and word.strip() in (MEAN, BEST):
        path, which = Path(file.strip()), word.strip()
    else:
        which = ""
    if path.suffix == ".parquet":
        return _read_population(path, which or MEAN)
    if which:
        raise RentierError(f"{path}: holds one player; {which!r} is for a population, a .parquet file")
    return _read_player(path)


def _read_player(path: Path) -> tuple[float, ...]:
    """Read the genes of one player and return them as settings."""
    table = read_table(path)
    granularity = _granularity_of(table)
    if "genes" not in table.values:
        raise table.wrong("genes", f'missing; expected a table [genes] with {EXPECTED} for each deed, as in "Mayfair" = 0.9')
    named = table.table("genes")
    table.finish()
    genes: dict[str, float] = {}
    for name, value in named.values.items():
        canonical = _canonical_name(granularity, named, name)
        if canonical in genes:
            raise named.wrong(name, f"{canonical!r} is given twice, under two of its names")
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            raise named.wrong(name, f"{describe(value)} should be {EXPECTED}")
        genes[canonical] = float(value)
    for name in granularity.places:
        if name not in genes:
            raise named.wrong(name, f"missing; expected {EXPECTED}, as for every gene of granularity {granularity.name!r}")
    return settings_of(granularity, genes)


def _granularity_of(table: Table) -> Granularity:
    name = table.text("granularity", "deeds")
    try:
        return find_granularity(name)
    except RentierError as error:
        raise table.wrong("granularity", str(error)) from None


def _canonical_name(granularity: Granularity, named: Table, name: str) -> str:
    """Return the name of a gene in the granularity; the file may use any name of a deed."""
    if name in granularity.places:
        return name
    decision, _, deed = name.partition(" ") if granularity.decisions_grain == APART else ("", "", name)
    if granularity.deeds_grain == EACH_DEED and decision in ("", *DECISION_NAMES) and deed:
        canonical = f"{decision} {_deed(load_box(BOARD), named, name, deed)}".strip()
        if canonical in granularity.places:
            return canonical
    raise named.wrong(name, unknown("gene", name, list(granularity.places)))


def _deed(box: Box, named: Table, name: str, deed: str) -> str:
    """Return the canonical name of a deed, given any of its names."""
    try:
        return box.deed_name(box.square_number(deed))
    except RentierError as error:
        raise named.wrong(name, str(error)) from None


def _read_population(path: Path, which: str) -> tuple[float, ...]:
    """Return the mean of every gene of a population, or the genes of the player with the highest win rate."""
    players = read_players(path)
    try:
        granularity = find_granularity(players.metadata["granularity"])
        columns = {name: players.columns[name] for name in granularity.places}
        wins, games = players.columns["wins"], players.columns["games"]
    except (KeyError, RentierError):
        raise RentierError(f"{path}: is not a population of `rentier genetic`") from None
    if which == BEST:
        if not any(games):
            raise RentierError(f"{path}: its players have had no trial yet, so there is no best; the run is not finished")
        best = max(range(len(games)), key=lambda player: wins[player] / max(games[player], 1))
        return settings_of(granularity, {name: value for name in columns if (value := columns[name][best]) is not None})
    genes = {}
    for name, values in columns.items():
        known = [value for value in values if value is not None]
        if known:
            genes[name] = sum(known) / len(known)
    return settings_of(granularity, genes)


@dataclass(frozen=True)
class Players:
    """The columns of a population's file, with None where a player lacks a gene, and the file's metadata."""

    columns: Mapping[str, list[Any]]
    metadata: Mapping[str, str]


def read_players(path: Path) -> Players:
    """Read the file of a population."""
    arrow = load_arrow("populations")
    try:
        table = arrow.parquet.read_table(path)
    except (OSError, arrow.ArrowException) as error:
        raise RentierError(f"{path}: cannot be read as Parquet: {str(error).splitlines()[0]}") from None
    metadata = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    return Players({name: table.column(name).to_pylist() for name in table.column_names}, metadata)
