"""Help: the rules of the table on `?`."""

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
