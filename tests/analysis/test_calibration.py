"""Whether calibration counts what was said and what came true."""

from __future__ import annotations

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.calibration import BINS, bins_of, calibrate
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError


def test_a_bin_has_the_mean_of_what_was_said_and_of_what_came_true() -> None:
    games = np.zeros((40, BINS, 3))
    games[:, 3] = (2, 0.7, 1)  # in every game 35 % was said twice, and one of the two won
    games[::2, 9] = (1, 0.95, 1)
    bins = bins_of(games, 0)
    assert (bins[3].answers, bins[3].said, bins[3].won) == (80, pytest.approx(0.35), pytest.approx(0.5))
    assert bins[3].interval == (0.5, 0.5)  # no game differs from the others
    assert (bins[9].answers, bins[9].won, bins[9].interval) == (20, 1.0, (1.0, 1.0))
    assert (bins[0].answers, bins[0].said, bins[0].interval) == (0, None, None)


def test_intervals_are_as_wide_as_games_differ() -> None:
    luck = np.random.default_rng(1)
    games = np.zeros((400, BINS, 3))
    games[:, 5, 0] = 10
    games[:, 5, 2] = 10 * (luck.random(400) < 0.5)  # the ten answers of a game come true together
    low, high = bins_of(games, 0)[5].interval or (0, 0)
    assert 0.08 < high - low < 0.12  # of 400 games, not of 4,000 answers


@pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")
def test_a_network_is_asked_once_a_turn() -> None:
    box = load_box("uk-classic", {"turn_cap": 30})
    found = calibrate(parse_agent("selfplay"), box, [parse_agent("phase1"), parse_agent("phase2")], 4)
    assert sum(one.answers for one in found.bins) == 4 * 30
    assert all(one.low <= one.said <= one.high for one in found.bins if one.said is not None)
    assert 0 < found.brier < 1
    assert found.as_dict()["agents"] == ["phase1", "phase2"]


def test_an_agent_without_chances_is_refused() -> None:
    with pytest.raises(RentierError, match="agent 'bot' does not say chances to win"):
        calibrate(parse_agent("bot"), load_box("uk-classic"), [parse_agent("td")] * 2, 1)
