"""Measure how long a game takes a person who decides in two seconds, on the real page in Chromium.

    python benchmarks/web_time.py --games 8 --tables 4 --out times.jsonl

Each game has a page of its own, at a table with three agents at the usual speed. Two seconds after the page has shown a
question, a script gives the page the answer of the agent `bot`. In an auction in which `bot` bids, it gives the printed price
as its highest bid. When it is bankrupt, it skips to the result. The page has the usual settings. Every game is added to `--out`
when it ends; stop with Ctrl-C, and the same command plays those not yet begun. A game that is stopped, or that takes
longer than `--limit`, counts as longer than it took so far. "Scenes shown" are those of the time in which the person plays.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, WebSocket, async_playwright

from rentier.game.words import BID, Action
from rentier.web.app import make_app
from rentier.web.server import Server, address_of, bind, uvicorn_config
from rentier.web.settings import Settings
from rentier.web.tables import TableRegistry
from rentier.web.thoughts import Question
from rentier.web.view import state_bytes

PERSON = 0
ADVISER = "bot"
GOAL = 15.0  # minutes
PATIENCE = 300_000  # milliseconds until the first table is made: rules and agents may have to be compiled
LOOK_SECONDS = 1.0  # between two checks whether the game is over
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-timer-throttling")
DECIDE = """
const DECISION_TIME = 2000; // milliseconds
window.shown = { scenes: 0, questions: 0, skipped: false };
document.addEventListener("scene", ({ detail }) => {
  if (detail.length !== undefined && !window.shown.skipped) window.shown.scenes += 1; // a question and the end have no length
});
let number = null; // of the question that is shown
let since = 0;
let isDeciding = false;
function asked(panel) {
  const question = panel?.view?.question;
  return question && !panel.hasAttribute("aria-busy") ? question.number : null;
}
async function decide(panel) {
  const { action, most } = await window.chosen(number);
  if (asked(panel) !== number) return;
  if (most === null) panel.act(action);
  else panel.send({ type: "limit", number, most });
}
setInterval(async () => {
  const panel = document.querySelector("rentier-decision");
  const now = asked(panel);
  if (now !== number) {
    [number, since] = [now, performance.now()];
    if (now !== null) window.shown.questions += 1;
  }
  const skip = [...document.querySelectorAll("rentier-over button")].find((one) => one.textContent === "Skip to the result");
  if (skip?.checkVisibility() && !window.shown.skipped) {
    window.shown.skipped = true; // from here on, scenes do not count
    skip.click();
  }
  if (number === null || isDeciding || performance.now() - since < DECISION_TIME) return;
  isDeciding = true;
  since = performance.now();
  await decide(panel);
  isDeciding = false;
}, 50);
"""
STANDING = """() => {
  const state = document.querySelector("rentier-decision")?.view?.state;
  return { over: Boolean(document.querySelector(".standings")), round: state?.round ?? 0, ...window.shown };
}"""


class House:
    """A server in a thread, and what `bot` would do at its tables."""

    def __init__(self, url: str, server: Server, registry: TableRegistry) -> None:
        self.url = url
        self._server = server
        self._registry = registry
        self._minds: dict[str, bytes] = {}

    async def advice(self, table: str, number: int) -> dict[str, Any]:
        """Return the action of `bot` for the person at a table, or the highest bid, `most`, if it bids."""
        assert self._server.loop is not None
        asked = asyncio.run_coroutine_threadsafe(self._advice(table, number), self._server.loop)
        return await asyncio.wrap_future(asked)

    async def _advice(self, name: str, number: int) -> dict[str, Any]:
        table = await self._registry.table(name)
        if table.number != number:  # the question is out of date
            return {"action": "", "most": None}
        state, saved = table.game.state, table.saved
        source, mind = self._registry.rules.source(saved.rules), self._minds.get(name, b"")
        asked = Question(source, saved.overrides, state_bytes(table.game), ADVISER, PERSON, 0, mind)
        answer = await self._registry.thinkers.decide(asked)
        self._minds[name] = answer.mind
        action = Action(*answer.action)
        board = table.game.box.record
        is_deed = action.kind == BID and state.lot < board.squares
        most = min(int(state.cash[PERSON]), max(action.amount, int(board.price[state.lot]))) if is_deed else None
        return {"action": table.game.text(action), "most": most}


@contextlib.contextmanager
def serving() -> Iterator[House]:
    """Run a server with a database of its own in a thread."""
    ready = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite")
        with contextlib.closing(bind(settings)) as listening:
            app = make_app(settings)
            server = Server(uvicorn_config(app, settings), ready.set)
            thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
            thread.start()
            ready.wait()
            try:
                yield House(address_of(settings, listening), server, app.state.registry)
            finally:
                server.should_exit = True
                thread.join()


class Played:
    """A game on a page, and the scenes that the server has sent to it."""

    def __init__(self, house: House, page: Page, against: Sequence[str]) -> None:
        self._house = house
        self._page = page
        self._against = against
        self._sent = 0
        self._skips = False
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._count(str(frame)))
        socket.on("framesent", lambda frame: self._watch(str(frame)))

    def _watch(self, frame: str) -> None:
        self._skips |= '"type":"skip"' in frame

    def _count(self, frame: str) -> None:
        if frame.startswith('{"type":"step"') and not self._skips:
            self._sent += len(json.loads(frame)["scenes"])

    async def play(self, limit: float) -> dict[str, Any]:
        """Play until the game is over, it takes longer than `limit` minutes or it is cancelled; return what it took."""
        seats = [{"kind": "person", "name": "Ada"}, *({"kind": "agent", "agent": agent} for agent in self._against)]
        self._page.set_default_timeout(PATIENCE)
        answer = await self._page.request.post(f"{self._house.url}/api/tables", data={"seats": seats}, timeout=PATIENCE)
        made = await answer.json()
        await self._page.expose_function("chosen", lambda number: self._house.advice(made["table"], number))
        await self._page.add_init_script(DECIDE)
        await self._page.goto(f"{self._house.url}/#table/{made['table']}/token/{made['seats'][PERSON]['token']}")
        start, standing = time.monotonic(), {"over": False}
        with contextlib.suppress(asyncio.CancelledError):
            while not standing["over"] and time.monotonic() - start < 60 * limit:
                await asyncio.sleep(LOOK_SECONDS)
                standing = await self._page.evaluate(STANDING)
        minutes = round((time.monotonic() - start) / 60, 2)
        return {"against": " ".join(self._against), "minutes": minutes, **standing, "sent": self._sent}


async def play_games(house: House, browser: Browser, options: Any, games: int) -> None:
    """Play games at several tables at once, and add each to the file."""
    free = asyncio.Semaphore(options.tables)

    async def play() -> None:
        async with free:
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            played = await Played(house, page, options.against).play(options.limit)
            with options.out.open("a") as file:
                file.write(json.dumps(played) + "\n")
            print(json.dumps(played), flush=True)
            await page.close()

    await asyncio.gather(*(play() for _ in range(games)))


async def measure(options: Any, games: int) -> None:
    """Play this many games."""
    with serving() as house:
        async with async_playwright() as playwright:
            program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
            browser = await playwright.chromium.launch(executable_path=program, args=FLAGS, handle_sigint=False)
            await play_games(house, browser, options, games)
            await browser.close()


def saved_games(options: Any) -> list[dict[str, Any]]:
    """Return the games of the file against these agents."""
    lines = options.out.read_text().splitlines() if options.out.exists() else []
    return [game for game in map(json.loads, lines) if game["against"] == " ".join(options.against)]


def report(games: list[dict[str, Any]]) -> None:
    """Print the lengths of the games, and what share of the scenes was shown."""
    if not games:
        return
    minutes = sorted(game["minutes"] if game["over"] else math.inf for game in games)
    median = statistics.median(minutes)
    stopped = [game["minutes"] for game in games if not game["over"]]
    short = [each for each in stopped if each < GOAL]
    print(f"{len(games)} games against {games[0]['against']}: {', '.join(map(in_words, minutes))}")
    print(f"stopped: {len(stopped)}, of which {len(short)} had taken less than {GOAL:g} minutes")
    print(f"minutes: median {in_words(median)}; within {GOAL:g} minutes: {within(minutes):.0%}")
    print(f"questions: median {statistics.median(game['questions'] for game in games):g}", end="; ")
    print(f"rounds: median {statistics.median(game['round'] for game in games):g}", end="; ")
    print(f"scenes shown: {sum(game['scenes'] for game in games) / sum(game['sent'] for game in games):.1%}")


def in_words(minutes: float) -> str:
    """Return a number of minutes in words: `more` for a stopped game, whose length is not known."""
    return "more" if minutes == math.inf else f"{minutes:.1f}"


def within(minutes: Sequence[float]) -> float:
    """Return the share of games within the goal."""
    return sum(each <= GOAL for each in minutes) / len(minutes)


def main() -> None:
    """Play, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", nargs=3, default=["easy", "medium", "hard"], metavar="AGENT")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--tables", type=int, default=4, help="games at the same time")
    parser.add_argument("--limit", type=float, default=60.0, help="minutes after which a game is stopped")
    parser.add_argument("--out", type=Path, default=Path("web_time.jsonl"))
    options = parser.parse_args()
    missing = max(0, options.games - len(saved_games(options)))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(measure(options, missing))
    report(saved_games(options))


if __name__ == "__main__":
    main()
