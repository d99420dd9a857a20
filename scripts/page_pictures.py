"""Take pictures of every state of the page at three sizes, light and dark: `python -m scripts.page_pictures FOLDER [STATE...]`.

The states are in page_pictures.toml. It starts a server of its own, and needs the extra `web`, Playwright and Chromium.
docs/play.png is `auction-desktop-light.png`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

STATES = Path(__file__).with_suffix(".toml")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2},
}
CHROMIUM = "/usr/bin/chromium"
PATIENCE = 180_000  # milliseconds: a review takes its time
SETTLED = 1500  # milliseconds until everything has been drawn


@contextmanager
def serving() -> Iterator[str]:
    """Run a server for one's own machine, with a database of its own; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "rentier.cli",
            "play",
            "--no-browser",
            "--database",
            f"sqlite:///{folder}/games.sqlite",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            yield next(word for line in server.stdout for word in line.split() if word.startswith("http"))
        finally:
            server.terminate()
            server.wait()


def seat_of(player: str) -> dict[str, str]:
    """Return a seat as the server wants it: an agent, a person, or somebody who is invited (an empty name)."""
    name, _, agent = player.partition(" = ")
    return {"kind": "agent", "agent": agent, "name": name} if agent else {"kind": "person"} | ({"name": name} if name else {})


def post(address: str, path: str, body: dict[str, Any]) -> Any:
    """Send a request to the server and return its answer."""
    request = urllib.request.Request(f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def begin(address: str, state: dict[str, Any]) -> str:
    """Create the table or open the record of a state; return the fragment of its page."""
    if "record" in state:
        return f"#review/{post(address, '/api/records', {'record': Path(state['record']).read_text()})['game']}"
    if "seats" not in state:
        return ""
    body: dict[str, Any] = {"seats": [seat_of(player) for player in state["seats"]], "switches": {"first_player": "first-seat"}}
    body |= {"position": state["position"]} if "position" in state else {"lobby": True}
    made = post(address, "/api/tables", body)
    return f"#table/{made['table']}/token/{made['seats'][0]['token']}"


def take_step(page: Page, address: str, step: str) -> None:
    """Do one step of a state."""
    word, _, what = step.partition(" ")
    if word == "open":
        page.goto(f"{address}/{what}")
    elif word == "click":
        page.locator(what).first.click()
    elif word == "press":
        page.keyboard.press(what)
    elif word == "wait":
        page.locator(what).first.wait_for()
    else:
        raise ValueError(f"{step!r}: a step begins with open, click, press or wait")


def take_picture(browser: Browser, address: str, state: dict[str, Any], size: str, colours: Any, folder: Path) -> None:
    """Bring the page into a state and save its picture."""
    context = browser.new_context(color_scheme=colours, **SIZES[size])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/{begin(address, state)}")
    for step in state["steps"]:
        take_step(page, address, step)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=folder / f"{state['name']}-{size}-{colours}.png")
    context.close()


def main(folder: Path, wanted: list[str]) -> None:
    """Take the pictures of the wanted states, or of all."""
    states = tomllib.loads(STATES.read_text())["state"]
    unknown = set(wanted) - {state["name"] for state in states}
    if unknown:
        raise SystemExit(f"unknown state {', '.join(sorted(unknown))}; known: {', '.join(state['name'] for state in states)}")
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for state in states:
            if wanted and state["name"] not in wanted:
                continue
            for size in SIZES:
                for colours in ("light", "dark"):
                    try:
                        take_picture(browser, address, state, size, colours, folder)
                    except Exception as error:  # the other pictures are still wanted
                        print(f"{state['name']} {size} {colours}: {error}", file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
