"""Saved agents: saved by name, read back unchanged, and refused if their file is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.agents.saved import agents_folder, check_name, read_saved, save_agent, saved_file, saved_names
from rentier.agents.specs import agent_with, parse_agent
from rentier.errors import RentierError

KINDS = {kind.spec: kind for kind in agent_kinds()}


@pytest.fixture(autouse=True)
def _data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RENTIER_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize(
    "spec", ["reserve:350.5,0.001", "khan:greedy", "aggressive:trades=no", "random:uniform", "phase1", "genes"]
)
def test_a_saved_agent_is_the_same_again(spec: str) -> None:
    agent = parse_agent(spec)
    file = save_agent("mine-2", KINDS[agent.name], agent.settings, {"command": "any \x7f\n\"'\udc80", "against": ["a"]}, False)
    for again in (parse_agent("mine-2"), parse_agent(" Mine-2 "), parse_agent(str(file))):
        assert (again.settings, again.target, again.name) == (agent.settings, agent.target, agent.name)
    assert parse_agent("mine-2").spec == "mine-2"
    assert saved_names() == ["mine-2"]
    assert read_saved(file).made == {"command": "any \x7f\n\"'?", "against": ["a"]}


def test_genes_are_kept_by_deed() -> None:
    genes = list(parse_agent("genes").settings)
    genes[39] = 0.125
    file = save_agent("own-genes", KINDS["genes"], tuple(genes), {}, False)
    saved = tomllib.loads(file.read_text())["settings"]
    assert len(saved) == 28
    assert saved["Mayfair"] == 0.125
    assert parse_agent("own-genes").settings == tuple(genes)


def test_saved_agents_are_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert agents_folder() == tmp_path / "data" / "agents"
    monkeypatch.delenv("RENTIER_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert saved_file("mine") == tmp_path / "xdg" / "rentier" / "agents" / "mine.toml"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert agents_folder() == tmp_path / ".local" / "share" / "rentier" / "agents"
    assert saved_names() == []


@pytest.mark.parametrize("name", ["", " ", "-mine", "Mine", "my agent", "a/b", "mine.toml", "x" * 41, "ä", "mine\n"])
def test_an_odd_name_is_refused(name: str) -> None:
    with pytest.raises(RentierError, match="should be 1 to 40 lower-case letters, digits and hyphens"):
        check_name(name, True)


def test_names_that_are_taken(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="'khan' is an agent of the catalogue"):
        check_name("khan", True)
    save_agent("mine", KINDS["reserve"], (5.0, 1.0), {}, False)
    with pytest.raises(RentierError, match="'mine' is saved already; choose another name, or --replace it"):
        save_agent("mine", KINDS["reserve"], (6.0, 1.0), {}, False)
    save_agent("mine", KINDS["reserve"], (6.0, 1.0), {}, True)
    assert parse_agent("mine").settings == (6.0, 1.0)
    for text in ("title = 'mine'\n", "Once upon a time"):
        saved_file("other").write_text(text)
        with pytest.raises(RentierError, match="exists and is not a saved agent"):
            check_name("other", True)
    saved_file("folder").mkdir()
    with pytest.raises(RentierError, match="exists and is not a saved agent"):
        check_name("folder", True)


def test_a_folder_that_cannot_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RENTIER_DATA", str(tmp_path / "file"))
    assert saved_names() == []
    with pytest.raises(RentierError, match="agents: cannot be made: Not a directory"):
        check_name("mine", False)


def test_a_misspelt_name_is_suggested() -> None:
    save_agent("miser", KINDS["reserve"], (6.0, 1.0), {}, False)
    with pytest.raises(RentierError, match="unknown agent 'misr'; did you mean 'miser'"):
        parse_agent("misr")
    with pytest.raises(RentierError, match=r"a saved agent takes no settings; its own are in .*miser\.toml"):
        parse_agent("miser:3")


HEAD = "saved_agent = 1\nkind = 'reserve'\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "saved_agent: missing; expected saved_agent = 1, which marks the file as a saved agent"),
        ("saved_agent = 2", "saved_agent: 2 should be 1, the layout this program reads"),
        ("saved_agent = true", "saved_agent: True should be 1"),
        ("saved_agent = 1\nkind = 'reserv'", "kind: unknown agent 'reserv'; did you mean 'reserve'?"),
        ("saved_agent = 1\nkind = 'mcts'", "kind: unknown agent 'mcts'"),
        (HEAD, "settings.spend above: missing; expected a number of at least 0"),
        (f"{HEAD}settings = 3", "settings: 3 should be a table"),
        (f'{HEAD}[settings]\n"spend above" = "much"', "settings.spend above: 'much' should be a number of at least 0"),
        (f'{HEAD}[settings]\n"spend above" = -1', "settings.spend above: -1 should be a number of at least 0"),
        (f'{HEAD}[settings]\n"spend above" = nan', "settings.spend above: nan should be a number of at least 0"),
        (f'{HEAD}[settings]\n"spend above" = true', "settings.spend above: true should be a number of at least 0"),
        (f"{HEAD}[settings]\nspend = 1", "settings.spend: unknown setting 'spend'; did you mean 'spend above'?"),
        (f'{HEAD}[settings]\n"spend above" = 1\n"raise below" = 2', "'spend above' should be at least 'raise below'"),
        (f'{HEAD}more = 1\n[settings]\n"spend above" = 2\n"raise below" = 1', "more: unknown key 'more'"),
        ("Once upon a time", "not valid TOML"),
        ("saved_agent = 1\nkind = 'aggressive'\nsettings = { trades = 1 }", "settings.trades: 1 should be yes or no"),
        (
            "saved_agent = 1\nkind = 'genes'\n[settings]\nMayfair = 1",
            "settings.Old Kent Road: missing; expected a number from 0 to 1",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(RentierError) as refusal:
        parse_agent(str(file))
    assert str(refusal.value).startswith(f"agent '{file}': {file}: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match=r"gone\.toml: there is no such file"):
        parse_agent("gone.toml")
    with pytest.raises(RentierError, match="there is no such file"):
        parse_agent(f"{tmp_path}/.toml")


def test_an_agent_with_numbers_has_their_spec() -> None:
    assert agent_with(KINDS["reserve"], (0.0000125, 0.0)).spec == "reserve:0.0000125,0"
    assert agent_with(KINDS["aggressive"], (50.0, 0.0, 0.0, 0.0, 0.0)) == parse_agent("aggressive:trades=no")
    with pytest.raises(RentierError, match="'spend above' should be at least 'raise below'"):
        agent_with(KINDS["reserve"], (1.0, 2.0))
