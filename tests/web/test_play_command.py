"""`rentier play` and `rentier serve`: real runs, stopped by signals, and refusals in one line."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from rentier.cli import main

START = "import sys; from rentier.cli import main; main(sys.argv[1:])"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Commands started by a test; those still running are killed after it."""
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command that is refused; return its one-line reason."""
    monkeypatch.chdir(tmp_path)

    def refused(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        out, err = capsys.readouterr()
        assert (ended.value.code, out, err.count("\n")) == (2, "", 1), err
        return err

    return refused


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("serve", "--database", "nonsense"), "should be a URL such as"),
        (("serve", "--port", "0", "--database", "postgresql://127.0.0.1:1/games"), "cannot be used"),
        (("serve", "--origin", "play.example.org"), "--origin: 'play.example.org' should be like"),
        (("serve", "--port", "0", "--rules", "gone.toml", "--database", "sqlite:///x.sqlite"), "no file gone.toml"),
        (("serve", "--host", "203.0.113.1"), "cannot listen on 203.0.113.1 port 8000"),
        (("play", "--against", "boot"), "unknown agent 'boot'; did you mean 'bot'"),
        (("play", "--rules", "uk-clasic"), "unknown preset 'uk-clasic'"),
        (("play", "--set", "auktion=none"), "--set: unknown switch 'auktion'"),
        (("play", "--against", *["bot"] * 8), "7 at most sit down with you"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_wrong_is_one_line(refused: Callable[..., str], arguments: tuple[str, ...], line: str) -> None:
    assert line in refused(*arguments)


def test_a_port_in_use_is_one_line(refused: Callable[..., str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in refused("serve", "--port", port)


def test_what_is_missing_is_one_line(refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert refused("play") == "rentier: games on a page need fastapi: pip install 'rentier[web]'\n"
