"""The puzzle page: a question, its answer with values and a reason, the rating, and the next puzzle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rentier.web.puzzles import shown_puzzle
from tests.web.browser.conftest import Visit

pytestmark = pytest.mark.slow


def candidates(number: int) -> list[str]:
    """The actions of a puzzle, the best first."""
    return [one["action"] for one in shown_puzzle(number)["candidates"]]


def choose(page: Page, action: str) -> None:
    """Choose a candidate."""
    page.locator(f'.puzzle-choice[data-action="{action}"]').click()


def rating(page: Page) -> int:
    """Return the player's rating."""
    found = re.search(r"Your rating: (\d+)", page.locator(".puzzle-rating summary").inner_text())
    assert found
    return int(found[1])


def test_the_best_move_raises_the_rating_and_leads_to_the_next_puzzle(visit: Visit) -> None:
    page = visit("#puzzle/7")
    expect(page.locator("rentier-puzzle h1")).to_have_text("Find the better move")
    expect(page.locator(".puzzle-choice")).to_have_count(len(candidates(7)))
    assert rating(page) == 1500
    choose(page, candidates(7)[0])
    expect(page.locator(".puzzle-verdict")).to_have_text("Right!")
    assert rating(page) > 1500
    expect(page.locator(".values .value").first).to_contain_text("best")
    expect(page.locator(".puzzle-why")).to_have_text(shown_puzzle(7)["why"])
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile("#puzzle/8$"))
    expect(page.locator("rentier-puzzle header")).to_contain_text("Puzzle 8 of")


def test_a_worse_move_costs_rating_once_and_is_told_what_it_costs(visit: Visit) -> None:
    page = visit("#puzzle/7")
    worse = candidates(7)[1]
    choose(page, worse)
    expect(page.locator(".puzzle-verdict")).to_contain_text(re.compile(r"^Not the best: it costs \d+\.\d points"))
    expect(page.locator(f'.value[data-action="{worse}"]')).to_contain_text("your choice")
    after = rating(page)
    assert after < 1500
    page.reload()
    choose(page, candidates(7)[0])
    expect(page.locator(".puzzle-verdict")).to_have_text("Right!")
    assert rating(page) == after


def test_the_start_page_leads_to_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator("rentier-puzzle header")).to_contain_text("Puzzle of the day")
    page.locator(".puzzle-choice").first.click()
    page.locator(".brand").click()
    expect(page.locator("rentier-learn")).to_contain_text(re.compile(r"Your rating: \d+ · today's is answered"))


def test_a_puzzle_can_be_played_on(visit: Visit) -> None:
    page = visit("#puzzle/7")
    choose(page, candidates(7)[0])
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("rentier-table .player")).to_have_count(len(shown_puzzle(7)["names"]))
    expect(page.locator("rentier-table .player.you .cash")).to_have_text("$812")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_puzzle_fits_a_phone(visit: Visit, scheme: str) -> None:
    page = visit("#puzzle/7", width=360, height=740, color_scheme=scheme)
    choose(page, candidates(7)[1])
    expect(page.locator(".puzzle-verdict")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("number", [1, 307])  # an offer, and four candidates, one of them long
def test_the_board_and_the_moves_are_in_view_together_on_a_phone(visit: Visit, number: int) -> None:
    page = visit(f"#puzzle/{number}", width=390, height=844, has_touch=True, is_mobile=True)
    expect(page.locator(".puzzle-choice")).to_have_count(len(candidates(number)))
    board = page.locator(".board-frame").bounding_box()
    last = page.locator(".puzzle-choice").last.bounding_box()
    assert board
    assert last
    assert 0 <= board["y"] < board["y"] + board["height"] < last["y"] < last["y"] + last["height"] <= 844
    assert 240 <= board["width"] <= 390


def test_without_mistakes_of_ones_own_the_page_says_where_they_come_from(visit: Visit) -> None:
    page = visit("#puzzle/own/1")
    expect(page.get_by_role("alert")).to_contain_text("Play a game to its end")
