"""The layout of a table: everything in view and in its place, on desktops and on phones."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_table import seat_of
from tests.web.playing import Running

pytestmark = pytest.mark.slow


RICH = 'deeds = { "Old Kent Road" = 1, "Whitechapel Road" = 1, "Mayfair" = 0, "Strand" = "mortgaged", "Bow Street" = 0 }'
OTHERS = """
[[players]]
cash = 1210
square = "Coventry Street"
deeds = { "Pall Mall" = 2, "Whitehall" = 2, "Northumberland Avenue" = 3, "Marylebone Station" = 0, "Fleet Street" = 0 }
[[players]]
cash = 88
jail_cards = ["chance"]
deeds = { "The Angel, Islington" = 0, "Water Works" = 0, "Oxford Street" = "mortgaged", "Bond Street" = 0 }
[[players]]
[[players]]
[[players]]
"""


def position(head: str = "", tail: str = "", cash: int = 640, square: str = "GO") -> str:
    """Return a position of six players in which the first one decides."""
    return f'{head}\n[[players]]\ncash = {cash}\nsquare = "{square}"\n{RICH}\n{OTHERS}\n{tail}'


TURN = position()
QUESTIONS = {
    "Your turn": TURN,
    "Buy Marlborough Street for £180?": position('decision = "buy"\ndice = [4, 2]', square="Marlborough Street"),
    "You owe random 1 £300": position('decision = "raise"', "[debt]\ndebtor = 0\ncreditor = 1\namount = 300", 20, "Pall Mall"),
    "Auction: Coventry Street": position(
        'to_move = 1\nactor = 0\ndecision = "bid"\nphase = "landed"\ndice = [4, 2]',
        '[auction]\nlot = "Coventry Street"\nhigh_bid = 140\nleader = 1\nbidders = [0, 1]',
    ),
    "random 1 offers you a trade": position(
        'to_move = 1\nactor = 0\ndecision = "respond"',
        '[offer]\nfrom = 1\nto = 0\nterms = "Fleet Street + 120 for Strand + Mayfair"',
    ),
}
RANDOM = ["random"] * 5
SCROLLED = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
MAIN_BUTTON = ".decision-body > .answers:has(> .primary, > .own-bid) > :first-child"


def box(page: Page, selector: str) -> dict[str, float]:
    """Return where a visible part of the page is."""
    found = page.locator(selector).bounding_box()
    assert found, selector
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def in_view(page: Page, *selectors: str) -> None:
    """Fail unless these parts are wholly in the window, and the page does not scroll."""
    assert page.evaluate(SCROLLED) == [0, 0]
    width, height = page.evaluate("[innerWidth, innerHeight]")
    for selector in selectors:
        place = box(page, selector)
        right, bottom = place["x"] + place["width"], place["y"] + place["height"]
        assert -1 <= place["x"] < right <= width + 1, (selector, place)
        assert -1 <= place["y"] < bottom - 20 <= height - 19, (selector, place)


def sit(page: Page, server: Running, question: str, start: str, **settings: Any) -> None:
    """Sit down where this question is asked."""
    made = server.make(["Ada", *RANDOM], position=start, odds=True, **settings)
    page.goto(f"{server.url}/{seat_of(made)}")
    expect(page.locator("rentier-decision h2")).to_have_text(question)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (1920, 1080)])
def test_everything_is_in_view_and_in_its_place(visit: Visit, server: Running, width: int, height: int) -> None:
    page = visit(width=width, height=height)
    places = []
    for question, start in QUESTIONS.items():
        sit(page, server, question, start)
        in_view(page, ".board-frame", ".deciding", ".seats", ".story", ".chances", ".player:last-child")
        places.append(box(page, ".deciding"))
    assert all(place == places[0] for place in places)
    assert places[0]["height"] >= 240


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_phone_shows_the_board_and_the_buttons_together(visit: Visit, server: Running, width: int, height: int) -> None:
    page = visit(width=width, height=height, has_touch=True, is_mobile=True)
    for question, start in QUESTIONS.items():
        sit(page, server, question, start)
        in_view(page, ".board-frame", ".deciding", ".players", ".sheet-tab:first-child")
        assert box(page, ".board-frame")["width"] >= 370
        in_view(page, MAIN_BUTTON)
        if question.startswith("Auction") and height > width:
            quick, buttons = box(page, '[data-action="bid 150"]'), box(page, MAIN_BUTTON)
            assert quick["y"] + quick["height"] <= buttons["y"]
    small = page.evaluate(
        "[...document.querySelectorAll('.deciding button, .sheet-tab')].filter((one) => one.checkVisibility() &&"
        " one.getBoundingClientRect().height < 39.5).map((one) => one.textContent)"
    )
    assert small == []


def test_tokens_leave_names_and_the_bank_legible_on_a_phone(visit: Visit, server: Running) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    squares = ["Pall Mall", "Coventry Street", "Euston Road", "Income Tax", "Mayfair", "Strand"]
    others = "".join(f'[[players]]\ncash = 100\nsquare = "{square}"\n' for square in squares[1:])
    sit(page, server, "Your turn", f'[[players]]\ncash = 640\nsquare = "{squares[0]}"\n{others}')
    for seat, square in enumerate(squares):
        token = box(page, f'.walker[data-seat="{seat}"] .token-shape')
        number = page.evaluate("seat => document.querySelector('rentier-decision').view.state.players[seat].square", seat)
        name = box(page, f'[data-square="{number}"] .short')
        assert name["y"] + name["height"] <= token["y"] + 1, square
    assert box(page, ".bank .count.houses")["width"] > 10
    expect(page.locator(".bank .count")).to_have_text(["32", "12"])


def test_tokens_leave_names_and_prices_legible(visit: Visit, server: Running) -> None:
    page = visit(width=1440, height=900)
    squares = ["The Angel, Islington", "Northumberland Avenue", "Strand", "Strand", "Liverpool Street Station", "Income Tax"]
    players = "".join(f'[[players]]\ncash = 100\nsquare = "{square}"\n' for square in squares)
    sit(page, server, "Your turn", players)
    for seat, square in enumerate(squares):
        token = box(page, f'.walker[data-seat="{seat}"] .token-shape')
        assert token["width"] >= 17
        number = page.evaluate("seat => document.querySelector('rentier-decision').view.state.players[seat].square", seat)
        for text in page.locator(f'[data-square="{number}"] :is(.name, .foot)').all():
            line = text.bounding_box()
            assert line
            overlaps = [
                min(token[start] + token[size], line[start] + line[size]) - max(token[start], line[start])
                for start, size in (("x", "width"), ("y", "height"))
            ]
            assert min(overlaps) <= 1, (square, text.text_content())


def test_all_ways_out_of_jail_share_a_line(visit: Visit, server: Running) -> None:
    page = visit(width=1440, height=900)
    in_jail = '[[players]]\nsquare = "Jail"\njail_turns = 0\njail_cards = ["chance"]\n'
    sit(page, server, "You are in jail", in_jail + "[[players]]\n" * 5)
    actions = ("roll", "pay fine", "use card")
    assert len({box(page, f'.answers [data-action="{action}"]')["y"] for action in actions}) == 1


def test_a_new_question_is_read_from_its_beginning(visit: Visit, server: Running) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True, asks=True)
    sit(page, server, "You owe random 1 £300", QUESTIONS["You owe random 1 £300"])
    scrolls = page.locator(".asked-of-you")
    scrolls.evaluate("one => one.scrollTo(0, 150)")
    page.locator(".lots .choice").last.evaluate("one => one.click()")
    expect(page.locator("rentier-decision .shortfall")).not_to_contain_text("£280")
    assert scrolls.evaluate("one => one.scrollTop") == 0


def test_a_deed_for_sale_takes_little_room(visit: Visit, server: Running) -> None:
    page = visit(width=1440, height=900)
    sit(page, server, "Buy Marlborough Street for £180?", QUESTIONS["Buy Marlborough Street for £180?"])
    assert box(page, ".lot-card .lot-name")["height"] < 30


def test_many_deeds_stay_legible(visit: Visit, server: Running) -> None:
    page = visit(width=1440, height=900)
    owned = [1, 3, 6, 11, 12, 16, 18, 19, 21, 24, 26, 31, 37]
    deeds = "".join(f"{square} = {3 if square in (16, 18, 19) else 0}, " for square in owned)
    sit(page, server, "Your turn", f"[[players]]\ndeeds = {{ {deeds[:-2]} }}\n" + "[[players]]\n" * 5)
    chips = page.locator(".player").first.locator(".chip:not(.missing)")
    expect(chips).to_have_count(len(owned))
    assert min(chips.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")) >= 9.5


def test_nothing_shows_between_the_main_buttons_and_the_menu(visit: Visit, server: Running) -> None:
    page = visit(width=844, height=390, has_touch=True, is_mobile=True)
    sit(page, server, "Your turn", TURN)
    buttons, menu = box(page, ".decision-body > .answers:has(> .primary)"), box(page, ".decision-menu")
    assert buttons["y"] + buttons["height"] >= menu["y"] + 0.9


def test_the_share_of_a_debt_that_is_covered_is_drawn(visit: Visit, server: Running) -> None:
    page = visit(width=390, height=844)
    sit(page, server, "You owe random 1 £300", QUESTIONS["You owe random 1 £300"])
    assert box(page, ".decision progress")["height"] > 8


def test_parts_of_the_table_are_behind_tabs_on_a_phone(visit: Visit, server: Running) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    sit(page, server, "Your turn", TURN)
    for tab, part in {"Players": ".seats", "Chances": ".chances", "Log": ".story"}.items():
        page.get_by_role("button", name=tab, exact=True).tap()
        in_view(page, ".board-frame", part)
        expect(page.locator(".deciding")).to_be_hidden()
        assert box(page, part)["height"] >= 200
    page.locator('[data-square="1"]').tap()
    in_view(page, ".deed-card")
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator('rentier-decision [data-step="trade"]').tap()
    in_view(page, ".deciding", ".trade-foot")
    assert box(page, ".deciding")["height"] == 844  # whoever builds a trade needs the whole screen


def test_a_new_question_comes_to_the_front(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", None], position="to_move = 1\n[[players]]\n[[players]]\n")
    page = visit(seat_of(made), width=390, height=844)
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".deciding")).to_be_hidden()
    with server.join(made["table"], token=server.seat_agents(made, 1, "Bob")) as bob:
        while bob.act(bob.my_turn()["choices"][0]["action"])["waiting"]["seat"] == 1:
            continue
    expect(page.locator("rentier-decision.mine")).to_be_visible()
