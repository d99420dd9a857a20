"""Help: the rules of the table on `?`, and the tutorial."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.playing import Running

pytestmark = pytest.mark.slow


def test_the_rules_of_the_table_are_found_by_a_word(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"], switches={"salary": 400})
    page = visit(f"#table/{made['table']}/token/{made['seats'][0]['token']}")
    expect(page.locator("rentier-decision.mine .choice").first).to_be_visible()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Rules and keyboard shortcuts")
    expect(dialog.locator("h2").first).to_have_text("The rules of this table")
    expect(dialog.locator(".rules-topic summary").first).to_have_text("Your turn")
    dialog.get_by_label("Search the rules").fill("salary passing go")
    expect(dialog.locator(".rule:visible")).to_have_count(1)
    expect(dialog.locator(".rule:visible")).to_contain_text("You collect a salary of £200 each time you land on GO or pass it")
    expect(dialog.locator(".rule:visible .rule-settings")).to_have_text("Salary for passing GO: £400")
    expect(dialog.locator(".rules-topic:visible summary")).to_have_text("Your turn")
    dialog.get_by_label("Search the rules").fill("jail fine")
    expect(dialog.locator(".rule-settings:visible")).to_have_count(0)  # as usual
    dialog.get_by_label("Search the rules").fill("xyzzy")
    expect(dialog.locator(".rule:visible")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_rules_speak_of_the_money_and_the_preset_of_the_table(visit: Visit, server: Running) -> None:
    made = server.make(["Ada", "random"], rules="us-classic")
    page = visit(f"#table/{made['table']}/token/{made['seats'][0]['token']}")
    expect(page.locator("rentier-decision.mine .choice").first).to_be_visible()
    page.keyboard.press("?")
    page.get_by_label("Search the rules").fill("income tax")
    expect(page.locator(".rule-settings:visible li").first).to_have_text(
        "Income tax: the printed amount or a share of everything owned; the player chooses"
    )
    page.get_by_label("Search the rules").fill("salary")
    expect(page.locator(".rule:visible")).to_contain_text(["a salary of $200"])


def test_the_tutorial_leads_from_the_start_page_through_all_steps(visit: Visit, server: Running) -> None:
    right = [next(one["action"] for one in step["choices"] if one["right"]) for step in server.get("/api/tutorial")]
    page = visit()
    page.get_by_role("link", name="Tutorial").click()
    for number, action in enumerate(right, 1):
        expect(page.locator("rentier-tutorial header")).to_contain_text(f"Step {number} of 6")
        expect(page.get_by_role("link", name="Skip the tutorial")).to_be_visible()
        if number == 1:
            page.locator('.puzzle-choice[data-action="pass"]').click()
            expect(page.locator(".tutorial-says")).to_contain_text("Passing is final")
            page.get_by_role("button", name="Try again").click()
        page.locator(f'.puzzle-choice[data-action="{action}"]').click()
        expect(page.locator(".tutorial-says.right")).to_be_visible()
        page.locator(".next-step").click()
    page.get_by_role("link", name="Play a game").click()
    expect(page.locator("rentier-start")).to_be_visible()


def test_the_tutorial_fits_a_phone(visit: Visit) -> None:
    page = visit("#tutorial", width=360, height=740)
    page.locator(".puzzle-choice").first.click()
    expect(page.locator(".tutorial-says")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
