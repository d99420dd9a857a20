"""Whole games by the keyboard alone and by what a screen reader sees, and how steady the page is meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import goes_on, number_of, seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow

TABLE = ["Ada", "bot", "bot", "bot"]
TURNS = {"turn_cap": "24"}
BUTTON = re.compile(r'\s*- button "([^"]+)"')  # of an accessibility tree; one that is disabled or has no name does not match
MOST_DECISIONS = 400
MOST_TABS = 60
MOST_SHIFT = 0.05  # of the whole game, added up
WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
JUMP = """
(most) => new Promise((done) => {
  let frames = 600;
  const look = () => (window.shifted > most || frames-- === 0 ? done(frames >= 0) : requestAnimationFrame(look));
  setTimeout(() => (document.body.style.marginTop = "300px"), 600); // shifts within half a second after a click do not count
  look();
})
"""


def play_to_the_end(page: Page, decide: Callable[[Page], None]) -> None:
    """Decide until the game is over."""
    asked = page.locator("rentier-decision.mine .choice:visible").first
    over = page.locator(".standings")
    for _ in range(MOST_DECISIONS):
        expect(asked.or_(over).first).to_be_visible()
        if over.is_visible():
            return
        number = number_of(page)
        decide(page)
        goes_on(page, number)
    pytest.fail("the game does not end")


def press_first_key(page: Page) -> None:
    """Press the key that the first choice shows."""
    page.keyboard.press(page.locator("rentier-decision .choice[data-key]:visible").first.get_attribute("data-key") or "")


def click_first_choice_slowly(page: Page) -> None:
    """Click the first choice after a while: what moves within half a second after a click does not count as a jump."""
    page.wait_for_timeout(600)
    page.locator("rentier-decision.mine .choice:visible").first.click()


def choose_from_the_tree(page: Page) -> None:
    """Press the first button of the decision in the accessibility tree, found by its role and name alone."""
    tree = page.locator("rentier-decision").aria_snapshot()
    name = next(found[1] for found in map(BUTTON.match, tree.splitlines()) if found)
    page.locator("rentier-decision").get_by_role("button", name=name, exact=True).first.click()


def test_keyboard_alone_plays_to_the_end_and_opens_the_review(visit: Visit, server: Running) -> None:
    page = visit(seat_of(server.make(TABLE, switches=TURNS)), asks=True)
    play_to_the_end(page, press_first_key)
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Review this game":
            break
    page.keyboard.press("Enter")
    expect(page.locator("rentier-review")).to_contain_text("Ada")


def test_a_screen_readers_tree_is_enough_to_play_to_the_end(visit: Visit, server: Running) -> None:
    page = visit(seat_of(server.make(TABLE, switches=TURNS)), asks=True)
    play_to_the_end(page, choose_from_the_tree)
    expect(page.get_by_role("dialog", name="How the game went")).to_be_visible()


@pytest.mark.parametrize(
    "window",
    [
        {"width": 1440},
        pytest.param({"width": 1440, "reduced_motion": "no-preference"}, marks=pytest.mark.long),
        pytest.param({"width": 390, "height": 844, "has_touch": True, "is_mobile": True}, marks=pytest.mark.long),
    ],
    ids=["still", "moving", "phone"],
)
def test_nothing_jumps_in_a_whole_game(visit: Visit, server: Running, window: dict[str, Any]) -> None:
    context = visit("#people", asks=True, **window).context
    context.add_init_script(WATCH_SHIFTS)
    page = context.new_page()
    page.goto(f"{server.url}/{seat_of(server.make(TABLE, switches=TURNS, odds=True))}")
    play_to_the_end(page, click_first_choice_slowly)
    assert page.evaluate("window.shifted") <= MOST_SHIFT
    assert page.evaluate(JUMP, MOST_SHIFT), "a jump of the whole page is noticed"
