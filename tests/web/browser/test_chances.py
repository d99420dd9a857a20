"""The chances of winning beside the board, and the page as an app."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import first_choice, goes_on, number_of, seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow


BROKE = """
decision = "raise"
[[players]]
cash = 20
deeds = { "Mayfair" = 0 }
[[players]]
[debt]
debtor = 0
creditor = 1
amount = 240
"""


class Estimates:
    """Sends estimates of a test to a page instead of the server's, which differ from run to run."""

    def __init__(self, page: Page) -> None:
        self._page: WebSocketRoute | None = None
        page.route_web_socket(lambda url: "/live" in url, self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._page = route
        server = route.connect_to_server()
        server.on_message(lambda message: None if json.loads(message)["type"] == "odds" else route.send(message))

    def send(self, number: int, *shares: float) -> None:
        """Send every seat's chance after a number of decisions."""
        assert self._page
        seats: list[dict[str, Any]] = [
            {"seat": seat, "agent": "selfplay:offers=0", "share": share, "low": share - 0.02, "high": share + 0.02}
            for seat, share in enumerate(shares)
        ]
        odds = {"type": "odds", "number": number, "seats": seats, "rollouts": 120, "cut": 64, "stand_ins": False}
        self._page.send(json.dumps(odds))


def test_chances_tell_what_a_decision_changed(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"], switches={"first_player": "first-seat"}, odds=True)
    page = visit(asks=True)  # so that she is asked again before the other player decides
    estimates = Estimates(page)
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page.locator("rentier-odds")).to_contain_text("Calculating…")
    estimates.send(0, 0.5, 0.5)
    rows = page.locator(".odds-list li")
    expect(rows.nth(0)).to_contain_text("50 %")
    expect(page.locator(".odds-change:not(:empty)")).to_have_count(0)
    first_choice(page)
    goes_on(page, "0")
    estimates.send(int(number_of(page)), 0.62, 0.38)
    expect(page.locator(".odds-change")).to_have_text(["▲ 12", "▼ 12"])
    expect(rows.nth(1)).to_contain_text("down 12 points")
    expect(page.locator(".odds-curve polyline")).to_have_count(2)
    expect(page.locator(".odds-note")).to_contain_text("If all play on like our network")
    expect(page.locator(".odds-note [title]")).to_have_attribute("title", "selfplay:offers=0")
    expect(page.locator(".odds-how")).to_be_hidden()
    page.get_by_role("button", name="How the chances are estimated").click()
    expect(page.locator(".odds-how")).to_contain_text("120 simulated games")
    expect(page.locator(".odds-how")).to_contain_text("everyone plays on like our network")
    expect(page.locator(".odds-how")).to_contain_text("Ada: 60 to 64 %")


def test_chances_are_over_with_the_game(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"], position=BROKE, odds=True)
    page = visit()
    estimates = Estimates(page)
    page.goto(f"{server.url}/{seat_of(made)}")
    page.locator('rentier-decision [data-step="bankrupt"]').wait_for()
    estimates.send(0, 0.03, 0.97)
    expect(page.locator(".odds-list li").nth(1)).to_contain_text("97 %")
    page.locator('rentier-decision [data-step="bankrupt"]').click()
    page.locator('rentier-decision [data-action="bankrupt"]').click()
    expect(page.locator(".odds-list strong")).to_have_text(["0 %", "100 %"])
    expect(page.locator(".odds-note")).to_contain_text("The game is over.")


def test_page_can_be_installed(visit: Visit) -> None:
    page = visit()
    expect(page.locator("main")).not_to_be_empty()
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert (found["errors"], found["url"].partition("/page/")[2]) == ([], "manifest.webmanifest")
    problems = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
