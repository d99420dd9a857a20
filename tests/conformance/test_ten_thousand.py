"""Thousands of random games of every preset end or reach their cap: none crashes, and none goes on for ever.

`pytest -m long` plays ten thousand games of each preset; without it 200 are played.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.arena.play import DRAWN, TURNS, WINNER
from rentier.arena.results import MatchResult
from rentier.box import Box, load_box, preset_names, switch_definitions
from rentier.box.record import MOST_SEATS, MOST_SQUARES
from rentier.game_api import Game

from .test_properties import apply_and_audit, choose, listed, passes, well_formed_trade
from .wide import UNUSUAL, wide_box

CASTS = (("random",), ("random", "random:uniform"), ("random", "reserve:50,0", "random:uniform", "reserve:350,150"))
JOBS = min(2, os.cpu_count() or 1)


def play_out(box: Box, players: int, games: int, specs: tuple[str, ...] = CASTS[0]) -> MatchResult:
    """Play games to their end, and check every result against the caps of the rules."""
    agents = [parse_agent(specs[seat % len(specs)]) for seat in range(players)]
    result = play_match(box, agents, games, seed=17, jobs=JOBS, keep_rows=True)
    assert result.rows is not None
    assert result.games == games
    turns = result.rows[:, TURNS]
    assert turns.min() >= 1
    if box.record.turn_cap > 0:
        assert turns.max() <= box.record.turn_cap
    assert result.rows[:, WINNER].min() >= DRAWN
    assert result.rows[:, WINNER].max() < players
    return result


def play_all_sizes(preset: str, games: int) -> None:
    """Play a number of games of a preset, divided among all numbers of players."""
    sizes = range(2, MOST_SEATS + 1)
    share = -(-games // len(sizes))
    offers = {"offers_per_turn": 3} if load_box(preset).switches["offers_per_turn"] == "unlimited" else {}
    results = [play_out(load_box(preset, offers), players, share, CASTS[players % len(CASTS)]) for players in sizes]
    assert sum(result.games for result in results) >= games


@pytest.mark.slow
@pytest.mark.parametrize("preset", preset_names())
def test_two_hundred_games_end(preset: str) -> None:
    play_all_sizes(preset, 200)


@pytest.mark.long
@pytest.mark.parametrize("preset", preset_names())
def test_ten_thousand_games_end(preset: str) -> None:
    play_all_sizes(preset, 10_000)


def test_the_unusual_settings_leave_hardly_a_switch_alone() -> None:
    usual = {name: switch.default for name, switch in switch_definitions().items()}
    alike = {name for name in usual if name not in UNUSUAL or UNUSUAL[name] == usual[name]}
    assert alike <= {
        "first_player",
        "auction_on_decline",
        "shortage_auction",
        "mortgages",
        "mortgage_transfer_fee",
        "trade_menu",
        "bank_bankruptcy",
        "end",
        "round_cap",
        "cash_goal",
    }


@pytest.mark.parametrize(
    "change", [{}, {"auction": "ascending", "bid_limit": "raisable", "dice": 4}, {"rent_claim": "automatic"}]
)
def test_the_widest_board_with_eight_players_and_unusual_switches(change: dict[str, object], tmp_path: Path) -> None:
    box = wide_box(tmp_path, {**UNUSUAL, **change})
    assert box.record.squares == MOST_SQUARES
    result = play_out(box, MOST_SEATS, 40, CASTS[2])
    assert result.summary.turns > 40 * 50


@pytest.mark.slow
def test_books_and_positions_on_the_widest_board(tmp_path: Path) -> None:
    """Check the ledger and the invariants on the widest board, also with offers off the menu."""
    box = wide_box(tmp_path, UNUSUAL)
    for seed in range(2):
        game, chooser = Game.new(MOST_SEATS, box, seed), random.Random(seed)
        for _ in range(600):
            if game.over:
                break
            action = choose(listed(game), chooser)
            if chooser.random() < 0.1 and passes(game, trade := well_formed_trade(game, chooser)):
                action = trade
            apply_and_audit(game, action)
        assert game.turn >= 15
