"""Selection, crossing and mutation: which genes children inherit, and that nothing is selected without fitness differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier.agents.pring_genes import OPENLY, find_granularity, settings_of
from rentier.agents.specs import Agent
from rentier.agents.table import AgentsTable
from rentier.box import Box, load_box
from rentier.compiled import INTERPRETED
from rentier.layout import Numbers
from rentier.learn.breeding import BY_AVERAGE, BY_CHOICE, BY_NONE, OFFSET, REDRAW, breed_cohorts, play_cohorts
from rentier.learn.genetic import evolve
from rentier.learn.heredity import Genetics

CROSSINGS = {"choice": BY_CHOICE, "average": BY_AVERAGE, "none": BY_NONE}
WAYS = {"offset": OFFSET, "redraw": REDRAW}
BOUND = 3.5  # standard errors


@dataclass(frozen=True)
class Cohorts:
    """Players, those taken, one row per cohort, and the winners among these."""

    genes: Numbers
    generation: Numbers
    taken: Numbers
    winners: Numbers

    def bred(
        self, crossing: str, mutated: int = 0, mutation: str = "offset", size: float = 0.1, seed: int = 1
    ) -> tuple[Numbers, Numbers]:
        """The genes and generations of the population with the children in it."""
        genes, generation = self.genes.copy(), self.generation.copy()
        room = np.zeros((self.winners.shape[1], genes.shape[1]))
        ways = (CROSSINGS[crossing], mutated, WAYS[mutation], size)
        breed_cohorts(genes, generation, self.taken, self.winners, room, ways, 0, np.uint64(seed))
        return genes, generation

    def parents(self, cohort: int) -> Numbers:
        """The genes of the winners of a cohort."""
        return self.genes[self.winners[cohort]]


@st.composite
def cohorts(draw: st.DrawFn) -> Cohorts:
    """Some cohorts of a population in which some genes are missing."""
    players, parents, columns, number = (draw(st.integers(1, most)) for most in (4, 4, 6, 3))
    chance = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    population = number * players * parents + draw(st.integers(0, 5))
    genes = chance.random((population, columns))
    genes[chance.random(genes.shape) < draw(st.sampled_from((0.0, 0.3, 0.8)))] = math.nan
    taken = chance.choice(population, (number, players * parents), replace=False)
    seats = chance.integers(0, players, (number, parents)) + np.arange(parents) * players
    return Cohorts(genes, chance.integers(0, 9, population), taken, np.take_along_axis(taken, seats, axis=1))


def same(one: Any, other: Any) -> bool:
    """Equal numbers, or missing on both sides."""
    return np.array_equal(one, other, equal_nan=True)


# children


@given(cohorts(), st.sampled_from(list(CROSSINGS)), st.integers(0, 3), st.sampled_from(list(WAYS)))
def test_only_who_played_is_replaced(before: Cohorts, crossing: str, mutated: int, mutation: str) -> None:
    genes, generation = before.bred(crossing, mutated, mutation)
    idle = np.setdiff1d(np.arange(len(genes)), before.taken)
    assert same(genes[idle], before.genes[idle])
    assert same(generation[idle], before.generation[idle])
    for cohort, taken in enumerate(before.taken):
        assert set(generation[taken]) == {before.generation[before.winners[cohort]].max() + 1}


@given(cohorts())
def test_by_choice_each_gene_is_that_of_a_parent_who_has_it(before: Cohorts) -> None:
    genes, _ = before.bred("choice")
    for cohort, taken in enumerate(before.taken):
        for column, own in enumerate(before.parents(cohort).T):
            known = set(own[~np.isnan(own)])
            for child in taken:
                assert genes[child, column] in known if known else math.isnan(genes[child, column])


@given(cohorts())
def test_by_average_each_gene_is_the_mean_of_the_parents_who_have_it(before: Cohorts) -> None:
    genes, _ = before.bred("average")
    for cohort, taken in enumerate(before.taken):
        for column, own in enumerate(before.parents(cohort).T):
            known = own[~np.isnan(own)]
            mean = known.mean() if len(known) else math.nan
            np.testing.assert_allclose(genes[taken, column], mean, rtol=1e-14)


@given(cohorts())
def test_without_crossing_all_genes_are_those_of_one_parent(before: Cohorts) -> None:
    genes, _ = before.bred("none")
    for cohort, taken in enumerate(before.taken):
        for child in taken:
            assert any(same(genes[child], parent) for parent in before.parents(cohort))


@pytest.mark.parametrize("crossing", ["choice", "average"])
def test_a_gene_that_only_one_parent_has_is_passed_on_to_all_children(crossing: str) -> None:
    genes = np.array([[0.25, math.nan], [math.nan, math.nan], [0.5, 0.5], [0.5, 0.5]])
    pair = Cohorts(genes, np.zeros(4, np.int64), np.array([[0, 1, 2, 3]]), np.array([[0, 1]]))
    assert same(pair.bred(crossing)[0], [[0.25, math.nan]] * 4)


@given(cohorts(), st.sampled_from(list(CROSSINGS)), st.integers(0, 6), st.sampled_from((0.0, 0.05, 1.0)))
def test_an_offset_changes_so_many_genes_by_so_much_at_most(before: Cohorts, crossing: str, mutated: int, size: float) -> None:
    plain, _ = before.bred(crossing)
    genes, _ = before.bred(crossing, mutated, "offset", size)
    assert same(np.isnan(genes), np.isnan(plain)), "a missing gene is not mutated"
    changes = np.nan_to_num(genes - plain)
    assert np.abs(changes).max() <= size + 1e-12
    assert (changes != 0).sum(axis=1).max() <= mutated
    known = genes[~np.isnan(genes)]
    assert ((known >= 0) & (known <= 1)).all()


@given(cohorts(), st.sampled_from(list(CROSSINGS)), st.integers(0, 6))
def test_a_redraw_changes_so_many_genes_to_any_number(before: Cohorts, crossing: str, mutated: int) -> None:
    plain, _ = before.bred(crossing)
    genes, _ = before.bred(crossing, mutated, "redraw", 0.0)
    assert same(np.isnan(genes), np.isnan(plain)), "a missing gene is not mutated"
    changed = (np.nan_to_num(genes - plain) != 0).sum(axis=1)
    assert changed.max() <= mutated
    complete = [child for child in before.taken.ravel() if not np.isnan(plain[child]).any()]
    assert set(changed[complete]) <= {min(mutated, genes.shape[1])}
    known = genes[~np.isnan(genes)]
    assert ((known >= 0) & (known <= 1)).all()


# random choices are even


CHILDREN = 200 if INTERPRETED else 4000


def bred(crossing: str, columns: int = 2, value: float = 0.5, **mutation: Any) -> Numbers:
    """Many children of two parents, one with genes of `value` and one with genes that are higher by a half."""
    genes = np.full((CHILDREN, columns), value)
    genes[1] += 0.5
    many = Cohorts(genes, np.zeros(CHILDREN, np.int64), np.arange(CHILDREN)[None], np.array([[0, 1]]))
    children, _ = many.bred(crossing, **mutation)
    return children


def is_even(happened: Numbers, share: float) -> bool:
    """Whether something happened as often as it should, within random error."""
    return bool(abs(happened.mean() - share) < BOUND * math.sqrt(share * (1 - share) / len(happened)))


def test_both_parents_are_equally_good_for_every_gene() -> None:
    first, second = (bred("choice", value=0.25) == 0.75).T
    assert is_even(first, 0.5)
    assert is_even(second, 0.5)
    assert is_even(first & second, 0.25), "each gene is chosen by itself"
    assert is_even(first ^ second, 0.5)
    first, second = (bred("none", value=0.25) == 0.75).T
    assert is_even(first, 0.5)
    assert same(first, second)


def test_an_offset_is_as_often_up_as_down_and_no_gene_is_preferred() -> None:
    changes = bred("average", 4, 0.25, mutated=1, size=0.2) - 0.5
    assert ((changes != 0).sum(axis=1) == 1).all()
    for column in range(4):
        assert is_even(changes[:, column] != 0, 0.25)
    offsets = changes[changes != 0]
    assert is_even(offsets > 0, 0.5)
    assert is_even(np.abs(offsets) < 0.1, 0.5)
    assert 0.19 < np.abs(offsets).max() <= 0.2


def test_of_several_mutated_genes_none_is_mutated_twice_and_all_pairs_are_as_likely() -> None:
    changed = bred("average", 4, 0.25, mutated=2, size=0.2) != 0.5
    assert (changed.sum(axis=1) == 2).all()
    for one in range(4):
        for other in range(one):
            assert is_even(changed[:, one] & changed[:, other], 1 / 6)


def test_an_offset_ends_at_0_and_1() -> None:
    genes = bred("none", 1, 0.5, mutated=1, size=0.4)
    assert genes.max() == 1.0
    assert genes[genes < 0.5].min() < 0.15
    assert is_even(genes[:, 0] == 1.0, 0.25), "one half of the children of the parent who has 1 already"


def test_a_redrawn_gene_is_any_number_from_0_to_1() -> None:
    genes = bred("average", 1, 0.25, mutated=1, mutation="redraw", size=0.0)[:, 0]
    for share in (0.1, 0.5, 0.9):
        assert is_even(genes < share, share)


def test_children_do_not_depend_on_how_the_cohorts_are_shared_out() -> None:
    chance = np.random.default_rng(3)
    genes, taken = chance.random((48, 5)), chance.permutation(48).reshape(6, 8)
    winners = taken[:, [1, 6]].copy()
    at_once, _ = Cohorts(genes, np.zeros(48, np.int64), taken, winners).bred("choice", 2, seed=9)
    apart = genes.copy()
    for share in (slice(4, 6), slice(0, 1), slice(1, 4)):
        ways = (BY_CHOICE, 2, OFFSET, 0.1)
        breed_cohorts(
            apart, np.zeros(48, np.int64), taken[share], winners[share], np.zeros((2, 5)), ways, share.start, np.uint64(9)
        )
    assert same(at_once, apart)
    other, _ = Cohorts(genes, np.zeros(48, np.int64), taken, winners).bred("choice", 2, seed=10)
    assert not same(at_once, other)


# games


def seated(box: Box, granularity: str, players: int, *, openly: bool = False) -> AgentsTable:
    """A table for players with genes."""
    settings = [*settings_of(find_granularity(granularity), {})]
    settings[OPENLY] = openly
    return AgentsTable(box, [Agent("genes", "genes", tuple(settings), "rentier.agents.pring:genes")] * players)


def played(table: AgentsTable, granularity: str, genes: Numbers, taken: Numbers, games: int, first: int = 0) -> Numbers:
    """Play the games of some cohorts, which updates the genes, and return the winners."""
    places = np.array(list(find_granularity(granularity).places.values()), np.int64)
    winners = np.full((len(taken), games), -1)
    assert play_cohorts(table.table, genes, places, taken, first, np.uint64(5), winners) == len(taken)
    return winners


SHORT = {"turn_cap": 20 if INTERPRETED else 60, "cap": "worth"}
COHORTS = 2 if INTERPRETED else 12


@pytest.mark.parametrize("granularity", ["deeds", "groups+decisions"])
@pytest.mark.parametrize("openly", [False, True])
def test_winners_sat_at_their_table_and_only_they_keep_new_genes(granularity: str, openly: bool) -> None:
    table = seated(load_box("pring2015", SHORT), granularity, 3, openly=openly)
    chance = np.random.default_rng(1)
    genes = chance.random((COHORTS * 6 + 4, len(find_granularity(granularity).places)))
    genes[chance.random(genes.shape) < 0.5] = math.nan
    before = genes.copy()
    taken = chance.permutation(len(genes))[: COHORTS * 6].reshape(COHORTS, 6)
    winners = played(table, granularity, genes, taken, 2)
    for cohort in range(COHORTS):
        for game in range(2):
            assert winners[cohort, game] in taken[cohort, game * 3 : game * 3 + 3]
    others = np.setdiff1d(np.arange(len(genes)), winners)
    assert same(genes[others], before[others])
    had = ~np.isnan(before)
    assert same(genes[had], before[had])
    drawn = genes[winners.ravel()][np.isnan(before[winners.ravel()])]
    drawn = drawn[~np.isnan(drawn)]
    assert len(drawn) > 0
    assert ((drawn >= 0) & (drawn < 1)).all()


@pytest.mark.parametrize("openly", [False, True])
def test_the_genes_kept_are_those_that_the_winner_played_with(openly: bool) -> None:
    """So a player who has them from the beginning plays the same game, and needs no new ones."""
    table = seated(load_box("pring2015", SHORT), "deeds+decisions", 3, openly=openly)
    genes = np.full((COHORTS * 3, 141), math.nan)
    taken = np.arange(COHORTS * 3).reshape(COHORTS, 3)
    winners = played(table, "deeds+decisions", genes, taken, 1)
    saved = genes.copy()
    turns = table.table.game.turns
    assert same(played(table, "deeds+decisions", genes, taken, 1), winners)
    assert same(genes, saved)
    assert table.table.game.turns == turns


def test_games_do_not_depend_on_how_the_cohorts_are_shared_out() -> None:
    table = seated(load_box("pring2015", SHORT), "groups", 2)
    before = np.full((COHORTS * 4, 10), math.nan)
    taken = np.arange(COHORTS * 4).reshape(COHORTS, 4)
    genes, apart = before.copy(), before.copy()
    winners = played(table, "groups", genes, taken, 2)
    half = COHORTS // 2
    later = played(table, "groups", apart, taken[half:], 2, half)
    assert same(np.concatenate([played(table, "groups", apart, taken[:half], 2), later]), winners)
    assert same(apart, genes)


def test_where_nobody_wins_one_of_all_is_a_parent_by_chance() -> None:
    """After one turn nobody is ahead of the others, or the game is drawn."""
    number = 40 if INTERPRETED else 400
    taken = np.arange(number * 2).reshape(number, 2)
    for cap in ("draw", "worth"):
        table = seated(load_box("pring2015", {"turn_cap": 1, "cap": cap, "dice": 1}), "one", 2)
        winners = played(table, "one", np.zeros((number * 2, 1)), taken, 1)
        assert is_even(winners[:, 0] % 2 == 1, 0.5)


def test_who_buys_nothing_wins_less() -> None:
    table = seated(load_box("pring2015"), "one", 2)
    number = 5 if INTERPRETED else 100
    genes = np.tile([[0.0], [0.9], [0.9], [0.0]], (number, 1))
    winners = played(table, "one", genes, np.arange(number * 4).reshape(-1, 4), 2)
    assert (genes[winners, 0] == 0.9).mean() > 0.8


# selection without fitness


REPLICATES, WAVES = (30, 40) if INTERPRETED else (400, 60)
OWN, COLUMNS = 24, 2  # players of a replicate, and their genes

Chooser = Callable[[np.random.Generator, Numbers], Numbers]  # chooses the winner at each table, given the players' genes


def by_luck(chance: np.random.Generator, tables: Numbers) -> Numbers:
    """Choose a random winner, whatever the genes."""
    return chance.integers(0, tables.shape[-2], tables.shape[:-2])


def by_first_gene(chance: np.random.Generator, tables: Numbers) -> Numbers:
    """Let the highest first gene win more often than not."""
    return np.argmax(tables[..., 0] + chance.normal(0, 0.2, tables.shape[:-1]), axis=-1)


def replicates_bred(crossing: str, start: Numbers, wins: Chooser, mutated: int, size: float = 0.02) -> Numbers:
    """Breed many populations side by side, wave after wave: two games of four, whose winners are the parents."""
    chance = np.random.default_rng(11)
    genes = start.reshape(-1, COLUMNS).copy()
    generation, room = np.zeros(len(genes), np.int64), np.zeros((2, COLUMNS))
    ways = (CROSSINGS[crossing], mutated, OFFSET, size)
    firsts = np.arange(REPLICATES)[:, None] * OWN
    for wave in range(WAVES):
        taken = chance.permuted(np.tile(np.arange(OWN), (REPLICATES, 1)), axis=1)[:, :8] + firsts
        tables = taken.reshape(REPLICATES, 2, 4)
        seats = wins(chance, genes[tables])
        winners = np.take_along_axis(tables, seats[..., None], axis=2)[..., 0]
        breed_cohorts(genes, generation, taken, winners, room, ways, wave * REPLICATES, np.uint64(2))
    return genes.reshape(REPLICATES, OWN, COLUMNS)


def trend(changes: Numbers) -> float:
    """Return the mean of changes, in its standard errors."""
    return float(changes.mean() / (changes.std(ddof=1) / math.sqrt(len(changes))))


@pytest.mark.parametrize("mutated", [0, 1])
@pytest.mark.parametrize("crossing", list(CROSSINGS))
def test_without_differences_in_fitness_genes_drift_and_show_no_trend(crossing: str, mutated: int) -> None:
    start = np.random.default_rng(7).uniform(0.2, 0.5, (REPLICATES, OWN, COLUMNS))
    end = replicates_bred(crossing, start, by_luck, mutated)
    changes = (end - start).mean(axis=1)
    for column in range(COLUMNS):
        assert abs(trend(changes[:, column])) < BOUND
        between = [genes[..., column].mean(axis=1).std() for genes in (start, end)]
        assert between[1] > 1.5 * between[0], "the populations part"
        within = [genes[..., column].std(axis=1).mean() for genes in (start, end)]
        assert within[1] < 0.7 * within[0], "each becomes more alike"


@pytest.mark.parametrize("crossing", list(CROSSINGS))
def test_a_gene_that_wins_games_rises_and_the_other_does_not(crossing: str) -> None:
    start = np.random.default_rng(7).uniform(0.2, 0.5, (REPLICATES, OWN, COLUMNS))
    end = replicates_bred(crossing, start, by_first_gene, 1)
    changes = (end - start).mean(axis=1)
    assert trend(changes[:, 0]) > 2 * BOUND
    assert abs(trend(changes[:, 1])) < BOUND


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="thousands of games")
def test_in_real_games_a_gene_that_decides_nothing_shows_no_trend_and_one_that_matters_does() -> None:
    """A single gene for mortgaging does not decide which deed is first; a reserve ties up money that could be invested."""
    box = load_box("pring2015", {"trade_menu": "none"})
    settings = {"population": 100, "games": 600, "trial": 0, "granularity": "decisions"}
    runs = [evolve(box, Genetics(seed=seed, **settings)) for seed in range(12)]
    column = {name: number for number, name in enumerate(runs[0].population.names)}
    last = {name: np.array([run.population.means()[column[name]] for run in runs]) for name in ("mortgaging", "reserve")}
    last["mortgaging"] = last["mortgaging"][~np.isnan(last["mortgaging"])]  # nobody has it in a run where nobody needed it
    assert abs(trend(last["mortgaging"] - 0.5)) < BOUND, "as it is drawn"
    assert last["mortgaging"].std() > 0.1, "it drifts"
    assert trend(last["reserve"] - 0.5) < -4 * BOUND
    first = [np.array([means[column["mortgaging"]] for means in run.history.means]) for run in runs]
    changes = np.array([means[-1] - means[~np.isnan(means)][0] for means in first if not np.isnan(means[-1])])
    assert abs(trend(changes)) < BOUND
