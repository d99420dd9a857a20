"""Before a game: opponents picked from cards, house rules, friends in the lobby, strangers in open seats, and the chat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rentier.web.opponents import levels
from tests.web.browser.conftest import Visit
from tests.web.browser.faults import Faults
from tests.web.playing import Made, Running
from tests.web.test_lobby import ADA, EDITH, FRIEND, make

pytestmark = pytest.mark.slow


def host_of(made: Made) -> str:
    """Return the fragment that opens the host's seat."""
    return f"#table/{made['table']}/token/{made['seats'][0]['token']}"


def table_of(server: Running, page: Page) -> Made:
    """Return the table that a page shows, as its host sees it."""
    expect(page).to_have_url(re.compile("#table/"))
    table = page.url.rpartition("/")[2]
    token = page.evaluate("JSON.parse(localStorage['rentier.tables'])")[table]["host"]
    with server.join(table, token=token) as host:
        return host.table


def test_opponents_are_picked_from_cards(visit: Visit) -> None:
    page = visit()
    for name in ("Edith", "Max", "Vera"):
        page.get_by_role("button", name=f"Remove {name}").click()
    expect(page.locator(".summary")).to_have_text("Add at least one opponent.")
    champion = page.get_by_role("button", name=re.compile("^Champion"))
    expect(champion).to_contain_text(f"rated {levels()[-1]['rating']}")
    for _ in range(2):
        champion.click()
    page.get_by_role("button", name=re.compile("^Easy")).click()
    names = ["You", "Augusta", "Magnus", "Edith"]
    expect(page.locator(".seat-name")).to_have_text(names)
    page.click(".quick-start")
    expect(page.locator(".player .name")).to_have_text(["Guest", *names[1:]])
    for seat, level in ((1, "Champion"), (2, "Champion"), (3, "Easy")):
        row = page.locator(".player").nth(seat)
        expect(row).to_contain_text(level)
        expect(row.locator(".likeness")).to_be_visible()


def test_a_full_table_takes_no_more_opponents(visit: Visit) -> None:
    page = visit()
    easy = page.locator(".level-card[data-agent=easy]")
    for _ in range(4):
        easy.click()
    expect(page.locator(".seat-card")).to_have_count(8)
    expect(easy).to_be_disabled()
    names = page.locator(".seat-name").all_inner_texts()
    assert len(set(names)) == 8


def test_house_rules_are_plain_controls(visit: Visit, server: Running) -> None:
    page = visit()
    for rule in ("Free Parking jackpot", "Double salary on GO", "No auctions"):
        page.get_by_label(rule).check()
    page.locator("#cash").select_option("2,000")
    page.get_by_label("Length of the game").select_option("30 rounds, richest wins")
    page.get_by_label("Time per decision").select_option("1 minute")
    page.locator(".switches > summary").click()
    expect(page.locator("#switch-free_parking")).to_have_value("pot")
    page.locator("#switch-free_parking").select_option("none")
    expect(page.get_by_label("Free Parking jackpot")).not_to_be_checked()
    page.get_by_label("Free Parking jackpot").check()
    page.click(".quick-start")
    table = table_of(server, page)
    wanted = {
        "free_parking": "pot",
        "go_exact_bonus": 200,
        "auction": "none",
        "start_cash": 2000,
        "round_cap": 30,
        "cap": "worth",
    }
    assert table["switches"] == wanted
    assert table["settings"]["clock"] == 60


def test_friends_meet_in_the_lobby_and_the_host_starts(visit: Visit, server: Running) -> None:
    ada = visit()
    ada.fill("#name", "Ada")
    for name in ("Max", "Vera"):
        ada.get_by_role("button", name=f"Remove {name}").click()
    ada.get_by_role("button", name="Invite a friend").click()
    ada.get_by_label("No auctions").check()
    ada.click(".quick-start")
    expect(ada.locator("rentier-lobby h2")).to_have_text("Waiting for 1 player")
    for part in ("rentier-board", "rentier-decision"):
        expect(ada.locator(part)).to_be_hidden()
    bob = visit(ada.get_by_label("Invitation for player 3").input_value().removeprefix(f"{server.url}/"))
    expect(bob.locator(".join")).to_contain_text("Ada has invited you to a game of Monopoly.")
    expect(bob.locator(".lobby-rules li")).to_have_text(["Classic British rules", "Auctions: none"])
    expect(bob.get_by_label("boat")).to_be_disabled()  # Ada's
    bob.fill("#join-name", "Bob")
    bob.get_by_label("umbrella").check()
    bob.get_by_label("violet").check()
    bob.get_by_role("button", name="Take your seat").click()
    expect(bob.locator(".lobby-wait")).to_have_text("Ada starts the game.")
    expect(ada.locator("rentier-lobby h2")).to_have_text("Everyone is here")
    bob.get_by_role("button", name="Hello!").click()
    expect(ada.locator(".chat-lines li")).to_have_text("Bob Hello!")
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, bob):
        expect(page.locator("rentier-board")).to_be_visible()
        expect(page.locator("rentier-decision")).to_be_visible()
        expect(page.locator(".player[data-seat='2'] .unseen").first).to_contain_text("umbrella")
        fill = "getComputedStyle(document.querySelector('.walker[data-seat=\"2\"] circle')).fill"
        assert page.evaluate(fill) == "rgb(91, 75, 154)"  # violet in the light theme


def test_an_invitation_is_copied_from_the_lobby(visit: Visit, server: Running) -> None:
    page = visit(host_of(make(server, ADA, EDITH, FRIEND)))
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    copier = page.locator(".gathering-panel .copy")
    copier.click()
    expect(copier).to_have_text("Copied")
    assert page.evaluate("window.copied") == page.get_by_label("Invitation for player 3").input_value()


def test_an_invitation_is_copied_where_the_page_has_no_clipboard(visit: Visit, server: Running) -> None:
    page = visit(host_of(make(server, ADA, EDITH, FRIEND)))
    page.evaluate("""() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
      document.execCommand = () => { window.copied = document.activeElement.value.slice(...selected()); };
      const selected = () => [document.activeElement.selectionStart, document.activeElement.selectionEnd];
    }""")
    copier = page.locator(".gathering-panel .copy")
    copier.click()
    expect(copier).to_have_text("Copied")
    assert page.evaluate("window.copied") == page.get_by_label("Invitation for player 3").input_value()


@pytest.mark.parametrize("friend", [False, True])
def test_undo_is_allowed_by_a_checkbox_unless_friends_play(visit: Visit, server: Running, friend: bool) -> None:
    page = visit()
    undo = page.get_by_label("Allow undo")
    expect(undo).not_to_be_checked()
    undo.check()
    if friend:
        page.get_by_role("button", name="Invite a friend").click()
    page.click(".quick-start")
    assert table_of(server, page)["settings"]["undo"] is not friend


def test_undo_is_off_unless_it_is_allowed(visit: Visit, server: Running) -> None:
    page = visit()
    page.click(".quick-start")
    assert table_of(server, page)["settings"]["undo"] is False


def test_chat_is_for_players_and_the_host_can_switch_it_off(visit: Visit, server: Running) -> None:
    made = make(server, ADA, FRIEND)
    ada, watching = visit(host_of(made)), visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(watching.locator(".lobby-wait")).to_have_text("You are watching. Ada starts the game.")
    rude = "<img src=x onerror=alert(1)>"
    ada.get_by_label("Your message").fill(rude)
    ada.get_by_label("Your message").press("Enter")
    for page in (ada, watching):
        expect(page.locator(".chat-lines li")).to_have_text(f"Ada {rude}")
    expect(watching.get_by_label("Your message")).to_be_hidden()
    ada.get_by_role("button", name="Switch off for all").click()
    expect(ada.locator("rentier-chat")).to_contain_text("The host has switched the chat off.")
    expect(watching.locator("rentier-chat")).to_be_hidden()
    ada.get_by_role("button", name="Switch on").click()
    expect(watching.locator("rentier-chat")).to_be_visible()


def test_nobody_alone_with_agents_sees_a_chat(visit: Visit, server: Running) -> None:
    page = visit(host_of(make(server, ADA, EDITH)))
    expect(page.locator("rentier-decision")).to_be_visible()
    expect(page.locator("rentier-chat")).to_be_hidden()


@pytest.mark.parametrize(("host", "hosts"), [("Ada", "Ada's"), ("James", "James'")])
def test_strangers_find_open_seats_on_the_start_page(visit: Visit, server: Running, host: str, hosts: str) -> None:
    made = make(server, ADA | {"name": host}, EDITH, FRIEND | {"open": True}, public=True)
    page = visit()
    entry = page.locator(".table-entry", has=page.locator(f'a[href="#table/{made["table"]}"]'))
    expect(entry).to_contain_text(f"{host}, Edith, open seat · in the lobby")
    entry.get_by_role("link", name="Join").click()
    expect(page.locator(".join")).to_contain_text(f"There is an open seat at {hosts} table.")
    page.fill("#join-name", "Eve")
    page.get_by_role("button", name="Take your seat").click()
    expect(page.locator(".lobby-wait")).to_have_text(f"{host} starts the game.")


def test_wrong_link_leaves_the_stored_seat_alone(visit: Visit, server: Running) -> None:
    made = make(server, ADA, EDITH)
    page = visit(host_of(made))
    expect(page.locator(".player.you .name")).to_have_text("Ada")
    for access in ("token", "watch"):
        page.goto("about:blank")
        page.goto(f"{server.url}/#table/{made['table']}/{access}/wrong")
        expect(page.locator(".player.you .name")).to_have_text("Ada")
        expect(page.locator(".banner")).to_be_hidden()
        expect(page).to_have_url(f"{server.url}/#table/{made['table']}")
    page.reload()
    expect(page.locator(".player.you .name")).to_have_text("Ada")


def test_own_tables_show_where_the_server_says_they_stand(visit: Visit, server: Running) -> None:
    made = make(server, ADA, {"kind": "agent", "agent": "random"}, switches={"auction": "none", "trade_menu": "none"})
    page = visit(host_of(made))
    expect(page.locator("rentier-decision")).to_be_visible()
    page.goto("about:blank")
    with server.join(made) as ada:
        while ada.my_turn()["number"] < 500 and server.get(f"/api/tables/{made['table']}", token=made["host"])["round"] < 3:
            ada.act(ada.my_turn()["choices"][0]["action"])
    page.goto(server.url)
    expect(page.locator(".lists section", has_text="Your tables")).to_contain_text(re.compile("round 3, your turn"))


def test_used_invitation_says_so(visit: Visit, server: Running, faults: Faults) -> None:
    faults.allowed = ("status of 403",)
    made = make(server, ADA, FRIEND)
    invite = made["seats"][1]["invite"]
    server.post(f"/api/tables/{made['table']}/seats", {"invite": invite, "name": "Bob"})
    page = visit(f"#table/{made['table']}/invite/{invite}")
    expect(page.locator(".join .error")).to_contain_text("This invitation has been used or is not valid")
