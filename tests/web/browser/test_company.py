"""Company at the table: spectators."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_endings_page import seat
from tests.web.playing import Running
from tests.web.test_endings import WON_AT_ONCE
from tests.web.test_lobby import ADA, FRIEND, make

pytestmark = pytest.mark.slow


def test_everybody_sees_how_many_watch(visit: Visit, server: Running) -> None:
    made = make(server, ADA, FRIEND, public=True)
    ada = visit(seat(made))
    expect(ada.locator("rentier-lobby h2")).to_have_text("Waiting for 1 player")
    expect(ada.locator(".watching")).to_be_hidden()
    with server.join(made["table"]):
        watching = visit(f"#table/{made['table']}/watch/{made['watch']}")
        for page in (ada, watching):
            expect(page.locator(".watching")).to_have_text("2 watching")
        ada.get_by_role("button", name="Start now with bots").click()
        expect(ada.locator(".watching")).to_be_visible()
        entry = visit().locator(".table-entry", has_text="Ada").filter(has_text="2 watching")
        expect(entry.locator(f'a[href="#table/{made["table"]}"]').first).to_be_visible()
    expect(ada.locator(".watching")).to_have_text("1 watching")


def test_a_spectator_follows_to_the_rematch(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None], position=WON_AT_ONCE)
    server.seat_agents(made, 1, "Bob")
    watching = visit(f"#table/{made['table']}/watch/{made['watch']}")
    with server.join(made) as ada:
        ada.act("bankrupt")
        expect(watching.locator("dialog.ending")).to_be_visible()
        again = server.post(f"/api/tables/{made['table']}/rematch", token=made["host"])
        watching.get_by_role("link", name="Watch the rematch").click()
    expect(watching.locator(".lobby-wait")).to_have_text("You are watching. Ada starts the game.")
    assert again["table"] in watching.url
