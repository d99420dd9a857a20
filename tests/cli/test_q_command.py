"""`rentier q` as a user runs it: its files, its JSON, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.learn import q  # noqa: F401 - compiles everything before the first command

Rentier = Callable[..., subprocess.CompletedProcess[str]]
SHORT = Path(__file__).parents[1] / "learn" / "short.toml"
SMALL = ("q", "--rules", SHORT, "--hidden", "6", "--games", 8, "--test-against", "random", "--test-games", 4, "--test-every", 4)


def test_a_training_with_its_files_and_its_agent(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*SMALL, "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "coverage+matter, 6 hidden, discount 0.9, memory 20,000, 8 games" in " ".join(done.stdout.split())
    assert done.stdout.splitlines()[-1] == "to play with it: phase4:run/weights.npz"
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"q.json", "weights.npz", "training.svg"}
    assert ElementTree.parse(tmp_path / "run" / "training.svg").getroot().tag.endswith("svg")
    match = rentier("match", "phase4:run/weights.npz", "random", "--rules", SHORT, "--games", 4, "--json", "-")
    assert [entry["spec"] for entry in json.loads(match.stdout)["agents"]] == ["phase4:run/weights.npz", "random"]


def test_json_of_the_other_learner_and_again_from_the_folder(rentier: Rentier) -> None:
    command = (*SMALL, "--agent", "bailis-q", "--turns", 24, "--against", "random", "--out", "run", "--json", "-")
    one, again = (json.loads(rentier(*command).stdout) for _time in range(2))
    assert one.pop("seconds") > 0
    assert again.pop("seconds") >= 0  # nothing was left to play
    assert one == again
    assert (one["games"], one["finished"], len(one["curve"])) == (8, True, 2)
    assert (one["settings"]["agent"], one["settings"]["replay"], one["settings"]["players"]) == ("bailis-q", 0, 4)
    assert set(one["curve"][0]) == {"games", "td error", "random"}


@pytest.mark.slow
def test_ctrl_c_saves_the_training_and_the_same_command_resumes(tmp_path: Path) -> None:
    long = (*SMALL[:5], "--games", 100_000, "--test-games", 0, "--out", "run")
    often = "from rentier.learn import course; course.CHECKPOINT_SECONDS = -1.0"
    program = f"{often}; from rentier.cli import main; main({list(map(str, long))!r})"
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "run" / "state.npz").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("rentier: stopped after ")
    assert errors.endswith(" of 100000 games; the same command resumes\n")


WRONG = {
    "no folder": (("--games", 6), "Missing option '--out'"),
    "agent": (("--agent", "phase3"), "--agent: unknown Q-learner 'phase3'; did you mean 'phase4'"),
    "hidden": (("--hidden", "many"), "--hidden: 'many' should be numbers of nodes, such as"),
    "discount": (("--discount", 2), "discount: 2 should be a number from 0 to 1"),
    "features": (("--features", "colours"), "unknown features 'colours'"),
    "against": (("--against", "nobody"), "unknown agent 'nobody'"),
    "test games": (("--test-games", -1), "test games: -1 should be a whole number from 0"),
    "rules": (("--rules", "nowhere"), "unknown preset 'nowhere'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_one_line(rentier: Rentier, tmp_path: Path, what: str) -> None:
    options, line = WRONG[what]
    done = rentier(*SMALL, *options, *(() if what == "no folder" else ("--out", "run")))
    assert done.returncode == 2
    assert line in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()
