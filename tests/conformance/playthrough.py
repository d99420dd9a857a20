"""Whole games played decision by decision from Python, in the same way interpreted and compiled.

`python -m tests.conformance.playthrough 0 100` plays the first hundred games of `GAMES` and prints their digests as JSON;
with NUMBA_DISABLE_JIT=1 before it the rules run interpreted.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.mind import MindRecord
from rentier.agents.random_agent import decide as decide_random
from rentier.agents.reserve import decide as decide_reserve
from rentier.box import Box, load_box, preset_names
from rentier.box.record import MOST_SEATS
from rentier.game.apply import apply, begin
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import ALLOWED, REASONS
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import OVER, Action
from rentier.layout import many, new

Decide = Callable[[Any, Any, Any], Any]

# the agents: function and settings
CAST: tuple[tuple[Decide, tuple[int, ...]], ...] = (
    (decide_random, (0, 1)),
    (decide_reserve, (50, 0)),
    (decide_random, (1, 1)),
    (decide_reserve, (350, 150)),
)
STEP = 10  # decisions between two digests of a game

# rules that differ from the presets, so that every rule applies within a few turns
VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"deal_properties": "all", "start_cash": 800},
    {"auction": "sealed", "deal_properties": 2, "bid_limit": "raisable", "card_draw": "reshuffle"},
    {"deal_properties": "all", "building_supply": "6/2", "start_cash": 4000, "shortage_open_bid": 20},
    {"start_cash": 150, "rent_claim": "asked", "free_parking": "pot", "utility_roll": "fresh", "deal_properties": 3},
    {"dice": 3, "card_draw": "replace", "trade_menu": "property-for-cash", "bid_limit": "unlimited", "deal_properties": 3},
    {"dice": 1, "even_build": "no", "build_without_full_set": "yes", "deal_properties": "all", "mortgage_interest": 37},
    {"auction": "none", "trade_menu": "one-for-one", "player_bankruptcy": "bank", "start_cash": 200, "deal_properties": 4},
    {"loans": "yes", "immunity": "yes", "start_cash": 200, "deal_properties": 4, "manage_part": "after-roll"},
    {
        "unmortgage_on_transfer": "yes",
        "buying": "auction",
        "auction": "ascending",
        "auction_unsold": "last",
        "deal_properties": 3,
    },
)


@dataclass(frozen=True)
class Setting:
    """One game of the series: the rules, the number of players, the agents and the key."""

    number: int
    preset: str
    players: int
    overrides: dict[str, object]

    @property
    def box(self) -> Box:
        return load_box(self.preset, self.overrides)


def series(count: int, turns: int) -> list[Setting]:
    """Return games over all presets, two to eight players and all variants, each stopped after a number of turns."""
    presets = preset_names()
    settings = []
    for number in range(count):
        variant = VARIANTS[number // len(presets) % len(VARIANTS)]
        players = 2 + number % (MOST_SEATS - 1)
        preset = presets[number % len(presets)]
        overrides = {**variant, "turn_cap": turns, "offers_per_turn": 1}
        if variant.get("auction") == "none":
            overrides["buying"] = "choice"
        settings.append(Setting(number, preset, players, overrides))
    return settings


GAMES = series(200, 16)


class Playthrough:
    """One game in progress: its records, and a mind for every seat."""

    def __init__(self, box: Box, players: int, number: int, cast: tuple[tuple[Decide, tuple[int, ...]], ...] = CAST) -> None:
        self.box = box
        self.game = new(GameRecord)
        self.luck = new(LuckRecord)
        self.minds = many(MindRecord, players)
        self.decides = []
        begin(box.record, self.game, self.luck, players, key_of(np.uint64(2026), number))
        for seat in range(players):
            decide, settings = cast[(seat + number) % len(cast)]
            self.decides.append(decide)
            self.minds[seat].key = key_of(np.uint64(number), seat)
            self.minds[seat].settings[: len(settings)] = settings

    def step(self) -> Action:
        """Let the player to act decide; the rules check and carry out."""
        seat = int(self.game.actor)
        action = Action(*map(int, self.decides[seat](self.box.record, self.game, self.minds[seat])))
        reason = check(self.box.record, self.game, action)
        if reason != ALLOWED:
            raise AssertionError(f"{action} of seat {seat}: {REASONS[reason]}")
        apply(self.box.record, self.game, self.luck, action)
        return action

    def actions(self) -> Iterator[Action]:
        """Yield every action of the game, each after it was carried out, until it is over."""
        while self.game.decision != OVER:
            yield self.step()


def digests(setting: Setting) -> list[str]:
    """Return digests of game and luck after every tenth decision and at the end, then the number of decisions."""
    play = Playthrough(setting.box, setting.players, setting.number)
    digest = hashlib.sha256()
    seen = []
    count = 0
    for action in play.actions():
        count += 1
        digest.update(repr(tuple(action)).encode())
        if count % STEP == 0:
            digest.update(play.game.tobytes() + play.luck.tobytes())
            seen.append(digest.hexdigest()[:12])
    digest.update(play.game.tobytes() + play.luck.tobytes())
    return [*seen, digest.hexdigest()[:12], str(count)]


def main() -> None:
    np.seterr(over="raise")
    first, last = map(int, sys.argv[1:])
    json.dump([digests(setting) for setting in GAMES[first:last]], sys.stdout)


if __name__ == "__main__":
    main()
