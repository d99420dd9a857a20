"""The middle of the board: the auction, the trade, and the chart of net worth."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.deciding import Person
from tests.web.playing import Running

pytestmark = pytest.mark.slow

ON_MAYFAIR = """
decision = "buy"
[[players]]
square = 39
[[players]]
"""
TWO_OWNERS = """
decision = "manage"
[[players]]
deeds = { "Park Lane" = 0 }
[[players]]
deeds = { "Mayfair" = 0, "Strand" = 0 }
"""


def test_auction_shows_the_lot_the_highest_bid_and_who_leads(ada: Person) -> None:
    made = ada.sit(ON_MAYFAIR, None)
    with ada.against(made) as bob:
        ada.choose("decline")
        lot = ada.page.locator(".middle .lot-board")
        expect(lot.locator(".lot-name")).to_have_text("Mayfair")
        expect(lot).to_contain_text("No bids yet")
        bob.act("bid 120")
        expect(lot.locator(".high-bid")).to_have_text("£120")
        expect(lot.locator(".leader")).to_contain_text("Bob")
        ada.choose("pass")
        expect(lot).to_have_count(0)
        expect(ada.page.locator(".payments li")).to_have_attribute("aria-label", "Bob pays the bank £120")


def test_trade_shows_what_both_sides_give(ada: Person) -> None:
    made = ada.sit(TWO_OWNERS, None)
    with ada.against(made) as bob, ada.server.join(made) as other_tab:
        other_tab.act("offer 1: Park Lane + 150 for Mayfair")
        gives, asks = (ada.page.get_by_role("region", name=f"{name} gives").last for name in ("Ada", "Bob"))
        expect(gives.locator("li")).to_have_text(["Park Lane", "£150"])
        expect(asks.locator("li")).to_have_text(["Mayfair"])
        bob.act("refuse")
        expect(ada.page.locator(".offer-board")).to_have_count(0)


def test_net_worth_is_drawn_and_survives_a_reload(visit: Visit, server: Running) -> None:
    made = server.make(["bot", "random", "cautious"], switches={"turn_cap": "12"})
    page = visit(f"#table/{made['table']}/watch/{made['watch']}")
    expect(page.locator(".standings")).to_be_visible()
    for _ in range(2):
        expect(page.locator(".worth-chart .worth-line")).to_have_count(3)
        page.reload()
