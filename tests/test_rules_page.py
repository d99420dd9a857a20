"""The rules on the page are those of the reference."""

from __future__ import annotations

from rentier.box import switch_definitions
from scripts.rules_page import TARGET, rules, rules_text


def test_the_rules_are_those_of_the_reference() -> None:
    assert TARGET.read_text(encoding="utf-8") == rules_text(), "rules.json is out of date: python -m scripts.rules_page"


def test_every_chapter_has_rules_without_markup_and_known_switches() -> None:
    found = rules()
    assert [topic["topic"] for topic in found][:3] == ["Setup", "Turn, dice and doubles", "GO"]
    assert len(found) == 15
    for rule in (rule for topic in found for rule in topic["rules"]):
        assert not set("*`<>\\") & set(rule["text"]), rule
        assert set(rule["switches"]) <= set(switch_definitions())
