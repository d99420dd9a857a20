"""The tutorial on the page: whole games with the coach, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import goes_on, number_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow

DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
WISE = ("buy", "accept", "build", "use card", "roll", "bid 1", "pass")
CHOICES = """[...document.querySelectorAll("rentier-decision .choice")]
  .filter((one) => one.checkVisibility() && !one.disabled).map((one) => one.dataset.action)"""
PLACES = """[...document.querySelectorAll(".board-part, .deciding, .decision-heading, .story")]
  .map((one) => JSON.stringify(one.getBoundingClientRect())).join()"""
MOST_DECISIONS = 80
ALL = [
    *("Welcome", "Buying", "An auction", "Rent", "A trade is offered to you", "A card", "Building", "Making an offer"),
    *("In jail", "A debt"),
]


def begin(page: Page, server: Running) -> str:
    """Wait until the tutorial has begun; return the id of its table. The opponents decide at once."""
    expect(page.locator(".coach h3")).to_have_text("Welcome")
    table = page.url.rpartition("/")[2]
    server.run(server.run(server.registry.table(table)).change_settings({"delay": 0}))
    return table


def asked_or_over(page: Page) -> bool:
    """Wait for a question or the end; return whether there is a question."""
    asked, over = page.locator("rentier-decision.mine:not([aria-busy]) .choice:visible"), page.locator(".standings")
    expect(asked.or_(over).first).to_be_visible()
    return not over.is_visible()


def wise(actions: list[str]) -> str:
    """Choose as the coach advises."""
    return next((action for word in WISE for action in actions if action.startswith(word)), actions[0])


def last(actions: list[str]) -> str:
    """Choose the last one."""
    return actions[-1]


def by_click(page: Page, action: str) -> None:
    """Press the button of an action."""
    page.locator(f'rentier-decision .choice[data-action="{action}"]').first.click()


def by_key(page: Page, action: str) -> None:
    """Press the key of an action, or its focused button if it has none."""
    choice = page.locator(f'rentier-decision .choice[data-action="{action}"]:visible').first
    key = choice.get_attribute("data-key")
    if key is None:
        choice.focus()
    page.keyboard.press(key or "Enter")


def read_tips(page: Page, titles: list[str], read: Callable[[], None]) -> None:
    """Read all tips that are open."""
    tip = page.locator(".coach:not(.idle) h3")
    while tip.count():
        title = tip.inner_text()
        titles.append(title)
        read()
        expect(page.locator(".coach:not(.idle) h3", has_text=title)).to_have_count(0)


def play(
    page: Page, choose: Callable[[list[str]], str], decide: Callable[[Page, str], None], read: Callable[[], None]
) -> list[str]:
    """Play to the end, and read every tip; return their titles."""
    titles: list[str] = []
    for _ in range(MOST_DECISIONS):
        if not asked_or_over(page):
            return titles
        read_tips(page, titles, read)
        number = number_of(page)
        decide(page, choose(page.evaluate(CHOICES)))
        goes_on(page, number)
    pytest.fail("the tutorial does not end")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_by_keyboard_brings_every_tip_and_leads_to_a_real_game(
    visit: Visit, server: Running, size: dict[str, int]
) -> None:
    page = visit(**size)
    page.get_by_role("link", name="Tutorial").click()
    begin(page, server)
    titles = play(page, wise, by_key, lambda: page.keyboard.press("g"))
    assert [title for title in titles if title in ALL] == ALL
    assert len(titles) == len(set(titles))
    coach = page.locator(".coach")
    expect(coach).to_contain_text("You have met every topic")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Play a real game").click()
    expect(page.locator("rentier-start form")).to_be_visible()
    page.get_by_role("link", name="Tutorial").click()  # a new one
    begin(page, server)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_player_who_takes_the_last_choice_reaches_the_end_and_reads_what_was_missed(
    visit: Visit, server: Running, size: dict[str, int]
) -> None:
    page = visit("#tutorial", **size)
    begin(page, server)
    titles = play(page, last, by_click, lambda: page.get_by_role("button", name="Got it").click())
    missed = page.locator(".coach .missed")
    expect(missed).not_to_have_count(0)
    usual = [tip["title"] for tip in server.get("/api/tutorial") if not tip.get("rare")]
    assert missed.all_inner_texts() == [title for title in usual if title not in titles]
    missed.filter(has_text="Building").click()
    topic = page.get_by_role("dialog", name="Rules and keyboard shortcuts").locator("details[open]")
    expect(topic.locator("summary")).to_have_text("Building")
    expect(topic.locator("summary")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_moves_when_a_tip_is_closed(visit: Visit, server: Running, size: dict[str, int]) -> None:
    page = visit("#tutorial", **size)
    begin(page, server)
    assert asked_or_over(page)
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".coach h3")).to_have_count(0)
    assert page.evaluate(PLACES) == before
    expect(page.locator("rentier-decision .decision-heading")).to_be_focused()


def test_progress_survives_a_reload_and_the_tutorial_can_be_left_and_begun_again(visit: Visit, server: Running) -> None:
    page = visit("#tutorial", **DESKTOP)
    table = begin(page, server)
    page.get_by_role("button", name="Got it").click()
    by_click(page, "roll")
    expect(page.locator(".coach h3")).to_have_text("Buying")
    page.reload()
    expect(page.locator(".coach h3")).to_have_text("Buying")
    page.keyboard.press("g")
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="Tutorial").click()
    expect(page.locator(".coach")).to_contain_text("So far: 2 of 10 topics")
    assert page.url.endswith(table)
    page.get_by_role("button", name="Last tip").click()
    expect(page.locator(".coach h3")).to_have_text("Buying")
    page.get_by_role("button", name="Begin again").click()
    assert begin(page, server) != table


def test_a_phone_has_the_last_tip_behind_a_tab(visit: Visit, server: Running) -> None:
    page = visit("#tutorial", **PHONE)
    begin(page, server)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".coach")).to_be_hidden()
    page.get_by_role("button", name="Coach").click()
    page.get_by_role("button", name="Last tip").click()
    expect(page.locator(".coach h3")).to_have_text("Welcome")
    board, coach = (page.locator(part).bounding_box() for part in (".board-part", ".coach"))
    assert board
    assert coach
    assert coach["y"] >= board["y"] + board["height"]


def test_the_help_lists_the_key_of_the_coach(visit: Visit, server: Running) -> None:
    page = visit("#tutorial", **DESKTOP)
    begin(page, server)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Rules and keyboard shortcuts").locator("section", has_text="At the table")
    expect(keys.locator("dt", has_text=re.compile("^g$"))).to_have_count(1)
    expect(keys).to_contain_text("close the coach's tip")


def test_other_tables_have_no_coach(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"])
    page = visit(f"#table/{made['table']}/token/{made['seats'][0]['token']}")
    assert asked_or_over(page)
    expect(page.locator(".coach")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Rules and keyboard shortcuts")).not_to_contain_text("coach")


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (390, 844)], ids=str)
def test_the_whole_tip_is_in_view(visit: Visit, server: Running, size: tuple[int, int]) -> None:
    page = visit("#tutorial", width=size[0], height=size[1])
    begin(page, server)
    shown, whole = page.locator(".coach-says").evaluate("(says) => [says.clientHeight, says.scrollHeight]")
    assert shown >= whole > 60
