"""The evaluation of an option by rollouts: reproducible however it is split up, and fair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.game.words import MORTGAGE, ROLL, Action
from rentier.game_api import Game, read_seed
from rentier.search.rollout_evaluator import RolloutEvaluator
from tests.rules.positions import BROWN, player, position

THRIFTY = parse_agent("reserve:350,150")
SHORT = {"turn_cap": 4, "cap": "worth"}


def evaluator_for(game: Game, seed: int = 1) -> RolloutEvaluator:
    """Return an evaluator for a game."""
    evaluator = RolloutEvaluator(game.box, [THRIFTY], game.players)
    evaluator.set_state(game.state, read_seed(seed))
    return evaluator


def test_an_option_that_the_agent_likes_is_what_it_does_freely() -> None:
    evaluator = evaluator_for(position(player(700, 5, BROWN[:1]), player(700, 10), switches=SHORT))
    default_action = evaluator.default_action()
    freely, liked = evaluator.play_freely(default_action, range(20))
    assert liked
    assert np.array_equal(freely, evaluator.play(default_action, range(20)))
    assert not evaluator.play_freely(Action(MORTGAGE, 1), range(20))[1]


def test_games_are_numbered_and_do_not_depend_on_those_before() -> None:
    evaluator = evaluator_for(position(switches=SHORT))
    whole = evaluator.play(Action(ROLL), range(20))
    parts = [evaluator.play(Action(ROLL), part) for part in (range(7), range(7, 20))]
    assert np.array_equal(whole, np.concatenate(parts))
    assert np.all(whole.sum(axis=1) == 1)
    assert 0 < whole[:, 0].sum() < 20


def test_dice_that_an_option_brings_are_imagined() -> None:
    games = [position(player(700, 36), player(700, 10), dice=dice, switches=SHORT) for dice in ([(1, 2)], [(6, 5)])]
    first, second = (evaluator_for(game).play(Action(ROLL), range(20)) for game in games)
    assert np.array_equal(first, second)


def test_an_agent_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(
        "from rentier.agents.mind import agent, plain\n@agent\ndef decide(box, game, mind):\n    return plain(2, 0, 0)\n"
    )
    game = position(switches=SHORT)
    evaluator = RolloutEvaluator(game.box, [parse_agent(str(file))], game.players)
    evaluator.set_state(game.state, read_seed(1))
    with pytest.raises(RentierError, match=r"cheat.py' played an illegal action in a rollout"):
        evaluator.play(Action(ROLL), range(5))
