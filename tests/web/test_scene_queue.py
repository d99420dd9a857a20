"""The queue of scenes, run by Node.js with a clock of its own: what is shown, when and how fast, and what is skipped."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rentier.web

QUEUE = Path(rentier.web.__file__).parent / "page" / "js" / "table" / "queue.js"
DRIVER = """
import { SceneQueue } from "./queue.mjs";

let now = 0;
let timers = [];
const told = [];
performance.now = () => now;
globalThis.setTimeout = (call, wait) => {
  timers.push({ call, at: now + wait });
  return timers.at(-1);
};
globalThis.clearTimeout = (timer) => (timers = timers.filter((one) => one !== timer));

const queue = new SceneQueue({
  begin: ({ name, length }, rate) => told.push({ at: now, what: "begin", name, rate, length }),
  setRate: (rate) => told.push({ at: now, what: "rate", rate }),
  end: () => told.push({ at: now, what: "end" }),
  take: ({ name }) => told.push({ at: now, what: "take", name }),
});
for (const { at, name, lengths, timed, does } of JSON.parse(process.argv[2])) {
  const push = () => {
    const scenes = lengths.map((length, place) => ({ name: `${name}${place}`, length }));
    queue.push({ name, question: timed ? { deadline: 1 } : null }, scenes);
  };
  timers.push({ at, call: does ? () => queue[does]() : push });
}
while (timers.length) {
  timers.sort((one, other) => one.at - other.at);
  const { at, call } = timers.shift();
  now = at;
  call();
}
console.log(JSON.stringify(told));
"""
TURN = [400, 560, 375]  # a roll, a walk and a rent of another player, in milliseconds
DELAY = 600


def step(name: str, at: float, lengths: list[float], timed: bool = False) -> dict[str, Any]:
    return {"name": name, "at": at, "lengths": lengths, "timed": timed}


class Shown:
    """What the queue has shown, by its own clock."""

    def __init__(self, told: list[dict[str, Any]]) -> None:
        self.told = told
        self.scenes = [one["name"] for one in told if one["what"] == "begin"]
        self.rates = [one["rate"] for one in told if "rate" in one]
        self.taken = {one["name"]: one["at"] for one in told if one["what"] == "take"}


@pytest.fixture
def play(tmp_path: Path) -> Any:
    """Play steps, and other events such as `{"at": 900, "does": "skip"}`."""
    shutil.copy(QUEUE, tmp_path / "queue.mjs")
    (tmp_path / "driver.mjs").write_text(DRIVER)

    def play(*events: dict[str, Any]) -> Shown:
        command = ["node", str(tmp_path / "driver.mjs"), json.dumps(events)]
        return Shown(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))

    return play


def turns(number: int, delay: float = DELAY, lengths: list[float] = TURN, timed: bool = False) -> list[dict[str, Any]]:
    """Return the steps of other players' turns, and one at the end that asks the user."""
    played = [step(f"bot{place} ", delay * (place + 1), lengths) for place in range(number)]
    return [*played, step("question", delay * number, [], timed)]


def names(number: int, scenes: int = len(TURN)) -> list[str]:
    return [f"bot{place} {scene}" for place in range(number) for scene in range(scenes)]


def test_a_round_of_three_bots_is_shown_whole_before_the_question(play: Any) -> None:
    shown = play(*turns(3))
    assert shown.scenes == names(3)
    assert list(shown.taken) == ["bot0 ", "bot1 ", "bot2 ", "question"]
    assert shown.taken["question"] <= 4500


def test_nothing_is_hurried_while_nothing_waits(play: Any) -> None:
    shown = play(step("roll", 0, [800, 1700, 2800, 1700, 750]), *turns(1, 8000))
    assert set(shown.rates) == {1}
    assert shown.taken["roll"] == 7750


@pytest.mark.parametrize("bots", [5, 7])
def test_rounds_of_many_bots_are_played_faster_and_none_is_skipped(play: Any, bots: int) -> None:
    shown = play(*turns(bots))
    assert shown.scenes == names(bots)
    assert 1 < max(shown.rates) <= 3
    assert shown.taken["question"] <= DELAY * bots + 3500


def test_agents_that_play_on_at_the_usual_speed_are_never_skipped(play: Any) -> None:
    shown = play(*turns(200))
    assert shown.scenes == names(200)
    assert shown.taken["question"] - 200 * DELAY <= 4000


def test_the_more_waits_the_faster_it_is_played(play: Any) -> None:
    rates = [play(step("first", 0, [100, length]), step("next", 50, [])).rates for length in (500, 3000, 4000, 7000)]
    assert [max(each) for each in rates] == [1, pytest.approx(3050 / 1500), pytest.approx(4050 / 1500), 3]


def test_a_player_with_a_clock_is_asked_sooner(play: Any) -> None:
    asked, timed = play(*turns(3)), play(*turns(3, timed=True))
    assert timed.scenes == names(3)
    assert timed.taken["question"] < asked.taken["question"] - 700


def test_a_queue_of_many_seconds_is_skipped_up_to_the_newest_step(play: Any) -> None:
    shown = play(*[step(f"old{place} ", 10 + place, [1000]) for place in range(9)], step("new ", 20, [1000]))
    assert shown.scenes == ["old0 0", "new 0"]
    assert list(shown.taken) == [f"old{place} " for place in range(9)] + ["new "]
    assert shown.taken["old8 "] == 20


def test_skipping_ends_one_scene_and_finishing_all(play: Any) -> None:
    skipped = play(*turns(1, 0), {"at": 10, "does": "skip"})
    assert [one["at"] for one in skipped.told if one["what"] == "begin"] == [0, 10, 570]
    finished = play(*turns(3, 0), {"at": 10, "does": "finish"})
    assert finished.scenes == ["bot0 0"]
    assert finished.taken["question"] == 10
