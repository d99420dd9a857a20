"""The tables of the works as data: everything they name exists, and a misspelt name is reported in one clear line."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.limits import check_players
from rentier.arena.seating import FIXED, SHUFFLE, check_seats
from rentier.arena.tally import TRADES
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game.words import KINDS
from rentier.papers import works_toml as module
from rentier.papers.match_pictures import PICTURES
from rentier.papers.matches import BY_ROLLOUTS
from rentier.papers.measures import MEASURES, find_measure
from rentier.papers.works import PARTS, Headline, PaperTable
from rentier.papers.works_toml import DATA, find_tables, works

TABLES = [table for work in works().values() for table in work.tables]
OF_MATCHES = [table for table in TABLES if table.evolution is None and table.training is None and table.exact is None]
by_name = pytest.mark.parametrize("table", OF_MATCHES, ids=lambda table: table.name)
SHARES = ("wins", "wins_decided", "draws", "seat_wins")
MEASURES_OF = {
    "agents": (
        "wins",
        "wins_decided",
        "depth",
        "branching",
        "staged_branching",
        "staged_depth",
        "offers_a_roll",
        "most_offers",
    ),
    "seat": ("seat_wins", "bought", "debt", "lowest_cash"),
    "place": ("trades", "most_trades"),
    "turn": ("in_bank",),
    "kind": ("on_offer", "listed", "most_listed", "listed_share"),
    "": ("draws", "turns", "sold_out"),
}
SOMETIMES = {"rollouts", "series", "each", "square", "after", "when", "count"}
TIMED = ("trades", "on_offer", "listed", "listed_share")
ARGUMENT_OF = {measure: argument for argument, measures in MEASURES_OF.items() for measure in measures}


def test_every_file_is_a_work() -> None:
    assert {work.key for work in works().values()} == {file.stem for file in DATA.glob("*.toml")}
    assert {"adjudicator2018", "khan2019", "sammul2018"} <= set(works())
    for work in works().values():
        assert work.title
        assert work.about
        assert work.did
        assert work.headlines
        assert {table.work for table in work.tables} == {work.key}


def test_no_two_tables_have_the_same_name() -> None:
    assert max(Counter(table.name for table in TABLES).values()) == 1


@by_name
def test_what_a_table_names_exists(table: PaperTable) -> None:
    assert table.games > 0
    assert table.matches
    assert bool(table.rows) != bool(table.study)
    assert table.study in ("", "khan-search", "sammul-grid")
    for match in table.matches:
        box = load_box(match.rules, match.switches)
        assert box.name == match.rules
        if not table.study:
            check_players([parse_agent(spec) for spec in match.agents])
            check_seats(table.seats, len(match.agents))
        assert set(match.pictures) <= set(PICTURES)
    assert set(table.pictures) <= {BY_ROLLOUTS}


@by_name
def test_rows_are_measured_and_told_apart(table: PaperTable) -> None:
    assert len({row.what for row in table.rows}) == len(table.rows)
    for row in table.rows:
        find_measure(row.measure)
        match = table.matches[row.match]
        assert "".join(set(row.arguments) - SOMETIMES) == ARGUMENT_OF[row.measure], row.what
        assert row.measure == "wins" or "each" not in row.arguments, row.what
        assert row.measure == "bought" or "square" not in row.arguments, row.what
        assert (row.measure == "debt") == ("after" in row.arguments), row.what
        assert (row.measure in TIMED) == ("when" in row.arguments), row.what
        assert row.arguments.get("rollouts", 1) > 0, row.what
        if "square" in row.arguments:
            assert load_box(match.rules, match.switches).board.squares[row.arguments["square"]].is_deed, row.what
        for agent in row.arguments.get("agents", []):
            assert 0 <= agent < len(match.agents), row.what
        assert 0 <= row.arguments.get("seat", 0) < len(match.agents)
        assert 0 <= row.arguments.get("place", 0) < TRADES
        assert row.arguments.get("kind", KINDS[0]) in KINDS
        if row.figure is not None:
            assert 0 <= row.figure <= (100 if row.unit == "%" else math.inf)


@by_name
def test_every_match_of_a_table_is_measured(table: PaperTable) -> None:
    if table.rows:
        assert {row.match for row in table.rows} == set(range(len(table.matches)))


@by_name
def test_games_of_a_table_are_independent(table: PaperTable) -> None:
    """Shares get Wilson's interval, as in the works, which assumes that no two games share their luck."""
    assert table.seats in (SHUFFLE, FIXED) or not any(row.measure in SHARES for row in table.rows)


def test_every_measure_is_known_here() -> None:
    assert set(ARGUMENT_OF) == set(MEASURES)
    with pytest.raises(RentierError, match=r"^unknown measure 'win'; did you mean 'wins'\?$"):
        find_measure("win")


def test_tables_are_found_by_name() -> None:
    assert [table.name for table in find_tables("khan2019/7.14a")] == ["khan2019/7.14a"]
    assert find_tables(" sammul2018 ") == list(works()["sammul2018"].tables)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("sammul2019", "unknown work 'sammul2019'; did you mean 'sammul2018'?"),
        ("Khan2019", "unknown work 'Khan2019'; did you mean 'khan2019'?"),
        ("sammul2018/9.9", "unknown table of sammul2018 '9.9'; did you mean '3.9'?"),
        ("khan2019/7.14", "unknown table of khan2019 '7.14'; did you mean '7.14a', '7.14b' or '7.14c'?"),
        (
            "adjudicator2018/",
            f"unknown table of adjudicator2018 ''; known: {', '.join(table.id for table in find_tables('adjudicator2018'))}",
        ),
        ("", f"unknown work ''; known: {', '.join(works())}"),
    ],
)
def test_a_misspelt_name_is_one_line_with_near_names(name: str, says: str) -> None:
    with pytest.raises(RentierError) as refused:
        find_tables(name)
    assert str(refused.value) == says


GOOD = """
work = "mine2026"
title = "Mine"
about = "Everything"
citation = "Nobody, *Nothing*"
did = "It played"
conclusion = "The same"

[[reason]]
name = "luck"
text = "Luck"

[[headline]]
what = "The first"
table = "1"
row = "first"

[[reading]]
name = "cash"
place = "section 1"
about = "How much"

[[reading.choice]]
value = "500"
about = "Much"

[[reading.choice]]
value = "400"
about = "Less"
switches = { starting_cash = 400 }

[[table]]
id = "1"
title = "One"
games = 10
rules = "khan2019"
seats = "shuffle"

[[table.match]]
agents = ["random", "random"]

[[table.row]]
what = "first"
measure = "wins"
agents = [0]
figure = 50.0
unit = "%"
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("games = 10", "games = 0", "games: 0 should be a whole number from 1"),
        ("games = 10", "gams = 10", "games: missing"),
        ('seats = "shuffle"', 'seats = "shuffle"\nsets = 1', "sets"),
        ("figure = 50.0", 'figure = "half"', "figure: should be a number"),
        ("figure = 50.0", 'figure = 50.0\nreason = "lack"', r"unknown reason 'lack'; did you mean 'luck'\?"),
        ('row = "first"', 'row = "fist"', r"unknown row 'fist'; did you mean 'first'\?"),
        ('table = "1"', 'table = "2"', "unknown table '2'"),
        ('[[reading.choice]]\nvalue = "500"\nabout = "Much"\n', "", "choice"),
        ('measure = "wins"\n', "", "measure: missing"),
        ("games = 10", "games = 10\nparts = 0", "parts: 0 should be a whole number from 1 to 20"),
        ("games = 10", "games = 10\nlong = 1", "long: should be true or false"),
        ('agents = ["random"', 'games = 11\nagents = ["random"', "games: 11 should be a whole number from 1 to 10"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    file = tmp_path / "mine2026.toml"
    file.write_text(GOOD)
    assert works.__wrapped__()["mine2026"].tables[0].rows[0].arguments == {"agents": [0]}
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(RentierError, match=rf"mine2026\.toml: .*{says}"):
        works.__wrapped__()


def test_what_a_table_may_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    file = tmp_path / "mine2026.toml"
    file.write_text(GOOD)
    [plain] = works.__wrapped__()["mine2026"].tables
    assert (plain.parts, plain.long, plain.matches[0].games) == (PARTS, False, None)
    text = GOOD.replace("games = 10", "games = 10\nparts = 1\nlong = true").replace(
        'agents = ["random', 'games = 3\npictures = ["cash", "debt"]\nagents = ["random'
    )
    file.write_text(text.replace("figure = 50.0\n", ""))
    [table] = works.__wrapped__()["mine2026"].tables
    assert (table.parts, table.long, table.matches[0].games, table.rows[0].figure) == (1, True, 3, None)
    assert (plain.matches[0].pictures, table.matches[0].pictures) == ((), ("cash", "debt"))


def test_tables_of_tree_search_trainings_and_studies_of_genes_are_long_and_the_others_are_not() -> None:
    searched = {table.name for table in TABLES if any("mcts" in spec for match in table.matches for spec in match.agents)}
    studies = {table.name for table in TABLES if table.evolution is not None and table.evolution.trials}
    trained = {table.name for table in TABLES if table.training is not None}
    assert searched | studies | trained == {table.name for table in TABLES if table.long}
    assert searched == {f"sammul2018/{id_}" for id_ in ("3.10", "3.10-sweep", "4.1", "4.2", "section-4.2")}
    for name in searched:
        [table] = find_tables(name)
        assert (table.games, table.parts) == (100, 1)
        assert all(match.switches == {"turn_cap": 1000, "offers_per_turn": 3} for match in table.matches)


def test_reasons_say_whether_they_are_shown() -> None:
    for reason in {row.reason for table in TABLES for row in table.rows if row.reason is not None}:
        assert str(reason).startswith(("**Shown** by `rentier ", "**Supposed**: ", "**Unexplained**: "))


def test_what_a_work_may_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    (tmp_path / "mine2026.toml").write_text(GOOD)
    work = works.__wrapped__()["mine2026"]
    assert work.headlines == (Headline("The first", "1", "first"),)
    [reading] = work.readings
    assert (reading.default.value, [choice.value for choice in reading.choices]) == ("500", ["500", "400"])


def test_a_reading_cannot_switch_the_rules_of_a_training(tmp_path: Path) -> None:
    text = (DATA / "berry2013.toml").read_text(encoding="utf-8")
    assert 'rules = { "berry2013-no-building" = "berry2013" }' in text
    file = tmp_path / "berry2013.toml"
    file.write_text(text.replace('rules = { "berry2013-no-building" = "berry2013" }', "switches = { building_supply = 0 }"))
    with pytest.raises(RentierError, match="table 1 is made by training, which takes a preset: change `rules`"):
        module.read_work(file)
