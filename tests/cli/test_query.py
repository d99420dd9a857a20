"""`rentier query` as a user runs it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]
DOCS = Path(__file__).parent.parent.parent / "docs"
OPEN = """title = "Nothing to be right about"
[position]
[[position.players]]
[[position.players]]
[[questions]]
kind = "ranking"
seat = 1
give = "group"
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    (tmp_path / "open.toml").write_text(OPEN)
    (tmp_path / "wrong.toml").write_text(OPEN.replace("group", "grup"))
    (tmp_path / "folder").mkdir()


def test_the_seven_are_asked_unless_files_are_named(rentier: Rentier) -> None:
    done = rentier("query", "bot")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "bot, seed 0"
    assert lines[-1] == "7 of 7 answers right"
    assert done.stdout.count("cannot value a position") == 3
    assert any("seat 3: Regent Street for Park Lane, offered by seat 2?" in line and "accept" in line for line in lines)
    assert any("Bow Street" in line and "190" in line and "right" in line for line in lines)


def test_values_and_the_first_places_are_shown(rentier: Rentier) -> None:
    told = " ".join(rentier("query", "khan:optimal").stdout.split())
    assert "accept; worth -3,609 if refused, -3,490 if accepted" in told
    assert "Mayfair 1,650, Park Lane 1,605," in told
    assert "and 24 more" in told
    assert told.endswith("6 of 10 answers right")


def test_json_has_all_of_a_ranking(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier("query", "khan:optimal", "open.toml", DOCS / "query.toml", "--json", "-")
    report = json.loads(done.stdout)
    assert list(report) == ["agent", "seed", "times", "right", "judged", "answers"]
    assert (report["agent"], report["right"], report["judged"]) == ("khan:optimal", 1, 2)
    ranking, offer, _, price = report["answers"]
    assert list(ranking) == ["query", "title", "kind", "asked", "said", "values", "right"]
    assert (ranking["query"], ranking["kind"], len(ranking["values"]), ranking["right"]) == ("open", "ranking", 10, None)
    assert (offer["query"], offer["said"], offer["right"]) == ("query/1", {"refuse": 1}, True)
    assert list(offer["values"]) == ["refused", "accepted"]
    assert (price["said"], price["values"], price["right"]) == ({"100": 1}, {}, False)
    assert rentier("query", "khan:optimal", "open.toml", "--json", "a.json").stdout.startswith("khan:optimal, seed 0")
    assert json.loads((tmp_path / "a.json").read_text())["answers"] == [ranking]


def test_a_random_agent_is_asked_many_times(rentier: Rentier) -> None:
    asked = ("query", "random", DOCS / "query.toml", "--times", 20, "--seed", 4)
    done = rentier(*asked)
    assert " of 20)" in done.stdout
    assert rentier(*asked).stdout == done.stdout
    assert rentier(*asked[:-1], 5).stdout != done.stdout


def test_questions_without_a_right_answer(rentier: Rentier) -> None:
    assert rentier("query", "bot", "open.toml").stdout.endswith("no answer here is right or wrong\n")


def test_help_has_examples(rentier: Rentier) -> None:
    assert "rentier query bot" in rentier("query", "--help").stdout.partition("Examples")[2]
    assert "  query " in rentier("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Missing argument 'AGENT'"),
        (("bott",), "unknown agent 'bott'; did you mean 'bot'"),
        (("bot", "gone.toml"), "gone.toml: No such file"),
        (("bot", "folder"), "folder: Is a directory"),
        (("bot", "wrong.toml"), "wrong.toml: questions[0].give: unknown gift 'grup'; did you mean 'group'"),
        (("bot", "--times", 0), "times: 0 should be a whole number from 1"),
        (("bot", "--seed", -1), "seed: -1 should be a whole number from 0"),
        (("bot", "--json", "gone/a.json"), "there is no folder gone"),
        (("bot", "--tims", 3), "unknown option '--tims'; did you mean '--times'?"),
    ],
)
def test_what_is_wrong_is_one_line(rentier: Rentier, arguments: tuple[object, ...], says: str) -> None:
    done = rentier("query", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
