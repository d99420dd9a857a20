"""The clients of Firefox and of WebKit notice what goes wrong in a page; otherwise the other tests would prove little."""

from __future__ import annotations

import pytest

from tests.web.other_browsers.driving import Browser, wait_for
from tests.web.playing import Running

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "fault",
    [
        "setTimeout(() => { throw new Error('wrong'); })",
        "Promise.reject(new Error('wrong'))",
        "console.error('wrong')",
    ],
    ids=["thrown", "rejected", "told"],
)
def test_an_error_is_noticed(browser: Browser, server: Running, fault: str) -> None:
    browser.open(server.url)
    browser.ask(f"() => {{ {fault}; }}")
    assert len(wait_for(browser.errors)) == 1
