"""Sequential tests: rarely wrong, never hasty, and clear about questions they do not understand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rentier.arena.sequential import BOUND, FEWEST_BLOCKS, Precision, Stronger, Verdict, parse_until
from rentier.arena.statistics import Blocks, share_interval
from rentier.errors import RentierError

MATCHES = 400
STEP = 8  # blocks between two evaluations


def decide(question: Stronger, difference: float, luck: np.random.Generator) -> tuple[str, int]:
    """Return the answer of a simulated match of two agents in blocks of two games that share their luck, and its blocks."""
    blocks = Blocks(2, Counter())
    while True:
        lucky = luck.normal(0, 0.2, (STEP, 1))  # favours a seat, and therefore each agent once
        chances = 0.5 + difference / 2 + np.concatenate([lucky, -lucky], axis=1)
        won = (luck.random((STEP, 2)) < chances).sum(axis=1)
        blocks.update(Blocks.from_wins(2, np.stack([won, 2 - won], axis=1)))
        answer = question.verdict(blocks, [0], [1]).answer
        if answer is not None:
            return answer, blocks.blocks


@pytest.mark.parametrize(("difference", "wrong"), [(-0.1, "yes"), (0.0, "yes"), (0.15, "no"), (0.3, "no")])
def test_wrong_answers_are_rare(difference: float, wrong: str) -> None:
    luck = np.random.default_rng(11)
    answers = [decide(Stronger(0.15), difference, luck) for _ in range(MATCHES)]
    assert sum(answer == wrong for answer, _ in answers) / MATCHES <= 0.07
    assert min(blocks for _, blocks in answers) >= FEWEST_BLOCKS


@pytest.mark.slow
def test_clear_differences_are_decided_sooner() -> None:
    luck = np.random.default_rng(12)
    mean = {
        difference: np.mean([decide(Stronger(0.15), difference, luck)[1] for _ in range(100)])
        for difference in (-0.3, 0.0, 0.075, 0.15, 0.5)
    }
    assert mean[-0.3] < mean[0.0] < mean[0.075] > mean[0.15] > mean[0.5]


def test_several_seats_of_a_spec() -> None:
    """In a block of four games, 1/2 or 1/4 per seat against 1/6 or 1/4."""
    blocks = Blocks(4, Counter({(2, 1, 1, 0): 60, (1, 1, 1, 1): 40}))
    assert Stronger(0.1).verdict(blocks, [0], [1, 2, 3]).answer == "yes"
    assert Stronger(0.1).verdict(blocks, [1, 2, 3], [0]).answer == "no"


def test_log_likelihood_ratio_by_hand() -> None:
    """Differences of 1 and 0 half and half: mean 1/2, variance 1/4 * 8/7; 8 * 0.2 * (1 - 0.2) / (2 * 2/7) = 2.24."""
    verdict = Stronger(0.2).verdict(Blocks(2, Counter({(2, 0): 4, (1, 1): 4})), [0], [1])
    assert verdict == Verdict(None, pytest.approx(2.24), -BOUND, BOUND)
    assert pytest.approx(2.944, abs=1e-3) == BOUND


def test_nothing_is_decided_by_few_blocks() -> None:
    few = Blocks(2, Counter({(2, 0): FEWEST_BLOCKS - 2, (1, 1): 1}))
    verdict = Stronger(0.5).verdict(few, [0], [1])
    assert verdict.answer is None
    assert verdict.llr > BOUND
    assert Stronger(0.5).verdict(few + Blocks(2, Counter({(2, 0): 1})), [0], [1]).answer == "yes"
    assert Stronger(0.5).verdict(Blocks(2, Counter()), [0], [1]) == Verdict(None, 0.0)


def test_an_agent_that_wins_everything_is_stronger() -> None:
    """Blocks that are all alike have no variance; one is counted as if it had come out the other way."""
    assert Stronger(0.02).verdict(Blocks(2, Counter({(2, 0): 100})), [0], [1]).answer == "yes"
    assert Stronger(0.02).verdict(Blocks(2, Counter({(0, 2): 100})), [0], [1]).answer == "no"
    assert Stronger(0.5).verdict(Blocks(2, Counter({(2, 0): FEWEST_BLOCKS - 1})), [0], [1]).answer is None


def test_precision_is_reached_when_the_interval_is_narrow() -> None:
    blocks = Blocks(2, Counter({(2, 0): 30, (1, 1): 40, (0, 2): 30}))
    width = share_interval(blocks, [0]).half_width
    assert Precision(width * 1.01).reached(blocks, [0])
    assert not Precision(width * 0.99).reached(blocks, [0])
    assert not Precision(0.49).reached(Blocks(2, Counter({(1, 1): FEWEST_BLOCKS - 2, (2, 0): 1})), [0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stronger:+2%", Stronger(0.02)),
        ("stronger:2%", Stronger(0.02)),
        ("stronger:0.5%", Stronger(0.005)),
        ("stronger: .5 %", Stronger(0.005)),
        ("precision:1%", Precision(0.01)),
    ],
)
def test_questions(text: str, expected: Stronger | Precision) -> None:
    assert parse_until(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stronnger:2%", "unknown way to stop 'stronnger'; did you mean 'stronger'? (as in stronger:+2% or precision:1%)"),
        ("", "unknown way to stop ''; known: stronger, precision (as in stronger:+2% or precision:1%)"),
        ("stronger", "'stronger' should name a percentage after the colon, as in stronger:1%"),
        ("stronger:2", "'stronger:2' should name a percentage after the colon, as in stronger:1%"),
        ("precision:nan%", "'precision:nan%' should name a percentage after the colon, as in precision:1%"),
        ("stronger:1%2%", "'stronger:1%2%' should name a percentage after the colon, as in stronger:1%"),
        ("stronger:-2%", "stronger by -2%: the difference should be more than 0% and less than 100%, as in stronger:+2%"),
        ("stronger:0%", "stronger by 0%: the difference should be more than 0% and less than 100%, as in stronger:+2%"),
        ("stronger:100%", "stronger by 100%: the difference should be more than 0% and less than 100%, as in stronger:+2%"),
        (
            "precision:50%",
            "precision of 50%: half the interval's width should be more than 0% and less than 50%, as in precision:1%",
        ),
    ],
)
def test_questions_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(RentierError) as caught:
        parse_until(text)
    assert str(caught.value) == message
