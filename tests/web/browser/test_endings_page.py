"""Endings on the page: a bankruptcy and its ways on, the story of the game, and a victory."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.playing import Made, Running
from tests.web.test_endings import LAST, SHORT, WON_AT_ONCE

pytestmark = pytest.mark.slow

EVEN = """
[[players]]
cash = 110
[[players]]
cash = 100
"""
WON = """
decision = "raise"
to_move = 1
[[players]]
deeds = { "The Angel, Islington" = 0 }
[[players]]
cash = 20
square = "The Angel, Islington"
deeds = { "Mayfair" = 0 }
[debt]
debtor = 1
creditor = 0
amount = 240
"""


def seat(made: Made) -> str:
    """The address of the host's seat."""
    return f"#table/{made['table']}/token/{made['seats'][0]['token']}"


def give_up(page: Page) -> None:
    """Declare bankruptcy."""
    page.locator('rentier-decision [data-step="bankrupt"]').click()
    page.locator('rentier-decision .choice[data-action="bankrupt"]').click()


def test_a_bankruptcy_is_told_and_the_result_is_one_click_away(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random", "random"], position=LAST, switches=SHORT, delay=10)
    page = visit(seat(made))
    give_up(page)
    over = page.locator("rentier-over")
    expect(over.locator("h2")).to_have_text("You are bankrupt")
    expect(over).to_contain_text("bankrupted you after 1 round and 1 minute. You finished 3rd of 3.")
    page.reload()
    expect(over).to_contain_text("bankrupted you after 1 round and 1 minute.")
    over.get_by_role("button", name="Skip to the result").click()
    story = page.locator("dialog.ending")
    expect(story.locator("h2")).to_have_text(re.compile("wins$"))
    expect(story.locator(".story-picture path.story-line.of-2").last).to_be_visible()
    story.get_by_role("button", name="Close").click()
    expect(over.locator(".standings")).to_contain_text("bankrupt")
    expect(over.get_by_role("link", name="Review this game")).to_be_visible()


def test_who_watches_to_the_end_is_not_asked_again(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None, "random"], position=LAST, switches=SHORT, delay=10)
    server.seat_agents(made, 1, "Bob")
    page = visit(seat(made))
    give_up(page)
    over = page.locator("rentier-over")
    expect(over).to_contain_text("Bob bankrupted you")
    expect(over).to_contain_text("Other people are still playing.")
    expect(over.get_by_role("button", name="Skip to the result")).to_have_count(0)
    expect(over.get_by_role("link", name="New game")).to_be_visible()
    over.get_by_role("button", name="Watch to the end").click()
    expect(over).to_be_hidden()


def test_a_bankruptcy_that_ends_the_game_is_told(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None], position=WON_AT_ONCE)
    bob = server.seat_agents(made, 1, "Bob")
    page, other = visit(seat(made)), visit(f"#table/{made['table']}/token/{bob}")
    expect(other.locator("rentier-log")).to_be_visible()
    give_up(page)
    for shown, by in ((page, "Bob bankrupted you"), (other, "You bankrupted Ada")):
        story, panel = shown.locator("dialog.ending"), shown.locator("rentier-over > .over-how")
        told = f"{by} after 1 round and 1 minute."
        expect(story.locator(".over-how")).to_contain_text(told)
        story.get_by_role("button", name="Close").click()
        expect(panel).to_contain_text(told)
    expect(page.locator("rentier-over > .over-how")).to_contain_text("You finished 2nd of 2.")
    page.reload()
    expect(page.locator("rentier-over > .over-how")).to_contain_text("Bob bankrupted you after 1 round")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_victory_is_celebrated_and_its_story_can_be_shared(visit: Visit, server: Running, motion: str) -> None:
    made = server.make(["Ada", None], position=WON)
    bob = server.seat_agents(made, 1, "Bob")
    page = visit(seat(made), reduced_motion=motion, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("rentier-decision")).to_contain_text("Bob owes you £240")
    with server.join(made["table"], token=bob) as other:
        other.act("bankrupt")
    story = page.locator("dialog.ending")
    expect(story.locator("h2")).to_have_text("You won!")
    expect(story.locator("canvas.confetti")).to_have_count(1 if motion == "no-preference" else 0)
    expect(story.get_by_role("button", name="Play again")).to_be_visible()
    story.get_by_role("button", name="Share").click()
    expect(story.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.url}/#review/{made['table']}/watch/{made['watch']}"


def test_the_story_tells_the_moments_that_decided_the_game(visit: Visit, server: Running) -> None:
    made = server.make(["bot", "random"], position=EVEN, switches={"turn_cap": 2, "cap": "worth"})
    page = visit(f"#table/{made['table']}/token/{made['host']}")
    page.get_by_role("button", name="How the game went").or_(page.locator("dialog.ending")).first.wait_for()
    if not page.locator("dialog.ending").is_visible():
        page.get_by_role("button", name="How the game went").click()
    moments = page.locator("dialog.ending .moments li")
    expect(page.locator("dialog.ending")).to_contain_text("Chances by the review", timeout=3 * PATIENCE)
    expect(moments.first).to_contain_text(re.compile(r"^Turn \d+: .+ chances: \d+ % → \d+ %$"))
    assert moments.count() <= 3
    expect(page.locator("dialog.ending .moment")).to_have_count(moments.count())
