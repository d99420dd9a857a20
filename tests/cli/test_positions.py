"""`rentier odds` and `rentier explain` as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rentier import Game

Rentier = Callable[..., subprocess.CompletedProcess[str]]
POSITION = """rules = "uk-classic"
round = 12
switches = { turn_cap = 60, cap = "worth" }
[[players]]
cash = 800
deeds = { "Pall Mall" = 1, "Whitehall" = 1, "Northumberland Avenue" = 1, "Mayfair" = 0, "Euston Road" = 0 }
[[players]]
cash = 300
square = 10
deeds = { "Park Lane" = 0, "Water Works" = 0, "Old Kent Road" = 0 }
"""
END = """decision = "over"
winners = [2]
[[players]]
bankrupt = 2
[[players]]
bankrupt = 1
[[players]]
"""
SEARCH = ("--agent", "mcts:rollouts=400,cut=none")
TIMED = ("seconds", "rollouts_per_second")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    (tmp_path / "middle.toml").write_text(POSITION)
    (tmp_path / "end.toml").write_text(END)


def report_of(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """Return a command's JSON report without the time it took."""
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    for timed in TIMED:
        report.pop(timed, None)
        report.get("effort", {}).pop(timed, None)
    told: dict[str, object] = report
    return told


def test_odds_prints_a_table(rentier: Rentier) -> None:
    done = rentier("odds", "middle.toml", "--rollouts", 300)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "uk-classic with cap=worth, turn_cap=60, round 12, turn 23: decision of seat 0 (manage), seed 0"
    assert all(
        text in done.stdout for text in ("wins", "95 % interval", "aggressive", "█", "300 rollouts; draws 0 (0.0 %, 0.0 % to ")
    )
    assert "the odds if everybody plays on like aggressive" in lines


@pytest.mark.slow
def test_odds_as_json_do_not_depend_on_jobs_or_on_how_the_position_is_read(rentier: Rentier, tmp_path: Path) -> None:
    asked = ("odds", "middle.toml", "--agents", "aggressive", "bailis", "--rollouts", 600, "--seed", 3)
    first = report_of(rentier(*asked, "--json", "-", "--jobs", 1))
    assert list(first) == [
        *("rules", "switches", "round", "turn", "actor", "decision", "seed"),
        *("seats", "rollouts", "draws", "endless", "draw_interval"),
    ]
    seats = first["seats"]
    assert isinstance(seats, list)
    assert [list(seat) for seat in seats] == [["seat", "agent", "share", "low", "high"]] * 2
    assert [seat["agent"] for seat in seats] == ["aggressive", "bailis"]
    assert rentier(*asked, "--json", "odds.json", "--jobs", 2).returncode == 0
    second = json.loads((tmp_path / "odds.json").read_text())
    assert second.pop("seconds") > 0
    assert second == first
    command = [sys.executable, "-m", "rentier.cli", "odds", "--agents", "aggressive", "bailis", "--rollouts", "600"]
    command += ["--seed", "3", "-", "--json", "-"]
    piped = subprocess.run(command, input=POSITION, capture_output=True, encoding="utf-8", check=False)
    assert report_of(piped) == first


def test_odds_of_a_game_that_is_over(rentier: Rentier) -> None:
    report = report_of(rentier("odds", "end.toml", "--json", "-"))
    seats = report["seats"]
    assert isinstance(seats, list)
    assert (report["rollouts"], [seat["share"] for seat in seats]) == (0, [0, 0, 1])
    told = rentier("odds", "end.toml").stdout
    assert "the game is over" in told
    assert told.count("bankrupt") == 2
    assert "has won" in told


def test_explain_shows_the_candidates_by_kind(rentier: Rentier) -> None:
    done = rentier("explain", "middle.toml", *SEARCH)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "uk-classic with cap=worth, turn_cap=60, round 12, turn 23: decision of seat 0 (manage); mcts:rollouts=400"
    )
    assert all(text in done.stdout for text in ("visits", "win rate", "95 % interval", "build: 3 candidates", "400 rollouts, "))
    assert done.stdout.count("→") == 1
    assert done.stdout.splitlines()[1].startswith("advice: '")
    assert "if the others play on like aggressive." in " ".join(done.stdout.split())
    assert "worth " not in done.stdout.partition("\n")[2]
    everything = rentier("explain", "middle.toml", *SEARCH, "--all")
    assert len(everything.stdout.splitlines()) > len(done.stdout.splitlines())


def test_explain_calls_values_of_cut_games_worth(rentier: Rentier) -> None:
    asked = ("explain", "middle.toml", "--agent", "mcts:rollouts=100,cut=5")
    told = rentier(*asked).stdout
    assert " worth ┃" in told
    assert "win rate" not in told
    assert report_of(rentier(*asked, "--json", "-"))["measure"] == "worth"


def test_explain_as_json(rentier: Rentier) -> None:
    first = report_of(rentier("explain", "middle.toml", *SEARCH, "--seed", 3, "--json", "-"))
    assert list(first) == [
        *("rules", "switches", "round", "turn", "actor", "decision", "agent", "seed", "measure"),
        *("why", "assumes", "choice", "kinds", "effort"),
    ]
    kinds = first["kinds"]
    assert isinstance(kinds, list)
    assert all(list(kind) == ["kind", "visits", "value", "low", "high", "candidates"] for kind in kinds)
    candidates = [candidate for kind in kinds for candidate in kind["candidates"]]
    assert all(list(candidate) == ["action", "visits", "value", "low", "high"] for candidate in candidates)
    game = Game.from_position(POSITION)
    assert all(game.is_legal(candidate["action"]) for candidate in candidates)
    assert first["choice"] in [candidate["action"] for candidate in candidates]
    assert sum(candidate["visits"] for candidate in candidates) == 400
    assert all((candidate["value"] is None) == (candidate["visits"] == 0) for candidate in candidates)
    assert report_of(rentier("explain", "middle.toml", *SEARCH, "--seed", 3, "--json", "-")) == first
    assert report_of(rentier("explain", "middle.toml", *SEARCH, "--seed", 4, "--json", "-")) != first


def test_a_decision_of_a_saved_game(rentier: Rentier, tmp_path: Path) -> None:
    quick = ("--set", "turn_cap=20", "--set", "cap=worth", "--set", "trade_menu=none", "--board", "never")
    assert rentier("watch", "aggressive", "bailis", "--seed", 3, "--save", "game.toml", *quick).returncode == 0
    record = (tmp_path / "game.toml").read_text()
    decisions = Game.replay(record).decisions
    number = next(number for number, said in enumerate(decisions, 1) if said.endswith("buy"))
    seat = int(decisions[number - 1][0])
    waiting = Game.replay(record, before=number)
    assert (waiting.actor, waiting.decision, waiting.decisions) == (seat, "buy", decisions[: number - 1])
    thought = report_of(rentier("explain", "game.toml", "--decision", number, *SEARCH, "--json", "-"))
    assert (thought["actor"], thought["decision"]) == (seat, "buy")
    found = report_of(rentier("odds", "game.toml", "--decision", number, "--rollouts", 50, "--json", "-"))
    assert (found["actor"], found["rollouts"]) == (seat, 50)
    assert report_of(rentier("odds", "game.toml", "--json", "-"))["rollouts"] == 0
    for arguments, says in (
        (("explain", "game.toml"), "the game is over, there is nothing to decide; --decision N shows the N-th"),
        (("odds", "game.toml", "--decision", 0), f"it has {len(decisions)} decisions; there is none with the number 0"),
        (("odds", "game.toml", "--decision", len(decisions) + 1), "there is none with the number"),
    ):
        refused = rentier(*arguments)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert says in refused.stderr


def test_a_single_choice_is_reported_at_once(rentier: Rentier, tmp_path: Path) -> None:
    (tmp_path / "start.toml").write_text('decision = "roll"\n[[players]]\n[[players]]\n')
    done = rentier("explain", "start.toml", "--agent", "mcts:rollouts=100000000")
    assert (done.returncode, done.stderr) == (0, "")
    assert "there is nothing to choose: 'roll' is the only legal action" in done.stdout


@pytest.mark.slow
def test_odds_of_games_that_are_cut_and_whose_luck_is_subtracted(rentier: Rentier) -> None:
    asked = ("odds", "middle.toml", "--agents", "bot", "--rollouts", 60, "--json", "-", "--jobs", 1)
    reports = [report_of(rentier(*asked, *more)) for more in ((), ("--cut", 4), ("--cut", 4, "--subtract-luck"))]
    widths = []
    for report in reports:
        seats = report["seats"]
        assert isinstance(seats, list)
        widths.append(seats[0]["high"] - seats[0]["low"])
    assert widths[0] > widths[1] > widths[2] > 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--value", "selfplay"), "--value selfplay is used only with --cut or --subtract-luck; add one of them"),
        (("--cut", 0), "cut: 0 should be a whole number from 1 to 1000000"),
        (("--cut", 4, "--value", "td"), "agent 'td' does not estimate every seat's win probability; these do: selfplay"),
        (("--subtract-luck", "--value", "nobody"), "unknown agent 'nobody'"),
    ],
)
def test_odds_refuse_what_no_network_can_value(rentier: Rentier, arguments: tuple[str | int, ...], says: str) -> None:
    done = rentier("odds", "middle.toml", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
