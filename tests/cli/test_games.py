"""`rentier games` as a user runs it: the file, the check, Ctrl-C, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest

from rentier.arena import replay_check  # compiles everything before the first command
from rentier.arena.database import GamesFile
from rentier.game.words import BID, Action

Rentier = Callable[..., subprocess.CompletedProcess[str]]
QUICK = ("--set", "turn_cap=60", "--set", "cap=worth")
SMALL = ("games", "--agents", "random", "reserve:50,0", "--count", 10, "--seed", 3, *QUICK)


def test_games_are_saved_and_checked(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*SMALL, "--out", "games.parquet")
    assert (done.returncode, done.stderr) == (0, "")
    title, line = done.stdout.splitlines()
    assert title == "uk-classic with cap=worth, turn_cap=60, 10 games, seed 3"
    file = GamesFile(tmp_path / "games.parquet")
    decisions = sum(len(game.actions) for game in file)
    assert re.fullmatch(rf"{decisions:,} decisions in games.parquet, 0.\d MB; \d+.\d s, [\d,]+ games/s", line)
    assert (file.games, file.agents, file.seed) == (10, ("random", "reserve:50,0"), 3)
    checked = rentier("games", "--check", "games.parquet")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == f"games.parquet: 10 games, {decisions:,} decisions, all legal\n"
    assert rentier(*SMALL, "--out", "two.parquet", "--jobs", 2).returncode == 0
    assert (tmp_path / "two.parquet").read_bytes() == (tmp_path / "games.parquet").read_bytes()


def test_the_winners_are_those_of_the_match(rentier: Rentier, tmp_path: Path) -> None:
    assert rentier(*SMALL, "--seats", "shuffle", "--out", "games.parquet").returncode == 0
    match = ("match", "random", "reserve:50,0", "--games", 10, "--seed", 3, "--seats", "shuffle", *QUICK)
    report = json.loads(rentier(*match, "--json", "-").stdout)
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pydict()
    assert [table["winner"].count(agent) for agent in (0, 1, -1)] == [
        *(entry["wins"] for entry in report["agents"]),
        report["draws"],
    ]
    assert max(table["turns"]) == report["turns"]["max"]


def test_a_broken_game_is_named(rentier: Rentier, tmp_path: Path) -> None:
    rentier(*SMALL, "--out", "games.parquet")
    path = tmp_path / "games.parquet"
    table = pyarrow.parquet.read_table(path)
    columns = table.to_pydict()
    for name, number in zip(Action._fields, Action(BID, 0, 7), strict=True):
        columns[name][4][20] = number
    pyarrow.parquet.write_table(pyarrow.Table.from_pydict(columns, schema=table.schema), path)
    done = rentier("games", "--check", "games.parquet")
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    broken = next(game for game in GamesFile(path) if game.number == 4)
    why = replay_check.check_game(GamesFile(path).box, broken)
    assert why is not None
    assert why.startswith("decision 21 ('bid 7'): ")
    assert line == f"rentier: games.parquet: game 4: {why}"


@pytest.mark.slow
def test_ctrl_c_leaves_a_whole_file_of_fewer_games(rentier: Rentier, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    arguments = ("games", "--agents", "random", "random", "--count", "1000000", *QUICK, "--out", "games.parquet")
    command = [sys.executable, "-m", "rentier.cli", *arguments]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while not re.search(rb"[1-9]\d*/1000000", shown):  # until the first games are played
            assert select.select([ours], [], [], 120)[0], shown
            shown += os.read(ours, 10_000)
        process.send_signal(signal.SIGINT)
        while b"has these" not in shown:
            assert select.select([ours], [], [], 60)[0], shown
            shown += os.read(ours, 10_000)
        output, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    games = GamesFile(tmp_path / "games.parquet").games
    assert 0 < games < 1_000_000
    assert f"rentier: stopped after {games} of 1000000 games; games.parquet has these".encode() in shown
    assert f"{games:,} games, seed 0".encode() in output
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    assert rentier("games", "--check", "games.parquet").returncode == 0


PAIR = ("--agents", "random", "random")
OUT = ("--out", "games.parquet")
WRONG = {
    "nobody": (OUT, "0 agents are named; a game has 2 to 8 players"),
    "agent": (("--agents", "random", "randon", *OUT), "unknown agent 'randon'; did you mean 'random'"),
    "nowhere": (PAIR, "--out: missing; give the name of the file"),
    "no folder": ((*PAIR, "--out", "gone/games.parquet"), "gone/games.parquet: there is no folder gone"),
    "a folder": ((*PAIR, "--out", "."), ".: is a folder; give the name of a file"),
    "count": ((*PAIR, *OUT, "--count", 0), "count: 0 should be a whole number from 1"),
    "seats": ((*PAIR, *OUT, "--seats", "rotated"), "seats: unknown way of seating 'rotated'; did you mean 'rotate'"),
    "seed": ((*PAIR, *OUT, "--seed", -1), "seed: -1 should be a whole number from 0"),
    "jobs": ((*PAIR, *OUT, "--jobs", 0), "jobs: 0 should be a whole number from 1"),
    "rules": ((*PAIR, *OUT, "--rules", "uk-clasic"), "unknown preset 'uk-clasic'; did you mean 'uk-classic'"),
    "checked and played": (
        (*PAIR, "--check", "text.toml"),
        "--check: checks an existing file; it should be given without --agents",
    ),
    "check of nothing": (("--check", "gone.parquet"), "gone.parquet: there is no such file"),
    "check of a text": (("--check", "text.toml"), "text.toml: cannot be read as Parquet: "),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_one_line_and_exit_code_2(rentier: Rentier, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "text.toml").write_text("Once upon a time\n")
    arguments, says = WRONG[wrong]
    done = rentier("games", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("rentier: ")
    assert says in line
    assert [path.name for path in tmp_path.iterdir()] == ["text.toml"]


@pytest.mark.parametrize("arguments", [(*PAIR, *OUT, "--count", "100000000"), ("--check", "saved.parquet")])
def test_pyarrow_that_is_missing_is_named_before_anything_is_played(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    saved = tmp_path / "saved.parquet"
    saved.write_bytes(b"PAR1")
    code = f"import sys; sys.modules['pyarrow'] = None; from rentier.cli import main; main(['games', *{arguments}])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rentier: files of games need pyarrow: pip install 'rentier[lab]'\n"
    assert list(tmp_path.iterdir()) == [saved]


def test_what_is_wrong_is_said_without_compiled_code() -> None:
    code = "import sys; import rentier.cli.games; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
