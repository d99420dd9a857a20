"""Company at the table: spectators, emotes, unread lines of the chat, and how long the game goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_endings_page import seat
from tests.web.playing import Made, Running
from tests.web.test_endings import WON_AT_ONCE
from tests.web.test_lobby import ADA, FRIEND, make
from tests.web.test_time_limit import CALM, let_time_run_out

pytestmark = pytest.mark.slow

COMES_BACK = "document.dispatchEvent(new Event('visibilitychange'))"


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


def with_bob(server: Running) -> tuple[Made, str]:
    """Create a table in play for Ada and Bob; return it and Bob's token."""
    made = server.make(["Ada", None], switches=CALM)
    return made, server.seat_agents(made, 1, "Bob")


def test_an_emote_is_one_tap_away_and_pops_up_at_its_sender(visit: Visit, server: Running) -> None:
    made, token = with_bob(server)
    ada, watching = visit(seat(made)), visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(watching.locator(".player").first).to_be_visible()
    ada.get_by_role("button", name="Send an emote").click()
    ada.get_by_role("button", name="Laughing").click()
    for page in (ada, watching):
        expect(page.locator('.emote-bubble[data-seat="0"] .emote')).to_have_attribute("aria-label", "Laughing")
        expect(page.locator(".chat-newest .emote")).to_have_count(1)
        bubble, row = (page.locator(f'{found}[data-seat="0"]').bounding_box() for found in (".emote-bubble", ".player"))
        assert bubble
        assert row
        assert bubble["width"] < 60
        assert abs(bubble["x"] - row["x"]) < 80
        assert abs(bubble["y"] - row["y"]) < 40
    expect(ada.locator(".emote-palette:popover-open")).to_have_count(0)
    expect(watching.get_by_role("button", name="Send an emote")).to_have_count(0)
    expect(ada.locator(".emote-bubble")).to_have_count(0)
    ada.keyboard.press("i")
    expect(ada.get_by_role("button", name="Thumbs up")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(ada.locator('.emote-bubble[data-seat="0"] .emote')).to_have_attribute("aria-label", "Thumbs up")
    with server.join(made["table"], token=token) as bob:
        bob.say({"type": "chat", "text": "😮"})
        expect(ada.locator("[aria-live]", has_text="Bob: Surprised")).to_have_count(1)


def test_an_emote_is_gone_when_one_comes_back_to_the_tab(visit: Visit, server: Running) -> None:
    made, token = with_bob(server)
    page = visit()
    page.clock.install()
    page.goto(f"{server.url}/{seat(made)}")
    expect(page.locator(".player").first).to_be_visible()
    with server.join(made["table"], token=token) as bob:
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        bob.say({"type": "chat", "text": "😢"})
        expect(page.locator(".emote-bubble")).to_have_count(1)
        page.evaluate(COMES_BACK)
        expect(page.locator(".emote-bubble")).to_have_count(1)
        page.clock.set_system_time(page.evaluate("Date.now() / 1000 + 60"))  # runs no timers, like a frozen tab
        page.evaluate(COMES_BACK)
        expect(page.locator(".emote-bubble")).to_have_count(0)


def test_hiding_the_chat_hides_emotes_and_nobody_sends_them_without_it(visit: Visit, server: Running) -> None:
    made, token = with_bob(server)
    page = visit(seat(made))
    opener = page.get_by_role("button", name="Send an emote")
    with server.join(made["table"], token=token) as bob, server.join(made) as host:
        host.say({"type": "show", "chat": False})
        expect(opener).to_have_count(0)
        host.say({"type": "show", "chat": True})
        expect(opener).to_be_visible()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Show the chat").uncheck()
        page.get_by_role("button", name="Close").click()
        expect(opener).to_have_count(0)
        bob.say({"type": "chat", "text": "😢"})
        host.until("chat")
        bob.say({"type": "leave"})  # the chat came before this
        expect(page.locator(".player[data-seat='1']")).to_contain_text("bot playing")
        expect(page.locator(".emote-bubble")).to_have_count(0)


def test_lines_that_nobody_has_seen_are_marked(visit: Visit, server: Running) -> None:
    made, token = with_bob(server)
    page = visit(seat(made))
    phone = visit(seat(made), width=390, height=844, has_touch=True, is_mobile=True)
    log = phone.locator('.sheet-tab[data-sheet="story"]')
    expect(log).to_be_visible()
    expect(page.locator(".chat-open")).to_be_visible()
    with server.join(made["table"], token=token) as bob:
        for text in ("Deal?", "Please!"):
            bob.say({"type": "chat", "text": text})
    expect(page.locator(".unread-mark")).to_have_text("2 new")
    expect(log).to_have_attribute("aria-label", "Log, 2 new messages")
    page.locator(".chat-open").click()
    expect(page.locator(".unread-mark")).to_be_hidden()
    log.click()
    phone.locator(".chat-open").click()
    expect(log).not_to_have_attribute("aria-label", re.compile("new"))
    expect(phone.locator(".unread-mark")).to_be_hidden()
