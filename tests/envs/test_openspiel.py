"""The game for OpenSpiel: OpenSpiel's own simulation test, chance nodes, copies and text."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

import rentier.envs.openspiel
from rentier import RentierError
from rentier.record.position import position_text


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "python_rentier(most_decisions=60,offers=False)",
        "python_rentier(players=3,rules=short,most_decisions=40)",
        "python_rentier(players=2,rules=adjudicator2018,most_decisions=40)",
        "python_rentier(players=4,rules=sammul2018,most_decisions=40)",
    ],
)
def test_openspiels_random_simulation_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


def walked(game: Any, seed: int, most: int = 400) -> list[Any]:
    """The states of a random walk."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal() and len(states) < most:
        if state.is_chance_node():
            state.apply_action(chooser.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@pytest.mark.slow
def test_dice_cards_and_the_beginning_are_chance_nodes() -> None:
    game = pyspiel.load_game("python_rentier(players=3,offers=False)")
    states = walked(game, 1, 700)
    words = set()
    for state in states:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            words |= {state.action_to_string(outcome).split()[0] for outcome, _ in outcomes}
    assert words == {"seat", "dice", "chance", "chest"}
    assert len(states[0].chance_outcomes()) == 3


def test_what_chance_chooses_is_what_happens() -> None:
    state = pyspiel.load_game("python_rentier").new_initial_state()
    state.apply_action(1)
    assert state.current_player() == 1
    state.apply_action(0)
    assert state.is_chance_node()
    dice = {state.action_to_string(outcome): outcome for outcome, _ in state.chance_outcomes()}
    assert len(dice) == 36
    state.apply_action(dice["dice 3 4"])
    assert state.is_chance_node(), "square 7 is Chance"
    cards = {state.action_to_string(outcome): outcome for outcome, _ in state.chance_outcomes()}
    assert len(cards) == 16
    state.apply_action(cards["chance jail_card"])
    assert state.current_player() == 1
    assert state.chance.state.card_holder[0] == 1
    assert state.chance.state.dice[:2].tolist() == [3, 4]


@pytest.mark.slow
def test_a_card_seen_is_not_drawn_again_before_the_deck_is_through() -> None:
    game = pyspiel.load_game("python_rentier(players=2,offers=False)")
    drawn: dict[str, list[int]] = {}
    for before, after in zip(states := walked(game, 3, 1500), states[1:], strict=False):
        if before.is_chance_node():
            outcome = after.history()[-1]
            deck = before.action_to_string(outcome).split()[0]
            if deck in ("chance", "chest"):
                drawn.setdefault(deck, []).append(outcome)
    for cards in drawn.values():
        assert len(set(cards[:14])) == len(cards[:14])
    assert max(map(len, drawn.values())) > 5


def test_copies_are_independent() -> None:
    state = walked(pyspiel.load_game("python_rentier(offers=False)"), 2, 60)[-1]
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)


def test_a_state_is_written_and_read() -> None:
    game = pyspiel.load_game("python_rentier(rules=short,offers=False)")
    state = walked(game, 4, 120)[-1]
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(read) == str(state)
    assert read.history() == state.history()


@pytest.mark.slow
def test_returns_sum_to_zero_and_the_winner_gets_one() -> None:
    for most in (30, 3000):
        game = pyspiel.load_game(f"python_rentier(players=3,rules=adjudicator2018,offers=False,most_decisions={most})")
        state = walked(game, 1, 9000)[-1]
        assert state.is_terminal()
        assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1


def test_the_position_is_one_that_rentier_reads() -> None:
    state = walked(pyspiel.load_game("python_rentier(offers=False)"), 5, 80)[-1]
    box = state.chance.stage.box
    if not state.is_chance_node():
        assert str(state) == position_text(box, box.name, copy.copy(state.chance.state))


def test_observations_are_those_of_the_other_environments() -> None:
    state = walked(pyspiel.load_game("python_rentier(offers=False)"), 6, 40)[-1]
    seen = np.array(state.observation_tensor(1), np.float32)
    assert np.array_equal(seen, state.chance.stage.observation(state.chance.state, 1))


def test_too_many_players_are_refused() -> None:
    with pytest.raises(RentierError, match="players: 9 should be a whole number from 2 to 8"):
        rentier.envs.openspiel.RentierGame({"players": 9})
