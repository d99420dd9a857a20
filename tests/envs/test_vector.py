"""VectorGames: the same games on any number of threads, restarts in place, and one-line errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rentier import RentierError
from rentier.envs.rewards import WORTH, reward_of
from rentier.envs.vector import VectorGames

QUICK = {"start_cash": 300, "turn_cap": 24, "cap": "worth"}


def choices(games: VectorGames, number: int) -> Any:
    """A legal action for each game, a different one at each step."""
    chooser = np.random.default_rng(number)
    return (games.masks * chooser.random(games.masks.shape)).argmax(1)


def test_games_end_and_begin_again_in_place() -> None:
    games = VectorGames(16, ["random", "reserve:350,150"], overrides=QUICK, offers=False, seed=1)
    seen = games.reset()
    ended = 0
    for number in range(400):
        after, rewards, terminated, truncated = games.step(choices(games, number))
        assert after is seen
        assert not truncated.any()
        assert (rewards[~terminated] == 0).all()
        assert set(np.round(rewards[terminated], 3)) <= {1.0, -0.5}
        assert (games.masks.sum(1) > 0).all()
        assert (games.states.actor == games.seats).all()
        ended += int(terminated.sum())
    assert ended > 16
    assert games.decisions > 400 * 16
    assert len(set(games.seats.tolist())) == 3


@pytest.mark.parametrize("opponents", [["random"], ["mix:buy=random,else=bailis", "bailis"]])
def test_threads_make_no_difference(opponents: list[str]) -> None:
    tables = [VectorGames(6, opponents, overrides=QUICK, offers=False, seed=5, jobs=jobs) for jobs in (1, 3)]
    for games in tables:
        games.reset()
    for number in range(120):
        actions = choices(tables[0], number)
        for games in tables:
            games.step(actions)
        assert np.array_equal(tables[0].observations, tables[1].observations)
        assert np.array_equal(tables[0].rewards, tables[1].rewards)
    assert tables[0].states.tobytes() == tables[1].states.tobytes()


def test_forced_decisions_are_skipped() -> None:
    games = VectorGames(8, ["reserve:350,150"], offers=False, forced=False, seed=2)
    games.reset()
    for number in range(60):
        assert (games.masks.sum(1) > 1).all()
        games.step(choices(games, number))


def test_rewards_of_worth_add_up_to_what_was_gained() -> None:
    games = VectorGames(4, ["reserve:350,150"], reward="worth", offers=False, seat=0, seed=3)
    games.reset()
    total = np.zeros(4)
    for number in range(30):
        games.step(choices(games, number))
        total += games.rewards
    assert not games.terminated.any()
    box = games.stage.box.record
    gained = [reward_of(box, state, 0, WORTH, 1500) for state in games.states]
    assert np.allclose(total, gained, atol=1e-4)


def test_long_games_are_cut_off() -> None:
    games = VectorGames(2, ["reserve:350,150"], offers=False, most_decisions=50, seed=1)
    games.reset()
    cut = 0
    for number in range(60):
        games.step(choices(games, number))
        cut += int(games.truncated.sum())
    assert cut >= 2


def test_what_is_wrong_is_said_in_one_line() -> None:
    games = VectorGames(3, ["random"], seed=1)
    with pytest.raises(RentierError, match="call reset first"):
        games.step([0, 0, 0])
    games.reset()
    with pytest.raises(RentierError, match="there should be 3 whole numbers"):
        games.step([0, 0])
    with pytest.raises(RentierError, match=r"game 0: action 9 at decision '\w+' of seat \d is not allowed .'bankrupt': "):
        games.step([9, 0, 0])
    with pytest.raises(RentierError, match=r"game 1: action -5 should be a whole number from 0 to"):
        games.step([int(games.masks[0].argmax()), -5, 0])
    with pytest.raises(RentierError, match="only compiled agents can play here"):
        VectorGames(1, ["mcts"])
    with pytest.raises(RentierError, match="there should be 1 to 7"):
        VectorGames(1, [])
    with pytest.raises(RentierError, match="should be a seat from 0 to 1"):
        VectorGames(1, ["random"], seat=2)
