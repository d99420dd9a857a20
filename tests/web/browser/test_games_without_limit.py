"""Games without a limit of turns, from the first roll to the review: by clicks, by the keyboard, and by taps on a phone."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.test_table import goes_on, number_of, seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.long

TABLE = ["Ada", "bot", "bot", "bot"]
BANKRUPT = '[data-step="bankrupt"]'  # asks for confirmation; nothing is decided yet
BUTTONS = (".choice[data-action]", '[data-step="rescue"]', BANKRUPT)
CHOICES = ", ".join(f"rentier-decision.mine {button}:visible:enabled" for button in BUTTONS)
MOST_DECISIONS, MOST_TABS = 3000, 200
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
Decide = Callable[[Page, Locator], None]


def click(_page: Page, choice: Locator) -> None:
    """Click a choice."""
    choice.click()


def tap(_page: Page, choice: Locator) -> None:
    """Tap a choice with a finger."""
    choice.tap()


def press(page: Page, choice: Locator) -> None:
    """Press the key that a choice shows; one without a key is reached by Tab."""
    key = choice.get_attribute("data-key")
    if key:
        page.keyboard.press(key)
        return
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if choice.evaluate("choice => choice === document.activeElement"):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"{choice} cannot be reached by Tab")


def decisions(page: Page, decide: Decide) -> Iterator[str]:
    """Decide at random until the game is over; yields each decision, or the step that leads to it."""
    luck = random.Random(7)
    asked, over, skip = (
        page.locator(CHOICES),
        page.locator("dialog.ending, .standings"),
        page.get_by_role("button", name="Skip to the result"),
    )
    for _ in range(MOST_DECISIONS):
        expect(asked.first.or_(over.first).or_(skip).first).to_be_visible()
        if over.first.is_visible():
            return
        if skip.is_visible():
            with contextlib.suppress(TimeoutError):  # the game may end meanwhile
                skip.click(timeout=PATIENCE / 4)
            expect(over.first).to_be_visible(timeout=15 * PATIENCE)  # the others play to the end
            return
        number, choice = number_of(page), asked.nth(luck.randrange(asked.count()))
        asks_again = bool(choice.evaluate("(choice, bankrupt) => choice.matches(bankrupt)", BANKRUPT))
        yield choice.get_attribute("data-action") or str(choice.get_attribute("data-step"))
        decide(page, choice)
        if asks_again:
            choice = page.locator('rentier-decision .choice[data-action="bankrupt"]')
            decide(page, choice)
        goes_on(page, number)
    pytest.fail("the game does not end")


@pytest.mark.parametrize(("decide", "window"), [(click, {"width": 1440}), (press, {"width": 1440}), (tap, PHONE)])
def test_a_whole_game_from_the_first_roll_to_the_review(
    visit: Visit, server: Running, decide: Decide, window: dict[str, int]
) -> None:
    page = visit(seat_of(server.make(TABLE)), asks=True, **window)
    kinds = {action.split()[0] for action in decisions(page, decide)}
    assert kinds >= {"roll", "buy", "bid", "end"}
    ending = page.get_by_role("dialog", name="How the game went")
    expect(ending).to_be_visible()
    ending.get_by_role("link", name="Review this game").click()
    expect(page.locator("rentier-review")).to_contain_text("Ada")
