"""`rentier landing` and `rentier returns` as a user runs them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]
VILLAGE = Path(__file__).parents[2] / "docs" / "village" / "preset.toml"


def test_squares_are_listed_and_drawn(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier("landing", "--picture", "odds.svg", "--json", "odds.json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "uk-classic; players leave jail at once: share of rolls that end there, in %"
    assert any("Trafalgar Square" in line and "3.1736" in line for line in lines)
    assert sum("Jail / Just Visiting, " in line for line in lines) == 2
    written = json.loads((tmp_path / "odds.json").read_text())
    assert list(written) == ["rules", "overrides", "jail", "choice", "rolls_per_turn", "squares"]
    assert (written["rules"], written["jail"], written["choice"]) == ("uk-classic", "leave", "pay")
    assert sum(row["share"] for row in written["squares"]) == pytest.approx(1)
    assert [row["square"] for row in written["squares"]] == sorted([*range(40), 10])
    assert [row["state"] for row in written["squares"] if row["square"] == 10] == ["visiting", "in jail"]
    assert written["squares"][0] == {"square": 0, "name": "GO", "share": written["squares"][0]["share"]}
    assert (tmp_path / "odds.svg").read_text().startswith("<svg")


def test_walks_stand_beside_the_chain(rentier: Rentier) -> None:
    walk = ("landing", "--rules", VILLAGE, "--jail", "stay", "--rolls", 50_000, "--seed", 2)
    done = rentier(*walk, "--json", "-", "--jobs", 1)
    report = json.loads(done.stdout)
    assert (report["rolls"], report["seed"], len(report["squares"])) == (50_000, 2, 13)
    for row in report["squares"]:
        assert row["difference"] == pytest.approx(row["decks"] - row["share"])
        assert abs(row["replacement"] - row["share"]) <= 5 * row["replacement_error"]
    for walked in ("replacement", "decks"):
        assert sum(row[walked] for row in report["squares"]) == pytest.approx(1)
    again = rentier(*walk, "--jobs", 2)
    assert (again.returncode, again.stderr) == (0, "")
    assert "cards replaced, 50,000 rolls: at most " in again.stdout
    assert "real decks, 50,000 rolls: at most " in again.stdout
    assert json.loads(rentier(*walk, "--json", "-", "--jobs", 2).stdout) == report


def test_a_board_without_jail_says_nothing_of_it(rentier: Rentier) -> None:
    done = rentier("landing", "--rules", "khan2019", "--set", "dice=2")
    assert done.stdout.splitlines()[0] == "khan2019 with dice=2: share of rolls that end there, in %"
    assert done.stdout.count("9.0909") == 11


@pytest.mark.slow
def test_returns_are_listed_and_drawn(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier("returns", "--opponents", 1, "--picture", "returns.svg", "--json", "returns.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "uk-classic; players leave jail at once; 1 opponent"
    assert done.stdout.splitlines()[-1] == "the best step: house 3 of Orange, 10.56 more rent per roll for each 100 spent"
    written = json.loads((tmp_path / "returns.json").read_text())
    assert list(written)[-4:] == ["opponents", "deeds", "groups", "best"]
    orange = [row for row in written["groups"] if row["group"] == "Orange"]
    assert [row["houses"] for row in orange] == [0, 1, 2, 3, 4, 5]
    keys = ["group", "owned", "houses", "hotel", "cost", "rent", "rolls", "rounds", "added"]
    assert list(orange[0]) == keys
    assert orange[3]["rolls"] == pytest.approx(orange[3]["cost"] / orange[3]["rent"])
    assert list(written["deeds"][0]) == ["square", "name", *keys]
    assert len({row["square"] for row in written["deeds"]}) == 28
    assert (tmp_path / "returns.svg").read_text().startswith("<?xml")


def test_returns_of_a_board_of_ones_own(rentier: Rentier) -> None:
    done = rentier("returns", "--rules", VILLAGE, "--json", "-")
    report = json.loads(done.stdout)
    assert report["rules"] == "village"
    assert {row["group"] for row in report["groups"]} == {"Lanes", "Rows", "Ferry", "Mill"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("landing", "--jail", "stya"), "Invalid value for '--jail': 'stya' is not one of 'leave', 'stay'"),
        (("landing", "--rules", "uk-clasic"), "unknown preset 'uk-clasic'; did you mean 'uk-classic'"),
        (("landing", "--rules", "gone.toml"), "gone.toml"),
        (("landing", "--set", "jail_max_turns=0"), "jail_max_turns: '0' should be a whole number from 1 to 100"),
        (("landing", "--rolls", 10), "rolls: 10 should be a whole number from 1000"),
        (("landing", "--rolls", 1000, "--jobs", 0), "jobs: 0 should be a whole number from 1"),
        (("landing", "--seed", -1), "seed: -1 should be a whole number from 0"),
        (("landing", "--picture", "odds.png"), "--picture: 'odds.png' should be a file that ends in .svg"),
        (("landing", "--picture", "gone/odds.svg"), "there is no folder gone"),
        (("landing", "--json", "gone/odds.json"), "there is no folder gone"),
        (("landing", "more"), "Got unexpected extra argument (more)"),
        (("returns", "--opponents", 0), "opponents: 0 should be a whole number from 1 to 7"),
        (("returns", "--choice", "steal"), "'steal' is not one of 'pay', 'draw'"),
        (("returns", "--picture", "returns.png"), "--picture: 'returns.png' should be a file that ends in .svg"),
    ],
)
def test_what_is_wrong_is_one_line(rentier: Rentier, arguments: tuple[object, ...], says: str) -> None:
    done = rentier(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr
