"""A table in the browser: watching, reloads and lost connections, several players, and the end."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocketRoute, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.faults import Faults
from tests.web.playing import Made, Running

pytestmark = pytest.mark.slow


SHORT = {"turn_cap": "12"}
AGENTS = ["bot", "random", "cautious"]


def seat_of(made: Made, seat: int = 0) -> str:
    """Return the link to a seat."""
    return f"#table/{made['table']}/token/{made['seats'][seat]['token']}"


def first_choice(page: Page) -> None:
    """Take the first choice of the next question."""
    page.locator("rentier-decision.mine .choice").first.click()


def number_of(page: Page) -> str:
    """Return the number of decisions that the page has seen."""
    return page.locator("rentier-table").get_attribute("data-number") or ""


def goes_on(page: Page, number: str) -> None:
    """Wait until the page has seen another decision."""
    expect(page.locator("rentier-table")).not_to_have_attribute("data-number", number)


def drop_sockets(server: Running, made: Made) -> None:
    """Close every socket of a table on the server."""

    async def drop() -> None:
        table = await server.registry.table(made["table"])
        for watcher in table.watchers:
            watcher.gone.set()

    server.run(drop())


def test_agents_are_watched_to_the_end(visit: Visit) -> None:
    page = visit()
    page.locator(".switches > summary").click()
    page.get_by_label("Turn limit").fill("12")
    page.select_option("#delay", "0")
    page.get_by_role("button", name="Watch AI players").click()
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    expect(page.locator(".square")).to_have_count(40)
    expect(page.locator(".turn-title").last).to_contain_text("turn")
    expect(page.locator("rentier-log")).to_contain_text("The game is over")
    expect(page.get_by_role("link", name="Review this game")).to_be_visible()
    expect(page.locator("rentier-decision")).to_be_hidden()


def test_host_paces_agents(visit: Visit, server: Running) -> None:
    made = server.make(AGENTS, delay=8)
    page = visit(f"#table/{made['table']}/token/{made['host']}")
    expect(page.locator(".speed-now")).to_have_text("8 s")
    page.get_by_role("button", name="Faster").click()
    expect(page.locator(".speed-now")).to_have_text("4 s")
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    lines = page.locator("rentier-log .turn > ul > li")
    before = lines.count()
    page.get_by_role("button", name="Step").click()
    expect(lines).not_to_have_count(before)
    page.get_by_role("button", name="Table…").click()
    page.get_by_role("checkbox", name="Show chances of winning").check()
    expect(page.locator(".odds-list li").first).to_contain_text("%")
    page.get_by_role("button", name="How the chances are estimated").click()
    expect(page.locator(".odds-how")).to_contain_text(
        re.compile(r"each (16|64) turns long and then judged by a neural network")
    )
    page.get_by_role("button", name="Table…").click()
    page.get_by_role("checkbox", name="Show chances of winning").uncheck()
    expect(page.locator("rentier-odds")).to_be_hidden()


def test_reload_and_lost_line_lose_nothing(visit: Visit, server: Running, faults: Faults) -> None:
    made = server.make(["Ada", "random"], switches={"first_player": "first-seat"})
    page = visit()
    blocked: list[bool] = []

    def line(route: WebSocketRoute) -> None:
        if blocked:
            route.close(code=1012)
        else:
            route.connect_to_server()

    page.route_web_socket(lambda url: "/live" in url, line)
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page).to_have_url(f"{server.url}/#table/{made['table']}")
    first_choice(page)
    goes_on(page, "0")
    expect(page.locator("rentier-decision.mine")).to_be_visible()
    number = number_of(page)
    page.reload()
    expect(page.locator("rentier-decision.mine")).to_be_visible()
    assert number_of(page) == number
    story = page.locator("rentier-log").inner_text()
    blocked.append(True)
    drop_sockets(server, made)
    expect(page.locator(".banner")).to_have_text("Connection lost. Reconnecting…")
    blocked.clear()
    expect(page.locator(".banner")).to_be_hidden()
    assert number_of(page) == number
    assert page.locator("rentier-log").inner_text() == story
    first_choice(page)
    goes_on(page, number)


def test_frozen_server_is_noticed_and_the_decision_sent_again(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"], switches={"first_player": "first-seat"})
    page = visit()
    frozen: list[bool] = []

    def line(route: WebSocketRoute) -> None:
        if frozen:
            return  # accepts the connection, as the system does for a frozen process, and never says a word
        behind = route.connect_to_server()
        route.on_message(lambda message: None if frozen else behind.send(message))
        behind.on_message(lambda message: None if frozen else route.send(message))

    page.route_web_socket(lambda url: "/live" in url, line)
    page.clock.install()
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page.locator("rentier-decision.mine")).to_be_visible()
    number = number_of(page)
    page.wait_for_timeout(4000)
    expect(page.locator(".banner")).to_be_hidden()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # from here five seconds are five seconds of the page's clock
    frozen.append(True)
    first_choice(page)
    page.clock.run_for(5000)
    expect(page.locator(".banner")).to_have_text("Connection lost. Reconnecting…")
    page.clock.resume()
    frozen.clear()
    goes_on(page, number)
    expect(page.locator(".banner")).to_be_hidden()
    expect(page.locator("rentier-log")).to_contain_text("Ada rolls")


def test_two_people_sit_down_by_invitation_and_a_third_watches(visit: Visit, server: Running, faults: Faults) -> None:
    faults.allowed = ("status of 403",)
    rude = "<b onclick=alert(1)>Bob</b>"
    made = server.make(["Ada", None], switches={"first_player": "first-seat"})
    ada = visit(seat_of(made))
    invitation = ada.get_by_label("Invitation for player 2").input_value()
    bob = visit(invitation.removeprefix(f"{server.url}/"))
    expect(bob.locator(".join")).to_contain_text("Ada has invited you to a game of Monopoly.")
    bob.fill("#join-name", rude)
    bob.get_by_role("button", name="Take your seat").click()
    expect(bob.locator(".player.you .name")).to_have_text(rude)
    expect(ada.locator(".player .name").nth(1)).to_have_text(rude)
    expect(ada.locator(".player b")).to_have_count(0)
    expect(ada.locator(".invitations")).to_have_count(0)
    late = visit(invitation.removeprefix(f"{server.url}/"))
    expect(late.locator(".join .error")).to_contain_text("This invitation has been used or is not valid")
    watching = visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(watching.locator("rentier-decision")).to_contain_text("It's Ada's turn")
    first_choice(ada)
    for page in (bob, watching):
        expect(page.locator("rentier-log")).to_contain_text("Ada rolls")
    expect(watching.locator("rentier-decision .choice")).to_have_count(0)
    bob.close()
    expect(ada.locator(".player .status").nth(1)).to_have_text("away")


@pytest.mark.parametrize(("table", "message"), [("private", "This table is private"), ("unknown", "There is no table")])
def test_wrong_link_leads_to_a_message_and_home(visit: Visit, server: Running, table: str, message: str) -> None:
    page = visit(f"#table/{server.make(AGENTS)['table'] if table == 'private' else 'wrong'}")
    expect(page.locator(".banner")).to_contain_text(message)
    for part in ("rentier-decision", ".table-body", ".table-head"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("main button:visible")).to_have_count(0)
    page.locator(".banner").get_by_role("link", name="Home").click()
    expect(page.locator(".quick-start")).to_be_visible()


OUTSIDE = """kind => [...document.querySelectorAll(`.square ${kind}`)].filter((text) => {
  const [inner, outer] = [text, text.closest(".square").querySelector(".face")].map((one) => one.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize("width", [1280, 1440])
@pytest.mark.parametrize("rules", ["us-classic", "uk-classic"])
def test_texts_stay_within_their_squares(visit: Visit, server: Running, rules: str, width: int) -> None:
    made = server.make(AGENTS, rules=rules, switches=SHORT)
    page = visit(f"#table/{made['table']}/watch/{made['watch']}", width=width)
    expect(page.locator(".square")).to_have_count(40)
    assert page.evaluate(OUTSIDE, ".name") == []
    assert page.evaluate(OUTSIDE, ".foot") == []


@pytest.mark.parametrize("rules", ["us-classic", "uk-classic"])
def test_short_names_cannot_be_confused(visit: Visit, server: Running, rules: str) -> None:
    """Labels of squares with different names differ in the first letter, or in at least two."""
    made = server.make(AGENTS, rules=rules, switches=SHORT)
    page = visit(f"#table/{made['table']}/watch/{made['watch']}", width=360)
    expect(page.locator(".square")).to_have_count(40)
    names: list[str] = page.locator(".square").evaluate_all("all => all.map((one) => one.ariaLabel.split(',')[0])")
    labels = dict(zip(names, page.locator(".square .short").all_text_contents(), strict=True))
    for one, other in itertools.combinations(labels.values(), 2):
        pairs = itertools.zip_longest(one.lower(), other.lower())
        assert one[0] != other[0] or sum(left != right for left, right in pairs) >= 2, labels
    assert page.evaluate(OUTSIDE, ".short") == []


def test_small_board_is_drawn(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "khan:greedy"], rules="khan2019", switches={"first_player": "first-seat"})
    page = visit(seat_of(made), asks=True)  # the game waits for Ada; its end would take the focus
    page.locator('rentier-decision .choice[data-action="roll"]').click()
    expect(page.locator(".square")).to_have_count(11)
    expect(page.locator(".die")).to_have_count(1)
    boxes: list[dict[str, Any]] = page.locator(".square .face").evaluate_all(
        "faces => faces.map(face => ({x: face.x.baseVal.value, y: face.y.baseVal.value,"
        " width: face.width.baseVal.value, height: face.height.baseVal.value}))"
    )
    assert all(box["width"] > 100 and box["height"] > 100 for box in boxes)
    assert {box["x"] for box in boxes if box["y"] == 0} >= {0}
    page.locator(".square").nth(2).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".deed-card")).to_contain_text("Rent")


def test_names_that_end_in_s_take_only_an_apostrophe(visit: Visit, server: Running) -> None:
    made = server.make(["genes", "random"], switches={"first_player": "first-seat"}, delay=8)
    page = visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(page.locator("rentier-decision h2")).to_have_text("It's genes' turn")


def test_deed_card_tells_owner_buildings_and_rent(visit: Visit, server: Running) -> None:
    position = """
[[players]]
deeds = { "Park Lane" = 2, "Mayfair" = 3, "Strand" = "mortgaged" }
[[players]]
"""
    made = server.make(["Ada", "random"], position=position)
    page = visit(seat_of(made))
    page.locator(".table-title").hover()
    page.locator('[data-square="39"]').hover()
    card = page.locator(".deed-card")
    expect(card).to_contain_text("Ada, 3 houses")
    expect(card).to_contain_text("Current rent: £1,400")
    expect(card.locator(".now")).to_contain_text("with 3 houses")
    expect(page.locator('[data-square="21"]')).to_have_attribute(
        "aria-label", "Strand, Red, price £220, owned by Ada, mortgaged"
    )
    expect(page.locator(".player.you .set.whole .chip")).to_have_text(["2", "3"])
    expect(page.locator('[data-square="37"] .building.house')).to_have_count(2)


def test_roll_walk_and_card_are_seen(visit: Visit, server: Running) -> None:
    position = """
[[players]]
[[players]]
[luck]
dice = [[3, 4]]
chance = ["dividend"]
"""
    made = server.make(["Ada", "random"], position=position, clock=600)
    ada = visit(seat_of(made), reduced_motion="no-preference")
    watching = visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(watching.locator("rentier-clock")).to_contain_text(":")
    expect(ada.locator(".dice")).to_have_attribute("aria-label", "No dice rolled yet")
    token = ada.locator(".walker[data-seat='0']")
    place = "token => getComputedStyle(token).transform"
    before = token.evaluate(place)
    ada.locator('rentier-decision .choice[data-action="roll"]').click()
    expect(ada.locator(".dice")).to_have_attribute("aria-label", "Rolled: 3 and 4")
    expect(ada.locator(".drawn-card")).to_contain_text("Chance")
    assert token.evaluate(place) != before
    expect(watching.locator(".latest")).not_to_be_empty()


def test_whole_game_against_three_agents_and_its_review(visit: Visit, server: Running) -> None:
    page = visit()
    page.fill("#name", "Ada")
    page.locator(".switches > summary").click()
    page.get_by_label("Turn limit").fill("10")
    page.get_by_label("Trades allowed").select_option("none")
    page.select_option("#delay", "0")
    page.get_by_label("Show chances of winning").uncheck()
    page.get_by_role("button", name="Play", exact=True).click()
    asked = page.locator("rentier-decision.mine .choice").first
    over = page.locator(".standings")
    for _ in range(200):
        expect(asked.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        number = number_of(page)
        try:
            asked.click(timeout=5000)
        except TimeoutError:  # the game has just ended
            continue
        goes_on(page, number)
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    page.get_by_role("link", name="Review this game").click()
    expect(page.locator("rentier-review")).to_contain_text("Ada")


def test_rematch_leads_to_a_new_table(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None], switches={"turn_cap": "1", "auction": "none", "trade_menu": "none"})
    bob = visit(f"#table/{made['table']}/token/{server.seat_agents(made, 1, 'Bob')}", asks=True)
    ada = visit(seat_of(made), asks=True)
    expect(ada.locator(".player.acts")).to_be_visible()
    asked = {"Ada": ada, "Bob": bob}
    while not ada.locator(".standings").is_visible():
        number = number_of(ada)
        first_choice(asked[ada.locator(".player.acts .name").inner_text()])
        goes_on(ada, number)
    ada.get_by_role("button", name="Play again").click()
    bob.get_by_role("link", name="Join the rematch").click()
    bob.get_by_role("button", name="Take your seat").click()
    expect(bob.locator(".player.you .name")).to_have_text("Bob")
    assert made["table"] not in bob.url
