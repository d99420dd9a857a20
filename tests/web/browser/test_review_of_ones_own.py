"""A review begins with the reader's own worst decision, and mistakes become puzzles."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import expect

from tests.rules.positions import play, player, position
from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.faults import Faults
from tests.web.browser.test_puzzle_page import rating
from tests.web.playing import Running
from tests.web.test_reviews import DARK_BLUE, SHORT, added

pytestmark = pytest.mark.slow

OWN = "game => localStorage.setItem('rentier.tables', JSON.stringify({[game]: {seat: 0}}))"
KEPT = """games => localStorage.setItem("rentier.tables",
  JSON.stringify(Object.fromEntries(games.map((game) => [game, { seat: 0, over: true }]))))"""
SETTLED = "games => games.every((game) => localStorage.getItem('rentier.reviewed')?.includes(game))"


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
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.goto(f"{server.url}/#puzzle/own/1")
    expect(page.locator("rentier-puzzle header")).to_contain_text("Your own mistake 1 of 1")
    expect(page.locator(".puzzle-choice")).to_have_count(2)
    before = rating(page)
    difficulty = int(page.locator(".puzzle-rating summary").inner_text().rpartition(" ")[2])
    cost = server.get(f"{path}/review")["decisions"]["3"]["loss"]["mean"]
    assert difficulty == round(1500 + 400 * math.log10(0.1 / cost)) < 1500
    page.locator('.puzzle-choice:not([data-action^="offer"])').click()
    expect(page.locator(".puzzle-verdict")).to_have_text("Right!")
    expect(page.locator(".puzzle-why")).to_contain_text("you would have broken up")
    expect(page.locator('.value[data-action^="offer"]')).to_contain_text("what you did in the game")
    after = rating(page)
    assert after == before + round(40 * (1 - 1 / (1 + 10 ** ((difficulty - before) / 400))))
    page.reload()
    page.locator('.puzzle-choice[data-action^="offer"]').click()
    expect(page.locator(".puzzle-verdict")).to_contain_text("Not the best")
    assert rating(page) == after  # a puzzle counts once
    expect(page.locator(".frame.played")).to_have_count(1)
    expect(page.locator(".frame-legend")).to_contain_text("dashed frame: your choice")
    page.get_by_role("link", name="Show it in the review").click()
    expect(page.locator(".review-current .note").first).to_contain_text("Decision 3 of 5")


def test_mistakes_of_a_finished_game_become_puzzles_by_themselves(visit: Visit, server: Running) -> None:
    start = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), switches=SHORT)
    made = server.make(["Ada", None], position=start.position(), switches=SHORT | {"turn_cap": 2})
    token = made["seats"][0]["token"]
    page = visit(f"#table/{made['table']}/token/{token}", asks=True)
    expect(page.locator("rentier-decision.mine")).to_be_visible()
    table = server.run(server.registry.table(made["table"]))
    other = server.seat_agents(made, 1, "Bob")
    with server.join(made["table"], token=token) as ada, server.join(made["table"], token=other) as bob:
        ada.act("offer 1: Mayfair for nothing")
        bob.act("accept")
        while not table.game.over:
            mover = (ada, bob)[table.game.actor]
            mover.act(mover.my_turn()["choices"][0]["action"])
    expect(page.get_by_role("dialog", name="How the game went")).to_be_visible()
    page.goto(f"{server.url}/#")
    own = page.get_by_role("link", name=re.compile(r"Your own mistakes \(\d\)"))  # the dice may lead to others
    own.click(timeout=15 * PATIENCE)  # reviews have the lowest priority
    expect(page.locator("rentier-puzzle header")).to_contain_text("Your own mistake 1 of")
    expect(page.locator('.puzzle-choice[data-action="offer 1: Mayfair for nothing"]')).to_be_visible()


def test_a_game_that_gets_no_review_is_asked_for_once(visit: Visit, server: Running, faults: Faults) -> None:
    faults.allowed = ("status of 404",)
    start = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), switches=SHORT)
    record = play(start, "offer 1: Mayfair for nothing", "accept", "roll").record(["Ada", "Bob"])
    own = added(server, record).rpartition("/")[2]  # imported, so nothing reviews it unasked
    games = [own, "forgotten"]
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/mistakes" in request.url else None)
    page.evaluate(KEPT, games)
    page.reload()
    page.wait_for_function(SETTLED, arg=games)
    page.reload(wait_until="networkidle")
    assert len(asked) == len(games)
    with page.expect_response(lambda answer: answer.url.endswith(f"{own}/review") and answer.request.method == "POST"):
        page.goto(f"{server.url}/#review/{own}")
    page.goto(f"{server.url}/#")
    expect(page.get_by_role("link", name="Your own mistakes (1)")).to_be_visible(timeout=15 * PATIENCE)
