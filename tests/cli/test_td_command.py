"""`rentier td` as a user runs it: its files, its JSON, Ctrl-C, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rentier.learn import td  # noqa: F401 - compiles everything before the first command

Rentier = Callable[..., subprocess.CompletedProcess[str]]
SHORT = Path(__file__).parents[1] / "learn" / "short.toml"
SMALL = (
    "td",
    "--rules",
    SHORT,
    "--hidden",
    "6",
    "--games",
    8,
    "--test-against",
    "random",
    "--test-games",
    4,
    "--test-every",
    4,
)


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report without its time."""
    return {name: value for name, value in report.items() if name != "seconds"}


def test_a_training_with_its_files_and_its_agent(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*SMALL, "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "berry, 6 hidden, lambda 0.9, 8 games" in " ".join(done.stdout.split())
    assert done.stdout.splitlines()[-1] == "to play with it: td:run/weights.npz"
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"training.json", "weights.npz", "training.svg"}
    assert ElementTree.parse(tmp_path / "run" / "training.svg").getroot().tag.endswith("svg")
    match = rentier("match", "td:run/weights.npz,checks", "random", "--rules", SHORT, "--games", 4, "--json", "-")
    assert [entry["spec"] for entry in json.loads(match.stdout)["agents"]] == ["td:run/weights.npz,checks", "random"]


@pytest.mark.slow
def test_json_that_does_not_depend_on_jobs_and_again_from_the_folder(rentier: Rentier) -> None:
    one = rentier(*SMALL, "--out", "one", "--jobs", 1, "--json", "-")
    two = rentier(*SMALL, "--out", "two", "--jobs", 2, "--json", "-")
    again = rentier(*SMALL, "--out", "two", "--json", "-")
    assert timeless(json.loads(one.stdout)) == timeless(json.loads(two.stdout)) == timeless(json.loads(again.stdout))
    report = json.loads(one.stdout)
    assert (report["games"], report["finished"], len(report["curve"])) == (8, True, 2)


@pytest.mark.slow
def test_ctrl_c_saves_the_training_and_the_same_command_resumes(rentier: Rentier, tmp_path: Path) -> None:
    long = (*SMALL[:5], "--games", 100_000, "--test-games", 0, "--out", "run")
    often = "from rentier.learn import course; course.CHECKPOINT_SECONDS = -1.0"
    program = f"{often}; from rentier.cli import main; main({list(map(str, long))!r})"
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "run" / "weights.npz").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("rentier: stopped after ")
    assert errors.endswith(" of 100000 games; the same command resumes\n")


def test_learning_from_a_file_of_games(rentier: Rentier) -> None:
    rentier("games", "--agents", "random", "random", "random", "--count", 6, "--rules", SHORT, "--out", "games.parquet")
    done = rentier("td", "--database", "games.parquet", "--hidden", "6", "--games", 6, "--test-games", 0, "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")


WRONG = {
    "no folder": (("--games", 6), "Missing option '--out'"),
    "hidden": (("--hidden", "many"), "--hidden: 'many' should be numbers of nodes, such as 80 or 80,40"),
    "lambda": (("--lambda", 2), "lambda: 2 should be a number from 0 to 1"),
    "features": (("--features", "colours"), "unknown features 'colours'"),
    "against": (("--against", "nobody"), "unknown agent 'nobody'"),
    "jobs": (("--jobs", 0), "jobs: 0 should be a whole number from 1 to"),
    "database": (("--database", "none.parquet"), "none.parquet"),
    "begin": (("--begin", "none.npz"), "none.npz: there is no such file"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_one_line(rentier: Rentier, tmp_path: Path, what: str) -> None:
    options, line = WRONG[what]
    done = rentier(*SMALL, *options, *(() if what == "no folder" else ("--out", "run")))
    assert done.returncode == 2
    assert done.stdout == ""
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run" / "weights.npz").exists()
