"""Agents named by specs: the good ones, the bad ones, and users' files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import parse_agent
from rentier.errors import RentierError

AGENT_FILE = """
from rentier.agents.mind import action, agent
from rentier.game.legal import legal


@agent
def decide(box, game, mind):
    number = legal(box, game, mind.actions[:])
    return action(mind.actions, min(number - 1, int(mind.settings[1])))
"""


@pytest.mark.parametrize(
    ("spec", "canonical", "settings"),
    [
        ("random", "random", (0.0, 1.0)),
        ("random:typed", "random", (0.0, 1.0)),
        ("Random:Uniform", "random:uniform", (1.0, 1.0)),
        ("random: trades=NO, uniform=yes", "random:uniform,trades=no", (1.0, 0.0)),
        ("reserve:350,150", "reserve:350,150", (350.0, 150.0)),
        (" reserve:50.0, 0 ", "reserve:50,0", (50.0, 0.0)),
        ("reserve:12.5,12.5", "reserve:12.5,12.5", (12.5, 12.5)),
    ],
)
def test_spec_has_one_canonical_form(spec: str, canonical: str, settings: tuple[float, ...]) -> None:
    agent = parse_agent(spec)
    assert agent.spec == canonical
    assert agent.settings == settings
    assert parse_agent(agent.spec) == agent


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("randon", "unknown agent 'randon'; did you mean 'random'"),
        ("random:unifrom", "agent 'random:unifrom': unknown setting 'unifrom'; did you mean 'uniform'?"),
        ("random:trades=maybe", "trades 'maybe' should be yes or no"),
        ("random:uniform,uniform", "'uniform' is set twice"),
        ("random:7", "random may have uniform (yes or no), trades (yes or no): random"),
        ("reserv:350,150", "unknown agent 'reserv'; did you mean 'reserve'?"),
        ("zebra", "known: random, reserve"),
        ("", "unknown agent ''"),
        ("reserve", "reserve needs two numbers, spend above and raise below: reserve:350,150"),
        ("reserve:", "reserve needs two numbers"),
        ("reserve:350", "reserve needs two numbers"),
        ("reserve:1,2,3", "reserve needs two numbers"),
        ("reserve:a,b", "reserve needs two numbers"),
        ("reserve:nan,0", "reserve needs two numbers"),
        ("reserve:5,-1", "raise below '-1' should be a number of at least 0, as in reserve:350,150"),
        ("reserve:50,100", "'spend above' should be at least 'raise below'"),
        ("./nowhere.py", "there is no such file"),
        ("./folder/agent", "should end in .py"),
        ("nowhere.py:x", "numbers at most"),
    ],
)
def test_bad_spec_is_refused_in_one_line(spec: str, says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        parse_agent(spec)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_every_agent_of_the_catalogue_can_be_loaded() -> None:
    for kind in agent_kinds():
        assert callable(parse_agent(kind.example).decide)
        assert kind.explain
        assert kind.source


def test_a_file_is_an_agent(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(AGENT_FILE)
    agent = parse_agent(f"{file}:1,-2.5")
    assert agent.spec == f"{file}:1,-2.5"
    assert agent.name == "mine"
    assert agent.settings == (1.0, -2.5)
    assert callable(agent.decide)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def decide(:\n", "line 1: invalid syntax"),
        ("import nothing_of_that_name\n", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("raise SystemError('first\\nsecond')\n", "SystemError: first"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
        ("number = 1\n", "it should define decide(box, game, mind)"),
        ("def decide(box, game, mind):\n    return None\n", "decorator @agent"),
        (AGENT_FILE.replace("int(mind.settings[1])", "mind.nothing"), "no field 'nothing'"),
        (AGENT_FILE.replace("mind.actions[:]", "mind.actions"), "mind.actions[:]"),
        (AGENT_FILE.replace("(box, game, mind)", "(box, game)"), "three arguments"),
        (f"{AGENT_FILE.rpartition('return')[0]}return 3\n", "line 9: decide should return an Action"),
        ("\x00\x01", ""),
    ],
    ids=[
        "syntax",
        "import",
        "error",
        "exit",
        "no decide",
        "undecorated",
        "no field",
        "whole list",
        "two arguments",
        "no action",
        "junk",
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(text)
    with pytest.raises(RentierError) as refusal:
        _ = parse_agent(str(file)).decide
    assert str(refusal.value).startswith(str(file))
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_is_no_agent(tmp_path: Path) -> None:
    folder = tmp_path / "folder.py"
    folder.mkdir()
    with pytest.raises(RentierError, match="it is no file"):
        parse_agent(str(folder))
