"""Company at the table: spectators, and how long the game goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_endings_page import seat
from tests.web.playing import Running
from tests.web.test_endings import WON_AT_ONCE
from tests.web.test_lobby import ADA, FRIEND, make
from tests.web.test_time_limit import CALM, let_time_run_out

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
    expect(watching.locator(".watching")).to_have_text("1 watching")
    with server.join(made) as ada:
        ada.act("bankrupt")
        expect(watching.locator("dialog.ending")).to_be_visible()
        again = server.post(f"/api/tables/{made['table']}/rematch", token=made["host"])
        watching.get_by_role("link", name="Watch the rematch").click()
    expect(watching.locator(".lobby-wait")).to_have_text("You are watching. Ada starts the game.")
    assert again["table"] in watching.url


def test_a_time_limit_is_a_house_rule(visit: Visit, server: Running) -> None:
    page = visit()
    length = page.get_by_label("Length of the game")
    length.select_option("30 rounds, richest wins")
    length.select_option("60 minutes, richest wins")
    expect(page.locator("#switch-round_cap")).to_have_value("0")
    page.click(".quick-start")
    expect(page.locator("rentier-time")).to_have_text("60 min left")
    table = page.url.split("#table/")[1].split("/")[0]
    with server.join(table, token=page.evaluate("id => JSON.parse(localStorage['rentier.tables'])[id].host", table)) as host:
        assert (host.table["settings"]["minutes"], host.table["switches"]) == (60, {})


def test_the_last_round_is_told_and_so_is_the_end(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None], switches=CALM, minutes=30)
    server.seat_agents(made, 1, "Bob")
    page = visit(seat(made))
    expect(page.locator("rentier-time")).to_have_text("30 min left")
    let_time_run_out(server, made)
    with server.join(made) as ada:
        ada.play(1)
        expect(page.locator("rentier-time")).to_have_text("last round")
        expect(page.locator("rentier-log")).to_contain_text("The time is up: this is the last round")
        ada.say({"type": "leave"})
    server.run(server.run(server.registry.table(made["table"])).set_bot(1, True))
    story = page.locator("dialog.ending")
    expect(story).to_contain_text("The time was up. After 1 round and 2 turns.")
    expect(page.locator("rentier-time")).to_be_hidden()


def test_the_lobby_and_the_invitation_tell_the_limit(visit: Visit, server: Running) -> None:
    made = make(server, ADA, FRIEND, minutes=90)
    ada, bob = visit(seat(made)), visit(f"#table/{made['table']}/invite/{made['seats'][1]['invite']}")
    for page in (ada, bob):
        expect(page.locator(".lobby-rules")).to_contain_text("90 minutes, then the richest player wins")
