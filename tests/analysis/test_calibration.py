"""Whether calibration counts predictions and wins."""

from __future__ import annotations

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.calibration import BINS, bins_of, calibrate
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError


def test_a_bin_has_the_mean_prediction_and_the_share_of_wins() -> None:
    games = np.zeros((40, BINS, 3))
    games[:, 3] = (2, 0.7, 1)  # in every game 35 % was predicted twice, and one of the two won
    games[::2, 9] = (1, 0.95, 1)
    bins = bins_of(games, 0)
    assert (bins[3].turns, bins[3].predicted, bins[3].won) == (80, pytest.approx(0.35), pytest.approx(0.5))
    assert bins[3].interval == (0.5, 0.5)  # no game differs from the others
    assert (bins[9].turns, bins[9].won, bins[9].interval) == (20, 1.0, (1.0, 1.0))
    assert (bins[0].turns, bins[0].predicted, bins[0].interval) == (0, None, None)


def test_intervals_are_as_wide_as_games_differ() -> None:
    luck = np.random.default_rng(1)
    games = np.zeros((400, BINS, 3))
    games[:, 5, 0] = 10
    games[:, 5, 2] = 10 * (luck.random(400) < 0.5)  # the ten predictions of a game are right or wrong together
    low, high = bins_of(games, 0)[5].interval or (0, 0)
    assert 0.08 < high - low < 0.12  # that of 400 games, not of 4,000 predictions


@pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")
def test_a_network_is_asked_once_a_turn() -> None:
    box = load_box("uk-classic", {"turn_cap": 30})
    found = calibrate(parse_agent("selfplay"), box, [parse_agent("phase1"), parse_agent("phase2")], 4)
    assert sum(one.turns for one in found.bins) == 4 * 30
    assert all(one.low <= one.predicted <= one.high for one in found.bins if one.predicted is not None)
    assert 0 < found.brier < 1
    assert found.as_dict()["agents"] == ["phase1", "phase2"]


@pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")
def test_games_of_like_agents_differ() -> None:
    box = load_box("uk-classic", {"turn_cap": 30})
    found = calibrate(parse_agent("selfplay"), box, [parse_agent("phase1")] * 2, 2)
    assert any(one.turns % 2 == 1 for one in found.bins)


def test_an_agent_without_chances_is_refused() -> None:
    with pytest.raises(RentierError, match="agent 'bot' does not estimate win probabilities"):
        calibrate(parse_agent("bot"), load_box("uk-classic"), [parse_agent("td")] * 2, 1)
