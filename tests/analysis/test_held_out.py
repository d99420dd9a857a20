"""Whether held-out positions distinguish a trained network from an untrained one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.held_out import held_out, held_out_error
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.network.weights import Network


def test_every_position_says_what_each_seat_has_won() -> None:
    assert len(held_out()) == 100
    for game, shares in held_out():
        assert len(shares) == game.players == 4
        assert 0.5 < sum(shares) < 1.001  # the rest are draws, which are frequent from some late positions
        assert all(share == 0 for seat, share in enumerate(shares) if game.state.fallen[seat] != 0)


@pytest.mark.skipif(INTERPRETED, reason="hundreds of evaluations of 512 nodes")
def test_a_network_that_has_learnt_is_closer_to_them() -> None:
    bundled = parse_agent("selfplay")
    assert isinstance(bundled.network, Network)
    weights = np.zeros_like(bundled.network.weights)
    blank = replace(bundled, network=replace(bundled.network, weights=weights))
    assert held_out_error(bundled) < 0.6 * held_out_error(blank)


def test_an_agent_without_chances_is_refused() -> None:
    with pytest.raises(RentierError, match="agent 'bot' does not estimate win probabilities"):
        held_out_error(parse_agent("bot"))
