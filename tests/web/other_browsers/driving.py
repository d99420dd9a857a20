"""Small clients for Firefox, over WebDriver BiDi, and for WebKit, over WebDriver: both describe input in the same way.

with firefox(folder) as browser:             # or webkit(folder); the folder is for its settings
    browser.open("http://127.0.0.1:8000/")
    browser.resize(390, 844)
    browser.ask("(a, b) => a + b", 1, 2)       # what a JavaScript function returns in the page
    browser.click(".choice")                   # by the mouse, as soon as nothing covers the element
    browser.press("Tab")
    browser.errors()                           # the errors in the page since the last time
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.needs import program

PATIENCE = 30  # seconds until a test fails
KEYS = {"Tab": "\ue004", "Enter": "\ue007"}
WHERE = """selector => {
  const found = [...document.querySelectorAll(selector)].find(one => one.checkVisibility({ visibilityProperty: true }));
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  return found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
SEEN = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.textContent.trim())"""
COLLECT_ERRORS = """() => {
  if (window.errorsSeen) return; // only what follows the # has changed
  window.errorsSeen = [];
  const note = (what) => window.errorsSeen.push(String(what));
  addEventListener("error", (event) => note(event.message));
  addEventListener("unhandledrejection", (event) => note(event.reason));
  const told = console.error;
  console.error = (...words) => (note(words.join(" ")), told(...words));
}"""
QUIET = {  # settings of Firefox: it sends no requests of its own
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
NARROW = "* { font-size: 2px; min-width: 0; padding: 0; margin: 0; }"  # a tool bar that lets the window be as narrow as a phone
T = TypeVar("T")


class Browser(ABC):
    """A browser with one page."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size."""

    @abstractmethod
    def ask(self, function: str, *arguments: Any) -> Any:
        """Return what a JavaScript function returns in the page."""

    @abstractmethod
    def act(self, actions: dict[str, Any]) -> None:
        """Perform the actions of one input device, as both standards describe them."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the errors in the page since the last time."""

    def press(self, key: str) -> None:
        """Press a key, such as `a` or `Tab`."""
        value = KEYS.get(key, key)
        pressed = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.act({"type": "key", "id": "keyboard", "actions": pressed})

    def click(self, selector: str) -> None:
        """Click the first visible element, as soon as nothing covers its middle."""
        x, y = self.until(WHERE, selector)
        moved = {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}
        clicked = [moved, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": clicked})

    def seen(self, selector: str) -> list[str]:
        """Return the texts of the visible elements."""
        return list(self.ask(SEEN, selector))

    def appears(self, selector: str) -> None:
        """Wait until such an element is visible."""
        self.until(f"(selector) => ({SEEN})(selector).length > 0", selector)

    def says(self, selector: str, text: str) -> None:
        """Wait until such an element that is visible contains this text."""
        self.until(f"(selector, text) => ({SEEN})(selector).some((one) => one.includes(text))", selector, text)

    def until(self, function: str, *arguments: Any) -> Any:
        """Wait until a JavaScript function returns something true; return it."""
        last = time.monotonic() + PATIENCE
        while not (found := self.ask(function, *arguments)):
            assert time.monotonic() < last, f"{function} never held for {arguments}; the page says: {self.seen('body')}"
            time.sleep(0.03)
        return found


class Firefox(Browser):
    """Firefox, by its WebDriver BiDi socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._errors: list[str] = []
        self._command("session.new", capabilities={})
        self._context = self._command("browsingContext.getTree")["contexts"][0]["context"]
        self._command("session.subscribe", events=["log.entryAdded"])

    def _command(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result; keep the errors reported meanwhile."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(PATIENCE))
            if message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message['message']}"
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self._errors.append(message["params"]["text"])

    def open(self, url: str) -> None:
        self._command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self._command("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def ask(self, function: str, *arguments: Any) -> Any:
        answer = self._command(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def act(self, actions: dict[str, Any]) -> None:
        self._command("input.performActions", context=self._context, actions=[actions])

    def errors(self) -> list[str]:
        self.ask("() => 0")  # its answer comes after all errors reported before it
        found, self._errors = self._errors, []
        return found


class WebKit(Browser):
    """The browser that comes with WebKitGTK, by its WebDriver."""

    def __init__(self, driver: httpx.Client) -> None:
        self._driver = driver
        self._errors: list[str] = []  # of pages that are no longer open
        made = self._command("POST", "/session", capabilities={})
        self._session = f"/session/{made['sessionId']}"

    def _command(self, method: str, path: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        answer = self._driver.request(method, path, json=parameters if method == "POST" else None)
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()["value"]

    def open(self, url: str) -> None:
        self._errors = self.errors()
        self._command("POST", f"{self._session}/url", url=url)
        self.ask(COLLECT_ERRORS)

    def resize(self, width: int, height: int) -> None:
        window = self._command("GET", f"{self._session}/window/rect")
        inner = self.ask("() => [innerWidth, innerHeight]")
        size = {"width": window["width"] - inner[0] + width, "height": window["height"] - inner[1] + height}
        self._command("POST", f"{self._session}/window/rect", **size)
        self.until("(...size) => String([innerWidth, innerHeight]) === String(size)", width, height)

    def ask(self, function: str, *arguments: Any) -> Any:
        script = f"return JSON.stringify(({function})(...JSON.parse(arguments[0])) ?? null)"
        return json.loads(self._command("POST", f"{self._session}/execute/sync", script=script, args=[json.dumps(arguments)]))

    def act(self, actions: dict[str, Any]) -> None:
        self._command("POST", f"{self._session}/actions", actions=[actions])

    def errors(self) -> list[str]:
        found = self._errors + (self.ask("() => window.errorsSeen?.splice(0)") or [])
        self._errors = []
        return found

    def close(self) -> None:
        """End the browser."""
        self._command("DELETE", self._session)


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """Run Firefox without a window; its profile is in the folder."""
    (folder / "user.js").write_text(
        "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in QUIET.items())
    )
    console = folder / "console.txt"
    command = [program("Firefox"), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    with console.open("w") as told, ended(subprocess.Popen(command, stdout=told, stderr=told)):
        address = wait_for(lambda: re.search(r"WebDriver BiDi listening on (ws://\S+)", console.read_text(errors="replace")))[1]
        with connect(f"{address}/session", max_size=None) as connection:
            yield Firefox(connection)


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Browser]:
    """Run WebKit on a screen of its own; its settings are in the folder."""
    settings = folder / "gtk-3.0"
    settings.mkdir()
    (settings / "gtk.css").write_text(NARROW)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    log = folder / "log.txt"
    with log.open("w") as told, screen(folder) as display:
        setting = {"DISPLAY": display, "XDG_CONFIG_HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
        command = [program("WebKit"), f"--port={port}"]
        with (
            ended(subprocess.Popen(command, env=os.environ | setting, stdout=told, stderr=told)),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as driver,
        ):
            wait_for(lambda: answers(driver))
            with contextlib.closing(WebKit(driver)) as browser:
                yield browser


@contextlib.contextmanager
def screen(folder: Path) -> Iterator[str]:
    """Run a screen without a monitor; yield its name."""
    name = folder / "display.txt"
    command = [program("Xvfb"), "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with name.open("w") as told, ended(subprocess.Popen(command, stdout=told, stderr=subprocess.DEVNULL)):
        yield f":{wait_for(name.read_text).strip()}"


@contextlib.contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a program afterwards."""
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answers(driver: httpx.Client) -> bool:
    """Whether a driver is ready."""
    with contextlib.suppress(httpx.TransportError):
        return driver.get("/status").is_success
    return False


def wait_for(find: Callable[[], T | None]) -> T:
    """Wait until something is there; return it."""
    last = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < last, "it never happened"
        time.sleep(0.05)
    return found
