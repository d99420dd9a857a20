"""The benchmark measures what it says; how fast it is, is not tested."""

from __future__ import annotations

import numpy as np
import pytest

from rentier.arena import bench
from rentier.box import load_box
from rentier.game.apply import begin
from rentier.game.luck import key_of
from rentier.game.state import GameRecord, LuckRecord
from rentier.layout import new


def test_the_walk_walks_and_pays_salaries() -> None:
    box, game, luck = load_box().record, new(GameRecord), new(LuckRecord)
    begin(box, game, luck, 4, key_of(np.uint64(1), 0))
    bench.walk(box, game, luck, 4000)
    assert luck.rolls[:4].tolist() == [1000] * 4
    assert all(1500 + 200 * 160 < cash < 1500 + 200 * 190 for cash in game.cash[:4].tolist())


def test_every_measure_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WALK_TURNS": 1000, "RESERVE_GAMES": 2, "RANDOM_GAMES": 1, "POSITIONS": 5, "JOBS_GAMES": 4}.items():
        monkeypatch.setattr(bench, name, value)
    report = bench.bench(1)
    assert set(report) == {"walk", "reserve", "random", "legal", "repeats", "two_jobs_speed_up"}
    assert report["reserve"]["times_the_walk"] > 1
    assert report["reserve"]["ns_per_turn"] > report["reserve"]["ns_per_decision"] > 0
    assert report["legal"]["actions_per_call"] >= 1
    assert (report["two_jobs_speed_up"] is None) == (bench.cores() == 1)
