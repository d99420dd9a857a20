"""Read the works from the files of `data`, which have this format:

citation = "..."  # author, title, where and when
did = "..."  # what the work did
conclusion = "..."  # what our reproduction found
left_open = ["..."]  # what we could not explain

[[reading]]  # a passage that can be read in several ways
name = "interest"
place = "section 3.2.1"
about = "What the interest on a mortgage is calculated from"

[[reading.choice]]  # the first is the default, which presets and tables already use
value = "20"
about = "..."

[[reading.choice]]
value = "10"
about = "..."
switches = { mortgage_interest = 10 }  # what it changes: also `rules`, `agents`, `settings`, `arguments`
tables = ["3.4"]  # where it changes that, if not everywhere

[[reason]]  # why a figure of ours differs; shown by a command, `unexplained = true`, or otherwise only supposed
name = "interest"
text = "..."
shown = "rentier reproduce sammul2018/3.4 --reading interest=10"

[[headline]]  # a main result: a row of a table
what = "..."
table = "3.4"
row = "Bailis: wins"

[[table]]
id = "3.4"
title = "..."
games = 10000  # games that the work played
played = 10000  # games that we play by default, if different
rules = "sammul2018"
seats = "shuffle"
parts = 1  # if its rows only count games, so that even a few of them use all cores
long = true  # takes hours
reason = "interest"  # for its rows, unless they name their own
note = "..."  # about all rows

[[table.match]]
agents = ["bailis", "random", "random", "random"]
games = 1000  # if it has fewer than the table
pictures = ["cash"]  # see `match_pictures`

[[table.row]]
what = "Bailis: wins"
measure = "wins"
match = 0
figure = 91.1
unit = "%"
agents = [0]  # and other arguments of the measure
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from rentier.analysis.options import CHOICES, JAIL, LEAVE, PAY
from rentier.box.reading import Table as Toml
from rentier.box.reading import read_table
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError, unknown
from rentier.papers.training_plan import Common, read_common, read_training
from rentier.papers.works import (
    PARTS,
    Choice,
    EvolutionPlan,
    EvolutionTrial,
    ExactPlan,
    Headline,
    Match,
    PaperTable,
    Reading,
    Reason,
    Row,
    Work,
)

DATA = Path(__file__).parent / "data"
MOST = 10**9
Reasons = Mapping[str, Reason]


@functools.cache
def works() -> Mapping[str, Work]:
    """Return every work whose tables can be reproduced, by key."""
    return {work.key: work for work in (read_work(file) for file in sorted(DATA.glob("*.toml")))}


def find_tables(name: str) -> list[PaperTable]:
    """Return the tables that a name such as `sammul2018` or `sammul2018/3.5` stands for."""
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


def read_work(file: Path) -> Work:
    """Read a work from its file."""
    toml = read_table(file)
    key = toml.text("work")
    common = read_common(toml)
    reasons = {reason.name: reason for reason in map(_read_reason, toml.tables("reason", 0, 100))}
    tables = tuple(_read_paper_table(key, inner, common, reasons) for inner in toml.tables("table", 1, 100))
    work = Work(
        key=key,
        title=toml.text("title"),
        about=toml.text("about"),
        citation=toml.text("citation"),
        did=toml.text("did"),
        conclusion=toml.text("conclusion"),
        left_open=toml.texts("left_open"),
        readings=tuple(_read_reading(inner, tables) for inner in toml.tables("reading", 0, 100)),
        headlines=tuple(_read_headline(inner, tables) for inner in toml.tables("headline", 0, 10)),
        tables=tables,
    )
    toml.finish()
    return work


def _read_reason(toml: Toml) -> Reason:
    reason = Reason(toml.text("name"), toml.text("text"), toml.text("shown", ""), _read_flag(toml, "unexplained"))
    toml.finish()
    return reason


def _read_reading(toml: Toml, tables: tuple[PaperTable, ...]) -> Reading:
    choices = tuple(_read_choice(inner, tables) for inner in toml.tables("choice", 2, 10))
    reading = Reading(toml.text("name"), toml.text("place"), toml.text("about"), choices)
    toml.finish()
    return reading


def _read_choice(toml: Toml, tables: tuple[PaperTable, ...]) -> Choice:
    rules, agents = ({old: str(new) for old, new in toml.table(name).values.items()} for name in ("rules", "agents"))
    switches, settings, arguments = (toml.table(name).values for name in ("switches", "settings", "arguments"))
    of = toml.texts("tables")
    choice = Choice(toml.text("value"), toml.text("about"), switches, rules, agents, settings, arguments, of)
    trained = [table.id for table in tables if table.training is not None and (not of or table.id in of)]
    if switches and trained:
        raise toml.wrong("switches", f"table {trained[0]} is made by training, which takes a preset: change `rules` instead")
    toml.finish()
    return choice


def _read_headline(toml: Toml, tables: tuple[PaperTable, ...]) -> Headline:
    table = toml.word("table", "table", [table.id for table in tables])
    rows = next(each.rows for each in tables if each.id == table)
    headline = Headline(toml.text("what"), table, toml.word("row", "row", [row.what for row in rows]))
    toml.finish()
    return headline


def _reason(toml: Toml, reasons: Reasons, default: Reason | None) -> Reason | None:
    """Return the reason that a table or a row names."""
    return reasons[toml.word("reason", "reason", reasons)] if "reason" in toml.values else default


def _read_paper_table(work: str, toml: Toml, common: Common, reasons: Reasons) -> PaperTable:
    """Read one table of a work."""
    rules, games, reason = toml.text("rules"), toml.number("games", 1, MOST), _reason(toml, reasons, None)
    played = toml.number("played", 1, MOST) if "played" in toml.values else None
    table = PaperTable(
        work=work,
        id=toml.text("id"),
        title=toml.text("title"),
        games=games,
        seats=toml.text("seats"),
        matches=tuple(_read_match(rules, played or games, inner) for inner in toml.tables("match", 0, 100)),
        rows=tuple(_read_row(inner, reasons, reason) for inner in toml.tables("row", 0, 1000)),
        pictures=toml.texts("pictures"),
        study=toml.text("study", ""),
        parts=toml.number("parts", 1, PARTS, PARTS),
        long=_read_flag(toml, "long"),
        rules=rules,
        played=played,
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


def _read_flag(toml: Toml, name: str) -> bool:
    """Read a flag, which is false by default."""
    toml.read.add(name)
    flag = toml.values.get(name, False)
    if not isinstance(flag, bool):
        raise toml.wrong(name, "should be true or false")
    return flag


def _read_match(rules: str, games: int, toml: Toml) -> Match:
    own = toml.number("games", 1, games) if "games" in toml.values else None
    switches, pictures = toml.table("switches").values, toml.texts("pictures")
    match = Match(toml.text("rules", rules), switches, toml.texts("agents"), own, pictures)
    toml.finish()
    return match


def _read_row(toml: Toml, reasons: Reasons, default: Reason | None) -> Row:
    """Read a row, with its table's reason unless it has its own; keys that are not a row's are arguments of its measure."""
    own = ("what", "measure", "match", "figure", "unit", "reason")
    toml.read.update(toml.values)
    figure = toml.values.get("figure")
    if not isinstance(figure, int | float | None):
        raise toml.wrong("figure", "should be a number")
    return Row(
        what=toml.text("what"),
        measure=toml.text("measure"),
        match=toml.number("match", 0, 100, 0),
        figure=figure,  # 91 and 91.0 are rounded to different digits
        unit=toml.text("unit", ""),
        arguments={key: value for key, value in toml.values.items() if key not in own},
        reason=_reason(toml, reasons, default),
    )
