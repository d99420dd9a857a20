"""What the page and the table do for a player: skipped questions, offers turned down, bids up to a limit, debts, undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.deciding import Person
from tests.web.browser.positions import AUCTION, DEBT
from tests.web.playing import Running

pytestmark = pytest.mark.slow

BETWEEN = """
to_move = 1
actor = 0
decision = "manage"
phase = "window"
[[players]]
cash = 900
deeds = { DEEDS }
[[players]]
cash = 500
[switches]
manage_window = "between-turns"
"""
POOR = '"Strand" = 0'
BUILDER = '"Old Kent Road" = 0, "Whitechapel Road" = 0'
BUYING = """
decision = "buy"
dice = [4, 2]
[[players]]
cash = 900
square = "The Angel, Islington"
[[players]]
cash = 0
"""
OFFERED = """
to_move = 1
actor = 0
decision = "respond"
[[players]]
cash = 900
deeds = { "Mayfair" = 0 }
[[players]]
cash = 700
deeds = { "Park Lane" = 0 }
[offer]
from = 1
to = 0
terms = "Park Lane for Mayfair"
"""


@pytest.fixture(scope="module")
def newcomer(browser: Browser, server: Running) -> Iterator[Person]:
    """A player with the usual preferences."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    person = Person(context.new_page(), server)
    person.page.goto(server.url)  # a page without an address has no storage for preferences
    yield person
    context.close()
    assert person.faults.found == []


# questions that nobody wants


def test_a_turn_ends_by_itself_when_there_is_nothing_to_build(newcomer: Person) -> None:
    newcomer.sit(BUYING, delay=10)
    newcomer.choose("buy")
    newcomer.says("Your turn was ended for you.")
    assert newcomer.sent[-1].count('"auto":true') == 1
    newcomer.until("s.turn > 1 || s.mover !== 0")


def test_questions_come_back_when_they_are_wanted(newcomer: Person) -> None:
    newcomer.sit(BUYING, delay=10)
    newcomer.choose("buy")
    newcomer.step("ask")
    newcomer.sit(BUYING, delay=10)
    newcomer.choose("buy")
    newcomer.asked("Anything else, or end your turn?")
    newcomer.page.evaluate("localStorage.clear()")


@pytest.mark.parametrize(
    ("deeds", "wanted", "asked"), [(POOR, "build", False), (BUILDER, "build", True), (POOR, "always", True)]
)
def test_between_turns_only_those_are_asked_who_want_it(newcomer: Person, deeds: str, wanted: str, asked: bool) -> None:
    newcomer.page.evaluate(
        "wanted => localStorage.setItem('rentier.preferences', JSON.stringify({ ask_between: wanted }))", wanted
    )
    newcomer.sit(BETWEEN.replace("DEEDS", deeds), delay=10)
    if asked:
        newcomer.asked("Before random rolls: build, mortgage or trade?")
        assert newcomer.sent == []
    else:
        newcomer.says("Between turns: skipped.")
        newcomer.says("It's random's turn")
    newcomer.page.evaluate("localStorage.clear()")


def test_no_habit_takes_a_seat_back_from_a_bot(newcomer: Person, server: Running) -> None:
    newcomer.page.evaluate("localStorage.setItem('rentier.preferences', JSON.stringify({ ask_roll: 'build' }))")
    made = server.make(["Ada", "random"], position='decision = "roll"\n[[players]]\n[[players]]')
    with server.join(made) as ada:
        ada.say({"type": "pause", "paused": True})
        ada.say({"type": "leave"})
        ada.until("table", lambda table: table["seats"][0]["bot"])
    newcomer.sent.clear()
    newcomer.page.goto(f"{server.url}/#table/{made['table']}/token/{made['seats'][0]['token']}")
    expect(newcomer.choice("roll")).to_be_visible()
    newcomer.says("A bot is playing for you.")
    assert newcomer.sent == []
    newcomer.page.evaluate("localStorage.clear()")


# auctions and offers


def test_the_table_bids_up_to_a_limit_and_can_be_stopped(ada: Person) -> None:
    ada.sit(AUCTION, "aggressive", delay=10)
    ada.part("bid").fill("5")
    ada.part("bid-limit").click()
    ada.says("Bid at least £")
    ada.page.evaluate("document.activeElement.blur()")
    ada.page.keyboard.press("k")  # the agents pause
    expect(ada.page.get_by_role("button", name="Resume")).to_be_attached()
    ada.part("bid").fill("250")
    ada.part("bid-limit").click()
    ada.says("Bidding for you up to £250.")
    ada.step("stop-bidding")
    expect(ada.panel.locator(".bid-limit")).to_have_count(0)


def test_offers_of_a_player_are_turned_down_until_they_are_wanted_again(ada: Person) -> None:
    ada.sit(OFFERED, delay=10)
    ada.step("mute")
    ada.until("s.offer === null")
    ada.says("No offers from random.")
    ada.step("unmute")
    expect(ada.panel.locator(".muted-offers")).to_have_count(0)


# debts


def test_the_cheapest_way_out_of_a_debt_is_one_button(ada: Person) -> None:
    ada.sit(DEBT)
    steps = ada.panel.locator(".rescue li")
    expect(steps.first).to_contain_text("Mortgage Mayfair")
    number = steps.count()
    assert number > 1
    ada.step("rescue")
    ada.until("s.debt === null")
    assert len(ada.sent) == number
    assert ada.cash() >= 0


def test_a_debt_that_nothing_covers_says_how_much_is_missing(ada: Person) -> None:
    ada.sit(DEBT.replace("240", "1000"))
    ada.says("Selling and mortgaging everything raises £310: £670 short.")
    expect(ada.panel.locator("[data-step=rescue]")).to_have_count(0)
    expect(ada.panel).not_to_contain_text("Or sell")  # the rules allow no more than a trade


# hints and undo


def test_whoever_answers_is_named(ada: Person) -> None:
    ada.sit(BUYING)
    expect(ada.part("hint-agent").locator("option").first).to_have_text("the champion")
    seven = BUYING + "[[players]]\ncash = 500\n" * 5
    ada.sit(seven, *["random"] * 6)
    expect(ada.part("hint-agent").locator("option").first).to_have_text("mcts")


def test_a_decision_is_undone_and_the_game_marked(ada: Person) -> None:
    ada.sit(BUYING, undo=True)
    expect(ada.panel.locator("[data-step=undo]")).to_have_count(0)
    ada.choose("buy")
    ada.asked("Anything else, or end your turn?")
    ada.step("undo")
    ada.asked("Buy The Angel, Islington for £100?")
    ada.says("You used undo, so this game is left out of the statistics.")
    assert ada.cash() == 900
    ada.choose("decline")
    ada.until("s.deeds['The Angel, Islington'].owner !== 0")
