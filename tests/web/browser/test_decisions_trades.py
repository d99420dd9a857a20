"""Trades, hints, shortcuts and leaving the seat, in the browser; the other player needs none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.deciding import Person
from tests.web.playing import Running

pytestmark = pytest.mark.slow


TRADING = """
[[players]]
cash = 900
jail_cards = ["chance"]
deeds = { "Old Kent Road" = 0, "Mayfair" = 0, "The Angel, Islington" = 1, "Euston Road" = 0, "Pentonville Road" = 0 }
[[players]]
cash = 700
deeds = { "Park Lane" = 0, "Whitechapel Road" = 0 }
[[players]]
cash = 500
"""
OFFERED = """
to_move = 1
actor = 0
decision = "respond"
[[players]]
cash = 900
deeds = { "Mayfair" = 0, "Euston Road" = 0, "The Angel, Islington" = 0 }
[[players]]
cash = 700
deeds = { "Park Lane" = 0, "Pentonville Road" = 0 }
[offer]
from = 1
to = 0
terms = "Pentonville Road + 120 for Mayfair"
"""
MY_ROLL = """
decision = "manage"
[[players]]
cash = 900
[[players]]
cash = 0
[luck]
dice = [[4, 2], [1, 2]]
"""


def put(ada: Person, side: str, *squares: int) -> None:
    """Add deeds to a side of the trade, or remove them."""
    for square in squares:
        ada.panel.locator(f'[data-side="{side}"][data-deed="{square}"]').click()


def send(ada: Person, action: str) -> None:
    """Send the trade once it is legal."""
    expect(ada.choice(action)).to_have_attribute("aria-disabled", "false")
    ada.choose(action)


# offers made


def test_a_trade_is_built_judged_and_refused(ada: Person) -> None:
    made = ada.sit(TRADING, None, "random")
    with ada.against(made) as bob:
        ada.step("trade")
        ada.says("Choose what to trade.")
        put(ada, "give", 1)
        put(ada, "take", 37)
        ada.part("give-cash").fill("100")
        expect(ada.part("verdict")).to_contain_text("Completes the Dark Blue set for you and the Brown set for Bob.")
        ada.says("£900 → £800")
        send(ada, "offer 1: Old Kent Road + 100 for Park Lane")
        ada.asked("Bob is considering your offer")
        bob.act("refuse")
        ada.asked("Your turn")
        assert ada.state()["deeds"]["Park Lane"]["owner"] == 1
        ada.step("trade")
        expect(ada.part("give-cash")).to_have_value("100")  # a refused offer can be improved
        ada.part("give-cash").fill("200")
        send(ada, "offer 1: Old Kent Road + 200 for Park Lane")
        bob.act("accept")
        ada.until("s.deeds['Park Lane'].owner === 0 && s.players[0].cash === 700")


def test_what_the_rules_forbid_cannot_be_sent(ada: Person) -> None:
    ada.sit(TRADING, "random", "cautious")
    ada.step("trade")
    put(ada, "give", 8)
    expect(ada.part("verdict")).to_contain_text("There are buildings on its group.")
    ada.part("give-cash").press("Enter")
    put(ada, "give", 8)
    ada.part("take-cash").fill("9999")
    expect(ada.part("verdict")).to_contain_text("The other player does not have enough cash.")
    ada.part("take-cash").press("Enter")
    ada.step("close-builder")
    assert ada.sent == []


def test_another_person_is_asked_at_most_twice_a_turn(ada: Person) -> None:
    """The same deal can be changed, but not sent again."""
    made = ada.sit(TRADING, None, "random")
    with ada.against(made) as bob:
        for price in ("100", "150"):
            ada.step("trade")
            ada.part("give-cash").fill(price)
            put(ada, "take", *([37] if price == "100" else []))
            send(ada, f"offer 1: {price} for Park Lane")
            ada.asked("Bob is considering your offer")
            bob.act("refuse")
            ada.asked("Your turn")
        ada.step("trade")
        expect(ada.part("verdict")).to_contain_text("Change the offer, then send it.")
        ada.part("give-cash").fill("100")
        expect(ada.part("verdict")).to_contain_text("You can make Bob no more offers this turn; wait for the next turn.")
        ada.part("give-cash").press("Enter")
        ada.panel.locator('[data-partner="2"]').check()
        ada.part("give-cash").fill("100")
        expect(ada.part("verdict")).to_contain_text("Valid trade.")
        assert len(ada.sent) == 2


def test_another_partner_and_a_jail_card(ada: Person) -> None:
    ada.sit(TRADING, "random", None)
    ada.step("trade")
    ada.panel.locator('[data-partner="2"]').check()
    ada.panel.locator('[data-card="chance card"]').click()
    ada.part("take-cash").fill("50")
    send(ada, "offer 2: chance card for 50")
    ada.asked("Player 3 is considering your offer")
    ada.says("Get Out of Jail Free card (Chance)")
    ada.says("Player 3 is away.")


def test_squares_of_the_board_go_into_the_trade(ada: Person) -> None:
    ada.sit(TRADING, "random", "cautious")
    ada.step("trade")
    for square in (39, 3):
        ada.page.locator(f'rentier-board [data-square="{square}"]').click()
    expect(ada.choice("offer 1: Mayfair for Whitechapel Road")).to_be_visible()
    ada.page.keyboard.press("Escape")  # closes the card of the deed
    ada.page.keyboard.press("Escape")
    ada.asked("Your turn")


def test_deeds_in_the_list_of_players_go_into_the_trade(ada: Person) -> None:
    ada.sit(TRADING, "random", "cautious")
    ada.step("trade")
    for name in ("Mayfair", "Whitechapel Road", "Park Lane", "Park Lane"):
        ada.page.locator("rentier-players").get_by_role("button", name=name).click()
    expect(ada.choice("offer 1: Mayfair for Whitechapel Road")).to_be_visible()


THIRD = f"{TRADING}deeds = {{ Strand = 0 }}\n"


def click_square(ada: Person, *squares: int) -> None:
    """Click squares of the board."""
    for square in squares:
        ada.page.locator(f'rentier-board [data-square="{square}"]').click()


def test_a_deed_of_somebody_else_changes_the_partner(ada: Person) -> None:
    ada.sit(THIRD, "random", "cautious")
    ada.step("trade")
    click_square(ada, 39, 21)
    expect(ada.choice("offer 2: Mayfair for Strand")).to_be_visible()
    expect(ada.panel.locator('[data-partner="2"]')).to_be_checked()


def test_another_partner_is_offered_where_something_would_be_lost(ada: Person) -> None:
    ada.sit(THIRD, "random", "cautious")
    ada.step("trade")
    click_square(ada, 39, 3, 21)
    expect(ada.part("trade-notice")).to_contain_text("Strand belongs to cautious.")
    expect(ada.choice("offer 1: Mayfair for Whitechapel Road")).to_be_visible()
    ada.step("other-partner")
    expect(ada.choice("offer 2: Mayfair for Strand")).to_be_visible()
    expect(ada.panel.locator('[data-partner="2"]')).to_be_checked()
    expect(ada.panel.locator('[data-side="take"][data-deed="21"]')).to_be_focused()
    expect(ada.part("trade-notice")).to_be_empty()
    click_square(ada, 37)
    expect(ada.part("trade-notice")).to_contain_text("Park Lane belongs to random.")
    ada.part("give-cash").fill("10")
    expect(ada.part("trade-notice")).to_be_empty()


def test_squares_that_cannot_be_traded_say_so(ada: Person) -> None:
    """A counter-offer has no other partner, and the bank does not trade."""
    ada.sit(f"{OFFERED}[[players]]\ndeeds = {{ Strand = 0 }}\n", "random", "cautious")
    ada.step("counter")
    click_square(ada, 21)
    expect(ada.part("trade-notice")).to_have_text("Strand belongs to cautious.")
    click_square(ada, 11)
    expect(ada.part("trade-notice")).to_have_text("Nobody owns Pall Mall yet.")


def test_an_iou_and_free_rent_where_the_rules_allow_them(ada: Person) -> None:
    made = ada.sit(f"{TRADING}[switches]\nloans = true\nimmunity = true\n", None, "random")
    with ada.against(made) as bob:
        ada.step("trade")
        ada.part("give-iou").fill("220")
        ada.part("take-cash").fill("200")
        ada.panel.locator(".free-rent summary").click()
        ada.panel.locator('[data-free="37"]').click()
        send(ada, "offer 1: IOU 220 for 200, free rent on Park Lane")
        ada.says("an IOU of £220, due on passing GO")
        ada.says("No rent between you and Bob on Park Lane.")
        bob.act("accept")
        ada.until("s.players[0].owes?.amount === 220 && s.players[0].free_rent[0] === 'Park Lane'")


def test_no_promises_where_the_rules_forbid_them(ada: Person) -> None:
    ada.sit(TRADING, "random", "cautious")
    ada.step("trade")
    expect(ada.part("give-cash")).to_be_visible()
    expect(ada.part("give-iou")).to_have_count(0)
    expect(ada.panel.locator(".free-rent")).to_have_count(0)


# offers received


@pytest.mark.parametrize(("action", "owner", "cash"), [("accept", 1, 1020), ("refuse", 0, 900)])
def test_an_offer_is_answered(ada: Person, action: str, owner: int, cash: int) -> None:
    made = ada.sit(OFFERED, None)
    with ada.against(made):
        ada.asked("Bob offers you a trade")
        ada.says("Completes the Light Blue set for you and the Dark Blue set for")
        ada.says("£900 → £1,020")
        ada.choose(action)
        ada.until(f"s.deeds.Mayfair.owner === {owner} && s.players[0].cash === {cash}")


def test_a_counter_offer_begins_from_the_offer_turned_round(ada: Person) -> None:
    made = ada.sit(OFFERED, None)
    with ada.against(made) as bob:
        ada.step("counter")
        expect(ada.part("take-cash")).to_have_value("120")
        ada.page.wait_for_timeout(500)  # longer than the delay of a check
        expect(ada.part("verdict")).to_contain_text("Change the offer, then send it.")
        expect(ada.part("verdict").locator(".bad")).to_have_count(0)
        put(ada, "give", 6)
        expect(ada.part("verdict")).to_contain_text("Valid trade.")
        put(ada, "give", 6)
        expect(ada.part("verdict")).to_contain_text("Change the offer, then send it.")
        ada.part("take-cash").fill("300")
        send(ada, "counter: Mayfair for Pentonville Road + 300")
        bob.act("accept")
        ada.until("s.deeds.Mayfair.owner === 1 && s.players[0].cash === 1200")


# hints


def ask_expert(ada: Person, spec: str) -> None:
    """Ask for a hint by an agent's spec."""
    ada.part("hint-agent").select_option(label="For experts…")
    ada.panel.get_by_label("Agent spec").fill(spec)
    ada.panel.get_by_label("Agent spec").press("Enter")


def test_experts_ask_any_agent_on_a_phone_too(ada: Person) -> None:
    ada.page.set_viewport_size({"width": 390, "height": 844})
    try:
        ada.sit(MY_ROLL, "random")
        expect(ada.panel.get_by_label("Agent spec")).to_be_hidden()
        ask_expert(ada, "bot")
        expect(ada.part("hint").locator("p").first).to_contain_text("Roll", timeout=60_000)
        ada.panel.get_by_text("For experts", exact=True).click()
        expect(ada.panel.get_by_label("Agent spec")).to_be_hidden()
        expect(ada.part("hint-agent")).to_have_value("bot")
    finally:
        ada.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize(
    ("agent", "settings", "measure"),
    [
        ("mcts:rollouts=40", "rollouts 40", "Your share of all players"),
        ("mcts:rollouts=40,cut=none", "rollouts 40, cut none", "Share of simulated games that you win"),
    ],
)
def test_a_hint_shows_the_choice_and_what_it_is_worth(ada: Person, agent: str, settings: str, measure: str) -> None:
    ada.sit(OFFERED, "random")
    ask_expert(ada, agent)
    found = ada.part("hint")
    name = f"mcts (Sammul 2018), {settings}"
    expect(found.locator("p").first).to_contain_text(f"{name}: ", timeout=60_000)
    expect(found.get_by_text(name)).to_have_attribute("title", agent)
    expect(found.locator("p").last).to_contain_text(measure)
    expect(found.locator("p").last).to_contain_text("if the others play on like the AI player aggressive:")
    expect(found.locator("li").first).to_contain_text("%")
    ada.step("take-hint")
    expect(found).to_be_empty()


HINTED = """choice => { const panel = document.querySelector('rentier-decision');
  panel.hinted({ number: panel.view.question.number, agent: 'bot', assumes: 'bot', why: '', ...choice }); }"""


def hinted(ada: Person, choice: str, measure: str, *rated: tuple[str, int, float | None, float]) -> None:
    """Show a hint with these candidates: the action, its visits, its value and half of its interval."""
    candidates = [
        {"action": action, "visits": visits, "value": value, "low": (value or 0) - half, "high": (value or 0) + half}
        for action, visits, value, half in rated
    ]
    ada.page.evaluate(HINTED, {"choice": choice, "measure": measure, "candidates": candidates})


def test_candidates_of_a_hint_are_in_the_order_of_their_values(ada: Person) -> None:
    """The choice comes first, and a move that was hardly tried is not shown."""
    ada.sit(MY_ROLL)
    ada.asked("Your turn")
    tried = [("build Strand", 50, 0.3), ("roll", 40, 0.5), ("mortgage Strand", 30, 0.4), ("sell Strand", 20, 0.45)]
    more = [("mortgage Mayfair", 10, 0.2), ("mortgage Park Lane", 9, None), ("offer 1: 10 for nothing", 1, 0.9)]
    hinted(ada, "mortgage Strand", "worth", *((action, visits, value, 0.01) for action, visits, value in [*tried, *more]))
    rated = ["Mortgage Strand", "Roll", "Sell a building on Strand", "Build on Strand", "Mortgage Mayfair"]
    expect(ada.part("hint").locator(".hint-action")).to_have_text([*rated, "Mortgage Park Lane"])


WINS = ("roll", 100, 0.5, 0.01)


@pytest.mark.parametrize(
    ("choice", "measure", "rated", "why"),
    [
        ("roll", "win rate", [WINS, ("mortgage Strand", 90, 0.47, 0.01)], "win rate is 3 points higher than after “Mortgage"),
        ("roll", "win probability", [WINS, ("end", 9, 0.488, 0.001)], "chance of winning is 1 point higher than"),
        ("roll", "worth", [WINS, ("end", 9, 0.4, 0.01)], "wealth is 10 points higher than after “End turn”, the next best."),
        ("roll", "worth", [WINS, ("end", 9, 0.498, 0.01)], "It makes little difference: “End turn” is about as good."),
        ("roll", "worth", [("end", 9, 0.502, 0), WINS], "It makes little difference: “End turn” is about as good."),
        ("roll", "worth", [WINS, ("end", 9, 0.485, 0.12)], "It makes little difference: “End turn” is about as good."),
        ("roll", "worth", [WINS, ("end", 9, 0.47, 0.08)], "A close call: “End turn” looks 3 points worse, give or take 8."),
        ("roll", "worth", [WINS, ("end", 9, 0.53, 0.08)], "A close call: “End turn” looks 3 points better, give or take 8."),
        ("roll", "worth", [WINS, ("end", 9, 0.55, 0.01)], "The simulations rate “End turn” 5 points higher."),
        ("roll", "worth", [("end", 9, 0.3, 0.01), ("build Strand", 9, 0.5, 0.01)], "they prefer “Build on Strand”."),
        ("roll", "worth", [("end", 0, None, 0)], "The simulations did not try this move; they prefer “End turn”."),
    ],
)
def test_a_hint_without_another_reason_compares_the_values(
    ada: Person, choice: str, measure: str, rated: list[tuple[str, int, float | None, float]], why: str
) -> None:
    ada.sit(MY_ROLL)
    ada.asked("Your turn")
    hinted(ada, choice, measure, *rated)
    expect(ada.part("hint").locator(".hint-why")).to_contain_text(why)
    expect(ada.part("hint")).not_to_contain_text("No other move")


def test_a_hint_without_an_alternative_says_so(ada: Person) -> None:
    ada.sit(MY_ROLL)
    ada.asked("Your turn")
    hinted(ada, "roll", "worth", ("roll", 0, None, 0))
    expect(ada.part("hint")).to_contain_text("No other move looked promising enough to compare.")
    expect(ada.part("hint").locator(".hint-why")).to_have_count(0)


def test_without_an_agent_the_champion_is_asked(ada: Person) -> None:
    ada.sit(OFFERED, "random")
    ada.step("hint")
    expect(ada.part("hint").locator("p").first).to_contain_text("The champion: ", timeout=240_000)


def test_an_agent_nobody_knows_is_one_line(ada: Person) -> None:
    ada.sit(OFFERED, "random")
    ask_expert(ada, "nobody")
    expect(ada.panel.locator(".decision-error")).to_contain_text("nobody")
    expect(ada.panel.get_by_label("Agent spec")).to_be_focused()


def test_the_ai_player_to_ask_is_chosen_by_name(ada: Person) -> None:
    ada.sit(OFFERED, "random")
    shown = ada.part("hint-agent")
    expect(shown.locator("option").first).to_have_text("the champion")
    expect(shown.locator("optgroup[label=Levels] option")).to_have_text(["Easy", "Medium", "Hard", "Champion"])
    research = shown.locator('optgroup[label="From the research"]')
    expect(research).to_contain_text("td (Berry 2013)")
    expect(ada.panel.locator(".hint")).not_to_contain_text(":")  # as in specs
    shown.select_option("bot (Berry 2013)")
    ada.step("hint")
    expect(ada.part("hint").locator("p").first).to_contain_text("bot (Berry 2013): ", timeout=240_000)


def test_no_hints_where_the_host_wants_none(ada: Person) -> None:
    ada.sit(OFFERED, "random", hints=False)
    expect(ada.choice("accept")).to_be_visible()
    expect(ada.part("hint-agent")).to_be_hidden()


# the keyboard


def test_a_turn_by_keys_alone(ada: Person) -> None:
    ada.sit(MY_ROLL)
    ada.asked("Your turn")
    expect(ada.panel.locator("h2")).to_be_focused()
    keys = ada.page.evaluate("document.querySelector('rentier-decision').keys.map(({ key, text }) => `${key} ${text}`)")
    assert keys[:2] == ["Enter Roll", "r Roll"]
    ada.page.keyboard.press("Enter")
    ada.asked("Buy The Angel, Islington for £100?")
    ada.page.keyboard.press("d")
    ada.asked("Auction: The Angel, Islington")
    ada.page.keyboard.press("2")
    ada.asked("Anything else, or end your turn?")
    assert ada.state()["deeds"]["The Angel, Islington"]["owner"] == 0
    ada.page.keyboard.press("t")
    ada.asked("Propose a trade")
    ada.page.keyboard.press("Escape")
    expect(ada.panel.locator('[data-step="trade"]')).to_be_focused()
    ada.page.keyboard.press("e")
    ada.until("s.turn > 1")


def test_keys_are_letters_while_somebody_writes(ada: Person) -> None:
    ada.sit(MY_ROLL)
    ada.part("hint-agent").select_option(label="For experts…")
    field = ada.panel.get_by_label("Agent spec")
    field.press_sequentially("bert")
    expect(field).to_have_value("bert")
    ada.asked("Your turn")
    assert ada.sent == []


def test_an_offer_is_answered_by_keys(ada: Person) -> None:
    ada.sit(OFFERED, "random")
    expect(ada.choice("accept")).to_be_visible()
    ada.page.keyboard.press("c")
    ada.asked("Counter-offer to random")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("x")
    expect(ada.page.locator("rentier-log")).to_contain_text("Ada refuses")
    assert ada.state()["deeds"]["Mayfair"]["owner"] == 0


# the seat


def test_a_bot_sits_in_and_gets_up_again(ada: Person) -> None:
    ada.sit(MY_ROLL, None)
    ada.asked("Your turn")
    ada.panel.locator("summary", has_text="More").click()
    ada.step("leave")
    ada.says("A bot is playing for you.")
    ada.step("back")
    expect(ada.panel.locator(".bot-plays")).to_have_count(0)


def test_a_clock_runs_while_one_decides(ada: Person) -> None:
    ada.sit(MY_ROLL, clock=3600)
    expect(ada.panel.locator("rentier-clock")).to_contain_text("59:")


# the phone


@pytest.mark.parametrize("position", [TRADING, OFFERED])
def test_fingers_find_every_button_on_a_small_screen(browser: Browser, server: Running, position: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    ada = Person(context.new_page(), server)
    ada.sit(position, *["random", "cautious"][: position.count("[[players]]") - 1])
    ada.panel.locator('[data-step="trade"], [data-step="counter"]').tap()
    expect(ada.panel.locator(".trade-builder")).to_be_visible()
    heights = ada.panel.locator("button:visible").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 44
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
    assert ada.faults.found == []


def test_what_was_to_be_checked_is_not_when_somebody_else_decides(ada: Person) -> None:
    """A trade is checked a moment after a change; by then the question may be gone."""
    ada.sit("to_move = 1\n[[players]]\n[[players]]\n", None)
    ada.page.evaluate("document.querySelector('rentier-decision').check('offer 1: 1 for Mayfair', () => {})")
    ada.page.keyboard.press("t")
    ada.page.keyboard.press("h")
    assert ada.part("verdict").count() == 0
