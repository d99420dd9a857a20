"""The decision panel: every kind of decision, set up by a position and made in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.deciding import Person
from tests.web.browser.positions import AUCTION, DEBT

pytestmark = pytest.mark.slow


BUYING = """
decision = "buy"
dice = [4, 2]
[[players]]
cash = 900
square = "The Angel, Islington"
deeds = { "Euston Road" = 0 }
[[players]]
cash = 0
deeds = { "Pentonville Road" = 0 }
"""
BUILDING = """
[[players]]
cash = 900
deeds = { "Old Kent Road" = 1, "Whitechapel Road" = 1, "Mayfair" = 0, "Strand" = "mortgaged" }
[[players]]
"""
IN_JAIL = """
[[players]]
cash = 900
square = "Jail"
jail_turns = 0
jail_cards = ["chance"]
[[players]]
[luck]
dice = [[3, 3]]
"""


# buying and auctions


def test_a_deed_is_bought_with_its_price_and_rents_in_view(ada: Person) -> None:
    ada.sit(BUYING)
    ada.asked("Buy The Angel, Islington for £100?")
    for shown in (
        "£550",
        "After buying£800",
        "Light Blue set of 3: you own 1, random owns 1",
        "If you decline, it goes to auction.",
    ):
        ada.says(shown)
    ada.choose("buy")
    ada.asked("Anything else, or end your turn?")
    assert (ada.state()["deeds"]["The Angel, Islington"]["owner"], ada.cash()) == (0, 800)


def test_where_nothing_is_auctioned_a_declined_deed_stays_with_the_bank(ada: Person) -> None:
    ada.sit(f'{BUYING}[switches]\nauction = "none"\n')
    ada.says("If you decline, it stays with the bank.")
    ada.choose("decline")
    ada.asked("Anything else, or end your turn?")
    assert ada.state()["deeds"]["The Angel, Islington"]["owner"] is None


def test_a_buyer_who_is_short_raises_money_first(ada: Person) -> None:
    ada.sit(BUYING.replace("cash = 900", "cash = 60"))
    ada.asked("You need more cash to buy The Angel, Islington for £100")
    ada.says("Short by£40")
    expect(ada.choice("buy")).to_have_count(0)
    ada.tab("mortgage")
    ada.choose("mortgage Euston Road", "buy")
    ada.until("s.players[0].cash === 10")


def test_a_declined_deed_is_won_by_a_quick_raise(ada: Person) -> None:
    ada.sit(BUYING.replace("cash = 0", "cash = 5"), "cautious")
    ada.choose("decline")
    ada.asked("Auction: The Angel, Islington")
    ada.says("Your cash£900")
    ada.panel.get_by_role("button", name="Bid £100").click()
    ada.until("s.deeds['The Angel, Islington'].owner === 0")
    assert ada.cash() == 800


def test_bids_stay_within_their_bounds(ada: Person) -> None:
    ada.sit(AUCTION)
    ada.says("£40 by random")
    offered = [button.get_attribute("data-action") for button in ada.panel.locator('[data-action^="bid"]').all()]
    assert offered == ["bid 41", "bid 50", "bid 90", "bid 100", "bid 140", "bid 300"]
    for bid, problem in (("40", "Bid at least £41."), ("301", "Bid at most £300."), ("", "Enter your bid as a whole number.")):
        ada.part("bid").fill(bid)
        ada.part("bid").press("Enter")
        expect(ada.panel.locator(".decision-error")).to_have_text(problem)
        expect(ada.part("bid")).to_be_focused()
    ada.part("bid").fill("250")
    ada.part("bid-own").click()
    ada.until("s.deeds['The Angel, Islington'].owner === 0")
    assert ada.cash() == 50


def test_passing_leaves_the_lot_to_the_others(ada: Person) -> None:
    ada.sit(AUCTION)
    ada.choose("pass")
    ada.until("s.deeds['The Angel, Islington'].owner === 1")


def test_a_sealed_auction_says_that_bids_are_hidden(ada: Person) -> None:
    ada.sit(f'{BUYING}[switches]\nauction = "sealed"\n')
    ada.choose("decline")
    ada.says("Sealed bids: everyone bids once")
    assert "Highest bid" not in ada.panel.inner_text()
    ada.choose("bid 50")
    ada.until("s.deeds['The Angel, Islington'].owner === 0")
    assert ada.cash() == 850


# one's deeds


def test_building_and_selling_go_evenly(ada: Person) -> None:
    ada.sit(BUILDING)
    ada.asked("Your turn")
    ada.choose("build Old Kent Road")
    expect(ada.choice("build Old Kent Road")).to_have_count(0)
    expect(ada.choice("build Whitechapel Road")).to_be_visible()
    ada.tab("sell")
    expect(ada.choice("sell Whitechapel Road")).to_have_count(0)
    ada.choose("sell Old Kent Road")
    expect(ada.choice("sell Whitechapel Road")).to_be_visible()
    assert (ada.cash(), ada.state()["deeds"]["Old Kent Road"]["houses"]) == (875, 1)


def test_a_square_of_the_board_opens_its_choices(ada: Person) -> None:
    ada.sit(BUILDING)
    ada.asked("Your turn")
    ada.page.locator('rentier-board [data-square="1"]').click()
    expect(ada.panel.locator(".one-square")).to_contain_text("Old Kent Road")
    expect(ada.choice("build Whitechapel Road")).to_have_count(0)
    ada.choose("build Old Kent Road", "sell Old Kent Road")
    ada.until("s.players[0].cash === 875")
    ada.step("all-deeds")
    expect(ada.choice("build Whitechapel Road")).to_be_visible()


def test_mortgaging_and_unmortgaging(ada: Person) -> None:
    ada.sit(BUILDING)
    ada.tab("mortgage")
    expect(ada.choice("mortgage Mayfair")).to_have_attribute("aria-label", "Mortgage Mayfair, raises £200")
    ada.choose("mortgage Mayfair")
    ada.until("s.players[0].cash === 1100")
    ada.tab("unmortgage")
    expect(ada.choice("unmortgage Strand")).to_contain_text("£121")
    ada.choose("unmortgage Strand")
    ada.until("s.players[0].cash === 979 && !s.deeds.Strand.mortgaged")


def test_a_double_click_is_one_decision(ada: Person) -> None:
    ada.sit(BUILDING)
    ada.choice("build Old Kent Road").dblclick()
    ada.until("s.players[0].cash === 850")
    expect(ada.choice("build Whitechapel Road")).to_be_visible()
    expect(ada.panel.locator(".decision-error")).to_be_empty()
    assert len(ada.sent) == 1


# jail


@pytest.mark.parametrize(
    ("action", "after"),
    [("pay fine", "s.players[0].cash === 850"), ("use card", "s.players[0].jail_cards.length === 0")],
)
def test_out_of_jail_by_fine_or_card(ada: Person, action: str, after: str) -> None:
    ada.sit(IN_JAIL)
    ada.asked("You are in jail")
    ada.choose(action)
    ada.asked("Your turn")
    ada.until(f"{after} && !s.players[0].in_jail")


def test_out_of_jail_by_a_double(ada: Person) -> None:
    ada.sit(IN_JAIL)
    expect(ada.choice("roll")).to_contain_text("Roll for a double")
    ada.choose("roll")
    ada.until("s.players[0].square === 16")


# debts


def test_a_debt_is_paid_by_selling_and_mortgaging(ada: Person) -> None:
    ada.sit(DEBT)
    ada.asked("You owe random £240")
    missing = ada.panel.locator(".shortfall")
    expect(missing).to_have_text("£220 short")
    ada.choose("mortgage Mayfair")
    expect(missing).to_have_text("£20 short")
    ada.choose("sell Old Kent Road")
    ada.until("s.debt === null")
    assert ada.cash() == 5


@pytest.mark.parametrize(("switch", "creditor"), [("none", "the bank"), ("pot", "the pot")])
def test_a_tax_is_owed_to_the_pot_only_where_there_is_one(ada: Person, switch: str, creditor: str) -> None:
    taxed = DEBT.replace("creditor = 1", 'creditor = "pot"')
    ada.sit(f'{taxed}[switches]\nfree_parking = "{switch}"\n')
    ada.asked(f"You owe {creditor} £240")


def test_bankruptcy_is_asked_twice(ada: Person) -> None:
    poor = DEBT.replace('deeds = { "Old Kent Road" = 1, "Whitechapel Road" = 1, "Mayfair" = 0 }', 'deeds = { "Mayfair" = 0 }')
    ada.sit(poor)
    expect(ada.choice("bankrupt")).to_have_count(0)
    ada.step("bankrupt")
    ada.step("not-bankrupt")
    expect(ada.choice("bankrupt")).to_have_count(0)
    ada.step("bankrupt")
    ada.choose("bankrupt")
    expect(ada.page.locator("rentier-over")).to_contain_text("random")
    expect(ada.panel).to_be_hidden()


def test_a_hint_never_declares_bankruptcy(ada: Person) -> None:
    ada.sit(DEBT)
    ada.asked("You owe random £240")
    for choice, buttons in (("mortgage Mayfair", 1), ("bankrupt", 0)):
        ada.page.evaluate(
            "choice => { const panel = document.querySelector('rentier-decision');"
            " panel.hinted({ number: panel.view.question.number, agent: 'bot', choice }); }",
            choice,
        )
        expect(ada.part("hint").locator("strong")).to_be_visible()
        expect(ada.panel.locator('[data-step="take-hint"]')).to_have_count(buttons)
    expect(ada.part("hint")).to_contain_text("Declare bankruptcy")


# questions with a few answers

CARD = """
decision = "card"
[[players]]
cash = 900
square = 2
[[players]]
[choice]
deck = "chest"
card = "fine_or_chance"
[luck]
chance = ["to_go"]
"""
TAX = """
rules = "us-classic"
decision = "tax"
dice = [1, 3]
[[players]]
cash = 900
square = 4
[[players]]
"""
SETTLE = """
decision = "settle"
unsettled = ["Park Lane"]
[[players]]
cash = 900
deeds = { "Park Lane" = "mortgaged" }
[[players]]
"""
CLAIM = """
to_move = 1
actor = 0
decision = "claim"
phase = "claiming"
dice = [4, 2]
[[players]]
cash = 900
deeds = { "The Angel, Islington" = 0 }
[[players]]
cash = 500
square = "The Angel, Islington"
[claim]
rent = 6
[switches]
rent_claim = "asked"
"""
SCARCE = """
[switches]
building_supply = "3/12"
[[players]]
cash = 900
deeds = { "The Angel, Islington" = 0, "Euston Road" = 0, "Pentonville Road" = 0 }
[[players]]
cash = 900
deeds = { "Old Kent Road" = 0, "Whitechapel Road" = 0 }
"""


@pytest.mark.parametrize(
    ("position", "heading", "action", "shown", "after"),
    [
        (CARD, "Pay the fine or draw another card?", "pay fine", "£10", "s.players[0].cash === 890"),
        (CARD, "Pay the fine or draw another card?", "draw card", "Draw a card", "s.players[0].cash === 1100"),
        (TAX, "Income Tax: how do you want to pay?", "pay tax", "$200", "s.players[0].cash === 700"),
        (TAX, "Income Tax: how do you want to pay?", "pay share", "$90", "s.players[0].cash === 810"),
        (SETTLE, "You received a mortgaged deed", "keep Park Lane", "£18", "s.players[0].cash === 882"),
        (SETTLE, "You received a mortgaged deed", "unmortgage Park Lane", "£193", "s.players[0].cash === 707"),
        (CLAIM, "random has landed on The Angel, Islington", "ask rent", "+£6", "s.players[0].cash >= 906"),
    ],
)
def test_questions_with_a_few_answers(ada: Person, position: str, heading: str, action: str, shown: str, after: str) -> None:
    ada.sit(position)
    ada.asked(heading)
    expect(ada.choice(action)).to_contain_text(shown)
    ada.choose(action)
    ada.until(after)


def test_a_card_that_might_be_drawn_tells_nothing_before(ada: Person) -> None:
    """The next Chance card pays £200 here; the button must not reveal it."""
    ada.sit(CARD)
    expect(ada.choice("draw card")).to_have_text("Draw a card")


def test_a_scarce_building_is_placed_by_its_winner(ada: Person) -> None:
    made = ada.sit(SCARCE, None)
    with ada.against(made) as bob:
        ada.choose("build Euston Road")
        ada.asked("Bob is considering a bid for a house")
        bob.my_turn()
        bob.act("pass")
        ada.asked("Where do you want to put the building you won?")
        ada.page.locator('rentier-board [data-square="9"]').click()
        expect(ada.choice("build Pentonville Road")).to_be_focused()
        ada.choose("build Pentonville Road")
        ada.until("s.deeds['Pentonville Road'].houses === 1")
