"""The generated pages are up to date and complete."""

from __future__ import annotations

import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.box import preset_names, switch_definitions
from scripts.reference import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_data_says(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), f"docs/{name} is out of date: python -m scripts.reference"


def test_every_switch_and_preset_is_listed() -> None:
    page = (DOCS / "switches.md").read_text(encoding="utf-8")
    for switch in switch_definitions().values():
        assert f"| `{switch.name}` | {switch.explain} | {switch.expected} |" in page
    for preset in preset_names():
        assert f"### The preset `{preset}`" in page


def test_a_switch_lists_the_presets_that_set_another_value() -> None:
    page = (DOCS / "switches.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("| `auction` | How the bank"))
    assert line.endswith("| `ascending` | `sealed` adjudicator2018; `none` pring2015, sammul2018 |")


def test_every_agent_is_listed_with_its_settings() -> None:
    page = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    sections = dict(part.split("`\n", 1) for part in page.split("\n## `")[1:])
    assert list(sections) == [kind.spec for kind in agent_kinds()]
    for kind in agent_kinds():
        section = sections[kind.spec]
        assert kind.source in section
        assert all(f"| `{setting.name}` | {setting.expected} |" in section for setting in kind.settings)
        assert all(f"| `{word}` |" in section for word, _ in kind.words)
