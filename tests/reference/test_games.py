"""Games of the engine against the reference: every field of the state, and what is legal, after every decision."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rentier.box import preset_names
from rentier.events import CAUSES, EVENT_KINDS
from rentier.rules import DECISIONS
from tests.reference.draw import random_switches
from tests.reference.match import Match

# `roll` is asked only in positions that go straight to the dice.
REACHED = (set(DECISIONS) | set(EVENT_KINDS) | set(CAUSES)) - {"roll"}


def random_rules(seed: int) -> tuple[str, dict[str, Any], int]:
    """A preset, switches and a number of players. In every third game all deeds are dealt and buildings are scarce."""
    chooser = random.Random(seed)
    preset = chooser.choice(preset_names())
    switches = random_switches(chooser, preset)
    if seed % 3:
        return preset, switches, chooser.randint(2, 8)
    scarce = {"deal_properties": "all", "deal_paid": False, "start_cash": chooser.choice([800, 1500, 5000])}
    scarce |= {"building_supply": chooser.choice(["3/2", "8/3", "16/1", "12/0"]), "turn_cap": 0, "round_cap": 0}
    return preset, switches | scarce, chooser.randint(2, 4)


def play_random_games(seeds: range, decisions: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        preset, switches, players = random_rules(seed)
        match = Match(preset, switches, players, seed)
        match.play(decisions)
        seen += match.seen
    return seen


@pytest.mark.parametrize("preset", preset_names())
def test_the_reference_agrees_with_every_preset(preset: str) -> None:
    for seed in range(2):
        assert Match(preset, {}, players=2 + 2 * seed, seed=seed).play(decisions=150) > 20


def test_the_reference_agrees_under_random_switches() -> None:
    seen = play_random_games(range(40), decisions=100)
    assert {"bid", "respond", "raise", "settle", "claim", "place", "tax", "card", "bankrupted", "scarce"} <= set(seen)


DEALT: dict[str, Any] = {"deal_properties": "all", "offers_per_turn": "unlimited"}
UNMORTGAGED_WITHOUT_A_FEE = DEALT | {"unmortgage_on_transfer": True, "mortgage_transfer_fee": False}
UNEVEN = DEALT | {"even_build": False, "build_without_full_set": True, "trade_menu": "none"}
UNEVEN_AND_SCARCE = UNEVEN | {"building_supply": "32/4", "hotel_after": 1, "start_cash": 3000}
CHOICES_BEFORE_AN_IOU = DEALT | {"loans": True, "rent_claim": "asked", "income_tax": "choice", "start_cash": 300}


@pytest.mark.parametrize(
    ("switches", "reached"),
    [
        (UNMORTGAGED_WITHOUT_A_FEE, {"forced-unmortgaging"}),
        (UNEVEN_AND_SCARCE, {"scarce", "place"}),
        (CHOICES_BEFORE_AN_IOU, {"iou", "claim", "tax", "raise"}),
    ],
)
def test_the_reference_agrees_where_two_switches_meet(switches: dict[str, Any], reached: set[str]) -> None:
    """Pairs of switches in which the two once differed."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        match = Match("uk-classic", switches, players=3, seed=seed)
        match.play(decisions=200)
        seen += match.seen
    assert reached <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("preset", preset_names())
def test_the_reference_agrees_with_long_games_of_every_preset(preset: str) -> None:
    for seed in range(2, 7):
        Match(preset, {}, players=seed, seed=seed).play(decisions=1000)


@pytest.mark.slow
def test_the_reference_agrees_under_many_random_switches_and_reaches_every_event() -> None:
    seen = play_random_games(range(1000, 1150), decisions=400)
    assert set(seen) >= REACHED, f"not reached: {sorted(REACHED - set(seen))}"
