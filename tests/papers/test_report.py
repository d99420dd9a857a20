"""The page of results: tables and pictures, well formed, and the same from the same games."""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.papers import matches, studies
from rentier.papers.made import Made, figure_cells, figure_text
from rentier.papers.measures import Measured
from rentier.papers.order import Order
from rentier.papers.report import write_report
from rentier.papers.saved import machine
from rentier.papers.studies import ROUNDS
from rentier.papers.verdicts import RowReport
from rentier.papers.works import Match, PaperTable, Reason, Row
from rentier.papers.works_toml import find_tables, works

COMMAND = "rentier reproduce khan2019 adjudicator2018 --games 40"
PICTURES = ("cash", "debt", "bank", "bought", "completed")


@pytest.fixture(scope="module")
def made() -> Sequence[Made]:
    """A table of shares, one with all pictures, and a study, each with a few games."""
    length = find_tables("adjudicator2018/length")[0]
    quick = Match("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 40}, ("reserve:50,0", "reserve:350,150"))
    drawn = replace(quick, pictures=PICTURES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "ROUNDS", ROUNDS[:1])
        study = studies.make(Order(find_tables("khan2019/search")[0], 2))
    return [
        matches.make(Order(find_tables("khan2019/7.14a")[0], 4)),
        study,
        matches.make(Order(replace(length, matches=(quick, drawn, quick)), 40)),
    ]


@pytest.fixture(scope="module")
def folder(made: Sequence[Made], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the page."""
    folder = tmp_path_factory.mktemp("page") / "new" / "folder"
    assert write_report(folder, made, COMMAND) == folder / "README.md"
    return folder


@pytest.mark.slow
def test_the_page_says_how_it_was_made(folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    heading = page.partition("## ")[0]
    assert page.startswith("# Published tables, made again\n")
    assert f"`{COMMAND}`" in heading
    assert datetime.date.today().isoformat() in heading
    assert machine() in heading
    assert re.search(r"\d+ cores, \S", machine())
    counted = r"(\d+ (agrees?|differs?|cannot be compared|ha(s|ve) too few games|go(es)? beyond the work)(, )?)+"
    assert re.search(rf"\d+ rows: {counted}\.", heading)


def page_of(folder: Path, *works: str) -> str:
    """The pages of some works, concatenated."""
    return "".join((folder / f"{work}.md").read_text(encoding="utf-8") for work in works)


def test_the_pages_of_works_have_every_table_and_study(folder: Path, made: Sequence[Made]) -> None:
    page = page_of(folder, "khan2019", "adjudicator2018")
    for report in made:
        assert f"### {report.table.name}: {report.table.title}\n" in page
    page = page_of(folder, "khan2019")
    lines = page.partition("## Results")[2].splitlines()
    for row in made[0].table.rows:
        [line] = [line for line in lines if line.startswith(f"| {row.what} |")]
        assert f"| {row.figure} % |" in line
    assert "4 games (the work: 1,000) a match, seed 0" in page
    assert "2 games (the work: 1,000) a trial, seed 0" in page
    assert "- weights found: " in page
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1, "every row has the same number of cells"


def test_each_work_appears_once_in_order_with_its_main_results(folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.*)\]\((.*)\)$", page, re.MULTILINE)
    assert headings == [
        ("Monopoly Playing Program 2018", "adjudicator2018.md"),
        ("Khan 2019, AI for Board Games", "khan2019.md"),
    ]
    assert page.count("| Optimal weights against greedy and tight ones | 46 % |") == 1
    assert "Optimal against Tester 1" not in page, "its table was not made"


def test_the_page_of_a_work_says_what_it_did_and_how_it_is_read(made: Sequence[Made], tmp_path: Path) -> None:
    write_report(tmp_path, [matches.make(Order(find_tables("sammul2018/3.6")[0], 2))], COMMAND)
    page, work = page_of(tmp_path, "sammul2018"), works()["sammul2018"]
    assert page.startswith(f"# {work.title}\n\n{work.citation}\n\n{work.did}\n\n{work.conclusion}\n\n10 rows: ")
    assert "[What the verdicts mean](README.md).\n" in page
    for reading in work.readings:
        assert f"**{reading.about}** ({reading.place})\n\n- Ours, `{reading.name}={reading.default.value}`: " in page
        for choice in reading.choices:
            assert f"`{reading.name}={choice.value}`: {choice.about}.\n" in page
    for text in work.left_open:
        assert f"- {text}\n" in page


def test_pictures_are_there_and_well_formed(folder: Path) -> None:
    page = page_of(folder, "khan2019", "adjudicator2018")
    named = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page)
    assert len(named) == len(set(named)) == 1 + 2 + len(PICTURES)
    assert {path.name for path in folder.iterdir()} == {"README.md", "khan2019.md", "adjudicator2018.md", *named}, (
        "no drafts are left"
    )
    for name in named:
        root = ElementTree.parse(folder / name).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {f"adjudicator2018-length-2-{picture}.svg" for picture in PICTURES} < set(named)
    bought = (folder / "adjudicator2018-length-2-bought.svg").read_text(encoding="utf-8")
    assert "Mayfair" in bought
    assert "second seat" in bought


@pytest.mark.slow
def test_the_same_games_make_the_same_page_and_pictures(folder: Path, made: Sequence[Made], tmp_path: Path) -> None:
    write_report(tmp_path, made, COMMAND)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.slow
def test_a_page_is_overwritten(made: Sequence[Made], tmp_path: Path) -> None:
    write_report(tmp_path, made, COMMAND)
    write_report(tmp_path, made[:1], "another command")
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "`another command`" in page
    assert "adjudicator2018/length" not in page


def test_reasons_are_listed_once(made: Sequence[Made], tmp_path: Path) -> None:
    table = made[0].table
    rows = tuple(replace(row, figure=-1000, reason=Reason("it", "counted otherwise")) for row in table.rows)
    write_report(tmp_path, [matches.make(Order(replace(table, rows=rows), 2))], COMMAND)
    page = page_of(tmp_path, "khan2019")
    assert page.count("1. **Supposed**: counted otherwise\n") == 1
    assert page.count("| differs (1) |") == len(rows)
    assert f"{len(rows)} rows: {len(rows)} differ." in page


@pytest.mark.slow
def test_one_game_makes_a_page_too(tmp_path: Path) -> None:
    """Nothing has a spread, and no turn was reached often enough to be shown."""
    length = find_tables("adjudicator2018/length")[0]
    quick = Match("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 20}, ("reserve:50,0", "reserve:50,0"))
    drawn = replace(quick, pictures=PICTURES)
    write_report(tmp_path, [matches.make(Order(replace(length, matches=(quick, drawn, quick)), 1))], COMMAND)
    page = page_of(tmp_path, "adjudicator2018")
    assert "| ? to ? |" in page
    assert "nan" not in page
    assert "inf" not in page
    for picture in PICTURES:
        ElementTree.parse(tmp_path / f"adjudicator2018-length-2-{picture}.svg")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (12.345, "%", "12.35 %"),
        (0, "", "0.00"),
        (999.994, "", "999.99"),
        (22515.08, "", "22,515"),
        (math.inf, "", "?"),
        (-math.inf, "%", "?"),
        (math.nan, "%", "?"),
    ],
)
def test_figures_as_people_read_them(value: float, unit: str, text: str) -> None:
    assert figure_text(value, unit) == text


@pytest.mark.parametrize(
    ("figure", "ours", "unit", "cells"),
    [
        (0.932, Measured(0.9634, 0.9601, 0.9667), "K", ("0.932 K", "0.963 K", "0.960 to 0.967")),
        (60, Measured(54.021, 53.5, 54.5), "%", ("60 %", "54.02 %", "53.50 to 54.50")),
        (196, Measured(196, 196, 196), "", ("196", "196", "")),
        (5.5, Measured(4.5, 4.5, 4.5), "", ("5.5", "4.50", "")),
        (1900.91, Measured(1904.6, 1897.2, 1912.4), "", ("1,900.91", "1,905", "1,897 to 1,912")),
        (None, Measured(39.0, 37.0, 41.0), "%", ("", "39.00 %", "37.00 to 41.00")),
    ],
)
def test_the_works_figures_are_printed_as_it_prints_them(
    figure: float | None, ours: Measured, unit: str, cells: tuple[str, str, str]
) -> None:
    assert figure_cells(RowReport("it", figure, unit, ours, "agrees", "", 100)) == cells


def by_rollouts() -> PaperTable:
    """A table like that of the tree search, played by fast agents."""
    quick = Match("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 40}, ("reserve:50,0", "reserve:350,150"))
    figures = ((1000, 14, quick), (5000, 30, quick), (50_000, None, replace(quick, games=3)))
    rows = [
        Row(f"{rollouts:,} rollouts", "wins", place, figure, "%", {"agents": [0], "rollouts": rollouts}, None)
        for place, (rollouts, figure, _) in enumerate(figures)
    ]
    matches = tuple(match for *_, match in figures)
    pictures = ("wins_by_rollouts",)
    return PaperTable("khan2019", "mine", "By rollouts", 100, "shuffle", matches, tuple(rows), pictures, "", parts=1)


def test_rows_beyond_the_work_and_their_picture(tmp_path: Path) -> None:
    write_report(tmp_path, [matches.make(Order(by_rollouts(), 8))], COMMAND)
    page = page_of(tmp_path, "khan2019")
    assert re.search(r"^\| 50,000 rollouts \(3 games\) \|  \| \d+\.\d\d % \| .* \| beyond the work \|$", page, re.MULTILINE)
    assert re.search(r"rows: .*1 goes beyond the work", page)
    assert "![By rollouts, by rollouts](khan2019-wins_by_rollouts.svg)" in page
    picture = (tmp_path / "khan2019-wins_by_rollouts.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    for text in ("1,000", "50,000", "fair share, 50 %", "ours", "the work's", "rollouts"):
        assert f">{text}<" in picture, text
    assert ">the work's<" in (tmp_path / "khan2019-mine.svg").read_text(encoding="utf-8")


def test_a_table_of_another_day_or_machine_says_so(tmp_path: Path) -> None:
    matches.make(Order(by_rollouts(), 4, out=tmp_path))
    file = tmp_path / "khan2019" / "mine" / "made.json"
    file.write_text(json.dumps({"date": "2026-01-02", "machine": "3 cores, brass", "seconds": 7200}))
    saved, fresh = matches.make(Order(by_rollouts(), 4, out=tmp_path)), matches.make(Order(by_rollouts(), 4))
    write_report(tmp_path, [saved], COMMAND)
    page = page_of(tmp_path, "khan2019")
    assert "4 games (the work: 100) a match, seed 0, 7200 s; made 2026-01-02 on 3 cores, brass.\n" in page
    write_report(tmp_path, [fresh], COMMAND)
    assert "; made " not in page_of(tmp_path, "khan2019")
