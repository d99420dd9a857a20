"""`scripts/fit_acceptance.py`: weights that are found again, predictions that learn, and the file that it writes."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from rentier.agents.acceptance import ASKED_FEATURES
from rentier.agents.answers import ANSWERS, FEATURES, FILE, NAMES
from rentier.agents.mind import MindRecord
from rentier.agents.specs import parse_agent
from rentier.compiled import INTERPRETED
from rentier.layout import Numbers, new
from scripts.fit_acceptance import TOGETHER, answers_of, as_toml, bits_per_answer, fitted
from tests.agents.test_champion import answered, how_likely


def answers_by(weights: Numbers, number: int, seed: int) -> Numbers:
    """Return answers of an agent with these weights to random offers: ten games, three opponents in each."""
    draws = np.random.default_rng(seed)
    features = draws.random((number, FEATURES))
    features[:, 0] = 1.0
    accepted = draws.random(number) < 1 / (1 + np.exp(-features @ weights))
    places = np.stack([draws.integers(0, 10, number), draws.integers(1, 4, number)], 1)
    return np.column_stack([places, features, accepted])


def weights_of(*named: float) -> Numbers:
    """Return weights that begin with these and go on with zeros."""
    return np.array([*named, *[0.0] * (FEATURES - len(named))])


def test_weights_are_found_again() -> None:
    true = weights_of(-1.0, 3.0, -2.0)
    found = fitted([answers_by(true, 20_000, 1)])
    assert np.abs(found - true).max() < 0.3


def test_an_agent_with_many_answers_weighs_no_more_than_others() -> None:
    one, other = weights_of(2.0), weights_of(-2.0)
    found = fitted([answers_by(one, 8_000, 1), answers_by(other, 400, 2)])
    assert abs(found[0] + found[1:].sum() / 2) < 0.5


def test_a_mixture_predicts_an_agent_that_is_in_it_better() -> None:
    true, others = weights_of(-2.0, 4.0), np.array([weights_of(2.0, -4.0), weights_of(0.0, 0.0)])
    rows = answers_by(true, 3_000, 3)
    known = bits_per_answer(np.vstack([others, true]), rows)
    assert known < bits_per_answer(others, rows)
    assert known < 1.1 * bits_per_answer(np.array([true]), rows)


def test_the_script_predicts_as_the_champion_does() -> None:
    rows = answers_by(weights_of(-1.0, 2.0), 60, 4)
    rows[:, :2] = [0, 1]  # one opponent
    mind, total = new(MindRecord), 0.0
    for row in rows:
        mind.real_memory[ASKED_FEATURES : ASKED_FEATURES + FEATURES] = row[2:-1]
        likely = how_likely(mind, 1)
        total -= np.log2(likely if row[-1] else 1 - likely)
        answered(mind, 1, bool(row[-1]))
    assert bits_per_answer(ANSWERS, rows) == pytest.approx(total / len(rows))


def test_the_file_is_read_back_as_written() -> None:
    weights = {"bot": weights_of(1.25, -0.5), TOGETHER: weights_of(0.75)}
    text = tomllib.loads(as_toml(weights, {"bot": answers_by(weights["bot"], 7, 1)}, "a command"))
    assert [(agent["spec"], agent["answers"]) for agent in text["agent"]] == [("bot", 7), (TOGETHER, 7)]
    assert [list(agent["weights"]) for agent in text["agent"]] == [list(NAMES)] * 2
    assert text["agent"][0]["weights"]["gains"] == -0.5


def test_the_file_that_comes_with_rentier() -> None:
    *agents, together = tomllib.loads(FILE.read_text(encoding="utf-8"))["agent"]
    assert together["spec"] == TOGETHER
    assert together["answers"] == sum(agent["answers"] for agent in agents)
    assert all(parse_agent(agent["spec"]).spec == agent["spec"] for agent in agents)
    assert ANSWERS.shape == (len(agents) + 1, FEATURES)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="whole games of a network of 512 nodes")
def test_answers_come_from_games() -> None:
    rows = answers_of("bot", 1)
    assert len(rows) > 10
    assert set(rows[:, 0]) == {0}
    assert set(rows[:, 1]) <= {1, 2, 3}
    assert (rows[:, 2:-1] >= 0).all()
    assert (rows[:, 2:-1] <= 1).all()
    assert set(rows[:, -1]) <= {0, 1}
