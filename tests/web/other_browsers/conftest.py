"""Firefox and WebKit, each started anew for every test; errors in the page fail the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.other_browsers.driving import Browser, firefox, webkit

BROWSERS = {"Firefox": firefox, "WebKit": webkit}


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    """A browser with empty storage."""
    with BROWSERS[request.param](tmp_path) as browser:
        yield browser
        assert browser.errors() == []
