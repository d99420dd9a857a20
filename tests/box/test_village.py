"""The village of docs/boards.md: it loads as the page says, and games on it reach their end or their cap."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rentier import Game
from rentier.box import load_box
from rentier.box.record import CARD_EFFECTS

DOCS = Path(__file__).parent.parent.parent / "docs"
PRESET = DOCS / "village" / "preset.toml"


def test_the_village_loads() -> None:
    box = load_box(PRESET)
    assert (box.name, box.title, box.board.title, box.board.edition) == ("village", "Village rules", "Little Wexcombe", "dry")
    assert box.record.squares == 12
    assert box.square_number("weavers row") == 8
    assert {card.effect for deck in box.decks for card in deck} == set(CARD_EFFECTS)


def test_the_flood_changes_what_it_names() -> None:
    dry, flood = load_box(PRESET), load_box(PRESET, {"edition": "flood"})
    changed = [number for number in range(12) if dry.board.squares[number] != flood.board.squares[number]]
    assert [dry.square_names[number] for number in changed] == ["Duck Lane", "Ferry Landing"]
    assert [group.house_cost for group in flood.board.groups] == [30, 40, 0, 0]


@pytest.mark.parametrize("edition", ["dry", "flood"])
@pytest.mark.parametrize("players", [2, 4])
def test_games_in_the_village_come_to_an_end(players: int, edition: str) -> None:
    game = Game.new(players=players, rules=str(PRESET), overrides={"edition": edition}, seed=players)
    chooser = random.Random(players)
    while not game.over:
        game.apply(chooser.choice(game.legal_actions()))
    assert game.round <= 61
    assert game.standings


def test_the_page_shows_the_files_as_they_are() -> None:
    """Every excerpt for which the page names a file is in that file, line by line."""
    shown = re.findall(r"from `(village/\w+\.toml)`:\n\n```text\n(.*?)^```$", (DOCS / "boards.md").read_text(), re.M | re.S)
    assert {name for name, _ in shown} == {"village/board.toml", "village/decks.toml", "village/preset.toml"}
    for name, excerpt in shown:
        for part in excerpt.strip().split("\n\n"):
            assert part in (DOCS / name).read_text()
