"""The genetic algorithm of Pring 2015 (section 2.5), with what the work left open made settings.

Take c * n idle players out of the population, let them play c games of n; cross the genes of the winners, mutate the children,
and put these in the place of all who played. The next cohorts are always taken in the same numbers, whoever plays them, so that
a seed gives the same population on any number of threads, processes or nodes.
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
from rentier.files import load_arrow, open_keeping
from rentier.layout import Numbers
from rentier.learn.breeding import breed_cohorts, play_cohorts
from rentier.learn.heredity import CROSSINGS, MUTATIONS, TRADINGS, Genetics
from rentier.learn.population import History, Population
from rentier.pools import Pool

LOOKS = 200  # at the population, for its history
CHECKPOINT_SECONDS = 10.0
LEADING = 3  # genes that a progress bar shows

BREEDING, TRIAL, TAKING = range(1, 4)  # parts of the seed; games have the seed itself

Watch = Callable[[str], None]  # told which genes lead


@dataclass
class Evolution:
    """A run: the population as it is, its history, the games played, and how long they took."""

    genetics: Genetics
    population: Population
    history: History
    cohorts: int = 0  # played
    seconds: float = 0.0
    saved: int = 0  # games that were played before

    @property
    def games(self) -> int:
        """Games played."""
        return self.cohorts * self.genetics.parents

    @property
    def is_evolved(self) -> bool:
        """Whether all games are played."""
        return self.cohorts >= self.genetics.cohorts

    @property
    def is_finished(self) -> bool:
        """Whether the last population has had its trial too."""
        return self.is_evolved and (self.genetics.trial == 0 or bool(self.population.games.any()))

    def leading(self, number: int = LEADING) -> list[tuple[str, float]]:
        """The genes with the highest means, highest first."""
        means = self.population.means()
        order = np.argsort(-means, kind="stable")[:number]  # what nobody has comes last
        return [(self.population.names[column], float(means[column])) for column in order if not np.isnan(means[column])]


class Folder:
    """Where a run is kept: `run.json` says which it is, `population.parquet` and `history.parquet` how far it has come."""

    def __init__(self, folder: Path, box: Box, genetics: Genetics) -> None:
        load_arrow("populations")
        self.folder = folder
        self.genetics = genetics
        self.population_file = folder / "population.parquet"
        self.history_file = folder / "history.parquet"
        run = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides), **asdict(genetics)}
        self.metadata = {"granularity": genetics.granularity, "run": json.dumps(run, ensure_ascii=False)}
        open_keeping(folder, "run.json", "run", run)

    def take_up(self, names: tuple[str, ...]) -> Evolution | None:
        """The run as far as it was kept."""
        if not self.population_file.exists():
            return None
        population, metadata = Population.read(self.population_file, names)
        try:
            cohorts, seconds = int(metadata["cohorts"]), float(metadata["seconds"])
            is_same = json.loads(metadata["run"]) == json.loads(self.metadata["run"])
        except (KeyError, ValueError):
            raise RentierError(f"{self.population_file}: does not say how far its run has come") from None
        if not is_same:
            raise RentierError(f"{self.population_file}: is of another run than {self.folder / 'run.json'}")
        history = History.read(self.history_file, names, cohorts * self.genetics.parents)
        return Evolution(self.genetics, population, history, cohorts, seconds, cohorts * self.genetics.parents)

    def keep(self, evolution: Evolution) -> None:
        """Keep the run: its history first, which is cut where the population's file says that it ends."""
        evolution.history.write(self.history_file)
        far = {"cohorts": str(evolution.cohorts), "seconds": f"{evolution.seconds:.3f}"}
        evolution.population.write(self.population_file, self.metadata | far)


class Cohorts(NamedTuple):
    """Cohorts to play: the genes of their players, a row each, the number of the first of them, and the games of each.

    `generation`: those of the players where they are to have children; else they only play.
    """

    genes: Numbers
    generation: Numbers | None
    first: int
    number: int
    games: int
    seed: int


class Played(NamedTuple):
    """What has become of cohorts: genes and generations as they are now, and who won each game, by the rows of the genes."""

    genes: Numbers
    generation: Numbers | None
    winners: Numbers


@dataclass(frozen=True)
class GeneticJob:
    """A run, for whoever plays some of its cohorts."""

    box: Box
    genetics: Genetics

    def worker(self) -> Breeder:
        """A table to play at."""
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
        player = Agent(kind.spec, kind.name, tuple(settings), kind.home)
        self.room = AgentsTable(box, [player] * genetics.players)
        self.parents = np.zeros((genetics.parents, len(self.places)))

    def do(self, cohorts: Cohorts) -> Played:
        """Play the games of some cohorts, and put the children of the winners in the place of all who played."""
        own = self.genetics
        genes, seed = cohorts.genes.copy(), np.uint64(cohorts.seed)
        taken = np.arange(len(genes)).reshape(cohorts.number, -1)
        winners = np.zeros((cohorts.number, cohorts.games), np.int64)
        if play_cohorts(self.room.table, genes, self.places, taken, cohorts.first, seed, winners) < cohorts.number:
            raise self.room.refusal(f"the run of seed {own.seed}")
        if cohorts.generation is None:
            return Played(genes, None, winners)
        ways = (CROSSINGS.index(own.crossing), own.mutated, MUTATIONS.index(own.mutation), own.size)
        generation, seed = cohorts.generation.copy(), np.uint64(part_seed(own.seed, BREEDING))
        breed_cohorts(genes, generation, taken, winners, self.parents, ways, cohorts.first, seed)
        return Played(genes, generation, winners)

    def stop(self) -> None:
        """Cohorts play to their end."""


class _Run:
    """A run under way: waves of cohorts, shared among workers."""

    def __init__(self, box: Box, evolution: Evolution, jobs: Jobs, progress: Progress | None, watch: Watch | None) -> None:
        self.evolution, self.progress, self.watch = evolution, progress, watch
        executor = executor_of(jobs)
        self.pool = Pool(executor.start_workers(GeneticJob(box, evolution.genetics), executor.jobs))
        self.stopped = threading.Event()

    def evolve(self, folder: Folder | None) -> None:
        """Play and breed wave after wave, until all games are played or it is stopped."""
        evolution, genetics = self.evolution, self.evolution.genetics
        step = max(1, genetics.cohorts // LOOKS)
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
                folder.keep(evolution)
                saved = time.perf_counter()

    def _wave(self, first: int, cohorts: int) -> None:
        """Take players for so many cohorts, and let them play and have children."""
        genetics, population = self.evolution.genetics, self.evolution.population
        size = genetics.parents * genetics.players
        drawn = np.random.default_rng([genetics.seed, TAKING, first])
        taken = drawn.choice(genetics.population, (cohorts, size), replace=False).astype(np.int64)
        self._play(population, taken, genetics.parents, first, genetics.seed, breed=True)
        self.evolution.cohorts = first + cohorts
        self._tell(cohorts * genetics.parents)

    def hold_trial(self) -> None:
        """Let every player play so many games, and count who wins; nobody has children.

        Genes drawn meanwhile are kept only with the whole trial: one that was broken off is held again from its beginning.
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
            self._tell(tables)
        population.games[:], population.wins[:] = genetics.trial, wins
        self.evolution.population = population

    def _play(self, population: Population, taken: Numbers, games: int, first: int, seed: int, *, breed: bool) -> Numbers:
        """Let cohorts play so many games each, every worker its share of them; the winners of all games in order."""

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

    def _tell(self, games: int) -> None:
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
    """Run the algorithm; `out` keeps it while it runs, and a run kept there goes on. Ctrl-C ends it with what it has.

    `progress` is told how many games were played; `watch`, at every look at the population, which genes lead.
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
    evolution = None if folder is None else folder.take_up(names)
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
        folder.keep(evolution)
    return evolution
