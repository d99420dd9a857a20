"""The settings dialog: what the user chooses is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit

pytestmark = pytest.mark.slow


def test_speed_and_sound_are_kept_after_a_reload(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_label("Speed of dice and tokens")).to_have_value("usual")
    expect(dialog.get_by_label("Play sounds")).to_be_checked()
    dialog.get_by_label("Speed of dice and tokens").select_option("fast")
    dialog.get_by_label("Play sounds").uncheck()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_label("Speed of dice and tokens")).to_have_value("fast")
    expect(dialog.get_by_label("Play sounds")).not_to_be_checked()
