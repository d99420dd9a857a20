"""What Firefox and WebKit drew differently: scrollbars, and the choice of a partner for a trade."""

from __future__ import annotations

import pytest

from tests.web.other_browsers.driving import Browser
from tests.web.playing import Running

pytestmark = pytest.mark.long

POSITION = """
[[players]]
cash = 700
deeds = { "Bow Street" = 0, "Marlborough Street" = 0, "Park Lane" = 0 }
[[players]]
deeds = { "Vine Street" = 0, "Mayfair" = 0 }
[[players]]
"""
SIDEWAYS = """() => {
  const panel = document.querySelector(".asked-of-you");
  return getComputedStyle(panel).overflowX !== "hidden" && panel.scrollWidth > panel.clientWidth;
}"""
SCROLLBAR = """() => getComputedStyle(document.querySelector(".asked-of-you")).scrollbarColor"""
ONE_LINE = """() => {
  const [title, ...choices] = document.querySelector(".partners").children;
  const { top, bottom } = title.getBoundingClientRect();
  return choices.length === 2 && choices.every((one) => {
    const middle = (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2;
    return top < middle && middle < bottom;
  });
}"""


@pytest.fixture
def ada(browser: Browser, server: Running) -> Browser:
    """A browser in which Ada decides, in dark colours."""
    made = server.make(["Ada", "random", "random"], position=POSITION)
    browser.open(server.url)
    browser.resize(1440, 900)
    browser.ask("""() => localStorage.setItem("rentier.theme", '"dark"')""")
    browser.open(f"{server.url}/?dark#table/{made['table']}/token/{made['seats'][0]['token']}")
    browser.appears("rentier-decision.mine [data-step=trade]")
    return browser


def test_the_decision_scrolls_only_down(ada: Browser) -> None:
    assert not ada.ask(SIDEWAYS)


def test_scrollbars_have_colours_of_the_page(ada: Browser) -> None:
    assert ada.ask(SCROLLBAR) != "auto"  # nothing where the browser cannot colour them


def test_partners_are_on_the_line_of_their_title(ada: Browser) -> None:
    ada.click("[data-step=trade]")
    ada.appears(".trade-sides")
    assert ada.ask(ONE_LINE)
