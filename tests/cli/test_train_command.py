"""`rentier train`, run for real."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

POSITION = Path(__file__).parents[2] / "docs" / "position.toml"
SHORT = Path(__file__).parents[1] / "learn" / "short.toml"
QUICK = (
    "--device",
    "cpu",
    "--games",
    "30",
    "--at-once",
    "32",
    "--batch",
    "64",
    "--hidden",
    "8",
    "--turns",
    "12",
    "--ema",
    "0.9",
)


def test_a_training_is_kept_drawn_and_played_with(rentier: Command, tmp_path: Path) -> None:
    evaluation = ("--test-against", "random", "--test-games", "4")
    done = rentier("train", *QUICK, *evaluation, "--out", "run", "--json", "run.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "to play with it: selfplay:run/weights.npz" in done.stdout
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"training.json", "training.svg", "weights.npz"}
    report = json.loads((tmp_path / "run.json").read_text())
    assert report["finished"]
    assert set(report["curve"][0]) == {"games", "td error", "random", "held-out error", "right answers"}
    assert rentier("match", "selfplay:run/weights.npz", "random", "--games", "2").returncode == 0
    again = rentier("train", *QUICK, *evaluation, "--out", "run")
    assert again.returncode == 0


def test_a_training_from_a_position_keeps_its_checkpoints(rentier: Command, tmp_path: Path) -> None:
    (tmp_path / "start.toml").write_text(POSITION.read_text())
    given = ("--min-players", "2", "--turns", "90", "--start", "start.toml", "--start-share", "0.5")
    done = rentier("train", *QUICK, *given, "--test-every", "10", "--keep", "--out", "run", "--json", "run.json")
    assert (done.returncode, done.stderr) == (0, "")
    curve = json.loads((tmp_path / "run.json").read_text())["curve"]
    files = sorted((tmp_path / "run" / "checkpoints").iterdir())
    assert [int(file.stem) for file in files] == [point["games"] for point in curve]
    assert rentier("match", f"selfplay:{files[0]}", f"selfplay:{files[-1]}", "--games", "2").returncode == 0


WRONG_STARTS = {
    "start.toml": ("rules = ", "not valid TOML: Invalid value (at end of document)"),
    "rules.toml": (
        'rules = "us-classic"\n[[players]]\n[[players]]',
        "rules: 'us-classic' should be among the rules of the training (--rules): uk-classic",
    ),
    "over.toml": (
        'decision = "over"\nwinners = [0]\n[[players]]\n[[players]]',
        "decision: the game is over; a start should be a position that can be played on",
    ),
    "many.toml": ("[[players]]\n" * 5, "players: there are 5; --min-players and --max-players allow 2 to 4"),
}


@pytest.mark.parametrize("name", WRONG_STARTS)
def test_a_wrong_start_is_refused_before_anything_is_compiled(tmp_path: Path, name: str) -> None:
    text, line = WRONG_STARTS[name]
    (tmp_path / name).write_text(text)
    options = ["train", "--min-players", "2", "--start", name, "--start-share", "0.5", "--out", "run"]
    code = f"import sys; sys.modules['rentier.game.apply'] = None; from rentier.cli import main; main({options!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"rentier: {name}: {line}\n")
    assert not (tmp_path / "run").exists()


def test_what_cannot_be_a_position_is_one_line(rentier: Command, tmp_path: Path) -> None:
    (tmp_path / "start.toml").write_text('[[players]]\ndeeds = { "Mayfair" = 1 }\n[[players]]')
    done = rentier("train", *QUICK, "--min-players", "2", "--start", "start.toml", "--start-share", "0.5", "--out", "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rentier: start.toml: position: players[0].deeds")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("command", ["td", "q"])
def test_keeping_needs_evaluations(rentier: Command, tmp_path: Path, command: str) -> None:
    done = rentier(command, "--test-games", "0", "--keep", "--out", "run")
    line = "--keep: there is no evaluation whose weights could be saved; set --test-games above 0"
    assert (done.returncode, done.stderr) == (2, f"rentier: {line}\n")
    assert not (tmp_path / "run").exists()


def test_weights_of_td_are_kept_too(rentier: Command, tmp_path: Path) -> None:
    evaluation = ("--test-against", "random", "--test-games", "4", "--test-every", "4", "--keep")
    done = rentier("td", "--rules", SHORT, "--hidden", "6", "--games", "8", *evaluation, "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    files = sorted(path.name for path in (tmp_path / "run" / "checkpoints").iterdir())
    assert files == ["000000004.npz", "000000008.npz"]
    assert rentier("match", "td:run/checkpoints/000000004.npz", "random", "--rules", SHORT, "--games", "2").returncode == 0


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--device", "tpu"), "rentier: --device: 'tpu' should be one of auto, cpu, cuda\n"),
        (
            ("--device", "cuda"),
            "rentier: --device: PyTorch finds no GPU here that it can use; --device cpu learns without one\n",
        ),
        (("--min-players", "5"), "rentier: min players: 5 should not be more than max players, 4\n"),
        (
            ("--start-share", "0.2"),
            "rentier: start share: 0.2 needs a position to begin at; name one with --start\n",
        ),
    ],
)
def test_what_cannot_be_is_one_line(rentier: Command, tmp_path: Path, options: tuple[str, ...], line: str) -> None:
    done = rentier("train", *options, "--out", "run")
    assert (done.returncode, done.stderr) == (2, line)
    assert not (tmp_path / "run").exists()


def test_pytorch_that_is_missing_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['torch'] = None; from rentier.cli import main; main(['train', '--out', 'run'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rentier: training runs by self-play need torch: pip install 'rentier[train]'\n"
    assert list(tmp_path.iterdir()) == []
