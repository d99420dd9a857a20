"""Rollouts in parallel: they begin as told, end where they are cut, and agree with rollouts played one after another."""

from __future__ import annotations

import numpy as np
import pytest

from rentier.agents.numbers import DATA
from rentier.agents.specs import parse_agent
from rentier.box import Box, load_box
from rentier.compiled import INTERPRETED
from rentier.game.luck import key_of
from rentier.game.words import BUY, DECLINE, END, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.network.shape import PROBABILITIES
from rentier.network.weights import Network
from rentier.search.rollout_evaluator import RolloutEvaluator, Valuation
from rentier.selfplay.network import value_network
from rentier.selfplay.opponents import BOT, LEARNER
from rentier.selfplay.positions import Start
from rentier.selfplay.rollouts import Candidate, ParallelRollouts

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")
TURNS = 12
ROLLOUTS = 36
CAP = {"turn_cap": 40}
POSITION = {"decision": "buy", "dice": [1, 2], "round": 12}
PLAYERS = [
    {"square": "Mayfair", "deeds": {"Park Lane": 0}, "cash": 900},
    {"deeds": {"Old Kent Road": 0, "Vine Street": 0}, "cash": 300},
    {"cash": 700},
]
BOX = load_box("uk-classic")
BUYS, DECLINES = Action(BUY), Action(DECLINE)


def state(**changes: object) -> Start:
    return Start(Game.from_position({**POSITION, "players": PLAYERS, **changes}).state, 0)


def rollouts(number: int = ROLLOUTS, who: int = LEARNER, box: Box = BOX) -> ParallelRollouts:
    network = value_network(Network.read(DATA / "selfplay.npz"))
    return ParallelRollouts([box], network, number, "cpu", who)


def keys(number: int, seed: int = 1) -> Numbers:
    return np.array([key_of(np.uint64(seed), one) for one in range(number)])


def nothing_but_first(number: int) -> tuple[Numbers, Numbers]:
    """Rollouts of the first candidate."""
    return np.zeros(number, np.int64), keys(number)


def test_the_better_of_two_candidates_is_better_on_the_same_luck() -> None:
    number = 4 * ROLLOUTS
    candidates = [Candidate(state(), action, TURNS) for action in (BUYS, DECLINES)]
    found = rollouts(2 * number).play(candidates, np.repeat([0, 1], number), np.tile(keys(number), 2))
    assert found.shape == (2 * number, PROBABILITIES)
    assert (found.sum(1) < 1 + 1e-4).all()
    differences = found[:number, 0] - found[number:, 0]
    assert differences.mean() > 3 * differences.std() / np.sqrt(number)


def test_they_agree_with_rollouts_one_after_another() -> None:
    evaluator = RolloutEvaluator(BOX, [parse_agent("selfplay:offers=1")], 3, Valuation(parse_agent("selfplay"), TURNS))
    evaluator.set_state(state().game, np.uint64(2))
    single = evaluator.play(BUYS, range(ROLLOUTS))
    parallel = rollouts().play([Candidate(state(), BUYS, TURNS)], *nothing_but_first(ROLLOUTS))[:, :3]
    errors = np.hypot(single.std(0), parallel.std(0)) / np.sqrt(ROLLOUTS)
    # the agent considers all deals, these rollouts a sample of them
    assert (np.abs(single.mean(0) - parallel.mean(0)) < 3 * errors + 0.02).all()


def test_the_same_keys_give_the_same_rollouts_however_many_are_played() -> None:
    candidates = [Candidate(state(), BUYS, TURNS)]
    few = rollouts(8).play(candidates, *nothing_but_first(5))
    many = rollouts(16).play(candidates, *nothing_but_first(16))
    assert few == pytest.approx(many[:5], abs=1e-6)


def test_a_game_that_ends_at_once_has_its_result() -> None:
    last = Start(
        Game.from_position({"switches": CAP, "phase": "done", "dice": [1, 2], "turn": 40, "players": PLAYERS}).state, 0
    )
    found = rollouts(3, box=load_box("uk-classic", CAP)).play([Candidate(last, Action(END), TURNS)], *nothing_but_first(3))
    assert found.tolist() == [[0, 0, 0, 0, 0, 0, 1]] * 3  # nobody had won when the turns ran out


def test_an_agent_of_the_works_can_play_all_seats() -> None:
    candidates = [Candidate(state(), action, TURNS) for action in (BUYS, DECLINES)]
    found = rollouts(2 * ROLLOUTS, BOT).play(candidates, np.repeat([0, 1], ROLLOUTS), np.tile(keys(ROLLOUTS), 2))
    assert not np.isnan(found).any()
    assert found[:ROLLOUTS, 0].mean() > found[ROLLOUTS:, 0].mean()
