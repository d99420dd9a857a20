"""Measure how fast the rules run: in one process with alternating measures, so that ratios hold whatever else the machine does.

The unit is the bare walk: two dice, a move and the salary, for four seats in turn. Times on one core are CPU times, which do
not include time given to other processes; only the speed-up of two jobs is measured in wall-clock time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import types

from rentier.agents.specs import parse_agent
from rentier.arena.limits import cores
from rentier.arena.match import play_match
from rentier.arena.play import COLUMNS, DECISIONS, TURNS
from rentier.arena.seating import ROTATE
from rentier.arena.tables import MatchTable, Sitting
from rentier.arena.tally import NOT_WATCHED
from rentier.box import load_box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.apply import apply, begin
from rentier.game.events import BY_DICE
from rentier.game.legal import ACTIONS, legal
from rentier.game.luck import key_of, roll_dice
from rentier.game.movement import move_forward
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import ACTION_NUMBERS, MOST_ACTIONS, OVER
from rentier.layout import Numbers, many, new

SEED = 7
WALK_SEATS = 4
WALK_TURNS = 3_000_000
RESERVE_AGENTS = ("reserve:50,0", "reserve:50,0", "reserve:350,150", "reserve:350,150")
RESERVE_SWITCHES = {"auction": "none", "trade_menu": "none"}
RESERVE_GAMES = 100
RANDOM_AGENTS = ("random",) * 4
RANDOM_GAMES = 4
POSITIONS = 200  # sampled from random play
DECISIONS_BETWEEN = 25  # one position is sampled every 25 decisions
LEGAL_ROUNDS = 20
JOBS_GAMES = 400
JOBS_REPEATS = 3

Sample = dict[str, float]
Progress = Callable[[], None]


@entry(types.void(BOX, GAME, LUCK, types.int64))
def walk(box: BoxRecord, game: GameRecord, luck: LuckRecord, turns: int) -> None:
    """Walk round the board, seat after seat: roll, move, collect the salary."""
    seat = 0
    for _turn in range(turns):
        move_forward(box, game, None, seat, roll_dice(box, game, luck, seat), BY_DICE)
        seat = seat + 1 if seat < WALK_SEATS - 1 else 0


@entry(types.int64(BOX, types.Array(GAME, 1, "C"), types.int64, ACTIONS))
def list_all(box: BoxRecord, games: Any, rounds: int, actions: Numbers) -> int:
    """List the legal actions of every position `rounds` times; return how many actions were listed."""
    listed = 0
    for _round in range(rounds):
        for number in range(len(games)):
            listed += legal(box, games[number], actions)
    return listed


def bench(repeats: int, progress: Progress | None = None) -> dict[str, Any]:
    """Return the median of each measure over the repeats, and the speed-up of two jobs if there are two cores."""
    measures = {"walk": _walk(), "reserve": _play(RESERVE_AGENTS, RESERVE_SWITCHES, RESERVE_GAMES)}
    measures |= {"random": _play(RANDOM_AGENTS, {}, RANDOM_GAMES), "legal": _legal()}
    samples: dict[str, list[Sample]] = {name: [] for name in measures}
    for repeat in range(repeats + 1):
        for name, measure in measures.items():
            sample = measure()
            if repeat > 0:  # the first is a warm-up
                samples[name].append(sample)
            if progress is not None:
                progress()
    report: dict[str, Any] = {name: _median(listed) for name, listed in samples.items()}
    for name in ("reserve", "random"):
        report[name]["times_the_walk"] = report[name]["ns_per_turn"] / report["walk"]["ns_per_turn"]
    report["repeats"] = repeats
    report["two_jobs_speed_up"] = _two_jobs() if cores() > 1 else None
    return report


def _median(samples: Sequence[Sample]) -> Sample:
    """Return the median of each figure."""
    return {figure: statistics.median(sample[figure] for sample in samples) for figure in samples[0]}


def _walk() -> Callable[[], Sample]:
    """Return a function that measures the nanoseconds per turn of the bare walk."""
    box, game, luck = load_box().record, new(GameRecord), new(LuckRecord)

    def measure() -> Sample:
        begin(box, game, luck, WALK_SEATS, key_of(np.uint64(SEED), 0))
        start = time.thread_time_ns()
        walk(box, game, luck, WALK_TURNS)
        return {"ns_per_turn": (time.thread_time_ns() - start) / WALK_TURNS}

    return measure


def _play(specs: Sequence[str], switches: dict[str, str], games: int) -> Callable[[], Sample]:
    """Return a function that measures the nanoseconds per turn and per decision of whole games."""
    agents = [parse_agent(spec) for spec in specs]
    table = MatchTable(load_box("uk-classic", switches), agents, SEED, ROTATE, NOT_WATCHED)
    results = np.zeros((games, COLUMNS), np.int64)

    def measure() -> Sample:
        start = time.thread_time_ns()
        _played, error = table.play(0, results)
        spent = time.thread_time_ns() - start
        if error is not None:
            raise error
        turns, decisions = int(results[:, TURNS].sum()), int(results[:, DECISIONS].sum())
        return {
            "ns_per_turn": spent / turns,
            "ns_per_decision": spent / decisions,
            "turns_per_game": turns / games,
            "decisions_per_turn": decisions / turns,
        }

    return measure


def _legal() -> Callable[[], Sample]:
    """Return a function that measures the nanoseconds needed to list the legal actions of a mid-game position."""
    box = load_box().record
    games = _positions()
    actions = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)

    def measure() -> Sample:
        start = time.thread_time_ns()
        listed = list_all(box, games, LEGAL_ROUNDS, actions)
        calls = LEGAL_ROUNDS * len(games)
        return {"ns_per_call": (time.thread_time_ns() - start) / calls, "actions_per_call": listed / calls}

    return measure


def _positions() -> Any:
    """Sample positions from the games of four random agents."""
    box = load_box()
    game, luck, games = new(GameRecord), new(LuckRecord), many(GameRecord, POSITIONS)
    agents = [parse_agent(spec) for spec in RANDOM_AGENTS]
    saved = decisions = seed = 0
    while saved < POSITIONS:
        sitting = Sitting(box, agents, seed)
        begin(box.record, game, luck, len(agents), key_of(np.uint64(seed), 0))
        while game.decision != OVER and saved < POSITIONS:
            apply(box.record, game, luck, sitting.decide(game))
            decisions += 1
            if decisions % DECISIONS_BETWEEN == 0 and game.decision != OVER:
                games[saved] = game
                saved += 1
        seed += 1
    return games


def _two_jobs() -> float:
    """Return the speed of two threads divided by that of one."""
    box = load_box("uk-classic", RESERVE_SWITCHES)
    agents = [parse_agent(spec) for spec in RESERVE_AGENTS]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _repeat in range(JOBS_REPEATS):
        for jobs, spent in seconds.items():
            spent.append(play_match(box, agents, JOBS_GAMES, SEED, jobs).seconds)
    return statistics.median(seconds[1]) / statistics.median(seconds[2])
