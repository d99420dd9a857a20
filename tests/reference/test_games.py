"""Games of the engine against the reference: every field of the state, and what is legal, after every decision."""

from __future__ import annotations

import pytest

from rentier.box import preset_names
from tests.reference.match import Match


@pytest.mark.parametrize("preset", preset_names())
def test_the_reference_agrees_with_every_preset(preset: str) -> None:
    for seed in range(3):
        Match(preset, {}, players=4 - seed, seed=seed).play(decisions=200)
