"""The prospects of an option: the same games however they are asked for, and fair ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.game.words import MORTGAGE, ROLL, Action
from rentier.search.prospects import Prospects
from rentier.table import Game, read_seed
from tests.rules.positions import BROWN, player, position

THRIFTY = parse_agent("reserve:350,150")
SHORT = {"turn_cap": 4, "cap": "worth"}


def room_for(game: Game, seed: int = 1) -> Prospects:
    """A room that looks at a game."""
    room = Prospects(game.box, [THRIFTY], game.players)
    room.look(game.state, read_seed(seed))
    return room


def test_an_option_that_the_agent_likes_is_what_it_does_freely() -> None:
    room = room_for(position(player(700, 5, BROWN[:1]), player(700, 10), switches=SHORT))
    instinct = room.instinct()
    freely, liked = room.play_freely(instinct, range(20))
    assert liked
    assert np.array_equal(freely, room.play(instinct, range(20)))
    assert not room.play_freely(Action(MORTGAGE, 1), range(20))[1]


def test_games_are_numbered_and_do_not_depend_on_those_before() -> None:
    room = room_for(position(switches=SHORT))
    whole = room.play(Action(ROLL), range(20))
    parts = [room.play(Action(ROLL), part) for part in (range(7), range(7, 20))]
    assert np.array_equal(whole, np.concatenate(parts))
    assert np.all(whole.sum(axis=1) == 1)
    assert 0 < whole[:, 0].sum() < 20


def test_dice_that_an_option_brings_are_imagined() -> None:
    games = [position(player(700, 36), player(700, 10), dice=dice, switches=SHORT) for dice in ([(1, 2)], [(6, 5)])]
    first, second = (room_for(game).play(Action(ROLL), range(20)) for game in games)
    assert np.array_equal(first, second)


def test_an_agent_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(
        "from rentier.agents.mind import agent, plain\n@agent\ndef decide(box, game, mind):\n    return plain(2, 0, 0)\n"
    )
    game = position(switches=SHORT)
    room = Prospects(game.box, [parse_agent(str(file))], game.players)
    room.look(game.state, read_seed(1))
    with pytest.raises(RentierError, match=r"cheat.py' played an illegal action in a rollout"):
        room.play(Action(ROLL), range(5))
