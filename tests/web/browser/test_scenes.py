"""Scenes at the table: dice, walk, card and money before the question; skipping, catching up, reduced motion and sound."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.faults import PATIENCE
from tests.web.playing import Made, Running

pytestmark = pytest.mark.slow

FRAME, MOST_FRAMES = 20, 1000  # milliseconds of the page's clock
TO_CHANCE_AND_BACK = """
decision = "roll"
[[players]]
[[players]]
[luck]
dice = [[3, 4]]
chance = ["back_3"]
"""
SCENES = ["dice", "walk", "card", "walk", "pay", "question"]
ROUND = """
decision = "roll"
[[players]]
[[players]]
[[players]]
[[players]]
[luck]
dice = [[1, 3], [1, 2], [1, 2], [1, 3]]
"""
OWN = ["dice", "walk", "pay", "question"]  # which the page answers: the turn ends
OTHERS = ["dice", "walk", "pay", "deed", "dice", "walk", "pay", "dice", "walk", "pay", "question"]  # a purchase, a rent, a tax
RECORD = """() => {
  window.seen = [];
  window.notes = 0;
  window.active = true;
  Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: window.active }) });
  window.AudioContext = class extends AudioContext {
    createOscillator() { window.notes += 1; return super.createOscillator(); }
    createBufferSource() { window.notes += 1; return super.createBufferSource(); }
  };
  document.addEventListener("scene", ({ detail }) => {
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    window.seen.push({ scene: detail.scene, cash: text(".player.you .cash"), log: text(".turns") });
  });
}"""


def seen(page: Page) -> list[str]:
    """Return the scenes that the page has begun."""
    names: list[str] = page.evaluate("window.seen.map(({ scene }) => scene)")
    return names


def wait_for(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, while the page goes on."""
    last = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < last, seen(page)
        page.wait_for_timeout(FRAME)


def sit(visit: Visit, server: Running, **options: Any) -> tuple[Page, Made]:
    """Open a table on which Ada rolls for Chance and goes back to pay a tax; the page's clock stands still."""
    made = server.make(["Ada", None], position=TO_CHANCE_AND_BACK)
    page = visit(asks=True, **options)
    page.evaluate(RECORD)
    page.clock.install()
    page.goto(f"{server.url}/#table/{made['table']}/token/{made['seats'][0]['token']}")
    expect(page.locator(".choice[data-action=roll]")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.evaluate("() => { window.seen = []; window.notes = 0; }")
    return page, made


def roll(page: Page) -> None:
    """Press "Roll", and wait until the answer of the server has come."""
    page.locator(".choice[data-action=roll]").click()
    expect(page.locator(".dice")).to_have_attribute("aria-label", "Rolled: 3 and 4")


def test_dice_walk_card_and_money_come_before_the_question(visit: Visit, server: Running) -> None:
    page, _ = sit(visit, server, reduced_motion="no-preference")
    roll(page)
    assert seen(page) == ["dice"]
    expect(page.locator(".drawn-card")).to_have_count(0)
    page.clock.run_for(20_000)
    assert seen(page) == SCENES
    expect(page.locator("rentier-decision h2")).to_have_text("Anything else, or end your turn?")
    moments = page.evaluate("window.seen")
    assert [moment["cash"] for moment in moments] == ["£1,500"] * 4 + ["£1,300"] * 2  # with the money, not before
    assert ["Ada rolls" in moment["log"] for moment in moments] == [False] * 5 + [True]
    expect(page.locator(".payments li")).to_have_attribute("aria-label", "Ada pays the bank £200")


def test_space_and_clicks_on_the_board_skip_one_scene_each(visit: Visit, server: Running) -> None:
    page, _ = sit(visit, server, reduced_motion="no-preference")
    roll(page)
    page.keyboard.press("Space")
    assert seen(page) == SCENES[:2]
    page.locator(".board-frame").click()
    assert seen(page) == SCENES[:3]
    expect(page.locator(".drawn-card")).to_contain_text("Back three squares")
    for _ in range(3):
        page.keyboard.press("Space")
    assert seen(page) == SCENES


def test_reduced_motion_shows_everything_at_once(visit: Visit, server: Running) -> None:
    page, _ = sit(visit, server)
    page.locator(".choice[data-action=roll]").click()
    for _ in range(MOST_FRAMES):  # the answer may come between any two frames
        page.clock.run_for(FRAME)
        if "Ada rolls 3 + 4" in page.locator("rentier-log").inner_text():
            break
    page.clock.run_for(FRAME)
    expect(page.locator(".player.you .cash")).to_have_text("£1,300")
    expect(page.locator(".drawn-card")).to_contain_text("Back three squares")
    assert seen(page) == ["question"]


@pytest.mark.parametrize("window", ["own-turn", "between-turns"])
def test_every_scene_of_three_bots_is_shown_before_the_question(visit: Visit, server: Running, window: str) -> None:
    made = server.make(["Ada", "bot", "bot", "bot"], position=ROUND, switches={"manage_window": window}, delay=0.6)
    page = visit(reduced_motion="no-preference")
    page.evaluate(RECORD)
    page.goto(f"{server.url}/#table/{made['table']}/token/{made['seats'][0]['token']}")
    page.locator(".choice[data-action=roll]").click()
    wait_for(page, lambda: seen(page).count("question") == 3)
    assert seen(page) == ["question", *OWN, *OTHERS]


def test_questions_between_turns_do_not_wait_for_scenes(visit: Visit, server: Running) -> None:
    """While the page's clock stands still, all others have their turns; then their scenes are played."""
    made = server.make(["Ada", "bot", "bot", "bot"], position=ROUND, switches={"manage_window": "between-turns"})
    page = visit(reduced_motion="no-preference")
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page.evaluate(RECORD)
    page.clock.install()
    page.goto(f"{server.url}/#table/{made['table']}/token/{made['seats'][0]['token']}")
    page.locator(".choice[data-action=roll]").click()
    wait_for(page, lambda: "dice" in seen(page))
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    with server.join(made) as ada:  # another window of the same browser
        ada.act("end")
        ada.until("step", lambda step: step["state"]["turn"] == 5 and step["question"])
    wait_for(page, lambda: any('"turn":5' in frame for frame in heard))
    assert seen(page)[-1] in OWN[:3]
    expect(page.locator("rentier-decision")).to_contain_text("Between turns: skipped.")
    page.clock.run_for(20_000)
    assert seen(page) == ["question", *OWN, *OTHERS]


def test_page_is_never_far_behind_fast_agents(visit: Visit, server: Running) -> None:
    """While the page's clock stands still, a whole game is played; five seconds later its last step is shown."""
    made = server.make(["bot", "random", "cautious"], switches={"turn_cap": "30"})
    page = visit(reduced_motion="no-preference")
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page.evaluate(RECORD)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.goto(f"{server.url}/#table/{made['table']}/watch/{made['watch']}")
    while not any('"standings"' in frame for frame in heard):
        page.wait_for_timeout(50)
    last = max(json.loads(frame).get("number", 0) for frame in heard)
    page.clock.run_for(5000)
    assert int(page.locator("rentier-table").get_attribute("data-number") or "0") >= last - 1
    page.clock.run_for(10_000)  # the scenes of the last step itself
    expect(page.locator(".standings")).to_be_visible()
    assert seen(page)[-1] == "over"


def test_sound_can_be_switched_off_by_a_key(visit: Visit, server: Running) -> None:
    page, _ = sit(visit, server, reduced_motion="no-preference")
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    expect(switch).to_have_attribute("aria-pressed", "false")
    roll(page)
    assert page.evaluate("window.notes") == 0
    page.keyboard.press("m")
    page.keyboard.press("Space")
    assert seen(page) == SCENES[:2]
    assert page.evaluate("window.notes") > 0


def test_nothing_is_heard_before_the_first_click_or_key(visit: Visit, server: Running) -> None:
    page, made = sit(visit, server, reduced_motion="no-preference")
    page.evaluate("window.active = false")  # Playwright's own calls count as the user's
    with server.join(made) as ada:
        ada.act("roll")
    expect(page.locator(".dice")).to_have_attribute("aria-label", "Rolled: 3 and 4")
    assert (seen(page), page.evaluate("window.notes")) == (["dice"], 0)
    page.evaluate("window.active = true")
    page.keyboard.press("Space")
    assert page.evaluate("window.notes") > 0
