"""The start page: starting a game, by mouse and by keyboard, and finding it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.faults import Faults
from tests.web.browser.test_table import goes_on, number_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow


VILLAGE = Path(__file__).parents[3] / "docs" / "village"
SHORT = {"turn_cap": "6"}


def test_one_click_starts_a_game(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".summary")).to_have_text(
        "You against Edith (Easy), Max (Medium) and Vera (Hard). Classic British rules."
    )
    page.click(".quick-start")
    expect(page.locator(".square")).to_have_count(40)
    expect(page.locator(".player .name")).to_have_text(["Guest", "Edith", "Max", "Vera"])
    expect(page.locator(".player.you .name")).to_have_text("Guest")


def test_enter_in_the_name_field_starts_a_game(visit: Visit) -> None:
    page = visit()
    page.fill("#name", "Ada")
    page.locator("#name").press("Enter")
    expect(page.locator(".player.you .name")).to_have_text("Ada")


def test_table_is_made_as_it_was_asked_for(visit: Visit, server: Running) -> None:
    page = visit()
    page.fill("#name", "Ada")
    for name in ("Edith", "Max", "Vera"):
        page.get_by_role("button", name=f"Remove {name}").click()
    page.locator(".research > summary").click()
    page.get_by_role("button", name="Add cautious").click()
    page.locator(".looks > summary").click()
    page.get_by_label("rocket").check()
    page.get_by_label("violet").check()
    page.select_option("#rules", "us-classic")
    page.locator(".switches > summary").click()
    page.locator("#switch-start_cash").fill("900")
    expect(page.locator(".switches .badge")).to_have_text("1 changed")
    expect(page.get_by_label("Starting cash").first).to_have_value("900")
    page.get_by_label("Time per decision").select_option("10 minutes")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".player")).to_have_count(2)
    table = page.url.rpartition("/")[2]
    with server.join(table, token=page.evaluate("JSON.parse(localStorage['rentier.tables'])")[table]["host"]) as host:
        assert host.table["rules"] == "us-classic"
        assert host.table["switches"] == {"start_cash": 900}
        assert host.table["settings"]["clock"] == 600
        assert [seat["agent"] for seat in host.table["seats"]] == [None, "cautious"]
        assert (host.table["seats"][0]["token"], host.table["seats"][0]["colour"]) == ("rocket", "violet")


def test_wrong_agent_is_told_in_one_line(visit: Visit, faults: Faults) -> None:
    faults.allowed = ("status of 400",)
    page = visit()
    page.locator(".experts > summary").click()
    page.get_by_label("Agent spec").fill("nobody")
    page.get_by_label("Agent spec").press("Enter")
    page.click(".quick-start")
    expect(page.locator(".welcome .error")).to_contain_text("Unknown agent 'nobody'")


def test_village_of_twelve_squares_is_sent_and_drawn(visit: Visit) -> None:
    page = visit()
    page.locator(".own-rules > summary").click()
    page.set_input_files("#rule-files", [VILLAGE / name for name in ("preset.toml", "board.toml", "decks.toml")])
    expect(page.locator("#rules")).to_have_value(re.compile("own-"))
    page.fill("#name", "Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".square")).to_have_count(12)
    expect(page.get_by_role("button", name="Windmill, Mill, price c50, for sale")).to_be_visible()


def test_refused_rules_say_why(visit: Visit, faults: Faults) -> None:
    faults.allowed = ("status of 400",)
    page = visit()
    page.locator(".own-rules > summary").click()
    page.set_input_files("#rule-files", {"name": "board.toml", "mimeType": "text/plain", "buffer": b"schema = 1"})
    expect(page.locator(".rules-editor .error")).to_contain_text("preset.toml")


def test_keyboard_alone_leads_to_the_first_decisions(visit: Visit) -> None:
    page = visit(asks=True)
    expect(page.locator(".quick-start")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "name":
            break
    page.keyboard.type("Ada")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    mine = page.locator("rentier-decision.mine")
    for _ in range(3):
        expect(mine).to_be_visible()
        before = number_of(page)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Rules and keyboard shortcuts")).to_contain_text("Your decision")
        page.keyboard.press("Escape")
        page.keyboard.press(page.locator("rentier-decision .choice[data-key]").first.get_attribute("data-key") or "")
        goes_on(page, before)
    page.keyboard.press("s")
    expect(page.locator(".square:focus")).to_have_attribute("data-square", "0")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".square:focus")).to_have_attribute("data-square", "39")
    expect(page.locator(".deed-card")).to_contain_text("Mayfair")
    page.keyboard.press("Escape")
    expect(page.locator(".deed-card")).to_be_hidden()


def test_tables_are_found_again(visit: Visit, server: Running) -> None:
    made = server.make(["bot", "random"], public=True, switches=SHORT)
    page = visit()
    public = page.locator(".table-entry", has=page.locator(f'a[href="#table/{made["table"]}"]'))
    expect(public).to_contain_text("bot, random")
    page.fill("#name", "Ada")
    page.click(".quick-start")
    expect(page.locator(".square")).to_have_count(40)
    address = page.url
    page.locator(".brand").click()
    page.locator(".lists section", has_text="Your tables").get_by_role("link", name="Resume").click()
    expect(page).to_have_url(address)
    expect(page.locator(".player.you .name")).to_have_text("Ada")


def test_own_tables_show_their_round(visit: Visit, server: Running) -> None:
    """Also if the page was closed without leaving the table first."""
    made = server.make(["Ada", "random"], switches={"auction": "none", "trade_menu": "none"})
    page = visit(f"#table/{made['table']}/token/{made['seats'][0]['token']}")
    while "Round 1 " in page.locator(".round").inner_text():
        number = number_of(page)
        page.locator("rentier-decision.mine .choice.primary").first.click()
        goes_on(page, number)
        expect(page.locator("rentier-decision.mine")).to_be_visible()
    shown = page.locator(".round").inner_text().partition(" ·")[0]
    page.goto("about:blank")
    page.goto(server.url)
    mine = page.locator(".lists section", has_text="Your tables")
    expect(mine).to_contain_text(shown.lower())


@pytest.mark.parametrize("width", [960, 1100, 1200, 1280, 1440])
def test_start_page_never_scrolls_sideways(visit: Visit, width: int) -> None:
    page = visit(width=width)
    expect(page.locator(".ornament")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_page_of_people(visit: Visit) -> None:
    page = visit("#people")
    expect(page.get_by_role("heading", name="People against AI players")).to_be_visible()
    expect(page.get_by_role("row", name="Berry 2013, Finding")).to_contain_text("4")


def test_people_play_against_agents_by_name(visit: Visit) -> None:
    page = visit()
    share = {"games": 1, "people_won": 1, "share": 1, "low": 0.2, "high": 1, "even": 0.5}
    trial = {"games": 29, "people_won": 4, "low": 0.05, "high": 0.31, "work": "Berry 2013"}
    specs = ["hard", "td", "khan:greedy", "mcts:rollouts=2000", "./my_agent.py"]
    told = {"agents": [{"agent": spec} | share for spec in specs], "people": [], "trial": trial}
    page.route("**/api/people", lambda route: route.fulfill(json=told))
    page.goto(page.url.partition("#")[0] + "#people")
    heads = page.locator(".people-table").first.locator("tbody th")
    expect(heads).to_have_text(
        ["Hard", "td (Berry 2013)", "khan (Khan 2019)", "mcts (Sammul 2018), rollouts 2000", "./my_agent.py"]
    )
    assert [head.get_attribute("title") for head in heads.all()] == specs
