"""Runs of the genetic algorithm: reproducible, interrupted and resumed, saved in files, and effective."""

from __future__ import annotations

import functools
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.pring_genes import find_granularity
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.learn import genetic
from rentier.learn.genetic import Evolution, evolve
from rentier.learn.heredity import Genetics
from rentier.learn.pictures import draw_genes
from rentier.learn.population import History, Population
from tests.learn.evolving import QUICK, outcome, quick, small, tiny

ROOT = Path(__file__).parents[2]
NAMES = tuple(find_granularity("groups+decisions").places)


# seeds


def test_a_seed_gives_the_same_run_on_any_number_of_threads() -> None:
    genetics = small(population=96, seed=3)
    one, two, three = (outcome(evolve(quick(), genetics, jobs)) for jobs in (1, 2, 3))
    assert one == two
    assert one == three


def test_another_seed_gives_another_run() -> None:
    first, second = (outcome(evolve(quick(), small(seed=seed))) for seed in (0, 1))
    assert first["genes"] != second["genes"]
    assert first["wins"] != second["wins"]
    assert first["cohorts"] == second["cohorts"]


@pytest.mark.parametrize(
    "changed",
    [
        {"crossing": "average"},
        {"crossing": "none"},
        {"mutated": 0},
        {"mutated": 5},
        {"mutation": "redraw"},
        {"size": 0.2},
        {"parents": 1},
        {"players": 2},
        {"population": 48},
    ],
    ids=str,
)
def test_every_setting_matters(changed: dict[str, Any]) -> None:
    usual, other = (evolve(quick(), small(trial=0, **settings)).population.genes for settings in ({}, changed))
    assert other.shape != usual.shape or not np.array_equal(other, usual, equal_nan=True)


def test_trades_with_open_values_are_other_trades() -> None:
    box = load_box("pring2015", {"turn_cap": 60, "cap": "worth"})
    opened, hidden = (outcome(evolve(box, small(trading=trading))) for trading in ("open", "hidden"))
    assert opened != hidden


@pytest.mark.slow
def test_interpreted_and_compiled_runs_are_the_same() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    command = [sys.executable, "-m", "tests.learn.evolving"]
    other = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    here = json.loads(json.dumps(tiny()))
    assert here[0] != here[1]
    assert json.loads(other.stdout) == here


# a whole run


@pytest.mark.parametrize(("games", "parents", "played"), [(120, 2, 120), (121, 2, 122), (40, 3, 42)])
def test_history_and_counts(games: int, parents: int, played: int) -> None:
    """A cohort is never played in part; here the history has a point after each, as there are fewer than 200."""
    heard: list[int] = []
    run = evolve(quick(), small(games=games, parents=parents), progress=heard.append)
    assert (run.games, run.is_finished) == (played, True)
    assert run.history.games == list(range(parents, played + 1, parents))
    assert len(run.history.generation) == len(run.history.means) == len(run.history.spreads) == len(run.history.games)
    assert run.history.generation[-1] == run.population.generation.mean()
    assert sum(heard) == played + 3 * 10, "with the trial"


def test_a_long_run_is_looked_at_two_hundred_times_and_at_its_end() -> None:
    run = evolve(quick(), small(games=2 * 450, trial=0))
    assert run.history.games == [*range(4, 900, 4), 900]


def test_everybody_plays_the_trial_and_each_game_has_one_winner() -> None:
    population = evolve(quick(), small(population=24, players=3, trial=5)).population
    assert set(population.games) == {5}
    assert population.wins.sum() == 5 * 24 // 3
    assert population.wins.max() <= 5
    none = evolve(quick(), small(trial=0))
    assert none.is_finished
    assert not none.population.games.any()


def test_the_trial_changes_no_gene_that_a_player_has() -> None:
    before, after = (evolve(quick(), small(trial=trial)).population for trial in (0, 3))
    had = ~np.isnan(before.genes)
    assert np.array_equal(after.genes[had], before.genes[had])
    assert np.array_equal(after.generation, before.generation)


def test_genes_begin_when_they_are_needed() -> None:
    """A player who never owns a group builds nothing: such genes come late, and building genes of stations never."""
    run = evolve(quick(), small(games=16, trial=0, trading="hidden"))
    means = dict(zip(NAMES, run.population.means(), strict=True))
    assert not math.isnan(means["buying orange"])
    assert math.isnan(means["building stations"])
    share = dict(zip(NAMES, (~np.isnan(run.population.genes)).mean(axis=0), strict=True))
    assert 0 < share["buying orange"] < 1


def test_progress_tells_which_genes_lead() -> None:
    heard: list[str] = []
    run = evolve(quick(), small(trading="hidden", trial=0), watch=heard.append)  # genes are drawn in a trial too
    assert heard[-1] == ", ".join(f"{name} {mean:.2f}" for name, mean in run.leading())
    assert not any("nan" in words or "-" in words for words in heard), "nobody's genes do not lead"
    known = {name: mean for name, mean in zip(NAMES, run.population.means(), strict=True) if not math.isnan(mean)}
    assert dict(run.leading(100)) == known
    numbers = [mean for _, mean in run.leading(100)]
    assert numbers == sorted(numbers, reverse=True)


# what cannot be run


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"players": 1}, "players: 1 should be a whole number from 2 to 8"),
        ({"players": 9, "population": 45}, "players: 9 should be a whole number from 2 to 8"),
        ({"population": 42}, "population: 42 players cannot sit down at tables of 4; it should be a multiple, such as 40"),
        ({"population": 3}, "population: 3 should be a whole number from 4 to 1000000"),
        ({"population": -40}, "population: -40 should be"),
        ({"parents": 0}, "parents: 0 should be a whole number from 1"),
        ({"parents": 11}, "parents: 11 games of 4 need 44 players, the population has 40; parents should be 10 at most"),
        ({"crossing": "chioce"}, "crossing: unknown crossing 'chioce'; did you mean 'choice'?"),
        ({"mutation": "offzet"}, "mutation: unknown mutation 'offzet'; did you mean 'offset'?"),
        ({"trading": "opne"}, "trading: unknown trading 'opne'; did you mean 'open'?"),
        ({"granularity": "deed"}, "unknown granularity 'deed'; did you mean 'deeds'"),
        ({"mutated": -1}, "mutated: -1 should be a whole number from 0 to 51"),
        ({"mutated": 52}, "mutated: 52 should be a whole number from 0 to 51"),
        ({"granularity": "one", "mutated": 2}, "mutated: 2 should be a whole number from 0 to 1"),
        ({"size": -0.1}, "size: -0.1 should be a number from 0 to 1"),
        ({"size": 1.5}, "size: 1.5 should be a number from 0 to 1"),
        ({"size": math.nan}, "size: nan should be a number from 0 to 1"),
        ({"games": 0}, "games: 0 should be a whole number from 2"),
        ({"games": 4, "parents": 5}, "games: 4 should be a whole number from 5"),
        ({"trial": -1}, "trial: -1 should be a whole number from 0"),
        ({"seed": -1}, "seed: -1 should be a whole number from 0"),
    ],
    ids=str,
)
def test_what_cannot_be_run_is_refused_in_one_line(tmp_path: Path, settings: dict[str, Any], says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        evolve(quick(), small(**settings), out=tmp_path / "run")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "settings", [{"parents": 10}, {"population": 4, "parents": 1}, {"mutated": 51}, {"size": 0.0}], ids=str
)
def test_what_is_just_possible_is_run(settings: dict[str, Any]) -> None:
    assert evolve(quick(), small(games=20, **settings)).is_finished


# interrupted and resumed


@functools.cache
def unbroken(genetics: Genetics) -> dict[str, Any]:
    """Return the result of an uninterrupted run."""
    return outcome(evolve(quick(), genetics))


class CrashError(Exception):
    """An error that ends a run without warning."""


def ctrl_c() -> None:
    """Interrupt like Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


def crash() -> None:
    """Fail like a crashing machine."""
    raise CrashError


def ended(box: Any, genetics: Genetics, folder: Path, calls: int, end: Callable[[], None], jobs: int = 1) -> Evolution | None:
    """Run in a folder and end it after this many calls of its progress; return None if it crashed."""
    left = [calls]

    def progress(number: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            end()

    try:
        return evolve(box, genetics, jobs, out=folder, progress=progress)
    except CrashError:
        return None


# 60 waves of one cohort, then 3 rounds of the trial
@pytest.mark.parametrize("calls", [1, 7, 59, 60, 61, 62])
def test_a_run_stopped_by_ctrl_c_goes_on_as_if_unbroken(tmp_path: Path, calls: int) -> None:
    genetics = small(trading="hidden")
    stopped = ended(quick(), genetics, tmp_path, calls, ctrl_c)
    assert stopped is not None
    assert not stopped.is_finished
    assert stopped.games == min(calls, 60) * 2
    saved, metadata = Population.read(tmp_path / "population.parquet", NAMES)
    assert np.array_equal(saved.genes, stopped.population.genes, equal_nan=True)
    assert metadata["cohorts"] == str(stopped.cohorts)
    heard: list[int] = []
    resumed = evolve(quick(), genetics, out=tmp_path, progress=heard.append)
    assert heard[0] == stopped.games == resumed.saved
    assert sum(heard) == 120 + 3 * 10
    assert outcome(resumed) == unbroken(genetics)


def test_a_run_stopped_again_and_again_on_different_threads(tmp_path: Path) -> None:
    genetics = small(population=96)
    for calls, jobs in ((2, 1), (3, 2), (2, 3)):
        ended(quick(), genetics, tmp_path, calls + 1, ctrl_c, jobs)  # the first call reports what was saved
    assert outcome(evolve(quick(), genetics, 2, out=tmp_path)) == unbroken(genetics)


@pytest.mark.slow
@pytest.mark.parametrize("calls", [1, 20, 61])
@pytest.mark.parametrize("seconds", [0.0, 1000.0])
def test_a_run_that_crashed_goes_on_from_what_it_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int, seconds: float
) -> None:
    genetics = small(trading="hidden")
    monkeypatch.setattr(genetic, "CHECKPOINT_SECONDS", seconds)
    assert ended(quick(), genetics, tmp_path, calls, crash) is None
    assert (tmp_path / "population.parquet").exists() == (seconds == 0 and calls > 1)
    resumed = evolve(quick(), genetics, out=tmp_path)
    assert resumed.saved == (2 * min(calls - 1, 60) if seconds == 0 else 0)
    assert outcome(resumed) == unbroken(genetics)


def test_a_crash_between_its_two_files_is_no_harm(tmp_path: Path) -> None:
    """Then the history is ahead of the population, and the difference is played again."""
    genetics = small()
    ended(quick(), genetics, tmp_path, 9, ctrl_c)
    population = (tmp_path / "population.parquet").read_bytes()
    ended(quick(), genetics, tmp_path, 9, ctrl_c)
    (tmp_path / "population.parquet").write_bytes(population)
    assert outcome(evolve(quick(), genetics, out=tmp_path)) == unbroken(genetics)


def test_a_finished_run_is_read_and_not_played_again(tmp_path: Path) -> None:
    first = evolve(quick(), small(), out=tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    heard: list[int] = []
    again = evolve(quick(), small(), out=tmp_path, progress=heard.append)
    assert outcome(again) == outcome(first)
    assert heard == [120]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


KEPT_ALL_THE_TIME = """
import sys
from rentier.learn import genetic
from tests.learn.evolving import quick, small
genetic.CHECKPOINT_SECONDS = 0.0
genetic.evolve(quick(), small(games=1200, granularity="groups"), out=genetic.Path(sys.argv[1]))
"""


@pytest.mark.slow
def test_a_process_that_was_killed_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    genetics = small(games=1200, granularity="groups")
    with subprocess.Popen([sys.executable, "-c", KEPT_ALL_THE_TIME, str(folder)], cwd=ROOT) as process:
        while not (folder / "population.parquet").exists():
            assert process.poll() is None
        process.kill()
        assert process.wait(60) == -signal.SIGKILL
    resumed = evolve(quick(), genetics, out=folder)
    assert 0 < resumed.saved < 1200
    assert outcome(resumed) == unbroken(genetics)


# folders


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"seed": 1}, "holds another run: seed is 0 there and 1 here; --out should be a new folder"),
        ({"population": 44}, "holds another run: population is 40 there and 44 here"),
        ({"crossing": "none"}, "holds another run: crossing is 'choice' there and 'none' here"),
        ({"size": 0.25}, "holds another run: size is 0.1 there and 0.25 here"),
        ({"games": 122}, "holds another run: games is 120 there and 122 here"),
        ({"granularity": "groups"}, "holds another run: granularity is 'groups+decisions' there and 'groups' here"),
        ({"rules": "uk-classic"}, "holds another run: rules is 'pring2015' there and 'uk-classic' here"),
        ({"turn_cap": 59}, "holds another run: overrides is {"),
    ],
    ids=str,
)
def test_a_folder_of_another_run_is_refused_with_what_differs(tmp_path: Path, changed: dict[str, Any], says: str) -> None:
    ended(quick(), small(), tmp_path, 3, ctrl_c)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    rules = {name: changed[name] for name in ("rules", "turn_cap") if name in changed}
    box = load_box(rules.get("rules", "pring2015"), QUICK | {name: rules[name] for name in rules if name != "rules"})
    settings = {name: value for name, value in changed.items() if name not in rules}
    with pytest.raises(RentierError) as refusal:
        evolve(box, small(**settings), out=tmp_path)
    assert str(refusal.value).startswith(f"{tmp_path}: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_folders_that_hold_no_run(tmp_path: Path) -> None:
    file, full, torn, strange, early = (tmp_path / name for name in ("file", "full", "torn", "strange", "early"))
    file.write_text("")
    full.mkdir()
    (full / "letter.txt").write_text("")
    for folder in (torn, strange, early):
        ended(quick(), small(), folder, 3, ctrl_c)
    (torn / "run.json").write_text("{")
    (strange / "population.parquet").write_text("Once upon a time")
    (early / "history.parquet").unlink()
    for folder, says in (
        (file, f"{file}: is a file; --out should be a folder"),
        (full, f"{full}: is not empty and holds no run; --out should be a new folder"),
        (torn, f"{torn / 'run.json'}: cannot be read; --out should be a new folder"),
        (strange, f"{strange / 'population.parquet'}: cannot be read as Parquet"),
        (early, f"{early / 'history.parquet'}: cannot be read as Parquet"),
    ):
        with pytest.raises(RentierError) as refusal:
            evolve(quick(), small(), out=folder)
        assert says in str(refusal.value)
        assert "\n" not in str(refusal.value)


def test_a_population_of_another_run_is_not_taken_up(tmp_path: Path) -> None:
    """Its players would not be those that the run expects."""
    one, other = tmp_path / "one", tmp_path / "other"
    ended(quick(), small(), one, 3, ctrl_c)
    ended(quick(), small(population=12), other, 3, ctrl_c)
    (one / "population.parquet").write_bytes((other / "population.parquet").read_bytes())
    with pytest.raises(RentierError, match=r"population\.parquet: belongs to another run than .*run\.json"):
        evolve(quick(), small(), out=one)


# files


def test_a_population_comes_back_from_its_file_with_what_is_missing(tmp_path: Path) -> None:
    genes = np.array([[0.1, math.nan], [1 / 3, 0.0], [math.nan, math.nan]])
    before = Population(("a", "b"), genes, np.array([3, 0, 5]), np.array([20, 20, 20]), np.array([7, 0, 1]))
    before.write(tmp_path / "population.parquet", {"granularity": "deeds", "cohorts": "17"})
    after, metadata = Population.read(tmp_path / "population.parquet", ("a", "b"))
    assert np.array_equal(after.genes, genes, equal_nan=True)
    assert after.genes.flags.c_contiguous
    for one, other in ((before.generation, after.generation), (before.games, after.games), (before.wins, after.wins)):
        assert one.tolist() == other.tolist()
    assert metadata == {"granularity": "deeds", "cohorts": "17"}
    with pytest.raises(RentierError, match="is not a population"):
        Population.read(tmp_path / "population.parquet", ("a", "c"))


def test_means_and_spreads_are_of_those_who_have_a_gene() -> None:
    population = Population.without_genes(("a", "b", "c"), 4)
    population.genes[:3, 0], population.genes[1, 1] = (0.2, 0.4, 0.9), 0.7
    np.testing.assert_allclose(population.means(), [0.5, 0.7, math.nan])
    np.testing.assert_allclose(population.spreads(), [np.std([0.2, 0.4, 0.9]), 0.0, math.nan])


def test_a_history_comes_back_up_to_a_number_of_games(tmp_path: Path) -> None:
    history = History(("a", "b"))
    population = Population.without_genes(("a", "b"), 2)
    for games in (2, 4, 6):
        population.genes[0, 0] = games / 7
        population.generation += 1
        history.note(games, population)
    history.write(tmp_path / "history.parquet")
    for most, points in ((6, 3), (5, 2), (0, 0)):
        again = History.read(tmp_path / "history.parquet", ("a", "b"), most)
        assert again.games == [2, 4, 6][:points]
        assert again.generation == [1.0, 2.0, 3.0][:points]
        for own, read in ((history.means, again.means), (history.spreads, again.spreads)):
            assert len(read) == points
            assert all(np.array_equal(one, other, equal_nan=True) for one, other in zip(own, read, strict=False))
    with pytest.raises(RentierError, match="is not a history"):
        History.read(tmp_path / "history.parquet", ("c",), 6)


@pytest.mark.slow
@pytest.mark.parametrize("granularity", ["one", "groups", "deeds+decisions"])
def test_a_picture_has_a_line_for_every_gene(tmp_path: Path, granularity: str) -> None:
    run = evolve(quick(), small(granularity=granularity, games=20, trial=0))
    draw_genes(run, "Who wins & who does not", tmp_path / "genes.svg")
    picture = (tmp_path / "genes.svg").read_text()
    assert "Who wins &amp; who does not" in picture
    expected = {"one": [">games<"], "groups": [">light blue<", ">utilities<"], "deeds+decisions": [">Mayfair<", ">reserve<"]}
    assert all(text in picture for text in expected[granularity])


# what has evolved


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="thousands of games")
@pytest.mark.parametrize("trading", ["open", "hidden"])
def test_what_has_evolved_beats_the_first_generation_and_random_clearly(tmp_path: Path, trading: str) -> None:
    box = load_box("pring2015")
    evolve(box, Genetics(population=200, games=6000, trial=10, trading=trading, seed=1), 2, out=tmp_path)
    for spec in (f"genes:{tmp_path / 'population.parquet'}", f"genes:{tmp_path / 'population.parquet'},best"):
        for other in ("genes:random", "random"):
            score = play_match(box, [parse_agent(spec), *[parse_agent(other)] * 3], 2000, 2, jobs=2).scores[0]
            assert score.spec == spec
            assert score.interval[0] > 0.25, (spec, other, score)
