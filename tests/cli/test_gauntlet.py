"""`rentier gauntlet` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.arena.opponents import read_gauntlet
from rentier.arena.ratings import Rating
from rentier.cli.gauntlet import elo_texts

Rentier = Callable[..., subprocess.CompletedProcess[str]]
INFINITE = float("inf")
QUICKER = ("--set", "auction=none", "--set", "trade_menu=none", "--set", "turn_cap=60", "--set", "cap=worth")
QUICK = ("gauntlet", "reserve:50,0", "--against", "reserve:200,0", "--against", "reserve:100000,0", "--games", 8, *QUICKER)
WRONG = {
    "no agent": (("gauntlet",), "Missing argument 'AGENT'"),
    "two agents": (("gauntlet", "bot", "random"), "unexpected extra argument"),
    "agent": (("gauntlet", "bott"), "unknown agent 'bott'; did you mean 'bot'?"),
    "opponent": (("gauntlet", "bot", "--against", "randon"), "unknown agent 'randon'; did you mean 'random'?"),
    "opponent twice": (("gauntlet", "bot", "--against", "bot", "--against", "bot"), "opponent 'bot' is named 2 times"),
    "games": (("gauntlet", "bot", "--games", 0), "games: 0 should be a whole number from 1"),
    "seed": (("gauntlet", "bot", "--seed", -1), "seed: -1 should be a whole number from 0"),
    "jobs": (("gauntlet", "bot", "--jobs", 0), "jobs: 0 should be a whole number from 1"),
    "rules": (("gauntlet", "bot", "--rules", "bery2013"), "unknown preset 'bery2013'; did you mean 'berry2013'"),
    "switch": (("gauntlet", "bot", "--set", "salry=1"), "--set: unknown switch 'salry'; did you mean 'salary'"),
    "picture": (("gauntlet", "bot", "--picture", "a.png"), "'a.png' should be a file that ends in .svg"),
    "JSON": (("gauntlet", "bot", "--json", "gone/a.json"), "there is no folder gone"),
    "out": (("gauntlet", "bot", "--out", "full"), "full: is not empty and holds no gauntlet; --out should be a new folder"),
}


def test_help_names_its_rules_and_an_example(rentier: Rentier) -> None:
    done = rentier("gauntlet", "--help")
    assert done.returncode == 0
    assert "[default: berry2013]" in done.stdout
    assert "rentier gauntlet" in done.stdout.partition("Example")[2]


@pytest.mark.parametrize("arguments", [["gauntlet", "--help"], ["gauntlet", "bott"]])
def test_help_and_refusals_do_not_load_the_compiler(arguments: list[str]) -> None:
    code = "import sys; from rentier.cli import main\ntry: main({})\nfinally: print('numba' in sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code.format(arguments)], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("False\n")


def test_the_five_end_in_a_rating(rentier: Rentier) -> None:
    done = rentier("gauntlet", "reserve:350,150", "--games", 8)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("reserve:350,150, berry2013, 5 sets, 40 games, seed 0\n")
    for spec, rating in read_gauntlet().ratings.items():
        assert f"│ {spec} " in done.stdout
        assert f" {rating} │" in done.stdout
    assert "mean win rate of the sets " in done.stdout
    assert "\nrating 1" in done.stdout


def test_against_others_it_says_why_there_is_no_rating(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*QUICK, "--picture", "shares.svg", "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 sets, 16 games, seed 0" in done.stdout.splitlines()[0]
    assert "no rating: that of reserve:200,0, reserve:100000,0 is not known under these rules\n" in done.stdout
    texts = {"".join(element.itertext()).strip() for element in ElementTree.parse(tmp_path / "shares.svg").getroot().iter()}
    assert {"reserve:200,0", "reserve:100000,0", "equals"} <= texts
    assert {path.name for path in tmp_path.iterdir()} == {"shares.svg", "run"}


def test_json_does_not_depend_on_jobs(rentier: Rentier, tmp_path: Path) -> None:
    first = json.loads(rentier(*QUICK, "--json", "-", "--jobs", 1).stdout)
    done = rentier(*QUICK, "--json", "gauntlet.json", "--jobs", 2)
    assert "mean win rate" in done.stdout
    second = json.loads((tmp_path / "gauntlet.json").read_text())
    for report in (first, second):
        assert report.pop("seconds") > 0
    assert first == second
    assert (first["agent"], first["players"], first["games"]) == ("reserve:50,0", 4, 16)
    assert (first["rating"], first["rating_interval"]) == (None, [None, None])
    assert "is not known under these rules" in first["unrated"]
    keys = ["opponent", "opponent_rating", "games", "draws", "draw_interval", "wins", "win_rate", "interval", "interval_method"]
    assert [list(played) for played in first["sets"]] == [[*keys, "elo", "elo_interval"]] * 2


@pytest.mark.parametrize(
    ("rating", "texts"),
    [
        (Rating(12.4, -30.0, 55.0), ("+12", "-30 to +55")),
        (Rating(INFINITE, 480.0, INFINITE), ("above +480", "")),
        (Rating(-INFINITE, -INFINITE, -480.0), ("below -480", "")),
        (Rating(300.0, 200.0, INFINITE), ("+300", "above +200")),
        (Rating(-300.0, -INFINITE, -200.0), ("-300", "below -200")),
        (Rating(0.0, -INFINITE, INFINITE), ("+0", "not known")),
    ],
)
def test_an_infinite_value_is_shown_as_a_bound(rating: Rating, texts: tuple[str, str]) -> None:
    assert elo_texts(rating, "+.0f") == texts


@pytest.mark.parametrize("wrong", WRONG)
def test_one_line_and_exit_code_2(rentier: Rentier, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    arguments, says = WRONG[wrong]
    done = rentier(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("rentier: ")
    assert says in done.stderr
