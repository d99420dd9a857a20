"""Studies in the works that are more than a match: Khan's search for weights, one at a time, and Sammul's grid of settings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.pictures import draw_intervals
from rentier.arena.statistics import wilson_interval
from rentier.box import load_box
from rentier.learn.tune import grid, one_at_a_time
from rentier.papers.made import Made, picture_lines, share_texts, terminal_table
from rentier.papers.measures import Measured
from rentier.papers.order import Order
from rentier.papers.saved import SavedTable

TRIED = tomllib.loads((Path(__file__).parent / "studies.toml").read_text(encoding="utf-8"))
WEIGHTS = next(kind.setting_names for kind in agent_kinds() if kind.spec == "khan")
ROUNDS = [(WEIGHTS.index(tried["weight"]), tried["values"]) for tried in TRIED["round"]]
GRID_BUY, GRID_SELL = TRIED["grid"]["buy"], TRIED["grid"]["sell"]


@dataclass(frozen=True)
class Trial:
    """A setting that was tried, and its win rate with the interval.

    `uneven`: the difference between the wins of its first two players, as a share of all games.
    """

    what: str
    spec: str
    share: float
    low: float
    high: float
    uneven: float = 0.0

    @property
    def measured(self) -> Measured:
        """The win rate in percent."""
        return Measured(100 * self.share, 100 * self.low, 100 * self.high, share=True)


Rounds = list[tuple[str, list[Trial]]]


@dataclass(frozen=True)
class Study(Made):
    """A reproduced study: rounds of trials, with the choice of each round, and the findings."""

    rounds: Rounds
    findings: list[str]
    unit_of_games: ClassVar[str] = "a trial"

    def shown(self) -> list[Any]:
        """Return the table of each round, and the findings."""
        rounds = [
            terminal_table(
                title, ("tried", "won", "95 % interval"), [(trial.what, *share_texts(trial.measured)) for trial in trials]
            )
            for title, trials in self.rounds
        ]
        return [*rounds, *(f"  {finding}" for finding in self.findings)]

    def page(self, folder: Path) -> list[str]:
        """Return the findings, and draw one picture per round."""
        lines = [f"- {finding}" for finding in self.findings]
        for number, (title, trials) in enumerate(self.rounds, start=1):
            name = f"{self.name}-{number}.svg"
            shown = [(trial.what, 100 * trial.share, 100 * trial.low, 100 * trial.high) for trial in trials]
            draw_intervals(title, "games won, %", shown, folder / name)
            lines += picture_lines(title, name)
        return [*lines, ""]

    def figures(self) -> dict[str, Any]:
        """Return every trial, and the findings."""
        return {
            "rounds": [
                {
                    "title": title,
                    "trials": [
                        {"what": trial.what, "spec": trial.spec, "win_rate": trial.share, "interval": [trial.low, trial.high]}
                        for trial in trials
                    ],
                }
                for title, trials in self.rounds
            ],
            "findings": self.findings,
        }


def games_to_play(order: Order) -> int:
    """Return the number of games of all trials of a study."""
    is_khan = order.table.study == "khan-search"
    return order.games * (2 + sum(len(values) for _, values in ROUNDS) if is_khan else len(GRID_BUY) * len(GRID_SELL))


def make(order: Order) -> Study:
    """Reproduce a study."""
    study = _khan_search if order.table.study == "khan-search" else _sammul_grid
    with SavedTable(order) as saved:
        rounds, findings = study(_Course(saved, order.games, order.seed))
    return Study(order.table, order.games, order.seed, rounds, findings, made=saved.making)


@dataclass
class _Course:
    """A study that is being reproduced: what its trials share, and how many there were."""

    saved: SavedTable
    games: int
    seed: int
    trials: int = 0

    def trial(self, what: str, specs: list[str], own: int, seed: int) -> Trial:
        """Play a match in which the first `own` agents are tried; their win rate is that of the games not drawn."""
        match = self.saved.table.matches[0]
        box = load_box(match.rules, match.switches)
        agents = [parse_agent(spec) for spec in specs]
        self.trials += 1
        result = self.saved.play(f"trial-{self.trials}", box, agents, self.games, seed)
        wins, decided = sum(result.summary.wins[:own]), result.games - result.draws
        low, high = wilson_interval(wins, decided)
        uneven = abs(result.summary.wins[0] - result.summary.wins[1]) / max(decided, 1)
        return Trial(what, agents[0].spec, wins / max(decided, 1), low, high, uneven)


def _khan_search(course: _Course) -> tuple[Rounds, list[str]]:
    """Search for weights in nine rounds (Khan 2019, section 7).

    First Greedy plays against Tight, then one weight after another is varied for two players against two Tight. The work weighs
    two things by eye: many wins, and even wins of the two players, who play alike. Here, of the values whose win rate may be
    the highest, the one with the most even wins is chosen (see `merits`).
    """
    tight = "khan:tight"
    greedy = parse_agent("khan:greedy")
    first = course.trial("Greedy", [greedy.spec] * 2 + [tight] * 2, 2, course.seed)
    tried: list[list[Trial]] = []

    def play(number: int, candidates: Sequence[tuple[float, ...]]) -> list[float]:
        place, _ = ROUNDS[number - 1]
        own = part_seed(course.seed, number + 1)  # round 1 was Greedy against Tight
        tried.append(
            [
                course.trial(f"{WEIGHTS[place]} = {weights[place]:g}", [khan(weights)] * 2 + [tight] * 2, 2, own)
                for weights in candidates
            ]
        )
        return merits(tried[-1])

    search = one_at_a_time(greedy.settings, ROUNDS, play)
    rounds: Rounds = [("Round 1: two Greedy against two Tight", [first])]
    for number, (place, values) in enumerate(ROUNDS):
        best = values[search.rounds[number].best]
        rounds.append((f"Round {number + 2}: {WEIGHTS[place]}, best {best:g}", tried[number]))
    ours, theirs = khan(search.found), khan(parse_agent("khan:optimal").settings)
    test = course.trial("ours", [ours] * 2 + [theirs] * 2, 2, part_seed(course.seed, 100))
    findings = [
        f"weights found: {ours.removeprefix('khan:')}; the work's: {theirs.removeprefix('khan:')}",
        f"two with ours against two with the work's, fresh seed: {100 * test.share:.1f} % "
        f"({100 * test.low:.1f} to {100 * test.high:.1f} %)",
    ]
    return rounds, findings


def merits(trials: Sequence[Trial]) -> list[float]:
    """Return the merit of each trial of a round: how even its wins are, if its interval reaches the best's; else below that."""
    best = max(trials, key=lambda trial: trial.share)
    return [1 - trial.uneven if trial.high >= best.low else trial.share - 1 for trial in trials]


def _sammul_grid(course: _Course) -> tuple[Rounds, list[str]]:
    """Try all settings of the configurable agent against three random agents (Sammul 2018, section 3.4)."""
    trials: list[Trial] = []

    def play(tried: int, candidates: Sequence[tuple[Sequence[float], ...]]) -> list[float]:
        for buy, sell in candidates:
            spec = f"sammul:{buy[0]:g},{buy[1]:g},{sell[0]:g},{sell[1]:g}"
            what = f"buy above {_threshold(buy)}, sell below {_threshold(sell)}"
            trials.append(course.trial(what, [spec, "random", "random", "random"], 1, course.seed))
        return [trial.share for trial in trials]

    grid((GRID_BUY, GRID_SELL), play)
    ranked = sorted(trials, key=lambda trial: -trial.share)
    named = {"sammul:350,0,150,0": "Bailis", "sammul:0,3,0,0.75": "cautious", "sammul:50,0,0,0": "aggressive"}
    places = [f"{named[trial.spec]} is number {place}" for place, trial in enumerate(ranked, start=1) if trial.spec in named]
    best = ranked[0]
    findings = [f"best of {len(trials)}: {best.what}, {100 * best.share:.1f} %", "; ".join(places)]
    return [("Every setting against three random agents", ranked)], findings


def _threshold(pair: Sequence[float]) -> str:
    base, share = pair
    return f"{share:g} C_max" if share else f"{base:g}"


def khan(weights: Iterable[float]) -> str:
    """Return the spec of Khan's agent with these weights."""
    return "khan:" + ",".join(f"{weight:g}" for weight in weights)
