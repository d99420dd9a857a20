"""The picture of training runs shows every run that the docs describe by a letter."""

from __future__ import annotations

from pathlib import Path

from scripts.run_curves import CONTINUED, FROM_SCRATCH, draw_curves, read_curves

RUNS = Path(__file__).parents[1] / "docs" / "runs"


def test_the_logs_have_the_curve_of_every_run_that_was_evaluated() -> None:
    curves = read_curves(RUNS)
    assert list(curves) == list("vwxuyzdefghijklmnopq")
    assert curves["o"][-1] == (6_508_612, 0.0797)


def test_the_picture_names_the_runs(tmp_path: Path) -> None:
    draw_curves(read_curves(RUNS), tmp_path / "curves.svg")
    picture = (tmp_path / "curves.svg").read_text()
    assert all(f">{letter}</text>" in picture for letter in FROM_SCRATCH + CONTINUED)
