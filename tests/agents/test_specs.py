"""Agents named by specs: the good ones, the bad ones, and users' files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import Agent, parse_agent
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
        ("zebra", "unknown agent 'zebra'; `rentier agents` lists them"),
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
        ("nowhere.py:x", "may be followed by at most 640 numbers"),
    ],
)
def test_bad_spec_is_refused_in_one_line(spec: str, says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        parse_agent(spec)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


AGGRESSIVE = parse_agent("aggressive")
MCTS: dict[str, object] = {
    "sampling": "typed",
    "selection": "uct",
    "rollouts": None,
    "ms": None,
    "nodes": 50_000,
    "depth": 100,
    "cut": 80,
    "c": 0.7,
    "widen": None,
    "opponents": AGGRESSIVE,
    "own": AGGRESSIVE,
    "final": "most-visited",
    "jobs": 1,
}


@pytest.mark.parametrize(
    ("spec", "canonical", "options"),
    [
        ("mcts", "mcts", {}),
        ("mcts:typed", "mcts", {}),
        ("MCTS:Uniform", "mcts:uniform", {"sampling": "uniform"}),
        ("mcts:sampling=uniform", "mcts:uniform", {"sampling": "uniform"}),
        ("mcts: rollouts=200 , rave, uniform", "mcts:uniform,rave,rollouts=200", None),
        ("mcts:selection=RAVE,sampling=typed", "mcts:rave", {"selection": "rave"}),
        ("mcts:typed,rollouts=10000", "mcts:rollouts=10000", {"rollouts": 10_000}),
        ("mcts:nodes=50000,c=0.70,jobs=2,cut=30", "mcts:cut=30,jobs=2", {"cut": 30, "jobs": 2}),
        ("mcts:cut=NONE,rollouts=none", "mcts:cut=none", {"cut": None}),
        ("mcts:widen=1,c=0", "mcts:c=0,widen=1", {"c": 0.0, "widen": 1.0}),
        ("mcts:opponents=aggressive:trades=yes", "mcts", {}),
        ("mcts:opponents=(aggressive)", "mcts", {}),
        ("mcts:opponents=Random:Typed", "mcts:opponents=random", {"opponents": parse_agent("random")}),
        ("mcts:own=random:trades=no", "mcts:own=random:trades=no", {"own": parse_agent("random:trades=no")}),
        (
            "mcts:opponents=( reserve:350.0, 150 ),ms=20",
            "mcts:ms=20,opponents=(reserve:350,150)",
            {"ms": 20, "opponents": parse_agent("reserve:350,150")},
        ),
    ],
)
def test_an_agent_that_thinks_has_options(spec: str, canonical: str, options: dict[str, object] | None) -> None:
    agent = parse_agent(spec)
    assert agent.spec == canonical
    assert agent.is_python
    assert agent.settings == ()
    assert parse_agent(agent.spec) == agent
    assert hash(parse_agent(agent.spec)) == hash(agent)
    if options is not None:
        assert dict(agent.options) == MCTS | options
        assert list(dict(agent.options)) == list(MCTS)
        for name in MCTS:
            assert isinstance(dict(agent.options)[name], int) == isinstance((MCTS | options)[name], int), name


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("unifrom", "unknown setting 'unifrom'; did you mean 'uniform'?"),
        ("sampling=unifrom", "unknown sampling 'unifrom'; did you mean 'uniform'?"),
        ("rolouts=3", "unknown setting 'rolouts'; did you mean 'rollouts'?"),
        ("rollouts", "'rollouts' should be a whole number from 1 to 100000000, or none, as in mcts:typed,rollouts=10000"),
        ("rollouts=", "rollouts '' should be a whole number from 1 to 100000000"),
        ("rollouts=0", "rollouts '0' should be a whole number from 1 to 100000000"),
        ("rollouts=1.5", "rollouts '1.5' should be a whole number from 1 to 100000000"),
        ("rollouts=99999999999999999999", "should be a whole number from 1 to 100000000"),
        ("ms=-5", "ms '-5' should be a whole number from 1 to 3600000"),
        ("nodes=0", "nodes '0' should be a whole number from 1 to 5000000"),
        ("depth=1001", "depth '1001' should be a whole number from 1 to 1000"),
        ("c=-0.1", "c '-0.1' should be a number from 0 to 100"),
        ("widen=1.01", "widen '1.01' should be a number from 0 to 1"),
        ("jobs=257", "jobs '257' should be a whole number from 1 to 256"),
        ("typed,uniform", "'sampling' is set twice"),
        ("ms=3,ms=3", "'ms' is set twice"),
        ("7", "mcts may have sampling (typed or uniform), selection (uct, puct or rave), rollouts (a whole number from"),
        ("typed,", "mcts may have sampling (typed or uniform)"),
        ("own=", "own: unknown agent ''"),
        ("own=randon", "own: unknown agent 'randon'; did you mean 'random'?"),
        ("opponents=reserve:350,150", "reserve:350,150; an agent with commas goes in parentheses"),
        ("opponents=(reserve:350,150", "parentheses do not match; write for example mcts:opponents=(reserve:350,150)"),
        ("opponents=reserve:350,150)", "parentheses do not match"),
        (")(", "parentheses do not match"),
        ("own=mcts", "own 'mcts' thinks in Python; only compiled agents play in rollouts, as in mcts:own=random"),
        ("own=(" * 2000 + "mcts" + ")" * 2000, "own: unknown agent"),
        ("own=(mcts:" * 2000 + ")" * 2000, "only compiled agents play in rollouts"),
    ],
)
def test_bad_options_are_refused_in_one_line(settings: str, says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        parse_agent(f"mcts:{settings}")
    assert str(refusal.value).startswith(f"agent 'mcts:{settings}': ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


class Options:
    """The options that a thinker is made with."""

    def __init__(self, options: dict[str, object]) -> None:
        self.options = options


@pytest.mark.parametrize(
    ("spec", "canonical", "fast"),
    [
        ("champion:ms=1000", "champion:ms=1000", "champion"),
        ("champion: jobs=2, rollouts=50 ,offers=3", "champion:offers=3,rollouts=50,jobs=2", "champion:offers=3"),
    ],
)
def test_the_champion_looks_ahead_if_its_spec_sets_a_limit(spec: str, canonical: str, fast: str) -> None:
    agent = parse_agent(spec)
    assert (agent.spec, agent.name, agent.is_python) == (canonical, "lookahead", True)
    assert dict(agent.options)["value"] == parse_agent(fast)
    assert parse_agent(agent.spec) == agent
    assert not parse_agent(fast).is_python


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("champion:ms=x", "ms 'x' should be a whole number from 1 to 3600000, or none, as in champion:ms=1000"),
        ("champion:ms=none", "ms 'none' should be a number, as in champion:ms=1000"),
        ("champion:ms=5,ms=6", "'ms' is set twice"),
        ("champion:cut=4", "unknown setting 'cut'"),
        ("champion:ms=5,offers=-1", "offers '-1' should be a whole number"),
        ("mcts:own=(champion:ms=3)", "own 'champion:ms=3' thinks in Python"),
    ],
)
def test_a_bad_limit_of_the_champion_is_refused_in_one_line(spec: str, says: str) -> None:
    with pytest.raises(RentierError, match=re.escape(says)) as caught:
        parse_agent(spec)
    assert "\n" not in str(caught.value)


def test_every_table_has_its_own_thinker() -> None:
    agent = Agent("own", "own", (), f"{__name__}:Options", True, (("rollouts", 3), ("own", AGGRESSIVE)))
    first, second = agent.thinker(), agent.thinker()
    assert isinstance(first, Options)
    assert first.options == {"rollouts": 3, "own": AGGRESSIVE}
    assert first is not second
    with pytest.raises(TypeError, match="'aggressive' is compiled"):
        AGGRESSIVE.thinker()


def test_the_list_shows_every_kind_of_setting() -> None:
    texts = {kind.spec: kind.settings_text for kind in agent_kinds()}
    assert texts["mcts"].startswith("sampling=typed|uniform, selection=uct|puct|rave, (rollouts), (ms), nodes=50000, ")
    assert (
        "cut=80, c=0.7, (widen), opponents=aggressive, own=aggressive, final=most-visited|best-valued, jobs=1" in texts["mcts"]
    )
    assert texts["random"] == "uniform=no, trades=yes"
    assert texts["reserve"] == "spend above, raise below"


def test_every_agent_of_the_catalogue_can_be_loaded() -> None:
    for kind in agent_kinds():
        assert callable(parse_agent(kind.example).function)
        assert (parse_agent(kind.example).value is None) == (not kind.values)
        assert kind.explain
        assert kind.source


@pytest.mark.slow
def test_a_file_is_an_agent(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(AGENT_FILE)
    agent = parse_agent(f"{file}:1,-2.5")
    assert agent.spec == f"{file}:1,-2.5"
    assert agent.name == "mine"
    assert agent.settings == (1.0, -2.5)
    assert callable(agent.function)


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
        (AGENT_FILE.replace(", mind.actions[:])", ")"), "wrong arguments: missing a required argument: 'actions'"),
        (f"def one():\n    return 1\n{AGENT_FILE}".replace("int(mind.settings[1])", "one()"), "one should have the decorator"),
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
        "wrong arguments",
        "undecorated helper",
        "two arguments",
        "no action",
        "junk",
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(text)
    with pytest.raises(RentierError) as refusal:
        _ = parse_agent(str(file)).function
    assert str(refusal.value).startswith(str(file))
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_folder_is_no_agent(tmp_path: Path) -> None:
    folder = tmp_path / "folder.py"
    folder.mkdir()
    with pytest.raises(RentierError, match="it is no file"):
        parse_agent(str(folder))
