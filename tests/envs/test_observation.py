"""Observations and rewards."""

from __future__ import annotations

import numpy as np
import pytest

from rentier import Game, RentierError
from rentier.box import preset_names
from rentier.envs.rewards import RANK, WIN, WORTH, read_reward, reward_of
from rentier.envs.stage import Stage

from .test_actions import played


@pytest.mark.parametrize("preset", preset_names())
def test_all_that_is_seen_is_written_and_bounded(preset: str) -> None:
    stage, moments = played(preset, 5, {}, 40)
    for game in moments:
        for seat in range(5):
            seen = stage.observation(game.state, seat)
            assert seen.shape == (stage.size,)
            assert np.abs(seen).max() <= 1


def test_seats_are_rotated() -> None:
    """Two seats in the same situation see the same."""
    game = Game.new(4, "uk-classic", seed=1)
    stage = Stage(game.box, 4)
    for seat in (1, 3):
        turned = game.copy()
        for name in ("mover", "actor", "first"):
            setattr(turned.state, name, (int(getattr(game.state, name)) + seat) % 4)
        own = stage.observation(game.state, int(game.state.actor))
        assert np.array_equal(own, stage.observation(turned.state, int(turned.state.actor)))


def test_the_luck_is_not_seen() -> None:
    game = Game.new(3, "uk-classic", seed=1)
    stage = Stage(game.box, 3)
    assert np.array_equal(stage.observation(game.state, 0), stage.observation(game.imagine(9).state, 0))


def finished(seed: int, **overrides: object) -> Game:
    """A finished game in which all players roll, buy, and otherwise take the first legal action."""
    game = Game.new(4, "uk-classic", seed=seed, overrides={"turn_cap": 60, "trade_menu": "none", **overrides})
    while not game.over:
        legal = game.legal_actions()
        game.apply(next((action for action in legal if str(action) == "buy"), legal[0]))
    return game


@pytest.mark.parametrize("overrides", [{"cap": "draw"}, {"cap": "worth"}, {"start_cash": 40, "cap": "worth"}])
def test_rewards_of_a_game(overrides: dict[str, object]) -> None:
    game = finished(5, **overrides)
    box, state = game.box.record, game.state
    wins = [reward_of(box, state, seat, WIN, 0) for seat in range(4)]
    assert sum(wins) == pytest.approx(0)
    start = overrides.get("start_cash", 1500)
    for rank, seat, worth in game.standings:
        assert reward_of(box, state, seat, RANK, 0) == pytest.approx((5 - 2 * rank) / 3)
        assert (wins[seat] > 0) == (seat in game.winners) or not game.winners
        assert reward_of(box, state, seat, WORTH, 100) == pytest.approx((worth - 100) / start)


def test_nothing_is_won_before_the_end() -> None:
    game = Game.new(4, "uk-classic", seed=2)
    assert reward_of(game.box.record, game.state, 0, WIN, 0) == reward_of(game.box.record, game.state, 0, RANK, 0) == 0
    game.state.fallen[2], game.state.in_play = 1, 0b1011
    assert reward_of(game.box.record, game.state, 2, WIN, 0) == pytest.approx(-1 / 3)
    assert reward_of(game.box.record, game.state, 2, RANK, 0) == -1


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(RentierError, match="did you mean 'worth'"):
        read_reward("woth")
