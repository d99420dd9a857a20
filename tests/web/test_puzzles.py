"""Puzzles through the API: every one can be shown, and its answer is clear."""

from __future__ import annotations

from datetime import date

import pytest

from rentier.game_api import Game
from rentier.web.puzzles import puzzle_lines, puzzle_of_day, shown_puzzle
from tests.web.playing import Running, Wrong


def test_the_puzzle_of_the_day_is_one_of_all(server: Running) -> None:
    found = server.get("/api/puzzles")
    assert found["count"] == len(puzzle_lines()) >= 300
    puzzle = server.get(f"/api/puzzles/{found['today']}")
    assert puzzle["number"] == found["today"]
    assert puzzle["state"]["actor"] == puzzle["seat"]
    assert puzzle["names"][puzzle["seat"]] == "You"


def test_another_day_has_another_puzzle() -> None:
    assert len({puzzle_of_day(date(2031, 5, day)) for day in range(1, 31)}) == 30


@pytest.mark.parametrize("number", [0, -1, 100_000])
def test_a_puzzle_that_does_not_exist_is_refused(server: Running, number: int) -> None:
    with pytest.raises(Wrong, match="there is no puzzle") as refused:
        server.get(f"/api/puzzles/{number}")
    assert refused.value.status == 404


def test_every_candidate_is_legal_and_the_best_is_clearly_best() -> None:
    sizes, rules = set(), set()
    for number in range(1, len(puzzle_lines()) + 1):
        shown = shown_puzzle(number)
        game = Game.from_position(shown["position"], seed=0)
        best, *others = shown["candidates"]
        assert 1 <= len(others) <= 3
        for one in others:
            assert one["high"] < best["value"], f"puzzle {number}: {one}"
        for one in shown["candidates"]:
            game.cost(one["action"])  # raises an error if it is not legal
        sizes.add(game.players)
        rules.add(shown["rules"])
    assert sizes == {2, 3, 4, 5, 6}
    assert len(rules) == 3
