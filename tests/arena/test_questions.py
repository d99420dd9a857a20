"""Questions that stop a match, and what is reported about a finished one."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import CHECKED_BLOCKS, play_match
from rentier.arena.questions import compare_best, elo_line, needed_line, question
from rentier.arena.results import MatchResult, Summary
from rentier.arena.statistics import share_interval
from rentier.box import load_box
from rentier.errors import RentierError

FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"})
BUYS, NEVER = "reserve:50,0", "reserve:100000,0"


def match(text: str | None, *specs: str, games: int = 3000, **more: Any) -> MatchResult:
    """Play a match that a question may stop."""
    until = None if text is None else question(text, specs)
    return play_match(FAST, [parse_agent(spec) for spec in specs], games, 2, until=until, **more)


def summary(outcomes: dict[tuple[int, ...], int], size: int = 2) -> Summary:
    """A summary of blocks with these outcomes."""
    wins = [sum(outcome[agent] * number for outcome, number in outcomes.items()) for agent in range(len(next(iter(outcomes))))]
    games = size * sum(outcomes.values())
    return Summary(len(wins), size, games=games, draws=games - sum(wins), wins=wins, outcomes=Counter(outcomes))


def result(outcomes: dict[tuple[int, ...], int], *specs: str) -> MatchResult:
    """A match whose blocks have these outcomes."""
    made = summary(outcomes, len(specs))
    return MatchResult("uk-classic", 1, {}, specs, 0, "rotate", made.games, made, 1.0)


def test_a_stronger_agent_is_found_out_early() -> None:
    seen = match("stronger:+5%", BUYS, NEVER)
    assert seen.verdict is not None
    assert seen.verdict.startswith(f"{BUYS} is stronger than {NEVER} by 5 points of win rate (LLR ")
    assert seen.verdict.endswith(f", {seen.games} games)")
    assert 0 < seen.games < 1000
    assert seen.games % (2 * CHECKED_BLOCKS) == 0
    assert seen.as_dict()["verdict"] == seen.verdict
    assert seen.as_dict()["games"] == seen.games


def test_a_weaker_agent_is_found_out_as_well() -> None:
    seen = match("stronger:5%", NEVER, BUYS)
    assert seen.verdict is not None
    assert seen.verdict.startswith(f"{NEVER} is not stronger than {BUYS} by 5 points of win rate (LLR -")
    assert seen.games < 1000


def test_the_question_is_about_all_seats_of_the_first_and_of_the_next_other() -> None:
    seen = match("stronger:5%", BUYS, NEVER, BUYS, "random")
    assert seen.verdict is not None
    assert seen.verdict.startswith(f"{BUYS} is stronger than {NEVER} by 5 points")


@pytest.mark.parametrize("text", ["stronger:+5%", "precision:8%"])
def test_the_answer_is_the_same_on_any_number_of_jobs(text: str) -> None:
    first = match(text, BUYS, NEVER, keep_rows=True)
    assert first.verdict is not None
    assert first.rows is not None
    for jobs, chunk in ((2, None), (2, 7), (1, 100), (3, 1)):
        other = match(text, BUYS, NEVER, jobs=jobs, chunk=chunk, keep_rows=True)
        assert (other.verdict, other.summary) == (first.verdict, first.summary)
        assert other.rows is not None
        assert other.rows.tolist() == first.rows.tolist()


def test_a_match_stops_when_a_share_is_known_precisely_enough() -> None:
    seen = match("precision:8%", BUYS, NEVER)
    assert seen.verdict is not None
    half_width = share_interval(seen.summary.blocks, [0]).half_width
    assert half_width <= 0.08
    assert seen.verdict == f"the win rate of {BUYS} is known to ±{100 * half_width:.2f} points after {seen.games} games"
    finer = match("precision:4%", BUYS, NEVER)
    assert seen.games < finer.games < 3000


def test_a_question_without_an_answer_is_played_to_the_end() -> None:
    seen = match("precision:0.1%", BUYS, NEVER, games=70)
    assert (seen.games, seen.verdict) == (70, None)
    assert "verdict" not in seen.as_dict()
    assert seen.summary == match(None, BUYS, NEVER, games=70).summary


def test_precision_needs_no_second_agent_but_strength_does() -> None:
    assert match("precision:20%", BUYS, BUYS).verdict is not None
    with pytest.raises(RentierError) as refused:
        question("stronger:+2%", [BUYS, BUYS])
    assert str(refused.value) == f"--until stronger:+2%: needs two different agents; all are '{BUYS}'"


@pytest.mark.parametrize("text", ["stonger:2%", "stronger", "stronger:much", "precision:60%", ""])
def test_a_question_that_makes_no_sense_is_one_line(text: str) -> None:
    with pytest.raises(RentierError) as refused:
        question(text, [BUYS, NEVER])
    assert len(str(refused.value).splitlines()) == 1


def test_the_two_best_are_compared() -> None:
    [line] = compare_best(result({(2, 1, 0): 6, (1, 2, 0): 5}, "a", "b", "c"))
    assert line.startswith("a is ahead of b by 3.0 points of win rate per seat (-")
    assert line.endswith("); this may be chance")
    [line] = compare_best(result({(2, 0): 50, (1, 1): 50}, "a", "b"))
    assert re.fullmatch(r"a is ahead of b by 50\.0 points of win rate per seat \([\d.]+ to [\d.]+, p [\d.e-]+\)", line)


def test_the_two_best_are_the_best_a_seat() -> None:
    """The two seats of `a` win most games between them, 28 of 60; but `b` wins 17 with one, and `c` 15."""
    outcomes = {(2, 0, 2, 0): 5, (0, 1, 1, 2): 5, (0, 1, 2, 1): 1, (1, 2, 0, 1): 4}
    [line] = compare_best(result(outcomes, "a", "a", "b", "c"))
    assert line.startswith("b is ahead of c by 3.3 points of win rate per seat (")


def test_no_comparison_without_two_agents_and_games() -> None:
    assert compare_best(result({(1, 1): 10}, "a", "a")) == []
    empty = MatchResult("uk-classic", 1, {}, ("a", "b"), 0, "rotate", 1, Summary(2, 2, games=1, wins=[1, 0]), 1.0)
    assert compare_best(empty) == needed_line(empty) == []


def test_games_that_are_still_needed() -> None:
    [line] = needed_line(result({(2, 0): 50, (1, 1): 50}, "a", "b"))
    assert line == "about 4,852 games are needed to know every win rate to ±1 point"
    assert needed_line(result({(2, 0): 50_000, (1, 1): 50_000}, "a", "b")) == []


def test_elo_between_two_agents() -> None:
    """The line says by how many points the better of two is ahead; with more agents there is no such line."""
    two = play_match(FAST, [parse_agent("reserve:50,0"), parse_agent("reserve:100000,0")], 40, 1)
    [line] = elo_line(two)
    assert re.fullmatch(r"reserve:50,0 against reserve:100000,0: \+\w+ Elo points \([+-]\w+ to \+\w+\)", line)
    assert elo_line(play_match(FAST, [parse_agent("reserve:50,0")] * 3, 6, 1)) == []
