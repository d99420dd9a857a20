"""A review begins with the reader's own worst decision, and mistakes become puzzles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.rules.positions import play, player, position
from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.faults import Faults
from tests.web.playing import Running
from tests.web.test_reviews import DARK_BLUE, SHORT, added

pytestmark = pytest.mark.slow

OWN = "game => localStorage.setItem('rentier.tables', JSON.stringify({[game]: {seat: 0}}))"


def test_the_review_begins_with_ones_own_worst_decision_which_becomes_a_puzzle(
    visit: Visit, server: Running, faults: Faults
) -> None:
    faults.allowed = ("status of 404",)  # the start page may ask for the table of this game, which has none
    start = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), switches=SHORT)
    game = play(start, "mortgage Park Lane", "unmortgage Park Lane", "offer 1: Mayfair for nothing", "accept", "roll")
    path = added(server, game.record(["Ada", "Bob"]))
    server.post(f"{path}/review", {"rollouts": 60})
    own = path.rpartition("/")[2]
    page = visit()
    page.evaluate(OWN, own)
    page.goto(f"{server.url}/#review/{own}")
    expect(page.locator(".review-progress.done")).to_be_visible(timeout=6 * PATIENCE)
    worst = page.locator(".review-worst")
    expect(worst.locator("h2")).to_have_text("Your worst decision")
    expect(worst.locator(".mark")).to_have_text(re.compile("blunder"))
    expect(page).to_have_url(re.compile(rf"#review/{own}/3$"))
    expect(page.locator(".review-current .note").first).to_contain_text("Decision 3 of 5")
    expect(page.get_by_label("Whose decisions")).to_have_value("0")
    parts = (".review-worst", ".review-board", "rentier-chances")
    tops = [page.locator(part).bounding_box() or {"y": 0} for part in parts]
    assert tops[0]["y"] == tops[1]["y"] < tops[2]["y"]
    worst.get_by_role("button", name="Try the better one").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.goto(f"{server.url}/#puzzle/own/1")
    expect(page.locator("rentier-puzzle header")).to_contain_text("Your own mistake 1 of 1")
    expect(page.locator(".puzzle-choice")).to_have_count(2)
    page.locator('.puzzle-choice:not([data-action^="offer"])').click()
    expect(page.locator(".puzzle-verdict")).to_have_text("Right!")
    expect(page.locator(".puzzle-why")).to_contain_text("you would have broken up")
    expect(page.locator('.value[data-action^="offer"]')).to_contain_text("what you did in the game")
    page.get_by_role("link", name="Show it in the review").click()
    expect(page.locator(".review-current .note").first).to_contain_text("Decision 3 of 5")
