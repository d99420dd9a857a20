"""How weaker levels misjudge states: by little in all, and hardly where the game is decided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from rentier.agents.mind import MIND, MindRecord
from rentier.agents.prejudices import PREJUDICE, misjudged
from rentier.compiled import entry
from rentier.game.state import GAME, GameRecord
from rentier.layout import new
from tests.rules.positions import ORANGE, PINK, player, position

POINTS = 8  # of win probability
keys = st.integers(0, 2**64 - 1)


@entry(types.float64(GAME, MIND, types.int64, types.float64))
def judged(game: GameRecord, mind: MindRecord, seat: int, value: float) -> float:
    """`misjudged`, for Python."""
    return misjudged(game, mind, seat, value)


def judgement(key: int, value: float, cash: int = 0, deeds: Any = (), points: float = POINTS) -> float:
    """Return what a player makes of its win probability, with this cash and these deeds, in the game with this key."""
    mind = new(MindRecord)
    mind.key = np.uint64(key)
    mind.settings[PREJUDICE] = points
    return float(judged(position(player(cash, deeds=deeds), player()).state, mind, 0, value))


@given(keys, st.integers(0, 100_000))
def test_no_amount_of_cash_is_misjudged_by_more_than_one_deed(key: int, cash: int) -> None:
    assert abs(judgement(key, 0.5, cash) - 0.5) <= POINTS / 100


@given(keys)
def test_no_number_of_houses_is_misjudged_by_more_than_one_deed(key: int) -> None:
    hotels = judgement(key, 0.5, deeds=dict.fromkeys([*ORANGE, *PINK], 5))
    assert abs(hotels - judgement(key, 0.5, deeds=dict.fromkeys([*ORANGE, *PINK], 0))) <= POINTS / 100 + 1e-9


@given(keys, st.sampled_from([0.0, 0.001, 0.999, 1.0]))
def test_who_has_nearly_won_or_lost_is_seen_to(key: int, value: float) -> None:
    assert judgement(key, value, 20_000, [*ORANGE, *PINK]) == pytest.approx(value, abs=0.015)


def test_players_like_different_things_in_different_games() -> None:
    with_orange = [judgement(key, 0.5, deeds=ORANGE[:1]) for key in range(20)]
    assert min(with_orange) < 0.47
    assert max(with_orange) > 0.53
    assert judgement(1, 0.5, deeds=ORANGE[:1]) == judgement(1, 0.5, deeds=ORANGE[:1])


def test_without_prejudices_a_state_is_worth_its_win_probability() -> None:
    assert judgement(1, 0.3, 700, ORANGE, points=0) == 0.3
