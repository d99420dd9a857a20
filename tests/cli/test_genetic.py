"""`rentier genetic` as a user runs it: its files, its JSON, Ctrl-C, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.cli.genetic import as_dict
from rentier.learn.genetic import evolve  # compiles everything before the first command
from rentier.learn.heredity import Genetics

Rentier = Callable[..., subprocess.CompletedProcess[str]]
QUICK = ("--set", "turn_cap=60", "--set", "cap=worth", "--set", "trade_menu=none")
SMALL = ("genetic", "--population", 40, "--games", 60, "--trial", 2, "--granularity", "groups+decisions", *QUICK)
BOX = load_box("pring2015", {"turn_cap": 60, "cap": "worth", "trade_menu": "none"})
GENETICS = Genetics(population=40, games=60, trial=2, granularity="groups+decisions")
FILES = {"run.json", "population.parquet", "history.parquet", "genes.toml", "genes.svg"}


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report without its time."""
    return {name: value for name, value in report.items() if name != "seconds"}


@pytest.mark.slow
def test_a_run_its_files_and_its_players(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*SMALL, "--out", "run", "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "pring2015 with cap=worth, trade_menu=none, turn_cap=60, 40 players, seed 3"
    assert "and 11 more genes, in run/genes.toml" in done.stdout
    assert lines[-2].startswith("60 games, mean generation ")
    assert lines[-1] == "to play with them: genes:run/population.parquet or genes:run/population.parquet,best"
    run = tmp_path / "run"
    assert {path.name for path in run.iterdir()} == FILES
    genes = tomllib.loads((run / "genes.toml").read_text())
    assert genes["granularity"] == "groups+decisions"
    assert len(genes["genes"]) == 51
    assert all(0 <= number <= 1 for number in genes["genes"].values()), "including genes that no player has"
    assert ElementTree.parse(run / "genes.svg").getroot().tag.endswith("svg")
    players = ("genes:run/population.parquet", "genes:run/population.parquet,best", "genes:run/genes.toml", "genes:random")
    match = rentier("match", *players, "--rules", "pring2015", "--games", 8, *QUICK, "--json", "-")
    assert [entry["spec"] for entry in json.loads(match.stdout)["agents"]] == list(players)


@pytest.mark.slow
def test_json_that_does_not_depend_on_jobs(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*SMALL, "--out", "one", "--jobs", 1, "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["seconds"] > 0
    assert (report["rules"], report["games"], report["finished"]) == ("pring2015", 60, True)
    assert report["overrides"] == {"turn_cap": 60, "cap": "worth", "trade_menu": "none"}
    assert report["settings"] == vars(GENETICS)
    genes = {gene["name"]: (gene["mean"], gene["spread"]) for gene in report["genes"]}
    assert len(genes) == 51
    assert genes["building stations"] == (None, None), "nobody can build there"
    assert 0 <= genes["buying orange"][0] <= 1
    assert rentier(*SMALL, "--out", "two", "--jobs", 2, "--json", "two.json").returncode == 0
    assert timeless(json.loads((tmp_path / "two.json").read_text())) == timeless(report)
    for name in ("genes.toml", "genes.svg", "history.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


@pytest.mark.slow
def test_the_same_command_again_plays_nothing_and_another_is_refused(rentier: Rentier, tmp_path: Path) -> None:
    first = rentier(*SMALL, "--out", "run", "--json", "-")
    (tmp_path / "run" / "genes.toml").unlink()
    again = rentier(*SMALL, "--out", "run", "--json", "-")
    assert timeless(json.loads(again.stdout)) == timeless(json.loads(first.stdout))
    assert json.loads(again.stdout)["seconds"] == pytest.approx(json.loads(first.stdout)["seconds"], abs=0.001)
    assert (tmp_path / "run" / "genes.toml").exists(), "written again"
    other = rentier(*SMALL, "--out", "run", "--seed", 1)
    assert (other.returncode, other.stdout) == (2, "")
    assert other.stderr == "rentier: run: holds another run: seed is 0 there and 1 here; --out should be a new folder\n"


OFTEN = "from rentier.learn import genetic; genetic.CHECKPOINT_SECONDS = 0.0; from rentier.cli import main; main({})"


@pytest.mark.slow
def test_ctrl_c_saves_the_population_and_the_same_command_resumes(rentier: Rentier, tmp_path: Path) -> None:
    made = (*SMALL, "--games", 1000, "--jobs", 1, "--json")
    arguments = [*map(str, made), "run.json", "--out", "run"]
    command = [sys.executable, "-c", OFTEN.format(arguments)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "run" / "population.parquet").exists():  # which is saved after every wave
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    stopped = json.loads((tmp_path / "run.json").read_text())
    assert (stopped["finished"], 0 < stopped["games"] < 1000) == (False, True)
    assert errors == f"rentier: stopped after {stopped['games']} of 1000 games; the same command resumes\n"
    assert process.returncode == 130
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"run.json", "population.parquet", "history.parquet"}
    means = parse_agent(f"genes:{tmp_path / 'run' / 'population.parquet'}").settings
    assert means[0] == pytest.approx(next(gene["mean"] for gene in stopped["genes"] if gene["name"] == "buying brown"))
    resumed = rentier(*made, "-", "--out", "run")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    unbroken = as_dict(evolve(BOX, replace(GENETICS, games=1000)), BOX)
    assert timeless(json.loads(resumed.stdout)) == json.loads(json.dumps(timeless(unbroken)))
    assert {path.name for path in (tmp_path / "run").iterdir()} == FILES


WRONG = {
    "no folder": (("--games", 60), "Missing option '--out'"),
    "population": (
        ("--population", 10, "--players", 4),
        "population: 10 players cannot sit down at tables of 4; it should be a multiple, such as 8",
    ),
    "parents": (
        ("--population", 40, "--parents", 100),
        "parents: 100 games of 4 need 400 players, the population has 40; parents should be 10 at most",
    ),
    "crossing": (("--crossing", "averige"), "crossing: unknown crossing 'averige'; did you mean 'average'?"),
    "mutated": (("--mutated", -1), "mutated: -1 should be a whole number from 0 to 28"),
    "mutation": (("--mutation", "ofset"), "mutation: unknown mutation 'ofset'; did you mean 'offset'?"),
    "size": (("--size", -0.1), "size: -0.1 should be a number from 0 to 1"),
    "trading": (("--trading", "hiden"), "trading: unknown trading 'hiden'; did you mean 'hidden'?"),
    "granularity": (("--granularity", "deed"), "unknown granularity 'deed'; did you mean 'deeds'"),
    "games": (("--games", 0), "games: 0 should be a whole number from 2"),
    "jobs": (("--jobs", 0), "jobs: 0 should be a whole number from 1"),
    "rules": (("--rules", "pring2016"), "unknown preset 'pring2016'; did you mean 'pring2015'"),
    "JSON nowhere": (("--json", "gone/run.json"), "there is no folder gone"),
    "out file": (("--out", "text.toml"), "text.toml: is a file; --out should be a folder"),
    "out beneath a file": (("--out", "text.toml/run"), "text.toml/run: "),
    "out of others": (("--out", "."), "is not empty and holds no run; --out should be a new folder"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_one_line_and_exit_code_2(rentier: Rentier, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "text.toml").write_text("Once upon a time\n")
    arguments, says = WRONG[wrong]
    out = () if "--out" in arguments or wrong == "no folder" else ("--out", "run")
    done = rentier("genetic", *arguments, *out)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("rentier: ")
    assert says in line
    assert [path.name for path in tmp_path.iterdir()] == ["text.toml"]


@pytest.mark.slow
@pytest.mark.parametrize(("missing", "what"), [("pyarrow", "populations"), ("matplotlib", "pictures")])
def test_an_extra_that_is_missing_is_named_before_anything_is_played(tmp_path: Path, missing: str, what: str) -> None:
    arguments = ["genetic", "--out", "run", "--games", "100000000"]
    code = f"import sys; sys.modules[{missing!r}] = None; from rentier.cli import main; main({arguments})"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"rentier: {what} need {missing}: pip install 'rentier[lab]'\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_settings_and_specs_are_read_without_compiled_code() -> None:
    """So errors in them are reported at once, even if nothing has been compiled yet."""
    code = """
import sys
import rentier.arena.pictures
import rentier.cli.genetic
from rentier.agents.specs import parse_agent
from rentier.learn.heredity import Genetics

parse_agent("genes")
parse_agent("genes:random")
Genetics().check()
sys.exit("numba" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
