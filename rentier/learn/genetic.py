"""The genetic algorithm of Pring 2015 (section 2.5); what the work leaves open is a setting.

Take c * n idle players out of the population and let them play c games of n; cross the genes of the winners, mutate the
children, and let these replace all who played. The number of cohorts taken at a time does not depend on who plays them, so a
seed gives the same population on any number of threads, processes or nodes.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rentier.agents.pring_genes import (
    ALL_DEEDS,
    LONDON_SQUARES,
    OPENLY,
    find_granularity,
    settings_of,
)
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.table import AgentsTable
from rentier.arena.executors import Jobs, executor_of
from rentier.arena.executors.protocol import Worker
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress
from rentier.arena.stopping import stopped_by_ctrl_c
from rentier.box import Box
from rentier.errors import RentierError
from rentier.files import load_arrow, open_run_folder
from rentier.layout import Numbers
from rentier.learn.breeding import breed_cohorts, play_cohorts
from rentier.learn.heredity import CROSSINGS, MUTATIONS, TRADINGS, Genetics
from rentier.learn.population import History, Population
from rentier.pools import Pool

HISTORY_POINTS = 200  # about how many points the history of a run has
CHECKPOINT_SECONDS = 10.0
LEADING = 3  # the number of genes that a progress bar shows

BREEDING, TRIAL, TAKING = range(1, 4)  # parts of the seed; games use the seed itself

Watch = Callable[[str], None]  # called with the leading genes


@dataclass
class Evolution:
    """A run: its current population, its history, the cohorts played, and how long they took."""

    genetics: Genetics
    population: Population
    history: History
    cohorts: int = 0  # cohorts played
    seconds: float = 0.0
    saved: int = 0  # games that were played before the run was resumed

    @property
    def games(self) -> int:
        """Games played."""
        return self.cohorts * self.genetics.parents

    @property
    def is_evolved(self) -> bool:
        """Whether all games have been played."""
        return self.cohorts >= self.genetics.cohorts

    @property
    def is_finished(self) -> bool:
        """Whether the last population has also had its trial."""
        return self.is_evolved and (self.genetics.trial == 0 or bool(self.population.games.any()))

    def leading(self, number: int = LEADING) -> list[tuple[str, float]]:
        """Return the genes with the highest means, highest first."""
        means = self.population.means()
        order = np.argsort(-means, kind="stable")[:number]  # genes that nobody has come last
        return [(self.population.names[column], float(means[column])) for column in order if not np.isnan(means[column])]


class Folder:
    """The folder of a run: `run.json` has its settings, `population.parquet` and `history.parquet` its progress."""

    def __init__(self, folder: Path, box: Box, genetics: Genetics) -> None:
        load_arrow("populations")
        self.folder = folder
        self.genetics = genetics
        self.population_file = folder / "population.parquet"
        self.history_file = folder / "history.parquet"
        run = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides), **asdict(genetics)}
        self.metadata = {"granularity": genetics.granularity, "run": json.dumps(run, ensure_ascii=False)}
        self.opened = open_run_folder(folder, "run.json", "run", run)

    def resume(self, names: tuple[str, ...]) -> Evolution | None:
        """Return the saved run, or None if there is none."""
        if not self.population_file.exists():
            return None
        population, metadata = Population.read(self.population_file, names)
        try:
            cohorts, seconds = int(metadata["cohorts"]), float(metadata["seconds"])
            is_same = json.loads(metadata["run"]) == json.loads(self.metadata["run"])
        except (KeyError, ValueError):
            raise RentierError(f"{self.population_file}: does not say how far its run has come") from None
        if not is_same:
            raise RentierError(f"{self.population_file}: belongs to another run than {self.folder / 'run.json'}")
        history = History.read(self.history_file, names, cohorts * self.genetics.parents)
        return Evolution(self.genetics, population, history, cohorts, seconds, cohorts * self.genetics.parents)

    def save(self, evolution: Evolution) -> None:
        """Save the run: the history first, because reading cuts it off where the population's file ends."""
        evolution.history.write(self.history_file)
        progress = {"cohorts": str(evolution.cohorts), "seconds": f"{evolution.seconds:.3f}"}
        evolution.population.write(self.population_file, self.metadata | progress)


class Cohorts(NamedTuple):
    """Cohorts to play: their players' genes, one row each, the number of the first cohort, and the games of each.

    `generation`: the generations of the players if they are to have children; None if they only play.
    """

    genes: Numbers
    generation: Numbers | None
    first: int
    number: int
    games: int
    seed: int


class Played(NamedTuple):
    """Cohorts after their games: the new genes and generations, and the winner of each game as a row of the genes."""

    genes: Numbers
    generation: Numbers | None
    winners: Numbers


@dataclass(frozen=True)
class GeneticJob:
    """A run, for workers that play some of its cohorts."""

    box: Box
    genetics: Genetics

    def worker(self) -> Breeder:
        """Return a worker."""
        return Breeder(self.box, self.genetics)


class Breeder:
    """A table at which cohorts play and have children."""

    def __init__(self, box: Box, genetics: Genetics) -> None:
        self.box, self.genetics = box, genetics
        granularity = find_granularity(genetics.granularity)
        self.places = np.array(list(granularity.places.values()), np.int64)
        settings = np.array(settings_of(granularity, {}))
        settings[OPENLY] = genetics.trading == TRADINGS[0]
        kind = parse_agent("genes:random")
        player = Agent(kind.spec, kind.name, tuple(settings), kind.target)
        self.table = AgentsTable(box, [player] * genetics.players)
        self.parents = np.zeros((genetics.parents, len(self.places)))

    def do(self, cohorts: Cohorts) -> Played:
        """Play the games of some cohorts, and let the children of the winners replace all who played."""
        genetics = self.genetics
        genes, seed = cohorts.genes.copy(), np.uint64(cohorts.seed)
        taken = np.arange(len(genes)).reshape(cohorts.number, -1)
        winners = np.zeros((cohorts.number, cohorts.games), np.int64)
        if play_cohorts(self.table.table, genes, self.places, taken, cohorts.first, seed, winners) < cohorts.number:
            raise self.table.refusal(f"the run of seed {genetics.seed}")
        if cohorts.generation is None:
            return Played(genes, None, winners)
        options = (CROSSINGS.index(genetics.crossing), genetics.mutated, MUTATIONS.index(genetics.mutation), genetics.size)
        generation, seed = cohorts.generation.copy(), np.uint64(part_seed(genetics.seed, BREEDING))
        breed_cohorts(genes, generation, taken, winners, self.parents, options, cohorts.first, seed)
        return Played(genes, generation, winners)

    def stop(self) -> None:
        """Do nothing: cohorts play to their end."""


class _Run:
    """A run in progress: waves of cohorts, shared among workers."""

    def __init__(self, box: Box, evolution: Evolution, jobs: Jobs, progress: Progress | None, watch: Watch | None) -> None:
        self.evolution, self.progress, self.watch = evolution, progress, watch
        executor = executor_of(jobs)
        self.pool = Pool(executor.start_workers(GeneticJob(box, evolution.genetics), executor.jobs))
        self.stopped = threading.Event()

    def evolve(self, folder: Folder | None) -> None:
        """Play and breed wave after wave, until all games are played or the run is stopped."""
        evolution, genetics = self.evolution, self.evolution.genetics
        step = max(1, genetics.cohorts // HISTORY_POINTS)
        saved = time.perf_counter()
        while not evolution.is_evolved and not self.stopped.is_set():
            start = time.perf_counter()
            first = evolution.cohorts
            self._wave(first, min(genetics.cohorts_at_once, genetics.cohorts - first))
            evolution.seconds += time.perf_counter() - start
            if evolution.cohorts // step > first // step or evolution.is_evolved:
                evolution.history.note(evolution.games, evolution.population)
                if self.watch is not None:
                    self.watch(", ".join(f"{name} {mean:.2f}" for name, mean in evolution.leading()))
            if folder is not None and time.perf_counter() - saved > CHECKPOINT_SECONDS:
                folder.save(evolution)
                saved = time.perf_counter()

    def _wave(self, first: int, cohorts: int) -> None:
        """Draw the players of some cohorts, let them play, and replace them by the winners' children."""
        genetics, population = self.evolution.genetics, self.evolution.population
        size = genetics.parents * genetics.players
        drawn = np.random.default_rng([genetics.seed, TAKING, first])
        taken = drawn.choice(genetics.population, (cohorts, size), replace=False).astype(np.int64)
        self._play(population, taken, genetics.parents, first, genetics.seed, breed=True)
        self.evolution.cohorts = first + cohorts
        self._report(cohorts * genetics.parents)

    def hold_trial(self) -> None:
        """Let every player play the games of the trial and count its wins; nobody has children.

        Genes drawn meanwhile are kept only if the whole trial is played: an interrupted trial starts again from the beginning.
        """
        genetics = self.evolution.genetics
        population = replace(self.evolution.population, genes=self.evolution.population.genes.copy())
        tables = genetics.population // genetics.players
        wins = np.zeros(genetics.population, np.int64)
        drawn = np.random.default_rng([genetics.seed, TRIAL])
        for number in range(genetics.trial):
            taken = drawn.permutation(genetics.population).astype(np.int64).reshape(tables, genetics.players)
            seed = part_seed(genetics.seed, TRIAL)
            winners = self._play(population, taken, 1, number * tables, seed, breed=False)
            if self.stopped.is_set():
                return
            wins[winners] += 1
            self._report(tables)
        population.games[:], population.wins[:] = genetics.trial, wins
        self.evolution.population = population

    def _play(self, population: Population, taken: Numbers, games: int, first: int, seed: int, *, breed: bool) -> Numbers:
        """Let cohorts play `games` games each, shared among the workers; return the winners of all games in order."""

        def play(worker: Worker[Cohorts, Played], share: tuple[int, int]) -> Numbers:
            start, end = share
            players = taken[start:end].ravel()
            generation = population.generation[players] if breed else None
            played = worker.do(Cohorts(population.genes[players], generation, first + start, end - start, games, seed))
            assert played is not None, "nobody is stopped"
            population.genes[players] = played.genes
            if played.generation is not None:
                population.generation[players] = played.generation
            return players[played.winners.ravel()]

        shares = min(len(self.pool.workers), len(taken))
        ends = [len(taken) * part // shares for part in range(shares + 1)]
        return np.concatenate(list(self.pool.map(play, itertools.pairwise(ends))))

    def _report(self, games: int) -> None:
        if self.progress is not None:
            self.progress(games)


def evolve(
    box: Box,
    genetics: Genetics,
    jobs: Jobs = 1,
    *,
    out: Path | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Evolution:
    """Run the algorithm; `out` is a folder to save the run in, and to resume it from. Ctrl-C ends the run early.

    `progress` is called with the number of games played; `watch`, at every point of the history, with the leading genes.
    """
    genetics.check()
    granularity = find_granularity(genetics.granularity)
    if granularity.deeds_grain != ALL_DEEDS and box.record.squares != LONDON_SQUARES:
        raise RentierError(
            f"granularity: {granularity.name!r} is for boards of {LONDON_SQUARES} squares, that of {box.name} has "
            f"{box.record.squares}; it should be one or decisions"
        )
    names = tuple(granularity.places)
    folder = None if out is None else Folder(out, box, genetics)
    evolution = None if folder is None else folder.resume(names)
    if evolution is None:
        evolution = Evolution(genetics, Population.without_genes(names, genetics.population), History(names))
    elif progress is not None:
        progress(evolution.games)
    if evolution.is_finished:
        return evolution
    run = _Run(box, evolution, jobs, progress, watch)
    with run.pool, stopped_by_ctrl_c(run.stopped.set):
        run.evolve(folder)
        if evolution.is_evolved and not run.stopped.is_set():
            run.hold_trial()
    if folder is not None:
        folder.save(evolution)
    return evolution
