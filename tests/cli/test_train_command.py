"""`rentier train`, run for real."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

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
    looks = ("--test-against", "random", "--test-games", "4")
    done = rentier("train", *QUICK, *looks, "--out", "run", "--json", "run.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "to play with it: selfplay:run/weights.npz" in done.stdout
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"training.json", "training.svg", "weights.npz"}
    report = json.loads((tmp_path / "run.json").read_text())
    assert report["finished"]
    assert set(report["curve"][0]) == {"games", "td error", "random", "held-out error", "right answers"}
    assert rentier("match", "selfplay:run/weights.npz", "random", "--games", "2").returncode == 0
    again = rentier("train", *QUICK, *looks, "--out", "run")
    assert again.returncode == 0


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--device", "tpu"), "rentier: --device: 'tpu' should be one of auto, cpu, cuda\n"),
        (
            ("--device", "cuda"),
            "rentier: --device: PyTorch finds no GPU here that it can use; --device cpu learns without one\n",
        ),
        (("--min-players", "5"), "rentier: min players: 5 should not be more than max players, 4\n"),
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
    assert done.stderr == "rentier: trainings by self-play need torch: pip install 'rentier[train]'\n"
    assert list(tmp_path.iterdir()) == []
