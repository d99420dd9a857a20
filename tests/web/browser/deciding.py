"""A player in a browser: helpers to read and use the decision panel."""

from __future__ import annotations

import contextlib
import time
import tomllib
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.faults import PATIENCE, Faults
from tests.web.playing import Made, Player, Running

SITS = """id => {
  const table = document.querySelector("rentier-table");
  return table?.table === id && Boolean(table.querySelector("rentier-decision").view);
}"""
STATE = "document.querySelector('rentier-decision').view.state"


class Person:
    """A player who decides on the page."""

    def __init__(self, page: Page, server: Running) -> None:
        self.page = page
        self.server = server
        self.sent: list[str] = []  # the decisions sent by the page
        self.faults = Faults(server)
        self.faults.watch(page)
        page.on("websocket", lambda socket: socket.on("framesent", self._note))

    def _note(self, frame: str | bytes) -> None:
        if '"act"' in str(frame):
            self.sent.append(str(frame))

    def sit(self, position: str, *others: str | None, seat: int = 0, **settings: Any) -> Made:
        """Create a table from a position, under its rules and with these opponents, and sit down at it."""
        players: list[str | None] = list(others) or ["random"]
        players.insert(seat, "Ada")
        read = tomllib.loads(position)
        rules = {"rules": read.get("rules", "uk-classic"), "switches": read.get("switches", {})}
        made = self.server.make(players, position=position, **rules, **settings)
        token = next(one["token"] for one in made["seats"] if "token" in one)
        self.sent.clear()
        self.page.goto(f"{self.server.url}/#table/{made['table']}/token/{token}")
        self._wait_for(SITS, made["table"])
        return made

    def _wait_for(self, function: str, argument: str | None = None) -> None:
        """Wait until a JavaScript function returns true; polled from here, as the page's policy forbids `eval`."""
        last = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(function, argument):
            assert time.monotonic() < last, self._standing(function)
            self.page.wait_for_timeout(30)

    def _standing(self, function: str) -> str:
        """Describe the state after a timeout: what was sent, the log, the question."""
        told = [self.page.locator(name).inner_text() for name in ("rentier-log", "rentier-decision")]
        return "\n".join([f"{function} never held", f"sent: {self.sent}", *told])

    @property
    def panel(self) -> Locator:
        """The decision panel."""
        return self.page.locator("rentier-decision")

    def choice(self, action: str) -> Locator:
        """Return the button of an action."""
        return self.panel.locator(f'.choice[data-action="{action}"]')

    def choose(self, *actions: str) -> None:
        """Press the buttons of actions in turn."""
        for action in actions:
            self.choice(action).click()

    def step(self, name: str) -> None:
        """Press a button that sends no decision."""
        self.panel.locator(f'[data-step="{name}"]').click()

    def tab(self, kind: str) -> None:
        """Unfold a kind of choice."""
        found = self.panel.locator(f'[data-tab="{kind}"]')
        if found.get_attribute("aria-expanded") == "false":
            found.click()

    def part(self, name: str) -> Locator:
        """Return a named part of the panel: a field, a verdict, a hint."""
        return self.panel.locator(f'[data-part="{name}"]')

    def asked(self, heading: str) -> None:
        """Wait for this question."""
        expect(self.panel.locator("h2")).to_have_text(heading)

    def says(self, text: str) -> None:
        """Wait until the panel contains this text."""
        expect(self.panel).to_contain_text(text)

    def state(self) -> dict[str, Any]:
        """Return the page's state of the game."""
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def cash(self, seat: int = 0) -> int:
        """Return the cash of a seat."""
        return int(self.state()["players"][seat]["cash"])

    def until(self, condition: str) -> None:
        """Wait until a JavaScript condition on the state `s` holds."""
        self._wait_for(f"() => {{ const s = {STATE}; return {condition}; }}")

    @contextlib.contextmanager
    def against(self, made: Made, seat: int = 1) -> Iterator[Player]:
        """Seat another player, who plays without a browser."""
        token = self.server.seat_agents(made, seat, "Bob")
        with self.server.join(made["table"], token=token) as other:
            yield other
