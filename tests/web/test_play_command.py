"""`rentier play` and `rentier serve`: started for real, stopped by Ctrl-C, and refused in one line."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

START = "import sys; from rentier.cli import main; main(sys.argv[1:])"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Commands that a test has started; what still runs is ended with it."""
    commands: list[subprocess.Popen[str]] = []
    yield commands
    for command in commands:
        command.kill()
        command.wait()


def begin(arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    """Start a command."""
    out = subprocess.PIPE
    environment = {**os.environ, "RENTIER_DATA": str(folder / "data")}
    return subprocess.Popen(
        [sys.executable, "-c", START, *arguments], stdout=out, stderr=out, text=True, cwd=folder, env=environment
    )


def test_play_opens_a_table_against_agents(started: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    arguments = ["play", "--no-browser", "--against", "bot", "aggressive", "--rules", "us-classic", "--set", "auction=none"]
    command = begin(arguments, tmp_path)
    started.append(command)
    assert command.stdout
    line = command.stdout.readline()
    found = re.fullmatch(r"Rentier is at (http://127\.0\.0\.1:\d+)/#table/(\w{10})/token/(\S+)\n", line)
    assert found, line
    with connect(f"{found[1].replace('http', 'ws')}/api/tables/{found[2]}/live") as ws:
        ws.send(json.dumps({"type": "join", "token": found[3]}))
        table = json.loads(ws.recv(timeout=30))
    assert (table["rules"], table["switches"]) == ("us-classic", {"auction": "none"})
    assert [seat["name"] for seat in table["seats"]] == ["You", "bot", "aggressive"]
    assert table["you"] == {"seat": 0, "host": True, "spectator": False}
    assert httpx.get(f"{found[1]}/api/choices").json()["own_machine"] is True
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=60)
    assert (command.returncode, out, err.strip()) == (130, "", "")
    assert (tmp_path / "data" / "games.sqlite").exists()


def test_serve_says_where_it_is_and_is_no_users_own_machine(started: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    command = begin(["serve", "--port", "0", "--database", "sqlite:///here.sqlite"], tmp_path)
    started.append(command)
    assert command.stdout
    found = re.fullmatch(r"Rentier is at (http://127\.0\.0\.1:\d+)\n", command.stdout.readline())
    assert found
    assert httpx.get(f"{found[1]}/api/choices").json()["own_machine"] is False
    assert (tmp_path / "here.sqlite").exists()
    command.send_signal(signal.SIGTERM)
    command.communicate(timeout=60)


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        wrong = {
            ("serve", "--port", port): f"cannot listen on 127.0.0.1 port {port}: Address already in use",
            ("serve", "--database", "nonsense"): "should be a URL such as",
            ("serve", "--database", "postgresql://127.0.0.1:1/games"): "cannot be used",
            ("serve", "--origin", "play.example.org"): "--origin: 'play.example.org' should be like",
            ("serve", "--rules", "gone.toml"): "gone.toml",
            ("play", "--against", "boot"): "unknown agent 'boot'; did you mean 'bot'",
            ("play", "--rules", "uk-clasic"): "unknown preset 'uk-clasic'",
            ("play", "--set", "auktion=none"): "--set: unknown switch 'auktion'",
            ("play", "--against", *["bot"] * 8): "7 at most sit down with you",
        }
        commands = {arguments: begin(list(arguments), tmp_path) for arguments in wrong}
        for arguments, command in commands.items():
            out, err = command.communicate(timeout=120)
            assert (command.returncode, out, err.count("\n")) == (2, "", 1), (arguments, err)
            assert wrong[arguments] in err


def test_what_is_missing_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "fastapi.py").write_text("raise ModuleNotFoundError(\"No module named 'fastapi'\", name='fastapi')")
    command = subprocess.run(
        [sys.executable, "-c", START, "play"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (command.returncode, command.stderr) == (2, "rentier: fastapi is missing: pip install 'rentier[web]'\n")
