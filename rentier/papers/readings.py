"""Other readings of a work: its tables when an ambiguous passage is read in another way.

rentier reproduce sammul2018/3.4 --reading interest=10
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rentier.errors import RentierError, unknown
from rentier.papers.works import Choice, Match, PaperTable, Work


def choose_readings(work: Work, texts: Sequence[str]) -> Mapping[str, Choice]:
    """Return the choices that texts such as `interest=10` ask for, for one work; default choices are left out."""
    by_name = {reading.name: reading for reading in work.readings}
    chosen = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RentierError(f"--reading {text}: should be NAME=VALUE, such as {_example(work)}")
        if name not in by_name:
            raise RentierError(unknown(f"reading of {work.key}", name, by_name))
        choices = {choice.value: choice for choice in by_name[name].choices}
        if value not in choices:
            raise RentierError(unknown(f"value of {name}", value, choices))
        if choices[value] is not by_name[name].default:
            chosen[name] = choices[value]
    return chosen


def _example(work: Work) -> str:
    """Return an example of a reading for an error message."""
    return next((f"{reading.name}={reading.choices[1].value}" for reading in work.readings), "interest=10")


def read_as(table: PaperTable, chosen: Mapping[str, Choice]) -> PaperTable:
    """Return a table with other readings, as far as they concern it."""
    for name, choice in chosen.items():
        if choice.tables and table.id not in choice.tables:
            continue
        table = _changed(replace(table, readings={**table.readings, name: choice.value}), choice)
    return table


def _changed(table: PaperTable, choice: Choice) -> PaperTable:
    evolution, training = table.evolution, table.training
    if evolution is not None:
        evolution = replace(evolution, settings={**evolution.settings, **choice.settings})
    if training is not None:
        training = training.with_settings(choice.settings)
    return replace(
        table,
        rules=choice.rules.get(table.rules, table.rules),
        switches={**table.switches, **choice.switches},
        matches=tuple(_changed_match(match, choice) for match in table.matches),
        rows=tuple(replace(row, arguments={**row.arguments, **choice.arguments}) for row in table.rows),
        evolution=evolution,
        training=training,
    )


def _changed_match(match: Match, choice: Choice) -> Match:
    return replace(
        match,
        rules=choice.rules.get(match.rules, match.rules),
        switches={**match.switches, **choice.switches},
        agents=tuple(choice.agents.get(spec, spec) for spec in match.agents),
    )
