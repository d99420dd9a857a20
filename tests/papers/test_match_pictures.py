"""Pictures of a match: seats have labels, each match has its own pictures, and turns without a roll leave no gaps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rentier.errors import RentierError
from rentier.papers import match_pictures
from rentier.papers.match_pictures import FEWEST_GAMES, PICTURES, draw_match, seat_names, see_match
from rentier.papers.matches import MatchReport, make
from rentier.papers.order import Order
from rentier.papers.works import Match, PaperTable, Row
from rentier.papers.works_toml import find_tables

QUICK = {"auction": "none", "trade_menu": "none", "turn_cap": 40, "first_player": "first-seat"}
GAMES = 30


@pytest.fixture(scope="module")
def report() -> MatchReport:
    """Two matches with agents in fixed seats, the second one with all pictures."""
    agents = ("reserve:50,0", "reserve:350,150")
    matches = (
        Match("us-classic", QUICK, agents, pictures=("cash",)),
        Match("us-classic", QUICK, agents[::-1], 25, tuple(PICTURES)),
    )
    row = Row("wins", "wins", 0, None, "%", {"agents": [0]}, "")
    return make(Order(PaperTable("khan2019", "mine", "Mine", GAMES, "fixed", matches, (row,), (), "")))


def test_fixed_seats_are_labelled_with_their_agents() -> None:
    assert seat_names("fixed", ("phase2", "phase3")) == ("phase2, first seat", "phase3, second seat")
    assert seat_names("shuffle", ("phase2", "phase3", "phase1")) == ("first seat", "second seat", "third seat")


@pytest.mark.slow
def test_every_match_has_the_pictures_it_asks_for(report: MatchReport, tmp_path: Path) -> None:
    lines = [draw_match(report.table, number, report.parts[number], tmp_path) for number in range(2)]
    assert lines[0] == ["", "![cash: reserve:50,0 against reserve:350,150, 30 games](khan2019-mine-1-cash.svg)"]
    drawn = {f"khan2019-mine-2-{picture}.svg" for picture in PICTURES} | {"khan2019-mine-1-cash.svg"}
    assert {path.name for path in tmp_path.iterdir()} == drawn
    for name in drawn:
        ElementTree.parse(tmp_path / name)
    text = (tmp_path / "khan2019-mine-2-cash.svg").read_text(encoding="utf-8")
    for words in ("reserve:350,150 against reserve:50,0, 25 games", "reserve:350,150, first seat", "reserve:50,0, second seat"):
        assert f">{words}<" in text


def test_a_single_match_needs_no_number(report: MatchReport, tmp_path: Path) -> None:
    alone = replace(report, table=replace(report.table, matches=report.table.matches[:1]), parts=report.parts[:1])
    assert draw_match(alone.table, 0, alone.parts[0], tmp_path)[1].endswith("(khan2019-mine-cash.svg)")


def test_debt_is_by_the_rolls_of_a_seat(report: MatchReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one of two seats rolls in a turn; each point covers two turns, so there are half as many points as turns."""
    drawn: dict[str, Any] = {}

    def keep(title: str, across: str, up: str, lines: dict[str, list[float]], file: Path, step: int) -> None:
        drawn.update(lines=lines, step=step)

    monkeypatch.setattr(match_pictures, "draw_lines", keep)
    seen = see_match(report.table, 1, report.parts[1])
    PICTURES["debt"](seen, tmp_path / "debt.svg")
    first, second = drawn["lines"].values()
    assert (drawn["step"], len(first), len(second)) == (2, len(seen.turns) // 2, len(seen.turns) // 2)
    cost, rolled = seen.tally.cost, seen.tally.rolled
    assert all(rolled[turn, 1 - turn % 2] == 0 for turn in seen.turns), "a seat does not roll in another's turn"
    assert first == pytest.approx([cost[2 * point, 0] / rolled[2 * point, 0] for point in range(len(first))])
    assert second == pytest.approx([cost[2 * point + 1, 1] / rolled[2 * point + 1, 1] for point in range(len(second))])


def test_turns_that_few_games_reach_are_left_out(report: MatchReport) -> None:
    seen = see_match(report.table, 1, report.parts[1])
    assert all(seen.tally.reached[turn] >= FEWEST_GAMES for turn in seen.turns)
    few = replace(seen, tally=see_match(report.table, 1, report.parts[1]).tally)
    few.tally.reached[7] = FEWEST_GAMES - 1
    assert few.turns == range(7)


def test_a_misspelt_picture_is_one_line(report: MatchReport, tmp_path: Path) -> None:
    matches = (replace(report.table.matches[0], pictures=("cahs",)),)
    with pytest.raises(RentierError, match=r"^unknown picture of a match 'cahs'; did you mean 'cash'\?$"):
        draw_match(replace(report.table, matches=matches), 0, report.parts[0], tmp_path)


def test_the_pictures_of_section_6_are_asked_for() -> None:
    """For phases 1 and 2, in either order of seats: debt, cash, deeds and groups; for phases 2 and 3: deeds and cash."""
    [first] = find_tables("adjudicator2018/phases-1-2")
    assert [match.agents for match in first.matches] == [("phase1", "phase2"), ("phase2", "phase1")]
    assert all({"debt", "cash", "bought", "completed"} <= set(match.pictures) for match in first.matches)
    [second] = find_tables("adjudicator2018/phases-2-3")
    assert [(match.agents, set(match.pictures)) for match in second.matches] == [(("phase2", "phase3"), {"bought", "cash"})]
    assert first.seats == second.seats == "fixed"


def test_the_older_baseline_is_that_of_sammul() -> None:
    [older] = find_tables("adjudicator2018/older")
    [table] = find_tables("sammul2018/3.4")
    assert older.matches[0] in table.matches
    theirs = {(row.measure, row.figure) for row in table.rows if row.match == table.matches.index(older.matches[0])}
    assert {(row.measure, row.figure) for row in older.rows if row.match == 0} == theirs
    assert all(row.figure is None for row in older.rows if row.match > 0)  # nobody has printed one for the learner
