"""Other readings of a work: what they change in its tables, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rentier.errors import RentierError
from rentier.papers.readings import choose_readings, read_as
from rentier.papers.works import Choice, Match, PaperTable, Reading, Row, Work
from rentier.papers.works_toml import find_tables, works

NOTHING = Choice("20", "of the price", {}, {}, {}, {}, {})
CHANGES = ({"mortgage_interest": 10}, {"berry2013": "uk-classic"}, {"bot": "td"}, {}, {"when": "turns"})
OTHER = Choice("10", "of the mortgage", *CHANGES)
INTEREST = Reading("interest", "section 1", "Of what", (NOTHING, OTHER))
ROW = Row("offers", "listed", 0, 1.0, "", {"kind": "offer", "when": "decisions"}, None)
MATCH = Match("berry2013", {"turn_cap": 5}, ("bot", "random"))
TABLE = PaperTable("mine", "1", "Mine", 10, "shuffle", (MATCH,), (ROW,), (), "", rules="berry2013")
WORK = Work("mine", "Mine", "All", "Me", "Played", "The same", (), (INTEREST,), (), (TABLE,))


def test_a_reading_changes_rules_switches_agents_and_measures() -> None:
    table = read_as(TABLE, choose_readings(WORK, ["interest=10"]))
    assert table.matches == (Match("uk-classic", {"turn_cap": 5, "mortgage_interest": 10}, ("td", "random")),)
    assert (table.rules, table.rows[0].arguments["when"]) == ("uk-classic", "turns")
    assert (table.readings, table.folder) == ({"interest": "10"}, "1+interest=10")


def test_a_reading_may_concern_only_some_tables() -> None:
    changed = replace(OTHER, tables=("2",))
    assert read_as(TABLE, {"interest": changed}) == TABLE
    assert read_as(replace(TABLE, id="2"), {"interest": changed}).rules == "uk-classic"


def test_readings_of_one_agent_come_together() -> None:
    """Phase 2 has two readings; both are applied in whatever order they are asked for."""
    asked = ["reserve=always", "turns=rounds", "bids=part"]
    [table] = find_tables("adjudicator2018/phases-2-3")
    for order in (asked, asked[::-1]):
        [match] = read_as(table, choose_readings(works()["adjudicator2018"], order)).matches
        assert match.agents == ("phase2:reserve_bids,rounds", "phase3:part_bids,rounds")
        assert (match.switches["turn_cap"], match.switches["round_cap"]) == (0, 100)


def test_the_default_reading_changes_nothing() -> None:
    assert choose_readings(WORK, ["interest=20"]) == {}
    assert read_as(TABLE, {}) == TABLE
    assert TABLE.folder == "1"


def test_a_reading_changes_settings_of_evolutions_and_trainings() -> None:
    changed = replace(OTHER, settings={"size": 0.5})
    [genes] = find_tables("pring2015/1")
    assert read_as(genes, {"interest": changed}).evolution.settings["size"] == 0.5  # type: ignore[union-attr]
    [networks] = find_tables("berry2013/1")
    trained = read_as(networks, {"interest": replace(OTHER, settings={"rate": 0.05})}).training
    assert trained is not None
    assert all(lesson.settings["rate"] == 0.05 for trial in trained.trials for lesson in trial.lessons)


def test_networks_of_the_work_that_could_not_build_may_build() -> None:
    for name in ("1", "2", "database", "then-self-play", "outputs", "owners", "money"):
        [table] = find_tables(f"berry2013/{name}")
        assert table.rules == "berry2013-no-building"
        assert read_as(table, choose_readings(works()["berry2013"], ["building=yes"])).rules == "berry2013"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("interest", "--reading interest: should be NAME=VALUE, such as interest=10"),
        ("interst=10", "unknown reading of mine 'interst'; did you mean 'interest'?"),
        ("interest=11", "unknown value of interest '11'; did you mean '10'?"),
    ],
)
def test_an_unknown_reading_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(RentierError) as refused:
        choose_readings(WORK, [text])
    assert str(refused.value) == says


@pytest.mark.parametrize("work", works().values(), ids=lambda work: work.key)
def test_every_reading_can_be_asked_for(work: Work) -> None:
    for reading in work.readings:
        assert not any((reading.default.switches, reading.default.rules, reading.default.agents, reading.default.settings))
        assert {id_ for choice in reading.choices for id_ in choice.tables} <= {table.id for table in work.tables}
        for choice in reading.choices[1:]:
            chosen = choose_readings(work, [f"{reading.name}={choice.value}"])
            assert any(replace(read_as(table, chosen), readings={}) != table for table in work.tables), reading.name
