"""Pictures: well-formed, reproducible SVG that has its text as text."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.arena.league import LeagueResult, Member
from rentier.arena.pictures import draw_bars, draw_comparison, draw_intervals, draw_lines, draw_ratings, plots
from rentier.arena.ratings import Rating
from rentier.errors import RentierError

LEAGUE = LeagueResult(
    "uk-classic",
    1,
    {},
    4,
    4000,
    12,
    (0.001, 0.006),
    0,
    1.0,
    [
        Member("reserve:50,0", Rating(1600.0, 1550.0, 1650.0), 2000, 700, 0.35, (0.3, 0.4)),
        Member("./my_agent.py:1,2", Rating(1400.0, 1350.0, 1450.0), 2000, 300, 0.15, (0.1, 0.2)),
    ],
)


def draw(name: str, file: Path) -> None:
    """Draw one of the pictures."""
    if name == "ratings":
        draw_ratings(LEAGUE, file)
    elif name == "intervals":
        draw_intervals("A title", "across", [("first", 1.0, 0.5, 1.5), ("second <&> $1 and $2_3", 2.0, 2.0, 2.0)], file)
    elif name == "comparison":
        draw_comparison("A title", [("first", 46, 44.0, 40.0, 48.0), ("second", 0, 0.0, 0.0, 0.0)], "%", file)
    elif name == "lines":
        draw_lines("A title", "turn", "cash", {"seat 0": [1.0, 2.0, 3.0], "seat 1": [3.0, 2.0, 1.0]}, file)
    elif name == "one line":
        draw_lines("A title", "turn", "cash", {"": []}, file)
    else:
        draw_bars("A title", "times", ["Old Kent Road", "Mayfair"], {"seat 0": [1.0, 0.0], "seat 1": [0.5, 0.2]}, file)


WRITTEN = {
    "ratings": ("uk-classic, 4 players, 4,000 games", "reserve:50,0", "./my_agent.py:1,2", "1600"),
    "intervals": ("A title", "across", "first", "second <&> $1 and $2_3"),
    "comparison": ("A title", "ours", "the work's", "%"),
    "lines": ("A title", "turn", "cash", "seat 0", "seat 1"),
    "one line": ("A title", "turn", "cash"),
    "bars": ("A title", "times", "Old Kent Road", "Mayfair", "seat 1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
def test_pictures_are_well_formed_and_the_same_every_time(tmp_path: Path, name: str) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    draw(name, first)
    draw("lines", tmp_path / "between.svg")
    draw(name, second)
    root = ElementTree.parse(first).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = {"".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(WRITTEN[name]) <= texts
    assert first.read_bytes() == second.read_bytes()
    assert b"<dc:date>" not in first.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"first.svg", "between.svg", "second.svg"}


def test_the_best_is_on_top(tmp_path: Path) -> None:
    draw("ratings", tmp_path / "ratings.svg")
    text = (tmp_path / "ratings.svg").read_text(encoding="utf-8")
    heights = {}
    for element in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text"):
        heights["".join(element.itertext())] = float(element.get("y", "nan"))
    assert heights["reserve:50,0"] < heights["./my_agent.py:1,2"], "y grows downwards"


@pytest.mark.slow
def test_no_figure_is_left_open(tmp_path: Path) -> None:
    before = plots().get_fignums()
    for name in WRITTEN:
        draw(name, tmp_path / "picture.svg")
    assert plots().get_fignums() == before


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RentierError, match=r"^pictures need matplotlib: pip install 'rentier\[lab\]'$"):
        plots()
