"""Words of the page: settings of switches, house rules of a table, titles of levels, and the rules on `?`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import rentier.web
from rentier.box import load_box, switch_definitions
from rentier.web.opponents import levels
from rentier.web.view import house_rules
from rentier.web.wording import DATA, setting_words, words_of
from tests.web.playing import Running

RULES = Path(rentier.web.__file__).parent / "page" / "rules.json"
CHANGED = {
    "first_player": "first-seat",
    "start_cash": 2000,
    "even_build": False,
    "mortgage_interest": 20,
    "jail_max_turns": 2,
    "round_cap": 0,
    "cap": "worth",
    "building_supply": "unlimited",
    "board": "village",
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("first_player", "the first seat"),
        ("start_cash", "£2,000"),
        ("even_build", "no"),
        ("mortgage_interest", "20 %"),
        ("jail_max_turns", "2"),
        ("round_cap", "none"),
        ("cap", "the richest player"),
        ("building_supply", "unlimited"),
        ("board", "village"),
    ],
)
def test_a_setting_is_said_in_words(name: str, words: str) -> None:
    assert setting_words(name, CHANGED[name], "£") == words


def test_house_rules_have_a_title_and_words() -> None:
    told = house_rules(load_box("us-classic", {"first_player": "first-seat", "salary": 400}))
    assert sorted(told) == ["First player: the first seat", "Salary for passing GO: $400"]


def test_every_word_that_a_switch_takes_is_said_in_words_and_no_other() -> None:
    read = tomllib.loads(DATA.read_text("utf-8"))
    switches = switch_definitions()
    for switch in switches.values():
        if switch.kind == "word":
            assert set(words_of(switch.name)) == set(switch.values), switch.name
    assert set(read["words"]) <= set(switches)
    for name, words in read["words"].items():
        for setting in words:
            assert switches[name].read(setting) is not None, (name, setting)
    for names in read["units"].values():
        assert {switches[name].kind for name in names} == {"number"}


def test_titles_of_levels_are_served(server: Running) -> None:
    assert server.get("/api/levels") == {level["agent"]: level["title"] for level in levels()}


def test_every_switch_belongs_to_a_rule_of_the_help() -> None:
    rules = [rule for topic in json.loads(RULES.read_text("utf-8")) for rule in topic["rules"]]
    assert {name for rule in rules for name in rule.get("switches", [])} == set(switch_definitions())
