"""The golden playthroughs are played as they are written. After a wanted change: `python -m tests.golden.regenerate`."""

from __future__ import annotations

import pytest

from rentier.box import preset_names
from rentier.game.words import DECISIONS, KINDS

from .regenerate import HERE, LINES, path_of, playthrough


@pytest.mark.parametrize("preset", preset_names())
def test_playthrough_is_as_written(preset: str) -> None:
    written = path_of(preset).read_text()
    assert playthrough(preset) == written, "if the rules were meant to change: python -m tests.golden.regenerate"


def test_every_preset_has_its_playthrough_and_there_is_no_other() -> None:
    assert sorted(path.stem for path in HERE.glob("*.txt")) == sorted(preset_names())


def test_the_playthroughs_show_most_of_the_game() -> None:
    """Between them they come to nearly every decision and kind of action."""
    lines = [line for preset in preset_names() for line in path_of(preset).read_text().splitlines()]
    played = [line.split(maxsplit=3) for line in lines if line[:3].strip().isdigit()]
    assert len(played) > 0.8 * LINES * len(preset_names())
    decisions = {words[2] for words in played}
    assert set(DECISIONS) - decisions <= {"over", "place", "roll"}
    said = {kind for kind in KINDS for words in played if words[3].startswith(kind)}
    assert set(KINDS) - said <= {"pay share", "draw card"}
