"""Games in parallel: choices are legal, rows are what the agent sees, targets are those of TD(lambda)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numba import types

from rentier.agents.choices import CHOICE_NUMBERS
from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import parse_agent
from rentier.box import load_box, preset_names
from rentier.compiled import INTERPRETED, entry, scratch_record
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.words import BID_OR_PASS, BUY_OR_NOT, KINDS, OFFER, RESPOND, Action
from rentier.layout import many
from rentier.network.changes import differ_little
from rentier.network.features import see
from rentier.network.shape import (
    PROBABILITIES,
    SCRIPTED_AGENTS,
    SCRIPTED_INPUTS,
    SEATS,
    WHOLE_DEEDS,
    WHOLE_GROUPS,
    read_features,
)
from rentier.selfplay.advance import advance
from rentier.selfplay.network import ValueNetwork
from rentier.selfplay.opponents import AGGRESSIVE, BAILIS, BOT, CAUTIOUS, LEARNER, PAST, PHASE2, RESERVE
from rentier.selfplay.parallel import ParallelGames, Play, slot_bytes
from rentier.selfplay.rows import FEATURES, IMAGINED, INPUTS, imagine, is_other_amount, write_row
from rentier.selfplay.scripted import SCRIPTED
from rentier.selfplay.slots import StepRecord
from rentier.selfplay.stepping import BOXES, LIST, SLOTS, target_some
from rentier.selfplay.targets import write_targets

ROOT = Path(__file__).parents[2]
FROM_NOTHING, BY_AMOUNT, BY_DIFFERENCE = range(3)
pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")


@entry(types.void(BOXES, SLOTS, types.int64, types.int64, LIST))
def write_one(boxes: Any, slots: Any, place: int, number: int, inputs: Any) -> None:
    """`write_row`, for Python."""
    write_row(boxes, slots[place], number, scratch_record(IMAGINED), inputs)


@entry(types.int64(BOXES, SLOTS, types.int64, types.int64))
def way_to_write(boxes: Any, slots: Any, place: int, number: int) -> int:
    """Return how `write_rows` writes the row of a choice: from nothing, by another amount of cash, or by what differs."""
    slot = slots[place]
    box = boxes[slot.box]
    first, imagined = scratch_record(IMAGINED), scratch_record(IMAGINED)
    imagine(box, slot, 0, first)
    imagine(box, slot, number, imagined)
    if is_other_amount(slot, number):
        return BY_AMOUNT
    return BY_DIFFERENCE if number > 0 and differ_little(box, first.game, imagined.game) else FROM_NOTHING


def by_chance(rows: torch.Tensor) -> torch.Tensor:
    """Chances that say nothing, the same for the same rows."""
    sums = torch.sin(1000 * rows.double().sum(1, keepdim=True) * torch.arange(1, PROBABILITIES + 1))
    return torch.softmax(3 * sums, 1).float()


def known_boards() -> list[str]:
    """The presets whose boards have room in what the network sees."""
    records = {name: load_box(name).record for name in preset_names()}
    return [name for name, box in records.items() if int(box.deeds).bit_count() <= WHOLE_DEEDS and box.groups <= WHOLE_GROUPS]


@pytest.mark.parametrize("rules", known_boards())
def test_every_choice_is_legal_by_every_preset(rules: str) -> None:
    box = load_box(rules, {"turn_cap": 60, "deal_properties": 3})
    games = ParallelGames([box], Play(2, SEATS, 3, explore=0.1, scatter=0.3, past=0.3, works=0.3), 24, 40, 1, "cpu")
    games.step(0, by_chance, by_chance)
    kinds = set()
    for time in range(40):
        for slot in games.slots.slots:
            assert slot.number != 1 or slot.who[slot.game.actor] >= BOT  # 0: it plays on first
            for row in slot.choices[: slot.number]:
                choice = Action(*map(int, row), 0, 0)
                assert check(box.record, slot.game, choice) == ALLOWED, KINDS[choice.kind]
                kinds.add(KINDS[choice.kind])
        games.step(time, by_chance, by_chance)
    assert len(kinds) > 1


def test_a_row_is_what_the_agent_would_see() -> None:
    box = load_box("uk-classic", {"deal_properties": 5})
    games = ParallelGames([box], Play(), 8, 4, 2, "cpu")
    games.step(0, by_chance, by_chance)
    for time in range(30):
        games.step(time % 4, by_chance, by_chance)
    inputs = np.zeros(INPUTS, np.float32)
    for slot, first in zip(games.slots.slots, games.firsts.tolist(), strict=True):
        if KINDS[slot.choices[0, 0]] in ("roll", "end", "decline"):  # judged by things as they are
            assert see(box.record, slot.game, int(slot.game.actor), read_features(FEATURES), inputs) == INPUTS
            assert np.array_equal(games.rows[first].numpy(), inputs)


@pytest.mark.parametrize("rules", [*known_boards(), "loans"])
def test_corrected_rows_are_those_written_from_nothing(rules: str) -> None:
    """Most rows are copies of another row of the decision, in which only what differs is written again."""
    preset, loans = ("uk-classic", {"loans": True}) if rules == "loans" else (rules, {})
    box = load_box(preset, {"turn_cap": 120, "deal_properties": 5, **loans})
    games = ParallelGames([box], Play(2, SEATS, 3, scatter=0.5, explore=0.1), 24, 4, 2, "cpu", rows_per_slot=64)
    games.step(0, by_chance, by_chance)
    written: Counter[tuple[int, str]] = Counter()
    for time in range(60):
        for place, first in enumerate(games.firsts.tolist()):
            for number in range(games.counts[place]):
                row = np.zeros(INPUTS, np.float32)
                write_one(games.slots.boxes, games.slots.slots, place, number, row)
                assert np.array_equal(games.rows[first + number].numpy(), row)
                way = way_to_write(games.slots.boxes, games.slots.slots, place, number)
                written[way, KINDS[games.slots.slots[place].choices[number, 0]]] += 1
        games.step(time % 4, by_chance, by_chance)
    corrected = {kind for way, kind in written if way == BY_DIFFERENCE}
    if rules == "loans":
        assert corrected == set()
    else:
        assert len(corrected) > 0
    if rules == "uk-classic":
        assert corrected >= {"accept", "bid", "build", "buy", "mortgage", "offer", "unmortgage"}
        assert written[BY_AMOUNT, "offer"] > 1000


def test_rows_tell_which_scripted_agent_plays_each_seat() -> None:
    play = Play(2, SEATS, past=0.3, works=0.7)
    games = ParallelGames([load_box("uk-classic", {"turn_cap": 30})], play, 24, 4, 3, "cpu")
    for time in range(12):
        games.step(time % 4, by_chance, by_chance)
    assert len(SCRIPTED) == SCRIPTED_AGENTS
    told = set()
    for slot, first in zip(games.slots.slots, games.firsts.tolist(), strict=True):
        for row in games.rows[first : first + int(slot.number)].numpy() if first >= 0 else ():
            agents = row[-SCRIPTED_INPUTS:].reshape(SEATS, SCRIPTED_AGENTS)
            told |= set(np.flatnonzero(agents.any(0)).tolist())
            for place, seat in enumerate(agents):
                who = int(slot.who[(slot.game.actor + place) % slot.game.players]) if place < slot.game.players else LEARNER
                expected = [SCRIPTED[who - BOT]] if who >= BOT else []
                assert [SCRIPTED[number] for number in np.flatnonzero(seat)] == expected
    assert told == set(range(SCRIPTED_AGENTS))


def test_a_window_has_the_values_of_what_was_seen() -> None:
    """Though only the inputs that changed are added up."""
    torch.manual_seed(1)
    network, past = ValueNetwork(INPUTS, (24, 8)), ValueNetwork(INPUTS, (24, 8))
    boxes = [load_box("uk-classic", {"deal_properties": 6, "turn_cap": 30}), load_box("us-classic")]
    games = ParallelGames(boxes, Play(2, SEATS, past=0.5), 16, 24, 2, "cpu")
    noted = 0
    for _window in range(3):
        games.play_window(network, past)
        for time, slot in np.argwhere(games.slots.steps["row"] >= 0):
            step = games.slots.steps[time, slot]
            with torch.no_grad():
                chances = network.chances(games.seen[time, slot][None])[0].numpy()
            players, seat = int(step["players"]), int(step["seat"])
            assert np.roll(chances[:players], seat) == pytest.approx(step["chances"][:players], abs=1e-5)
            assert chances[-1] == pytest.approx(step["chances"][-1], abs=1e-5)
            noted += 1
    assert noted > 500


def test_windows_and_steps_play_the_same_games() -> None:
    """A GPU plays steps; what it shares with a CPU is tested here without one."""
    torch.manual_seed(2)
    network, past = ValueNetwork(INPUTS, (24,)), ValueNetwork(INPUTS, (24,))
    play = Play(2, 4, explore=0.1, scatter=0.3, past=0.4, works=0.3)
    in_windows, in_steps = (ParallelGames([load_box("uk-classic")], play, 24, 20, 5, "cpu", rows_per_slot=64) for _ in range(2))
    for _window in range(4):
        in_windows.play_window(network, past)
        with torch.no_grad():
            for time in range(20):
                in_steps.step(time, network.chances, past.chances)
    assert slot_bytes(in_windows).tobytes() == slot_bytes(in_steps).tobytes()
    chosen = torch.from_numpy(in_steps.slots.steps["row"] >= 0)
    assert torch.equal(in_windows.seen[chosen], in_steps.seen[chosen])
    assert int(chosen.sum()) > 200


# opponents


def by_place(rows: torch.Tensor) -> torch.Tensor:
    """The later a choice is listed, the better it is."""
    chances = torch.zeros(len(rows), PROBABILITIES)
    chances[:, 0] = torch.arange(len(rows)) / len(rows)
    return chances


def test_past_versions_choose_by_their_own_values() -> None:
    box = load_box("uk-classic", {"trade_menu": "none"})
    games = ParallelGames([box], Play(explore=0.0, past=1.0), 16, 4, 0, "cpu")
    no_chances = torch.zeros(10_000, PROBABILITIES)
    networks = (lambda rows: no_chances[: len(rows)]), by_place
    games.step(0, *networks)
    seen = set()
    for time in range(40):
        slots, firsts = games.slots.slots.copy(), games.firsts.tolist()
        games.step(time % 4, *networks)
        for slot, first, row in zip(slots, firsts, games.slots.rows_chosen(time % 4).tolist(), strict=True):
            who, number = slot["who"][slot["game"]["actor"]], slot["number"]
            if row >= 0 and number > 1:
                assert row - first == (0 if who == LEARNER else number - 1)
                seen.add(int(who))
    assert seen == {LEARNER, PAST}


SAMMUL_NUMBERS = {AGGRESSIVE: "aggressive", BAILIS: "bailis", CAUTIOUS: "cautious"}
NOT_DRAWN = (BUY_OR_NOT, BID_OR_PASS, RESPOND)  # decisions in which the agents of Sammul draw nothing


def test_agents_of_the_works_play_as_they_do_in_matches() -> None:
    box = load_box("uk-classic")
    games = ParallelGames([box], Play(works=1.0, scripted=SCRIPTED), 24, 4, 0, "cpu")
    games.step(0, by_chance, by_chance)
    asked = set()
    for time in range(200):
        for slot in games.slots.slots:
            seat = int(slot.game.actor)
            who = int(slot.who[seat])
            # not a bot, since what it remembers is not there any more
            if slot.number == 1 and (who in (PHASE2, RESERVE) or (who in SAMMUL_NUMBERS and slot.game.decision in NOT_DRAWN)):
                reserve = "reserve:{:.0f},{:.0f}".format(*slot.minds[seat].settings)
                spec = {PHASE2: "phase2", RESERVE: reserve, **SAMMUL_NUMBERS}[who]
                agent = SeatedAgent(box, parse_agent(spec), int(slot.game.players), np.uint64(0))
                assert tuple(slot.choices[0]) == tuple(agent.ask(slot.game))[:CHOICE_NUMBERS]
                asked.add(who)
        games.step(time % 4, by_chance, by_chance)
    assert asked == {PHASE2, RESERVE, *SAMMUL_NUMBERS}


def test_only_the_named_agents_of_the_works_play() -> None:
    games = ParallelGames([load_box("uk-classic")], Play(works=1.0, scripted=("bailis", "bot")), 64, 4, 0, "cpu")
    games.step(0, by_chance, by_chance)
    seated = {int(who) for slot in games.slots.slots for who in slot.who[: int(slot.game.players)]}
    assert seated == {LEARNER, BAILIS, BOT}


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    def played(seed: int) -> bytes:
        games = ParallelGames([load_box("uk-classic")], Play(explore=0.1), 16, 8, seed, "cpu")
        games.step(0, by_chance, by_chance)
        for time in range(40):
            games.step(time % 8, by_chance, by_chance)
        return bytes(games.slots.slots.tobytes())

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_games_end_are_counted_and_begin_anew() -> None:
    games = ParallelGames([load_box("uk-classic", {"turn_cap": 6, "cap": "draw"})], Play(), 16, 64, 0, "cpu")
    games.step(0, by_chance, by_chance)
    for time in range(64):
        games.step(time, by_chance, by_chance)
    ended = games.slots.games_ended()
    assert ended == (games.slots.slots["begun"] - 1).sum() > 16
    outcomes = games.slots.steps["outcome"][games.slots.steps["ended"] == 1]
    assert np.array_equal(outcomes, np.tile(np.eye(PROBABILITIES, dtype=np.float32)[-1], (ended, 1)))  # draws, all of them


def test_slots_without_room_wait_and_lose_nothing() -> None:
    games = ParallelGames([load_box("uk-classic", {"deal_properties": 5})], Play(), 16, 4, 0, "cpu", rows_per_slot=3)
    games.step(0, by_chance, by_chance)
    waited = 0
    for time in range(60):
        waiting = games.firsts.numpy() < 0
        before = slot_bytes(games).copy()
        games.step(time % 4, by_chance, by_chance)
        waited += int(waiting.sum())
        assert np.array_equal(slot_bytes(games).reshape(16, -1)[waiting], before.reshape(16, -1)[waiting])
    assert waited > 0


# targets


@pytest.mark.parametrize("offers", [0, 1, 3])
def test_a_player_makes_no_more_offers_in_a_turn_than_it_may(offers: int) -> None:
    games = ParallelGames([load_box("uk-classic", {"deal_properties": 6})], Play(offers=offers), 16, 40, 3, "cpu")
    games.step(0, by_chance, by_chance)
    most = 0
    for time in range(40):
        games.step(time, by_chance, by_chance)
        most = max(most, int(games.slots.slots["game"]["offers_made"].max()))
    assert most == offers


def test_deals_are_considered_in_a_share_of_the_turns() -> None:
    def with_offers(swaps: float) -> int:
        games = ParallelGames([load_box("uk-classic", {"deal_properties": 6})], Play(swaps=swaps), 64, 10, 3, "cpu")
        games.step(0, by_chance, by_chance)
        listed = 0
        for time in range(10):
            games.step(time, by_chance, by_chance)
            listed += sum(OFFER in slot["choices"][: slot["number"], 0] for slot in games.slots.slots)
        return listed

    assert 0 == with_offers(0.0) < with_offers(0.25) < with_offers(1.0)


def test_targets_are_those_of_td_lambda() -> None:
    """Two slots of three players: one game ends within the window, the other does not; some choices are not real ones."""
    lambda_, length = 0.6, 5
    steps = many(StepRecord, length, 2)
    luck = np.random.default_rng(1)
    chances = luck.random((length, 2, PROBABILITIES)).astype(np.float32)
    chances[..., 3:SEATS] = 0
    steps["chances"] = chances
    steps["players"] = 3
    steps["seat"] = luck.integers(0, 3, (length, 2))
    steps["row"] = [[5, 1], [-1, 1], [2, 1], [3, -1], [1, 1]]
    steps["ended"][2, 0] = 1
    outcome = np.array([0, 1, 0, 0, 0, 0, 0], np.float32)
    steps["outcome"][2, 0] = outcome
    targets = np.full((length, 2, PROBABILITIES), np.nan, np.float32)
    weights = np.zeros((length, 2), np.float32)
    target_some(steps, lambda_, np.full(PROBABILITIES, np.nan, np.float32), targets, weights, 0, 2)
    assert weights.tolist() == [[1, 1], [0, 1], [1, 1], [1, 0], [0, 0]]

    def turned(by_seat: np.ndarray, seat: int) -> np.ndarray:
        return np.concatenate([np.roll(by_seat[:3], -seat), np.zeros(3), by_seat[-1:]]).astype(np.float32)

    def seat(time: int, slot: int) -> int:
        return int(steps["seat"][time, slot])

    # the first slot: the game ends after step 2, and another begins
    assert targets[2, 0] == pytest.approx(turned(outcome, seat(2, 0)))
    assert targets[0, 0] == pytest.approx(turned(0.4 * chances[2, 0] + 0.6 * outcome, seat(0, 0)))
    assert targets[3, 0] == pytest.approx(turned(chances[4, 0], seat(3, 0)))
    # the second: what comes after the last step is not known
    future = chances[4, 1]
    assert targets[2, 1] == pytest.approx(turned(future, seat(2, 1)))
    future = 0.4 * chances[2, 1] + 0.6 * future
    assert targets[1, 1] == pytest.approx(turned(future, seat(1, 1)))


# kernels


@pytest.mark.slow
def test_the_kernels_do_what_the_functions_do() -> None:
    """In Numba's CUDA simulator, without a GPU, to the last byte."""
    program = [sys.executable, "-m", "tests.selfplay.simulated"]
    simulated = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(program, env=simulated, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stdout) == (0, "same\n"), done.stderr


def called_by(function: Any, found: dict[str, Any]) -> None:
    """Collect the compiled functions that a function calls, directly or not."""
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if hasattr(called, "py_func") and name not in found:
            found[name] = called
            called_by(called.py_func, found)


def test_kernels_call_only_functions_that_compile_for_a_gpu() -> None:
    """The simulator runs everything; a GPU refuses entries, which are compiled for a CPU alone."""
    found: dict[str, Any] = {}
    for function in (advance, write_row, write_targets):
        called_by(function.py_func, found)
    assert len(found) > 100
    assert [name for name, function in found.items() if not function._can_compile] == []
