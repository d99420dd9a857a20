"""Whether the page can be read: on a phone, by night, and by those who hear it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import seat_of
from tests.web.playing import Running

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
# Every piece of text that is seen, with the contrast of its colour against what lies behind it.
CONTRASTS = """() => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const channels = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [red, green, blue] = channels(colour).map((value) => value / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (channels(colour)[3] === 255) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const faded = (node) => node.closest(':disabled, .mortgaged, .unseen, .delta, svg, noscript');
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const seen = [...document.body.querySelectorAll('*')].filter((node) => own(node) && node.checkVisibility() && !faded(node));
  const html = seen.map((node) => [node, getComputedStyle(node).color, behind(node)]);
  const face = (name) => getComputedStyle(document.querySelector(name)).fill;
  const board = document.querySelector('rentier-board .face')
    ? ['rentier-board .name', 'rentier-board .foot'].map((name) => [document.querySelector(name), face(name), face('rentier-board .face')])
    : [];
  return [...html, ...board].map(([node, ink, ground]) => {
    const [one, other] = [light(ink), light(ground)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return [`${node.className.baseVal ?? node.className} ${node.textContent.trim().slice(0, 40)}`, contrast];
  });
}"""


def too_pale(page: Page) -> list[tuple[str, float]]:
    """Texts of a page that are too near in colour to what lies behind them."""
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
    expect(page.get_by_role("heading", name="People against agents")).to_be_visible()
    assert page.evaluate(overflow) <= 0


def test_page_says_what_it_shows(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random", "random"], position=POSITION)
    page = visit(seat_of(made))
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
    for name in ("Board", "Decision", "Players", "What happened"):
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
