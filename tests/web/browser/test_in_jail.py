"""A player in jail: nothing is cut off on a small screen, and tokens leave the names of corners free."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow

IN_JAIL = """
[[players]]
cash = 900
square = "Jail"
jail_turns = 0
jail_cards = ["chance"]
[[players]]
[[players]]
"""


def edges(located: Locator) -> tuple[float, float]:
    """Return where an element begins and ends, from the top of the screen."""
    box = located.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("touch", [False, True])
def test_nothing_is_cut_off_and_no_token_hides_a_corner(visit: Visit, server: Running, touch: bool) -> None:
    made = server.make(["Ada", "random", "random"], position=IN_JAIL)
    page = visit(seat_of(made), width=390, height=844, has_touch=touch, is_mobile=touch, asks=True)
    out = page.get_by_role("button", name="Use card to get out of jail")
    expect(out).to_have_text("Use card")
    buttons = page.locator(".answers:has(> .primary)")
    assert edges(page.locator(".hint"))[1] <= edges(buttons)[0]
    assert edges(out) == edges(page.locator('[data-action="pay fine"]'))
    for corner, seat in (("Jail", 0), ("GO", 1)):
        name = page.locator(".board .short").get_by_text(corner, exact=True)
        assert edges(name)[1] <= edges(page.locator(f'.walker[data-seat="{seat}"] .token-shape').first)[0], corner


@pytest.mark.parametrize("width", [1280, 1440])
def test_the_marks_of_a_player_are_in_full_view(visit: Visit, server: Running, width: int) -> None:
    made = server.make(["Ada", "random", "random"], position=IN_JAIL)
    page = visit(seat_of(made), width=width, height=800, asks=True)
    marks = page.locator(".player.you .badge")
    expect(marks).to_have_text(["you", "turn", re.compile("jail"), re.compile("card")])
    inside = "mark => mark.getBoundingClientRect().right <= mark.parentElement.getBoundingClientRect().right"
    assert [mark.evaluate(inside) for mark in marks.all()] == [True] * 4
