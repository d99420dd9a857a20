"""A real Ray cluster of two nodes gives exactly the same results, even if one of the nodes is killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rentier.arena.executors.protocol import Executor
from tests.cluster.nodes import Cluster
from tests.cluster.works import AGENT, WORKS, equal, match, same, thinking

pytestmark = pytest.mark.slow


def test_a_cluster_gives_the_same_results(ray: Executor, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(AGENT)
    specs = (f"{file}:350,150", "random", "reserve:50,0")
    assert ray.jobs == 2
    told: list[int] = []
    assert same(match(ray, specs, progress=told.append), match(1, specs))
    assert sum(told) == 60, "progress is that of the whole cluster"
    for name, work in WORKS.items():
        assert equal(work(ray), work(1)), name


def test_a_node_that_dies_costs_only_what_it_had(ray: Executor, cluster: Cluster) -> None:
    told: list[int] = []

    def kill(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            cluster.kill_node()

    assert same(thinking(ray, 32, kill), thinking(1, 32))
    assert cluster.node.poll() is not None
    assert sum(told) == 32


def test_ctrl_c_keeps_what_a_cluster_has_played(ray: Executor, cluster: Cluster, tmp_path: Path) -> None:
    """Then the same match is resumed here, and has the same result as if nothing had happened."""
    made = ["match", "mcts:rollouts=200", "aggressive", "--set", "turn_cap=12", "--games", "240"]
    there = [*made, "--out", "run", "--executor", f"ray://{cluster.address}", "--json", "-"]
    with subprocess.Popen(
        [sys.executable, "-m", "rentier.cli", *there], cwd=tmp_path, stdout=-1, stderr=-1, text=True
    ) as process:
        saved = tmp_path / "run" / "rows.bin"
        while not saved.exists() or saved.stat().st_size == 0:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert 0 < json.loads(output)["games"] < 240
    assert errors.startswith("rentier: stopped after ")
    reports = []
    for more in (["--out", "run"], []):
        command = [sys.executable, "-m", "rentier.cli", *made, *more, "--json", "-"]
        reports.append(json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout))
    assert [report["agents"] for report in reports] == [reports[1]["agents"]] * 2
    assert reports[0]["games"] == 240
