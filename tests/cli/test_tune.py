"""`rentier tune` as a user runs it."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]
QUICKER = ("--set", "auction=none", "--set", "trade_menu=none", "--set", "turn_cap=60", "--set", "cap=worth")
RIVAL = ("--against", "reserve:200,0")
MISER = ("tune", "reserve:1400,0", *RIVAL, "--vary", "spend above=0:1400", *QUICKER, "--population", 4)
SMALL = ("--generations", 2, "--games", 4, "--test-games", 4)


@pytest.fixture(autouse=True)
def _data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RENTIER_DATA", str(tmp_path / "data"))


@pytest.mark.slow
def test_a_tuned_agent_is_saved_and_plays(rentier: Rentier, tmp_path: Path) -> None:
    arguments = (*MISER, "--generations", 4, "--games", 40, "--test-games", 100)
    done = rentier(*arguments, "--save", "mine", "--picture", "mine.svg", "--json", "mine.json")
    assert (done.returncode, done.stderr) == (0, "")
    title = "reserve:1400,0 against reserve:200,0, uk-classic with auction=none, cap=worth, trade_menu=none, turn_cap=60, "
    assert done.stdout.startswith(f"{title}16 candidates by cma, seed 0\n")
    for text in (
        "setting",
        "start",
        "tuned",
        "0:1400",
        "100 games each with the same new dice and cards",
        "1 of each, 100 games",
        "p ",
    ):
        assert text in done.stdout
    assert "the test shows an improvement against these opponents\n" in done.stdout
    assert "saved: rentier match mine ..." in done.stdout
    report = json.loads((tmp_path / "mine.json").read_text())
    assert [played["candidates"] for played in report["rounds"]] == [4] * 4
    assert report["test"]["improved"]
    assert ElementTree.parse(tmp_path / "mine.svg").getroot().tag.endswith("svg")
    saved = tomllib.loads((tmp_path / "data" / "agents" / "mine.toml").read_text())
    assert saved["settings"] == report["tuned"]["settings"]
    assert saved["made"]["command"].startswith(
        "rentier tune reserve:1400,0 --against reserve:200,0 --vary 'spend above=0:1400'"
    )
    for key in ("date", "against", "copies", "rules", "overrides", "method", "games", "seed", "test"):
        assert key in saved["made"]
    entry = {entry["spec"]: entry for entry in json.loads(rentier("agents", "--json", "-").stdout)}["mine"]
    assert entry["explain"].startswith("reserve with spend above=")
    assert "mine" in rentier("agents").stdout
    named, spelt = (
        json.loads(rentier("match", spec, "reserve:200,0", "--games", 20, "--json", "-", *QUICKER).stdout)["agents"]
        for spec in ("mine", report["tuned"]["spec"])
    )
    assert named[0]["spec"] == "mine"
    assert [agent["wins"] for agent in named] == [agent["wins"] for agent in spelt]
    again = rentier(*MISER, *SMALL, "--save", "mine")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "rentier: --save: 'mine' is saved already; choose another name, or --replace it\n"
    assert rentier(*MISER, *SMALL, "--save", "mine", "--replace").returncode == 0
    assert "'mine'" in rentier("match", "min", "random").stderr


@pytest.mark.slow
def test_genes_are_tuned(rentier: Rentier, tmp_path: Path) -> None:
    arguments = ("tune", "genes", "--against", "reserve:200,0", "--vary", "mayfair=0:1", "--save", "own", "--population", 4)
    done = rentier(*arguments, *SMALL, *QUICKER)
    assert (done.returncode, done.stderr) == (0, "")
    saved = tomllib.loads((tmp_path / "data" / "agents" / "own.toml").read_text())
    assert len(saved["settings"]) == 28
    assert saved["settings"]["Old Kent Road"] == 0.147
    assert rentier("match", "own", "genes", "--games", 2, *QUICKER).returncode == 0


@pytest.mark.parametrize("method", ["grid", "one-at-a-time"])
def test_values_by_list(rentier: Rentier, method: str) -> None:
    vary = ("--vary", "buy_base=0:600:3", "--vary", "trades")
    done = rentier("tune", "sammul:350,0,150,0", *RIVAL, *vary, "--method", method, *SMALL, *QUICKER, "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["vary"] == ["buy_base=0,300,600", "trades=yes,no"]
    assert [played["candidates"] for played in report["rounds"]] == ([6] if method == "grid" else [3, 2])


@pytest.mark.slow
def test_ctrl_c_saves_finished_candidates(rentier: Rentier, tmp_path: Path) -> None:
    arguments = [*map(str, MISER), "--generations", "400", "--games", "2000", "--test-games", "8", "--out", "run"]
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "rentier.cli", *arguments], cwd=tmp_path, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b" % by reserve:" not in shown:  # the best so far, beside the bar
            assert select.select([ours], [], [], 120)[0], shown
            shown += os.read(ours, 10_000)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(ours, 10_000)
            except OSError:  # the other end is closed
                break
            shown += more
        process.wait(60)
    os.close(ours)
    assert process.returncode == 130
    assert b"rentier: stopped; finished candidates are in run; the same command resumes" in shown.replace(b"\r\n", b" ")
    saved = (tmp_path / "run" / "candidates.jsonl").read_text()
    assert saved.endswith("\n")
    assert 1 <= len(saved.splitlines()) < 1600


@pytest.mark.slow
def test_a_folder_is_resumed_and_refused_to_other_searches(rentier: Rentier, tmp_path: Path) -> None:
    at_once = json.loads(rentier(*MISER, *SMALL, "--json", "-", "--jobs", 1).stdout)
    first = rentier(*MISER, *SMALL, "--out", "run", "--jobs", 2)
    assert first.returncode == 0
    lines = (tmp_path / "run" / "candidates.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "run" / "candidates.jsonl").write_text("".join(lines[:3]) + lines[3][:9])
    again = json.loads(rentier(*MISER, *SMALL, "--out", "run", "--json", "-").stdout)
    for report in (at_once, again):
        report.pop("seconds")
    assert again == at_once
    other = rentier(*MISER, *SMALL, "--out", "run", "--seed", 7)
    assert (other.returncode, other.stdout) == (2, "")
    assert other.stderr == "rentier: run: holds another search: seed is 0 there and 7 here; --out should be a new folder\n"


WRONG = {
    "no agent": (("tune",), "Missing argument 'AGENT'"),
    "nobody": (("tune", "khan"), "Missing option '--against'"),
    "agent": (("tune", "kahn", *RIVAL), "unknown agent 'kahn'; did you mean 'khan'"),
    "no settings": (("tune", "bot", *RIVAL), "agent 'bot': it has no settings to tune"),
    "file": (("tune", "./own.py", *RIVAL), "an agent of a file has no names for its settings"),
    "random genes": (("tune", "genes:holes.toml", *RIVAL), "holes.toml"),
    "copies": (("tune", "khan", *RIVAL, "--copies", 0), "copies: 0 should be a whole number from 1 to 7"),
    "method": (("tune", "khan", *RIVAL, "--method", "cmaes"), "method: unknown way to search 'cmaes'; did you mean 'cma'?"),
    "yes or no for cma": (("tune", "aggressive", *RIVAL, "--vary", "trades"), "use --method grid or one-at-a-time"),
    "large grid": (("tune", "khan", *RIVAL, "--method", "grid"), "390,625 combinations should be 10,000 at most"),
    "population": (("tune", "khan", *RIVAL, "--population", 1), "population: 1 should be a whole number from 4 to 1000"),
    "jobs": (("tune", "khan", *RIVAL, "--jobs", 0), "jobs: 0 should be"),
    "rules": (("tune", "khan", *RIVAL, "--rules", "moderm"), "unknown preset 'moderm'"),
    "name": (("tune", "khan", *RIVAL, "--save", "My Agent"), "--save: 'My Agent' should be 1 to 40 lower-case letters"),
    "taken name": (("tune", "khan", *RIVAL, "--save", "bot"), "--save: 'bot' is an agent of the catalogue"),
    "foreign file": (("tune", "khan", *RIVAL, "--save", "notes", "--replace"), "exists and is not a saved agent"),
    "replace what": (("tune", "khan", *RIVAL, "--replace"), "--replace: needs --save NAME"),
    "picture": (("tune", "khan", *RIVAL, "--picture", "a.png"), "'a.png' should be a file that ends in .svg"),
    "out": ((*MISER, *SMALL, "--out", "own.py"), "own.py: is a file; --out should be a folder"),
    "out of others": ((*MISER, *SMALL, "--out", "data"), "data: is not empty and holds no search"),
    "saved junk": (("match", "notes", "random"), "agent 'notes': "),
}


@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG)
def test_one_line_and_exit_code_2(rentier: Rentier, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "data" / "agents").mkdir(parents=True)
    (tmp_path / "data" / "agents" / "notes.toml").write_text("title = 'notes'\n")
    (tmp_path / "own.py").write_text("")
    (tmp_path / "holes.toml").write_text("[genes]\nMayfair = 1\n")
    arguments, says = WRONG[wrong]
    done = rentier(*arguments)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("rentier: ")
    assert says in done.stderr


def test_a_broken_agent_does_not_spoil_the_list(rentier: Rentier, tmp_path: Path) -> None:
    (tmp_path / "data" / "agents").mkdir(parents=True)
    (tmp_path / "data" / "agents" / "broken.toml").write_text("saved_agent = 1\n")
    entries = {entry["spec"]: entry for entry in json.loads(rentier("agents", "--json", "-").stdout)}
    assert entries["broken"]["explain"].startswith("cannot be read: ")
    assert rentier("agents").returncode == 0


def test_a_missing_extra_is_named_before_anything_is_played(tmp_path: Path) -> None:
    arguments = [*map(str, MISER), "--games", "100000000"]
    code = f"import sys; sys.modules['cmaes'] = None; from rentier.cli import main; main({arguments})"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rentier: searches by cma need cmaes: pip install 'rentier[lab]'\n"
