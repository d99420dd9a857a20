"""A real browser: Chromium, one per module. Errors in a page fail the test that opened it.

`visit(width=..., height=...)` opens a page on the shared `server`, with separate storage.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.needs import program
from tests.web.browser.deciding import Person
from tests.web.browser.faults import PATIENCE, Faults
from tests.web.playing import Running

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Visit = Callable[..., Page]
ASK_EVERYTHING = """localStorage.setItem("rentier.preferences", JSON.stringify(
  { ask_between: "always", ask_roll: "always", ask_end: "always", ask_only: true }))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The installed Chromium; it ends with the module, as Playwright's event loop would disturb other tests."""
    expect.set_options(timeout=PATIENCE)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("Chromium"), args=[*FLAGS, *sandbox])
        yield browser
        browser.close()


@pytest.fixture
def faults(server: Running) -> Iterator[Faults]:
    """The faults in the pages that a test has opened; there must be none."""
    faults = Faults(server)
    yield faults
    assert faults.found == []


@pytest.fixture
def visit(browser: Browser, server: Running, faults: Faults) -> Iterator[Visit]:
    """Open a page in a new browser profile: `visit("#people", width=360)`; with `asks`, it answers no question by itself."""
    contexts = []

    def visit(fragment: str = "", width: int = 1280, height: int = 900, asks: bool = False, **options: Any) -> Page:
        options = {"reduced_motion": "reduce"} | options
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        if asks:
            context.add_init_script(ASK_EVERYTHING)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        faults.watch(page)
        page.goto(f"{server.url}/{fragment}")
        return page

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def ada(browser: Browser, server: Running) -> Iterator[Person]:
    """Ada, who sits at a new table in every test and wants to be asked everything."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.add_init_script(ASK_EVERYTHING)
    person = Person(context.new_page(), server)
    yield person
    context.close()
    assert person.faults.found == []
