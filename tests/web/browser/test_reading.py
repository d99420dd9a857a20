"""Accessibility: contrast in both themes, phones, keyboard and screen readers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow


POSITION = """
[[players]]
deeds = { "Park Lane" = 2, "Mayfair" = 3, "Strand" = "mortgaged" }
[[players]]
cash = 20
jail_turns = 1
square = "Jail"
[[players]]
bankrupt = 1
"""
LEAST_CONTRAST = 4.5
CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text(encoding="utf-8")


def too_pale(page: Page) -> list[tuple[str, float]]:
    """Return the texts of a page with too little contrast."""
    found: list[tuple[str, float]] = page.evaluate(CONTRASTS)
    assert len(found) > 10
    return [(text, contrast) for text, contrast in found if contrast < LEAST_CONTRAST]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_text_stands_out(visit: Visit, server: Running, colours: str) -> None:
    page = visit(color_scheme=colours)
    expect(page.locator(".quick-start")).to_be_visible()
    page.locator(".switches > summary").click()
    assert too_pale(page) == []
    made = server.make(["Ada", "random", "random"], position=POSITION)
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page.locator("rentier-decision.mine .choice").first).to_be_visible()
    assert too_pale(page) == []
    page.goto(f"{server.url}/#tutorial")
    expect(page.locator(".coach h3")).to_have_text("Welcome")
    assert too_pale(page) == []


def test_switch_turns_the_page_dark_and_is_remembered(visit: Visit) -> None:
    page = visit(color_scheme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(background)
    assert dark != light
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    assert page.evaluate(background) == dark


def test_phone_never_scrolls_sideways(visit: Visit, server: Running) -> None:
    page = visit(width=360, height=740, has_touch=True)
    overflow = "document.documentElement.scrollWidth - window.innerWidth"
    expect(page.locator(".quick-start")).to_be_visible()
    page.locator(".switches > summary").click()
    assert page.evaluate(overflow) <= 0
    made = server.make(["A name of very nearly 30 lette", "bot", "random"], position=POSITION)
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page.locator("rentier-decision.mine .choice").first).to_be_visible()
    assert page.evaluate(overflow) <= 0
    page.locator('[data-square="39"]').tap()
    card = page.locator(".deed-card")
    expect(card).to_contain_text("Mayfair")
    assert page.evaluate(overflow) <= 0
    page.goto(f"{server.url}/#people")
    expect(page.get_by_role("heading", name="People against AI players")).to_be_visible()
    assert page.evaluate(overflow) <= 0


def test_page_says_what_it_shows(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random", "random"], position=POSITION)
    page = visit(seat_of(made))
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
    for name in ("Board", "Decision", "Players", "Game log"):
        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, input, select, [role=button]')].filter((one) => one.checkVisibility() &&"
        " !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)).length"
    )
    assert nameless == 0
    assert page.locator(".square[tabindex='0']").count() == 1
    page.locator("rentier-decision.mine .choice").first.click()
    expect(page.locator("rentier-log [aria-live=polite]")).not_to_be_empty()


def test_skip_link_comes_first(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".quick-start")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
