"""Words of the page: settings of switches, house rules of a table, and the rules on `?`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import rentier.web
from rentier.box import Setting, load_box, switch_definitions
from rentier.web.view import differences, house_rules
from rentier.web.wording import DATA, rule_words, setting_words, words_of
from tests.web.playing import Running

RULES = Path(rentier.web.__file__).parent / "page" / "rules.json"
CHANGED: dict[str, Setting] = {
    "first_player": "first-seat",
    "start_cash": 2000,
    "even_build": False,
    "mortgage_interest": 20,
    "jail_max_turns": 2,
    "round_cap": 0,
    "cap": "worth",
    "counter_offers": 1,
    "building_supply": "20/10",
    "board": "village",
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("first_player", "the first seat"),
        ("start_cash", "£2,000"),
        ("even_build", "not required"),
        ("mortgage_interest", "20 %"),
        ("jail_max_turns", "2 turns"),
        ("round_cap", "none"),
        ("cap", "the richest player wins"),
        ("counter_offers", "at most 1"),
        ("building_supply", "20 houses and 10 hotels"),
        ("board", "village"),
    ],
)
def test_a_setting_is_said_in_words(name: str, words: str) -> None:
    assert setting_words(name, CHANGED[name], "£") == words


@pytest.mark.parametrize(
    ("name", "setting", "words"),
    [
        ("jail_max_turns", 1, "Longest stay in jail: 1 turn"),
        ("jail_pay_third_turn_before_roll", True, "Paying the fine before the last roll in jail: allowed"),
        ("first_lap_no_buying", True, "Passing GO before buying: required"),
        ("building_supply", "unlimited", "Buildings in the bank: unlimited"),
        ("turn_cap", 2500, "Turn limit: 2,500 turns"),
        ("board", "village", "Board: village"),
    ],
)
def test_a_rule_is_a_phrase_of_the_game(name: str, setting: Setting, words: str) -> None:
    assert rule_words(name, setting, "£") == words


def test_house_rules_have_a_title_and_words() -> None:
    told = house_rules(load_box("us-classic", {"first_player": "first-seat", "salary": 400}))
    assert sorted(told) == ["First player: the first seat", "Salary for passing GO: $400"]


def test_differences_are_those_from_the_classic_british_rules() -> None:
    assert differences(load_box("uk-classic")) == {}
    told = differences(load_box("us-classic", {"salary": 400}))
    assert told["salary"] == "Salary for passing GO: $400"
    assert told["income_tax"].startswith("Income tax: the printed amount or a share of everything owned")


def test_every_switch_has_a_title_of_its_own_and_says_more_than_yes_or_no() -> None:
    switches = switch_definitions()
    assert len({switch.title for switch in switches.values()}) == len(switches)
    for switch in switches.values():
        if switch.kind == "yes-no":
            assert set(words_of(switch.name)) == {"yes", "no"}, switch.name


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
    for names in read["numbers"].values():
        assert {switches[name].kind for name in names} <= {"number", "supply"}


def test_every_switch_belongs_to_a_rule_of_the_help() -> None:
    rules = [rule for topic in json.loads(RULES.read_text("utf-8")) for rule in topic["rules"]]
    assert {name for rule in rules for name in rule.get("switches", [])} == set(switch_definitions())


def test_the_log_of_a_table_has_separators(server: Running) -> None:
    with server.join(server.make(["Ada", "random"], switches={"first_player": "first-seat"})) as ada:
        assert "Ada, on GO with £1,500" in ada.table["log"][0]["lines"][-1]
