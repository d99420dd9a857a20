"""Games of 24 turns in Firefox and WebKit, with the mouse alone and the keyboard alone, and a first decision on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.other_browsers.driving import Browser
from tests.web.playing import Running

pytestmark = pytest.mark.long

TABLE = ["Ada", "bot", "bot", "bot"]
TURNS = {"turn_cap": "24"}
CHOICE = "rentier-decision.mine .choice"
ENDING = "dialog.ending"
NUMBER = 'document.querySelector("rentier-table").dataset.number'
ASK_EVERYTHING = """() => localStorage.setItem("rentier.preferences", JSON.stringify(
  { ask_between: "always", ask_roll: "always", ask_end: "always", ask_only: true }))"""
KEY = f"""() => [...document.querySelectorAll("{CHOICE}[data-key]")].find((one) => one.checkVisibility())?.dataset.key"""
IN_VIEW = """(selector) => {
  const { left, top, right, bottom, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
  return width > 100 && height > 100 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
MOST_DECISIONS = 400
MOST_TABS = 60


def play_to_the_end(browser: Browser, server: Running, decide: Callable[[], None]) -> None:
    """Sit down at a new table where every decision is asked, and decide until the game is over."""
    made = server.make(TABLE, switches=TURNS)
    browser.open(server.url)
    browser.resize(1280, 900)
    browser.ask(ASK_EVERYTHING)
    browser.open(f"{server.url}/#table/{made['table']}/token/{made['seats'][0]['token']}")
    for _ in range(MOST_DECISIONS):
        browser.appears(f"{CHOICE}, {ENDING}")
        if browser.seen(ENDING):
            return
        decide_once(browser, decide)
    pytest.fail("the game does not end")


def decide_once(browser: Browser, decide: Callable[[], None]) -> None:
    """Make a decision and wait until the game goes on."""
    number = browser.ask(f"() => {NUMBER}")
    decide()
    browser.until(f"(number) => {NUMBER} !== number", number)


def test_clicks_alone_play_to_the_end_and_open_the_review(browser: Browser, server: Running) -> None:
    play_to_the_end(browser, server, lambda: browser.click(CHOICE))
    browser.appears(f"{ENDING} rentier-story svg")
    browser.click(f"{ENDING} a[href^='#review/']")
    browser.says("rentier-review", "Ada")


def test_keyboard_alone_plays_to_the_end_and_opens_the_review(browser: Browser, server: Running) -> None:
    play_to_the_end(browser, server, lambda: browser.press(browser.until(KEY)))
    for _ in range(MOST_TABS):
        browser.press("Tab")
        if browser.ask("() => document.activeElement.textContent") == "Review this game":
            break
    browser.press("Enter")
    browser.says("rentier-review", "Ada")


def test_a_phone_shows_the_board_and_the_decision(browser: Browser, server: Running) -> None:
    browser.open(server.url)
    browser.resize(390, 844)
    browser.says("rentier-start", "Play now")
    browser.click("rentier-start button.first")
    browser.appears(CHOICE)
    for part in (".board-part", ".deciding"):
        browser.until(IN_VIEW, part)
    decide_once(browser, lambda: browser.click(CHOICE))
