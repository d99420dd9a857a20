"""Calculated tables: their figures are those of the landing odds and returns, and they have pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.analysis.landing import landing_odds
from rentier.analysis.returns import Returns, returns_of
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.papers import works_toml as module
from rentier.papers.exact import EXACT_MEASURES, EXACT_PICTURES, ExactReport, make
from rentier.papers.order import Order
from rentier.papers.report import write_report
from rentier.papers.verdicts import AGREES, DIFFERS
from rentier.papers.works import ExactPlan
from rentier.papers.works_toml import find_tables, works

TABLES = [table for work in works().values() for table in work.tables if table.exact is not None]
[SECTION_4] = find_tables("adjudicator2018/section-4")


@pytest.fixture(scope="module")
def returns() -> Returns:
    """The returns of the American board, for one opponent who leaves jail at once."""
    return returns_of(landing_odds(load_box("adjudicator2018")), 1)


@pytest.fixture(scope="module")
def report() -> ExactReport:
    """Section 4 of the adjudicator's work."""
    assert SECTION_4.exact is not None
    return make(Order(SECTION_4))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_a_table_names_exists(table: module.PaperTable) -> None:
    ids = {group.id for group in load_box(table.rules).board.groups}
    assert table.rows
    assert not table.matches
    assert set(table.pictures) <= set(EXACT_PICTURES)
    for row in table.rows:
        assert row.measure in EXACT_MEASURES
        assert set(row.arguments.get("groups", [row.arguments.get("group")])) <= ids, row.what


def test_the_houses_of_a_set_by_hand(returns: Returns) -> None:
    """Orange is paid back fastest with hotels, green with three houses; on both the third house pays best."""
    assert [EXACT_MEASURES["best_house"](returns, {"group": id_}) for id_ in ("orange", "green", "brown")] == [3, 3, 5]
    fastest = [EXACT_MEASURES["fastest_set"](returns, {"group": id_}) for id_ in ("orange", "green")]
    assert fastest == [5, 3]
    rolls = [step.rolls or 0.0 for step in returns.groups["green"]]
    assert min(rolls) == rolls[3]


def test_places_are_among_sets_that_can_be_built_on(returns: Returns) -> None:
    built = [group.id for group in returns.box.board.groups if group.house_cost > 0]
    places = {id_: EXACT_MEASURES["return_place"](returns, {"groups": [id_]}) for id_ in built}
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (places["orange"], places["brown"]) == (1, 8)
    assert EXACT_MEASURES["return_place"](returns, {"groups": ["orange", "brown"]}) == 4.5


def test_figures_are_exact_and_no_games_are_played(report: ExactReport) -> None:
    assert [row.what for row in report.rows] == [row.what for row in SECTION_4.rows]
    assert report.games == 0
    for row in report.rows:
        assert row.ours.low == row.ours.value == row.ours.high
        assert row.verdict == (AGREES if row.ours.value == row.figure else DIFFERS)
        assert bool(row.reason) == (row.verdict == DIFFERS), row.what
    three = [row.ours.value for row in report.rows if "returns its cost fastest" in row.what]
    assert three.count(3) == 7
    assert json.loads(json.dumps(report.as_dict(), allow_nan=False))["games"] == 0


@pytest.mark.slow
def test_the_page_has_both_pictures(report: ExactReport, tmp_path: Path) -> None:
    write_report(tmp_path, [report], "rentier reproduce adjudicator2018/section-4")
    page = (tmp_path / "adjudicator2018.md").read_text(encoding="utf-8")
    assert "Worked out exactly (the work: 1,000,000 games), " in page
    assert "| orange: the house that returns its cost fastest | 3 | 3 |  | agrees |" in page
    for picture in ("landing", "returns"):
        name = f"adjudicator2018-section-4-{picture}.svg"
        assert f"]({name})" in page
        ElementTree.parse(tmp_path / name)
    assert "Illinois Avenue" in (tmp_path / "adjudicator2018-section-4-landing.svg").read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 4


def test_a_misspelt_measure_or_picture_is_one_line(report: ExactReport, tmp_path: Path) -> None:
    rows = (replace(SECTION_4.rows[0], measure="best_hous"),)
    with pytest.raises(RentierError, match=r"^unknown measure 'best_hous'; did you mean 'best_house'\?$"):
        make(Order(replace(SECTION_4, rows=rows, exact=ExactPlan("leave", "pay", 1))))
    misspelt = replace(report, table=replace(SECTION_4, pictures=("landings",)))
    with pytest.raises(RentierError, match=r"^unknown picture 'landings'; did you mean 'landing'\?$"):
        write_report(tmp_path, [misspelt], "")


EXACT = """
work = "mine2026"
title = "Mine"
about = "Everything"
citation = "Nobody, *Nothing*"
did = "It reckoned"
conclusion = "The same"

[[table]]
id = "1"
title = "One"
games = 10
rules = "us-classic"
seats = "shuffle"

[table.exact]
opponents = 3
"""


def test_how_tokens_walk_is_read_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    file = tmp_path / "mine2026.toml"
    file.write_text(EXACT)
    assert works.__wrapped__()["mine2026"].tables[0].exact == ExactPlan("leave", "pay", 3)
    file.write_text(EXACT + 'jail = "stay"\nchoice = "draw"\n')
    assert works.__wrapped__()["mine2026"].tables[0].exact == ExactPlan("stay", "draw", 3)
    file.write_text(EXACT + 'jail = "go"\n')
    with pytest.raises(RentierError, match=r"mine2026\.toml: .*jail: unknown jail 'go'"):
        works.__wrapped__()
