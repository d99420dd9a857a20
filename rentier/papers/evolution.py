"""Runs of the genetic algorithm compared with Pring 2015: its table reproduced, and the three sections it left empty.

A table has several `runs` with different seeds, so that every figure has a spread; a study tries several settings, each in as
many runs. The strength of an evolved population is measured in matches of its mean genes against named agents.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from rentier.agents.pring_genes import PUBLISHED, buying_genes, find_granularity, read_genes, settings_of
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.pictures import draw_intervals
from rentier.box import Box, load_box
from rentier.errors import RentierError, Stopped, unknown
from rentier.learn.genetic import Evolution, evolve
from rentier.learn.heredity import Genetics
from rentier.learn.pictures import draw_genes, draw_groups
from rentier.papers.made import Made, TableReport, figure_text, picture_lines, share_texts, terminal_table
from rentier.papers.measures import Measured, mean_of
from rentier.papers.order import Order
from rentier.papers.saved import SavedTable
from rentier.papers.verdicts import judge
from rentier.papers.works import EvolutionPlan, EvolutionTrial, PaperTable

SAME = 1e-9  # genes closer than this count as equal
SEEDS_OF_A_TRIAL = 100  # the number of seeds reserved for the runs of a trial


@dataclass(frozen=True)
class Outcome:
    """The result of a run. `strengths`: the win rate of its mean genes in each contest, in percent."""

    evolution: Evolution
    genes: Mapping[str, float]  # for buying, by deed
    correlation: float  # with the work's genes
    strengths: tuple[float, ...]

    @property
    def generation(self) -> float:
        """The mean generation of the players."""
        return float(self.evolution.population.generation.mean())

    @property
    def spread(self) -> float:
        """How much the players differ: the mean spread of all genes."""
        return float(np.nanmean(self.evolution.population.spreads()))


Measure = Callable[[Outcome, Mapping[str, Any]], float]
MEASURES: dict[str, Measure] = {
    "gene": lambda outcome, arguments: outcome.genes[arguments["gene"]],
    "generation": lambda outcome, arguments: outcome.generation,
    "correlation": lambda outcome, arguments: outcome.correlation,
    "spread": lambda outcome, arguments: outcome.spread,
    "strength": lambda outcome, arguments: outcome.strengths[arguments.get("contest", 0)],
}


FIGURES = ("strength", "correlation", "spread", "generation")  # reported for every trial


def measured(outcomes: Sequence[Outcome], measure: str, arguments: Mapping[str, Any] | None = None) -> Measured:
    """Return a figure of several runs, with an interval from their spread."""
    if measure not in MEASURES:
        raise RentierError(unknown("measure", measure, MEASURES))
    return mean_of([MEASURES[measure](outcome, arguments or {}) for outcome in outcomes])


@dataclass(frozen=True)
class EvolutionReport(TableReport):
    """A table made by runs of the algorithm; every gene of the first run is drawn."""

    first: Evolution
    compared_unit: ClassVar[str] = "K"

    @property
    def unit_of_games(self) -> str:
        """A run."""
        return f"a run, {_plan_of(self.table).runs} runs"

    def pictures(self, folder: Path) -> list[str]:
        """Draw the figures beside the work's, and every gene over the games of the first run (Pring 2015, figure 1)."""
        lines = super().pictures(folder)
        if self.table.pictures:
            draw_genes(self.first, f"{self.table.title}: the first run", folder / f"{self.name}-genes.svg")
            lines += picture_lines(f"{self.table.title}, over the games", f"{self.name}-genes.svg")
        return lines


@dataclass(frozen=True)
class EvolutionStudy(Made):
    """A study: what was tried, and the results of its runs."""

    trials: list[tuple[str, list[Outcome]]]

    @property
    def plan(self) -> EvolutionPlan:
        """The plan that all runs share."""
        return _plan_of(self.table)

    @property
    def unit_of_games(self) -> str:
        """A run."""
        return f"a run, {self.plan.runs} runs a trial"

    def shown(self) -> list[Any]:
        """Return the results of every trial."""
        headings = ("tried", "won", "95 % interval", "correlation with the work's genes", "spread of a gene")
        rows = []
        for what, outcomes in self.trials:
            others = [figure_text(measured(outcomes, measure).value) for measure in ("correlation", "spread")]
            rows.append((what, *share_texts(measured(outcomes, "strength")), *others))
        against = ", ".join(self.plan.contests[0])
        return [
            terminal_table(f"{self.table.name}: {self.table.title}", headings, rows),
            f"{self.plan.runs} runs of {self.games:,} games each; won against {against}",
        ]

    def page(self, folder: Path) -> list[str]:
        """Return the results of every trial: how strong it is, and what it would buy."""
        against = ", ".join(f"`{spec}`" for spec in self.plan.contests[0])
        lines = [f"| tried | won against {against} | correlation with the work's genes | spread of a gene | mean generation |"]
        lines.append("| --- | --- | --- | --- | ---: |")
        strengths = []
        for what, outcomes in self.trials:
            strength, *others, generation = (measured(outcomes, name) for name in FIGURES)
            strengths.append((what, strength.value, strength.low, strength.high))
            texts = [f"{strength.value:.1f} % ({strength.low:.1f} to {strength.high:.1f})"]
            texts += [
                f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})" if math.isfinite(figure.value) else "none"
                for figure in others
            ]
            lines.append(f"| {' | '.join([what, *texts, f'{generation.value:,.0f}'])} |")
        title = f"{self.table.title}: games won, {self.plan.runs} runs"
        draw_intervals(title, "games won, %", strengths, folder / f"{self.name}.svg")
        genes = {what: _mean_genes(outcomes) for what, outcomes in self.trials}
        draw_groups(f"{self.table.title}: the mean gene for buying of each group", genes, folder / f"{self.name}-genes.svg")
        pictures = picture_lines(f"{self.table.title}, games won", f"{self.name}.svg")
        return [*lines, *pictures, *picture_lines(f"{self.table.title}, genes", f"{self.name}-genes.svg"), ""]

    def figures(self) -> dict[str, Any]:
        """Return all figures of every trial with their intervals, and its genes for buying."""
        trials = [
            {
                "what": what,
                **{name: measured(outcomes, name).as_dict() for name in FIGURES},
                "genes": _mean_genes(outcomes),
            }
            for what, outcomes in self.trials
        ]
        return {"runs": self.plan.runs, "against": list(self.plan.contests[0]), "trials": trials}


def _mean_genes(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Return the genes for buying of a trial, each the mean of its runs."""
    return {deed: measured(outcomes, "gene", {"gene": deed}).value for deed in outcomes[0].genes}


def correlated(theirs: Sequence[float], ours: Sequence[float]) -> float:
    """Return the correlation of genes; `nan` if ours are all the same."""
    return float(np.corrcoef(theirs, ours)[0, 1]) if max(ours) - min(ours) > SAME else math.nan


def _plan_of(table: PaperTable) -> EvolutionPlan:
    assert table.evolution is not None
    return table.evolution


def games_to_play(order: Order) -> int:
    """Return the number of games of all runs and matches of a table."""
    games, plan = order.games, _plan_of(order.table)
    return max(len(plan.trials), 1) * plan.runs * (games + len(plan.contests) * min(plan.match_games, games))


def make(order: Order) -> EvolutionReport | EvolutionStudy:
    """Make a table or a study."""
    table, games, plan = order.table, order.games, _plan_of(order.table)
    with SavedTable(order) as saved:
        course = _Course(saved, games, order.seed)
        trials = [course.outcomes(number, trial) for number, trial in enumerate(plan.trials or (EvolutionTrial("", {}),))]
    if plan.trials:
        named = [(trial.what, outcomes) for trial, outcomes in zip(plan.trials, trials, strict=True)]
        return EvolutionStudy(table, games, order.seed, named, made=saved.making)
    rows = []
    for row in table.rows:
        # the work's figures come from a single run
        judged = judge(row, measured(trials[0], row.measure, row.arguments), plan.runs, 1)
        rows.append(replace(judged, games=games))
    return EvolutionReport(table, games, order.seed, rows, trials[0][0].evolution, made=saved.making)


@dataclass
class _Course:
    """A table that is being reproduced, with what its runs share."""

    saved: SavedTable
    games: int
    seed: int

    @property
    def plan(self) -> EvolutionPlan:
        """The plan that all runs share."""
        return _plan_of(self.saved.table)

    def outcomes(self, number: int, trial: EvolutionTrial) -> list[Outcome]:
        """Play the runs of a trial."""
        settings = {**self.plan.settings, **trial.settings}
        return [self._outcome(f"trial-{number + 1}/run-{run + 1}", settings, number, run) for run in range(self.plan.runs)]

    def _outcome(self, place: str, settings: Mapping[str, Any], number: int, run: int) -> Outcome:
        """Play one run, and the matches of the evolved genes."""
        own_seed = part_seed(self.seed, number * SEEDS_OF_A_TRIAL + run)
        genetics = Genetics(**{**settings, "games": self.games, "trial": 0, "seed": own_seed})
        box = load_box(self.saved.table.rules, self.saved.table.switches)
        folder = None if self.saved.folder is None else self.saved.folder / place
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        out = None if folder is None else folder / "population"
        evolution = evolve(box, genetics, self.saved.jobs, out=out, progress=self.saved.progress)
        self.saved.played += evolution.games - evolution.saved
        if not evolution.is_finished:
            raise Stopped
        granularity = find_granularity(genetics.granularity)
        means = dict(zip(evolution.population.names, map(float, evolution.population.means()), strict=True))
        genes = buying_genes(granularity, settings_of(granularity, means))
        published = buying_genes(find_granularity("deeds"), read_genes(PUBLISHED))
        correlation = correlated(list(published.values()), [genes[deed] for deed in published])
        spec = f"genes:{self.saved.table.id}/{place}"
        player = Agent(spec, "genes", settings_of(granularity, means), parse_agent("genes").target)
        strengths = [
            self._strength(f"{place}/contest-{number}", box, player, against, own_seed)
            for number, against in enumerate(self.plan.contests, start=1)
        ]
        return Outcome(evolution, genes, correlation, tuple(strengths))

    def _strength(self, place: str, box: Box, player: Agent, against: Sequence[str], seed: int) -> float:
        """Return the win rate of an agent against the named ones, in percent."""
        agents = [player, *map(parse_agent, against)]
        games = min(self.plan.match_games, self.games)
        result = self.saved.play(place, box, agents, games, seed)
        return 100 * result.summary.wins[0] / result.games
