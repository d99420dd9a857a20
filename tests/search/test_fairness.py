"""A search knows what everybody at the table can see, and changes nothing there."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

import numpy as np
import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.match import play_match
from rentier.arena.tables import Sitting
from rentier.box import Box, load_box
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.layout import layout
from rentier.search.mcts import Mcts
from tests.rules.positions import play, position
from tests.search.thinking import KEY, MODES, found, middle_game, searching, thought_of

SPEC = "mcts:rollouts=60"


def memory(record: Any) -> bytes:
    """Return all bytes of a record."""
    held: bytes = record.tobytes()
    return held


@pytest.mark.parametrize("mode", MODES)
def test_the_hidden_luck_makes_no_difference(mode: str) -> None:
    game = middle_game()
    others = [game.imagine(seed) for seed in range(8)]
    for other in others:
        other.apply("roll")
    assert len({other.square[0] for other in others}) > 1  # the luck is indeed different
    thoughts = [found(thought_of(f"mcts:{mode},rollouts=80", table)) for table in (game, *map(game.imagine, (1, 2, 3)))]
    assert all(thought == thoughts[0] for thought in thoughts[1:])


@pytest.mark.parametrize("mode", MODES)
def test_loaded_dice_are_not_known(mode: str) -> None:
    honest, loaded = middle_game(), middle_game(dice=[(1, 1), (6, 6)], chance=["go_to_jail"])
    assert memory(honest.state) == memory(loaded.state)
    assert found(thought_of(f"mcts:{mode},rollouts=80", honest)) == found(thought_of(f"mcts:{mode},rollouts=80", loaded))


@pytest.mark.parametrize("mode", MODES)
def test_bids_in_envelopes_are_not_known(mode: str) -> None:
    tables = [play(position(rules="adjudicator2018", dice=[(1, 2)]), "roll", "decline", f"bid {bid}") for bid in (5, 900)]
    assert [table.decision for table in tables] == ["bid", "bid"]
    low, high = (thought_of(f"mcts:{mode},rollouts=100", table) for table in tables)
    assert low.effort.rollouts == 100
    assert found(low) == found(high)


def test_a_sitting_decides_alike_whatever_the_luck() -> None:
    box = load_box("uk-classic", {"deal_properties": "all"})
    agents = [parse_agent(SPEC), parse_agent("aggressive")]
    game = Game.new(2, box, 4)
    while game.actor != 0:
        game.apply(game.legal_actions()[0])
    tables = [game, game.imagine(5), game.imagine(6)]
    assert len({tuple(Sitting(box, agents, 9).decide(table.state)) for table in tables}) == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_search_leaves_the_game_as_it_was(mode: str) -> None:
    game = middle_game()
    before = [memory(record) for record in (game.state, game._luck, game.box.record)]
    thought_of(f"mcts:{mode},rollouts=200,jobs=2", game)
    assert [memory(record) for record in (game.state, game._luck, game.box.record)] == before


class Watched(Mcts):
    """A search at a table of the arena that notes what it is handed."""

    seen: ClassVar[list[tuple[Any, ...]]] = []

    def decide(self, *handed: Any) -> Action:
        """Decide as the search does."""
        self.seen.append(handed)
        return super().decide(*handed)


def test_the_arena_hands_over_the_box_and_what_is_seen() -> None:
    """No luck among the arguments, and none in the memory that the shown game is part of."""
    box = load_box("uk-classic", {"turn_cap": 6})
    options = parse_agent("mcts:rollouts=5").options
    watched = Agent("watched", "test", (), f"{__name__}:Watched", True, options)
    Watched.seen.clear()
    play_match(box, [watched, parse_agent("random")], 2, 3)
    assert len(Watched.seen) > 4
    for handed in Watched.seen:
        assert len(handed) == 2
        assert isinstance(handed[0], Box)
        assert handed[1].dtype == layout(GameRecord)
        around: Any = np.asarray(handed[1]).base
        assert around is None or around.nbytes == layout(GameRecord).itemsize


def test_the_signature_has_no_room_for_luck() -> None:
    assert list(inspect.signature(Mcts.decide).parameters) == ["self", "box", "game"]
    assert list(inspect.signature(Mcts.think).parameters) == ["self", "box", "game"]


def test_every_game_is_imagined_on_luck_of_the_search() -> None:
    """With two keys the search finds different figures in the same game."""
    game = middle_game()
    first, second = searching(SPEC, KEY), searching(SPEC, np.uint64(7))
    assert found(first.think(game.box, game.state)) != found(second.think(game.box, game.state))
