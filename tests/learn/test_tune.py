"""Searches and their test: what they find, that nothing else influences it, and that they resume where they stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rentier import load_box
from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.errors import RentierError, Stopped
from rentier.learn import fitness
from rentier.learn.fitness import play_contest
from rentier.learn.plan import Contest, Plan, whole_blocks
from rentier.learn.space import space_of
from rentier.learn.tune import Round, cma, grid, one_at_a_time
from rentier.learn.tuning import Tuned, tune
from rentier.learn.validation import PAIR_PART, TEST_PART, validate

BOX = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"})
RIVAL = parse_agent("reserve:200,0")
MISER = parse_agent("reserve:1400,0")  # it hardly ever buys
PLAN = Plan(
    space_of(MISER, ["spend above=0:1400"]), Contest(BOX, (RIVAL,)), games=40, generations=5, population=5, test_games=200
)


def hill(number: int, candidates: Sequence[tuple[float, ...]]) -> list[float]:
    """A win rate that is highest at (3, 1)."""
    return [-((a - 3) ** 2) - (b - 1) ** 2 for a, b in candidates]


def result_of(tuned: Tuned) -> dict[str, object]:
    """Return the result of a tuning, except the time it took."""
    report = tuned.as_dict()
    assert report.pop("seconds") > 0
    return report


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    """The miser, tuned in one go."""
    return tune(PLAN)


def test_grid_finds_the_best_of_a_small_space() -> None:
    search = grid(([1, 2, 3, 4], [0, 1, 2]), hill)
    assert search.found == (3, 1)
    assert len(search.rounds[0].candidates) == 12


def test_one_at_a_time_finds_it_too() -> None:
    search = one_at_a_time([9, 9], [(0, [1, 2, 3, 4]), (1, [0, 1, 2])], hill)
    assert search.found == (3, 1)
    assert [played.candidates[0] for played in search.rounds] == [(1, 9), (3, 0)], "the best of a round is kept"


def test_the_first_of_equals_is_the_best() -> None:
    assert Round([(1,), (2,), (3,)], [0.1, 0.5, 0.5]).best == 1


def test_cma_finds_the_top_of_a_hill() -> None:
    search = cma([0, 0], [(0, 5), (0, 5)], hill, 40, seed=1)
    assert search.found == pytest.approx((3, 1), abs=0.05)
    assert search.found not in search.rounds[-1].candidates, "the mean, not a candidate"
    assert cma([0, 0], [(0, 5), (0, 5)], hill, 40, seed=1) == search
    assert cma([0, 0], [(0, 5), (0, 5)], hill, 40, seed=2) != search


def test_cma_starts_within_bounds_from_outside_of_them() -> None:
    search = cma([100, -100], [(0, 5), (0, 5)], hill, 30, population=6)
    assert search.found == pytest.approx((3, 1), abs=0.2)
    assert all(0 <= value <= 5 for played in search.rounds for candidate in played.candidates for value in candidate)


def test_a_bad_start_is_improved(tuned: Tuned) -> None:
    assert tuned.agent.settings[0] < 700
    assert tuned.validation.improved
    assert tuned.validation.gain.low > 0
    assert tuned.validation.gain.mean == pytest.approx(tuned.validation.tuned.share - tuned.validation.start.share)
    assert tuned.validation.lead.low > 0
    assert tuned.validation.verdict == "the test shows an improvement against these opponents"
    json.dumps(tuned.as_dict(), allow_nan=False)


def test_a_test_that_shows_nothing_says_so() -> None:
    validation = validate(PLAN.contest, RIVAL, parse_agent("reserve:199,0"), 40, 0)
    assert not validation.improved
    assert "shows no improvement against these opponents" in validation.verdict
    worse = validate(PLAN.contest, RIVAL, MISER, 200, 0)
    assert not worse.improved
    assert "worse than those at the start" in worse.verdict


def test_at_one_table_both_have_as_many_seats() -> None:
    for rivals, copies, each in ((1, 1, 1), (2, 1, 1), (3, 1, 2), (2, 2, 2), (4, 1, 2), (7, 1, 4)):
        validation = validate(Contest(BOX, (RIVAL,) * rivals, copies), RIVAL, RIVAL, 3, 0)
        assert (validation.each, validation.games % (rivals + copies), validation.pair_games % (2 * each)) == (each, 0, 0)
        # with equal settings nobody leads
        assert validation.gain.mean == validation.lead.mean == 0


def test_the_result_does_not_depend_on_threads(tuned: Tuned) -> None:
    assert result_of(tune(PLAN, jobs=2)) == result_of(tuned)


@pytest.mark.slow
@pytest.mark.parametrize("lines", [0, 1, 7, 25])
def test_a_broken_search_goes_on_to_the_same_end(tuned: Tuned, tmp_path: Path, lines: int) -> None:
    whole = tmp_path / "whole"
    assert result_of(tune(PLAN, out=whole)) == result_of(tuned)
    saved = (whole / "candidates.jsonl").read_text().splitlines(keepends=True)
    assert len(saved) == 25
    broken = tmp_path / "broken"
    broken.mkdir()
    shutil.copy(whole / "tune.json", broken)
    torn = saved[lines][:20] if lines < len(saved) else '{"round": 3, "set'
    (broken / "candidates.jsonl").write_text("".join(saved[:lines]) + torn)
    assert result_of(tune(PLAN, out=broken)) == result_of(tuned)
    assert (broken / "candidates.jsonl").read_text() == "".join(saved)


def test_what_is_kept_is_not_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = result_of(tune(PLAN, out=tmp_path))
    told: list[int] = []

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a game is played")

    with monkeypatch.context() as patch:
        patch.setattr("rentier.arena.match._Match.run", forbidden)
        assert result_of(tune(PLAN, out=tmp_path, progress=told.append)) == first
    assert sum(told) == PLAN.all_games


def test_ctrl_c_while_the_last_games_are_played_stops_all_of_it(tmp_path: Path) -> None:
    """Then the match is complete, but the next one must not start."""

    def stop_at(games: int) -> Callable[[int], None]:
        """Press Ctrl-C once this many games have been played; a second press would abort."""
        told: list[int] = []

        def stop(played: int) -> None:
            if sum(told) < games <= sum(told) + played:
                os.kill(os.getpid(), signal.SIGINT)
            told.append(played)

        return stop

    with pytest.raises(Stopped):
        play_contest(PLAN.contest, MISER, 2, 0, progress=stop_at(2))
    with pytest.raises(Stopped):
        tune(PLAN, out=tmp_path, progress=stop_at(1))
    assert result_of(tune(PLAN, out=tmp_path))["seed"] == 0


def test_games_told_are_games_played() -> None:
    for plan in (
        replace(PLAN, generations=2, games=7, test_games=5),
        replace(PLAN, method="grid", games=5, test_games=3),
        replace(PLAN, method="one-at-a-time", games=5, test_games=3, contest=Contest(BOX, (RIVAL, RIVAL))),
    ):
        told: list[int] = []
        tune(plan, progress=told.append)
        assert sum(told) == plan.all_games


def test_a_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    small = replace(PLAN, generations=1, games=2, test_games=2)
    tune(small, out=tmp_path)
    for other, says in (
        (replace(small, seed=5), "holds another search: seed is 0 there and 5 here"),
        (replace(small, games=4), "games is 2 there and 4 here"),
        (replace(small, contest=Contest(BOX, (MISER,))), "against is ['reserve:200,0'] there and ['reserve:1400,0'] here"),
        (replace(small, space=space_of(MISER, ["spend above=0:9"])), "vary is ['spend above=0:1400'] there"),
    ):
        with pytest.raises(RentierError) as refusal:
            tune(other, out=tmp_path)
        assert says in str(refusal.value)
    (tmp_path / "candidates.jsonl").write_text('{"round": 1}\n')
    with pytest.raises(RentierError, match=r"line 1 is not a candidate"):
        tune(small, out=tmp_path)
    with pytest.raises(RentierError, match="is not empty and holds no search"):
        tune(small, out=tmp_path / "test-start")


def test_rounds_have_one_luck_each_and_the_test_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    play = fitness.play_match

    def noted(*arguments: object, **options: object) -> object:
        seeds.append(arguments[3])  # type: ignore[arg-type]
        return play(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("rentier.learn.fitness.play_match", noted)
    monkeypatch.setattr("rentier.learn.validation.play_match", noted)
    tune(replace(PLAN, generations=3, games=2, test_games=2, seed=11))
    search, test = seeds[:-3], seeds[-3:]
    assert search == [part_seed(11, number) for number in (1, 2, 3) for _ in range(5)]
    assert test == [part_seed(11, TEST_PART)] * 2 + [part_seed(11, PAIR_PART)]
    assert not set(search) & set(test)


def test_candidates_that_come_to_the_same_play_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the adjustment, 200 is the same setting as 100."""
    played: list[str] = []
    monkeypatch.setattr(
        "rentier.learn.tuning.play_contest", lambda *given: (played.append(given[1].spec), play_contest(*given))[1]
    )
    space = space_of(parse_agent("reserve:100,0"), ["spend above=50,100", "raise below=0,100,200"])
    result = tune(Plan(space, PLAN.contest, "grid", games=2, test_games=2))
    assert len(result.search.rounds[0].shares) == 6
    assert played == ["reserve:50,0", "reserve:50,50", "reserve:100,0", "reserve:100,100"]


def test_a_search_over_a_list_ends_on_it() -> None:
    for method in ("grid", "one-at-a-time"):
        space = space_of(MISER, ["spend above=1300,200,1400", "raise below=0"])
        result = tune(Plan(space, PLAN.contest, method, games=60, test_games=60))
        assert result.agent.spec == "reserve:200,0"


def test_games_are_whole_blocks() -> None:
    assert [whole_blocks(games, 4) for games in (1, 4, 5)] == [4, 4, 8]
    result = play_contest(Contest(BOX, (RIVAL, RIVAL), copies=2), MISER, 5, 0)
    assert (result.games, result.agents) == (8, ("reserve:1400,0",) * 2 + ("reserve:200,0",) * 2)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"games": 0}, "games: 0 should be"),
        ({"test_games": 0}, "test games: 0 should be"),
        ({"generations": 0}, "generations: 0 should be"),
        ({"population": 3}, "population: 3 should be a whole number from 4 to 1000"),
        ({"seed": -1}, "seed: -1 should be"),
        ({"method": "gird"}, "method: unknown way to search 'gird'; did you mean 'grid'?"),
        ({"contest": Contest(BOX, (RIVAL,), 0)}, "copies: 0 should be a whole number from 1 to 7"),
        ({"contest": Contest(BOX, (RIVAL,) * 8)}, "9 agents are named"),
        (
            {"space": space_of(MISER, ["spend above=1,2"])},
            "cma searches between two numbers, not a list; say spend above=LOW:HIGH",
        ),
        (
            {"method": "grid", "space": space_of(parse_agent("khan"), [])},
            "grid: 390,625 combinations should be 10,000 at most; --vary fewer settings, or fewer values of them",
        ),
    ],
)
def test_what_cannot_be_searched_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        replace(PLAN, **change).check()  # type: ignore[arg-type]
    assert says in str(refusal.value)
