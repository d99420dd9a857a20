"""The script that prints the tables of docs/grading.md."""

from pathlib import Path

import numpy as np
import pytest

from rentier.grading.decisions import Decision, Valued
from scripts.grade_table import as_rows, correlation, correlations, read_ratings, revalued

PAGE = Path(__file__).parents[2] / "docs" / "league.md"


def decision(number: int, position: str, *candidates: tuple[str, float]) -> Decision:
    return Decision(number, position, "buying", "early", tuple(Valued(action, value, 0.0) for action, value in candidates))


def test_the_ratings_of_the_league_are_read_from_its_page() -> None:
    ratings = read_ratings(PAGE.read_text())
    assert {"td", "bot", "random"} <= set(ratings)
    assert ratings["td"] > ratings["random"]


def test_losses_are_compared_on_the_decisions_that_all_agents_have() -> None:
    rows = as_rows([{1: 0.5, 2: 1.0, 3: 4.0}, {2: 0.0, 3: 2.0}])
    assert rows.tolist() == [[1.0, 4.0], [0.0, 2.0]]


def test_other_values_of_an_action_give_another_loss() -> None:
    decisions = [decision(1, "a", ("buy", 0.6), ("decline", 0.5)), decision(2, "b", ("buy", 0.6), ("decline", 0.5))]
    other = {"a": decision(1, "a", ("decline", 0.4), ("buy", 0.38))}
    grade = {"losses": [{"decision": 1, "action": "buy"}, {"decision": 2, "action": "buy"}]}
    assert revalued(grade, decisions, other) == {1: pytest.approx(2.0)}  # the other set lacks the second decision


def test_the_same_order_has_correlation_one_and_the_reverse_order_minus_one() -> None:
    values = np.array([0.1, 0.5, 0.9])
    assert correlation(values, 10 * values) == pytest.approx(1.0)
    assert correlation(values, -values) == pytest.approx(-1.0)


def test_the_interval_shows_how_sure_an_order_is() -> None:
    luck = np.random.default_rng(1)
    clear = np.array([[0.0], [1.0], [2.0]]) + luck.normal(0, 0.01, (3, 50))
    assert correlations(clear, clear).startswith("1.00 (1.00 to 1.00), 3 agents, 50 decisions")
    vague = luck.normal(0, 1, (3, 50))
    assert "(1.00 to 1.00)" not in correlations(vague, luck.normal(0, 1, (3, 50)))
