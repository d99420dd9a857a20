"""Executors: results are the same wherever games are played, and only the work of a lost or stopped worker is lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.executors import executor_of, open_executor
from rentier.arena.executors import processes as processes_module
from rentier.arena.executors.packing import pack
from rentier.arena.executors.processes import Processes
from rentier.arena.executors.ray_cluster import version, work_here
from rentier.arena.executors.threads import Threads
from rentier.arena.limits import cores
from rentier.arena.tables import TableJob
from rentier.errors import RentierError
from tests.cluster.works import AGENT, BOX, WORKS, equal, match, same, thinking


class Squares:
    """A job that is its own worker: it squares numbers, and misbehaves when asked."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def __reduce__(self) -> tuple[type[Squares], tuple[()]]:
        return Squares, ()

    def worker(self) -> Squares:
        """Return a new instance."""
        return Squares()

    def do(self, work: int | str) -> int | None:
        """Return a square; or raise a user's error or a program's, end the process, or wait to be stopped."""
        if work == "user":
            raise RentierError("a mistake of a user")
        if work == "program":
            raise ZeroDivisionError("a mistake of the program")
        if work == "death":
            os._exit(3)
        if work == "wait":
            self.stopped.wait()
            return None
        return int(work) ** 2

    def stop(self) -> None:
        """Stop waiting."""
        self.stopped.set()


@pytest.mark.slow
def test_processes_play_the_same_games(processes: Processes, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(AGENT)
    specs = (f"{file}:350,150", "random", "reserve:50,0")
    assert same(match(processes, specs), match(2, specs))
    assert same(match(processes, specs), match(1, specs))


@pytest.mark.slow
def test_thinkers_play_the_same_games_in_processes(processes: Processes) -> None:
    assert same(thinking(processes, 8), thinking(1, 8))


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS.values(), ids=list(WORKS))
def test_all_else_is_the_same_in_processes(processes: Processes, work: object) -> None:
    assert callable(work)
    assert equal(work(processes), work(1))


@pytest.mark.slow
def test_a_process_that_dies_costs_only_what_it_had(processes: Processes) -> None:
    told: list[int] = []

    def kill(games: int) -> None:
        if not told:
            processes.children[0].process.kill()
        told.append(games)

    assert same(thinking(processes, 12, kill), thinking(1, 12))
    assert sum(told) == 12


@pytest.mark.slow
def test_a_worker_that_cannot_do_it(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes_module, "MOST_LOSSES", 2)
    [worker] = processes.start_workers(Squares(), 1)
    assert worker.do(7) == 49
    with pytest.raises(RentierError, match=r"^a mistake of a user$"):
        worker.do("user")
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a mistake of the program"):
        worker.do("program")
    with pytest.raises(RentierError, match="processes: 2 died playing the same games, the last with exit code 3"):
        worker.do("death")
    assert worker.do(8) == 64


def test_a_worker_that_is_stopped_drops_its_work(processes: Processes) -> None:
    [worker] = processes.start_workers(Squares(), 1)
    threading.Timer(0.2, worker.stop).start()
    assert worker.do("wait") is None
    assert worker.do(3) is None, "it starts nothing more"


@pytest.mark.slow
def test_workers_end_with_the_main_process(tmp_path: Path) -> None:
    program = (
        "import time\n"
        "from rentier.arena.executors.processes import Processes\n"
        "from tests.cluster.test_executors import Squares\n"
        "executor = Processes(1); [worker] = executor.start_workers(Squares(), 1); worker.do(2)\n"
        "print(executor.children[0].process.pid, flush=True); time.sleep(600)"
    )
    home = Path(__file__).parent.parent.parent
    with subprocess.Popen([sys.executable, "-c", program], cwd=home, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
    end = time.monotonic() + 30
    while Path(f"/proc/{worker}/stat").exists() and time.monotonic() < end:
        if Path(f"/proc/{worker}/stat").read_text().split()[2] == "Z":  # ended, but its exit code was not collected
            return
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists()


def test_an_agent_is_sent_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENTIER_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "own.py"
    file.write_text(AGENT)
    job = TableJob(BOX, (parse_agent(f"{file}:1,2"), parse_agent("mix:buy=aggressive,else=bot")), 1, "rotate", 0)
    assert job.agents[1].inner[0].decide is not None, "machine code is not sent"
    packed = pack(job)
    here = pickle.loads(packed)
    assert here.agents == job.agents
    assert "decide" not in vars(here.agents[1].inner[0])
    file.unlink()
    there = pickle.loads(packed).agents[0]
    assert (there.spec, there.settings) == (f"{file}:1,2", (1.0, 2.0))
    assert Path(there.target).is_relative_to(tmp_path / "cache")
    assert Path(there.target).read_text() == AGENT


@pytest.mark.slow
def test_ctrl_c_leaves_what_processes_have_played(tmp_path: Path) -> None:
    games = 60
    made = ["match", "mcts:rollouts=1000", "aggressive", "--set", "turn_cap=30", "--games", str(games), "--json", "result.json"]
    command = [sys.executable, "-m", "rentier.cli", *made, "--executor", "processes", "--jobs", "2", "--out", "run"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        saved = tmp_path / "run" / "rows.bin"
        while not saved.exists() or saved.stat().st_size == 0:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers receive it too
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("rentier: stopped after ")
    stopped = json.loads((tmp_path / "result.json").read_text())["games"]
    assert 0 < stopped < games


def test_what_an_option_names() -> None:
    assert open_executor("threads", None) == executor_of(cores()) == Threads(cores())
    assert open_executor("threads", 3).jobs == open_executor("processes", 3).jobs == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("cloud", "--executor: unknown executor 'cloud'; known: threads, processes, ray, ray://HOST:PORT"),
        ("proceses", "--executor: unknown executor 'proceses'; did you mean 'processes'?"),
        ("processes://host", "--executor: 'processes://host' should be threads, processes, ray or ray://HOST:PORT"),
        ("ray://", "--executor: 'ray://' should be threads, processes, ray or ray://HOST:PORT"),
        ("ray://host:port", "--executor: 'ray://host:port' should be ray://HOST:PORT, as in ray://10.0.0.1:6379"),
        (
            "ray://127.0.0.1:1",
            "--executor: no Ray cluster answers at 127.0.0.1:1 (Connection refused); `ray start --head` starts",
        ),
    ],
)
def test_a_wrong_executor_is_one_line(text: str, line: str) -> None:
    with pytest.raises(RentierError) as wrong:
        open_executor(text, 1)
    assert str(wrong.value).startswith(line)
    assert "\n" not in str(wrong.value)


def test_a_missing_extra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RentierError, match=r"^clusters need ray: pip install 'rentier\[cluster\]'$"):
        open_executor("ray", None)


def test_a_node_of_another_version_refuses() -> None:
    assert work_here(version(), "key", pack(Squares()), 9) == (81, None)
    result, error = work_here("another", "key", pack(Squares()), 9)
    assert result is None
    assert "has another version of rentier, Numba or NumPy" in str(error)
