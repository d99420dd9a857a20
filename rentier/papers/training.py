"""Networks trained as Berry 2013 trained them, compared with its tables.

The networks it measured against are lost, so its ratings cannot be compared. The shape of its tables can: which setting is
best, how another ranks, when a training run is at its best. Here every trial has several networks, which play agents of known
strength; a figure varies with the luck of its games and from network to network.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rentier.agents.specs import Agent, parse_agent
from rentier.agents.td import CHECKS
from rentier.analysis.queries import ask, read_queries, score
from rentier.analysis.query_files import GIFTS, Offer, Ranking
from rentier.arena.database import GamesFile
from rentier.arena.executors import executor_of
from rentier.arena.limits import cores, part_seed
from rentier.arena.recording import record_games
from rentier.arena.results import MatchResult
from rentier.box import Box, load_box
from rentier.errors import RentierError, Stopped
from rentier.learn.course import WEIGHTS_FILE, train
from rentier.learn.settings import as_saved, from_saved
from rentier.learn.td import Td, agent_of
from rentier.learn.td_settings import KIND, TdSettings
from rentier.network.weights import Network
from rentier.papers.evaluations import Evaluation, Outcome, mean_share, mean_won, measure_row, won_by
from rentier.papers.made import TableReport, figure_text, picture_lines, share_texts, terminal_table
from rentier.papers.measures import Measured
from rentier.papers.order import Order
from rentier.papers.saved import SavedTable
from rentier.papers.training_pictures import draw_evaluations
from rentier.papers.training_plan import Database, LessonPlan, TrainingPlan, TrainingTrial
from rentier.papers.works import PaperTable

BLOCK = 4  # seats of a contest, and so the games of a block with rotated seats
LESSONS = 100  # at most in a run: each has its own seed
OPPONENTS = 400  # the first run number of opponents, beyond those of trials
CONTESTS = 1 << 16  # the first seed of contests, those of a run following each other
DATABASES = 1 << 17  # the first seed of recorded games, far from those of lessons
KEY_LETTERS = 16


@dataclass(frozen=True)
class Lesson:
    """A part of a training run, identified by a key of everything that leads up to it. `database`: the games it learns from."""

    key: str
    learning: TdSettings
    database: Database | None
    before: Lesson | None

    @property
    def rules(self) -> str:
        """The preset by which it is played."""
        [rules] = self.learning.rules
        return rules


@dataclass(frozen=True)
class TrainingReport(TableReport):
    """A table made by training networks, with their evaluations."""

    evaluations: Sequence[Evaluation]

    @property
    def unit_of_games(self) -> str:
        """A training run, with the number of networks of a trial."""
        return f"a training run, {_plan_of(self.table).networks}"

    def shown(self) -> list[Any]:
        """Return the rows, and how strong the networks of every trial are."""
        headings = ("tried", "average wins", "95 % interval", "rating", "right answers of six")
        cells = [
            (
                evaluation.what,
                *share_texts(evaluation.strength),
                f"{evaluation.rating.value:.0f}",
                f"{evaluation.answers.value:.1f}",
            )
            for evaluation in self.evaluations
        ]
        return [*super().shown(), terminal_table("", headings, cells, right=headings[1:])]

    def pictures(self, folder: Path) -> list[str]:
        """Return how strong the networks are as a table, and draw it by value if they have values."""
        lines = self._evaluation_lines()
        if any(evaluation.value is None for evaluation in self.evaluations):
            return lines + super().pictures(folder)
        plan, name = _plan_of(self.table), f"{self.name}.svg"
        draw_evaluations(f"{self.table.title}: {plan.networks}", plan.across, self.evaluations, folder / name)
        return lines + picture_lines(self.table.title, name)

    def _evaluation_lines(self) -> list[str]:
        """Return how strong the networks of every trial are, how many answers are right, and what they like best."""
        opponents = [won.opponent for won in self.evaluations[0].outcomes[0].contests]
        rated = any(evaluation.their_rating is not None for evaluation in self.evaluations)
        gifts = [give for give in GIFTS if self.evaluations[0].choices(give)]
        headings = ["tried", "average wins", *(f"against `{spec}`" for spec in opponents), "rating by the work's arithmetic"]
        headings += ["the work's rating"] * rated + ["right answers of six", *(f"{give} liked best" for give in gifts)]
        lines = ["", f"| {' | '.join(headings)} |", "|" + " --- |" * 2 + " ---: |" * (len(headings) - 2 - len(gifts))]
        lines[-1] += " --- |" * len(gifts)
        for evaluation in self.evaluations:
            strength = evaluation.strength
            texts = [evaluation.what, f"{strength.value:.1f} % ({strength.low:.1f} to {strength.high:.1f})"]
            texts += [f"{evaluation.against(spec).value:.1f} %" for spec in opponents] + [f"{evaluation.rating.value:.0f}"]
            texts += [figure_text(evaluation.their_rating)] * rated + [f"{evaluation.answers.value:.1f}"]
            lines.append(f"| {' | '.join([*texts, *map(evaluation.choices, gifts)])} |")
        return lines

    def figures(self) -> dict[str, Any]:
        """Return the rows and the evaluations."""
        return super().figures() | {"trials": [evaluation.as_dict() for evaluation in self.evaluations]}


def _plan_of(table: PaperTable) -> TrainingPlan:
    assert table.training is not None
    return table.training


def games_to_play(order: Order) -> int:
    """Return the number of games of all lessons, recordings and contests of a table."""
    course = Course(order.table, order.games, 0)
    plan = course.plan
    runs = [course.under(trial).lessons(trial.lessons, run) for trial in plan.trials for run in range(plan.runs)]
    opponents = [name for name in plan.contests if name in plan.common.opponents]
    runs += [[course.under(trial).opponent(name)] for name in opponents for trial in plan.trials]
    different = {lesson.key: lesson for lessons in runs for lesson in lessons}.values()
    saved = {(lesson.rules, lesson.database): lesson.database.games for lesson in different if lesson.database is not None}
    evaluations = sum(len(trial.evaluations) for trial in plan.trials)
    matches = plan.runs * (evaluations * len(plan.contests) + len(plan.duels))
    return sum(lesson.learning.games for lesson in different) + sum(saved.values()) + matches * course.match_games


@dataclass
class Course:
    """A table that is being reproduced. Lessons that its training runs share have the same key and are trained once."""

    table: PaperTable
    games: int
    seed: int

    @property
    def plan(self) -> TrainingPlan:
        """What is trained and played."""
        return _plan_of(self.table)

    def under(self, trial: TrainingTrial) -> Course:
        """Return the course under the rules of a trial."""
        return replace(self, table=replace(self.table, rules=trial.rules)) if trial.rules else self

    @cached_property
    def box(self) -> Box:
        """The rules that all play by."""
        return load_box(self.table.rules)

    @property
    def match_games(self) -> int:
        """Games of a contest, in whole blocks."""
        return -(-min(self.plan.match_games, self.games) // BLOCK) * BLOCK

    def scaled(self, games: int) -> int:
        """Return a number of games of the plan, scaled if the table is made with fewer or more games."""
        return max(1, round(games * self.games / self.table.games))

    def opponent(self, name: str) -> Lesson:
        """Return the lesson of a network that others are measured against, the same in all tables."""
        opponents = self.plan.common.opponents
        [lesson] = self.lessons([opponents[name]], OPPONENTS + list(opponents).index(name))
        return lesson

    def lessons(self, plans: Sequence[LessonPlan], run: int) -> list[Lesson]:
        """Return the lessons of a run of a trial in order; the last ones are evaluated."""
        lessons: list[Lesson] = []
        for plan in plans:
            for start, end in zip((0, *plan.at), plan.at, strict=False):
                seed = part_seed(self.seed, run * LESSONS + len(lessons))
                settings = {**plan.settings, "rules": (self.table.rules,), "games": self.scaled(end - start), "seed": seed}
                before = lessons[-1] if lessons else None
                lessons.append(self._lesson(settings, before))
        return lessons

    def _lesson(self, settings: Mapping[str, Any], before: Lesson | None) -> Lesson:
        """Return a lesson with its key, which does not depend on file names."""
        database = self.plan.common.databases.get(settings.get("database", ""))
        if database is not None:
            seed = part_seed(self.seed, DATABASES + database.seed)
            database = replace(database, games=self.scaled(database.games), seed=seed)
        learning = from_saved(TdSettings, {**settings, "database": ""})
        facts = {
            "rules_version": self.box.version,
            "learning": as_saved(learning),
            "database": None if database is None else asdict(database),
            "before": None if before is None else before.key,
        }
        key = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:KEY_LETTERS]
        return Lesson(key, learning, database, before)


def make(order: Order) -> TrainingReport:
    """Make a table. Networks and recorded games are shared by all tables of the work, in folders beside the tables'."""
    table, course = order.table, Course(order.table, order.games, order.seed)
    plan = course.plan
    with SavedTable(order) as saved, tempfile.TemporaryDirectory() as spare:
        home = Path(spare)
        if saved.folder is not None:
            saved.folder.mkdir(parents=True, exist_ok=True)
            home = saved.folder.parent
        school = School(saved, course, home)
        evaluations = [evaluation for trial in plan.trials for evaluation in school.evaluations(trial)]
        evaluations = [replace(evaluation, beside=tuple(other.outcomes for other in evaluations)) for evaluation in evaluations]
        duels = [school.duel(number, *duel) for number, duel in enumerate(plan.duels, start=1)]
    rows = [replace(measure_row(row, plan, evaluations, duels), games=course.games) for row in table.rows]
    return TrainingReport(table, course.games, order.seed, rows, evaluations, made=saved.making)


@dataclass
class School:
    """Where networks learn and play: `home` has a folder for networks and one for recorded games."""

    saved: SavedTable
    course: Course
    home: Path
    taught: dict[str, Network] = field(default_factory=dict)
    numbers: int = 0  # evaluations so far

    def evaluations(self, trial: TrainingTrial) -> list[Evaluation]:
        """Evaluate the networks of a trial, after every run has been trained to its end."""
        course, evaluations, at = self.course.under(trial), trial.evaluations, trial.lessons[-1].at
        runs = [dict(zip(at, course.lessons(trial.lessons, run)[-len(at) :], strict=True)) for run in range(course.plan.runs)]
        for lessons in runs:
            self.teach(lessons[at[-1]])
        found = []
        for place, games in enumerate(evaluations):
            what = trial.what if len(evaluations) == 1 else f"{trial.what}, {games:,} games"
            value = trial.value if len(evaluations) == 1 else games
            theirs, rating = (numbers[place] if numbers else None for numbers in (trial.theirs, trial.ratings))
            self.numbers += 1
            outcomes = tuple(self.outcome(trial, lessons[games], run) for run, lessons in enumerate(runs))
            found.append(Evaluation(what, trial.what, value, theirs, outcomes, their_rating=rating))
        return found

    def outcome(self, trial: TrainingTrial, lesson: Lesson, run: int) -> Outcome:
        """Return the results of a network: its contests and its answers."""
        course, player = self.course.under(trial), self.player(trial.player, lesson)
        plan, contests = course.plan, []
        for number, spec in enumerate(plan.contests, start=1):
            seated = [player] * plan.own + [self.opponent(course, spec)] * (BLOCK - plan.own)
            place = f"evaluation-{self.numbers}/run-{run + 1}/contest-{number}"
            played = self.play(course, place, seated, run, number)
            contests.append(replace(won_by(played, plan.own), opponent=spec))
        queries = read_queries()
        right, _ = score([ask(player, query) for query in queries if isinstance(query.question, Offer)])
        rankings = {
            query.question.give: tuple(ask(player, query).values) for query in queries if isinstance(query.question, Ranking)
        }
        return Outcome(tuple(contests), right, rankings)

    def duel(self, number: int, first: str, second: str) -> Measured:
        """Return the win rate of two networks of a trial against two of another, run by run."""
        course, met = self.course, []
        by_name = {trial.what: trial for trial in course.plan.trials}
        for run in range(course.plan.runs):
            one, other = (
                self.player(trial.player, course.under(trial).lessons(trial.lessons, run)[-1])
                for trial in (by_name[first], by_name[second])
            )
            played = self.play(course, f"duel-{number}/run-{run + 1}", [one, one, other, other], run, 0)
            met.append([won_by(played, 2)])
        return mean_share(met, [[mean_won(contests) for contests in met]])

    def play(self, course: Course, place: str, seated: Sequence[Agent], run: int, number: int) -> MatchResult:
        """Play a match; the match with a given number of a run has the same luck for all networks."""
        seed = part_seed(course.seed, CONTESTS + run * (len(course.plan.contests) + 1) + number)
        return self.saved.play(place, course.box, seated, course.match_games, seed)

    def opponent(self, course: Course, name: str) -> Agent:
        """Return an agent, or a network that others are measured against."""
        return self.player("", course.opponent(name)) if name in course.plan.common.opponents else parse_agent(name)

    def player(self, spec: str, lesson: Lesson) -> Agent:
        """Return a network as an agent. Its spec has the lesson's key and no path, so that a folder of games can be moved."""
        network = self.teach(lesson)
        name = spec or KIND
        return replace(with_network(parse_agent(name), network, lesson.learning), spec=f"{name} {lesson.key}")

    def teach(self, lesson: Lesson) -> Network:
        """Return the network after a lesson and all lessons before it."""
        if lesson.key not in self.taught:
            if lesson.before is not None:
                self.teach(lesson.before)
            self.taught[lesson.key] = self._learn(lesson)
        return self.taught[lesson.key]

    def _learn(self, lesson: Lesson) -> Network:
        """Train a network, or resume its training."""
        folder = self._folder(lesson)
        finished = _finished_network(folder / WEIGHTS_FILE, lesson.learning.games)
        if finished is not None:
            self._report(lesson.learning.games)
            return finished
        learning = lesson.learning
        if lesson.before is not None:
            learning = replace(learning, begin=str(self._folder(lesson.before) / WEIGHTS_FILE))
        if lesson.database is not None:
            learning = replace(learning, database=str(self._recorded_games(lesson.database, lesson.rules)))
        training = train(Td(learning, self.saved.jobs), out=folder, progress=self.saved.progress)
        self.saved.played += training.games - training.saved
        if not training.is_finished:
            raise Stopped
        return training.network

    def _folder(self, lesson: Lesson) -> Path:
        return self.home / "networks" / lesson.key

    def _recorded_games(self, database: Database, rules: str) -> Path:
        """Return the file of recorded games, which are played if it does not exist."""
        path = self.home / "games" / f"{database.name}-{rules}-{database.games}-{database.seed}.parquet"
        agents = [parse_agent(spec) for spec in database.agents]
        if path.exists():
            if list(GamesFile(path).agents) != [agent.spec for agent in agents]:
                raise RentierError(f"{path}: holds games of other agents; --out should be a new folder")
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        threads = min(executor_of(self.saved.jobs).jobs, cores())  # games are recorded on this machine
        games, progress = database.games, self.saved.progress
        played = record_games(path, load_box(rules), agents, games, database.seed, threads, progress=progress)
        self.saved.played += played.games
        if played.games < database.games:
            path.unlink()
            raise Stopped
        return path

    def _report(self, games: int) -> None:
        if self.saved.progress is not None:
            self.saved.progress(games)


def with_network(agent: Agent, network: Network, learning: TdSettings) -> Agent:
    """Return an agent with another network and the settings it was trained with; whether it checks deals stays the agent's."""
    if agent.network is None:
        return replace(agent, inner=tuple(with_network(inner, network, learning) for inner in agent.inner))
    settings = list(agent_of(network, learning).settings)
    settings[CHECKS] = agent.settings[CHECKS]
    return replace(agent, settings=tuple(settings), network=network)


def _finished_network(file: Path, games: int) -> Network | None:
    """Return the network of a file if it has learnt from this number of games."""
    network = Network.read(file) if file.exists() else None
    return network if network is not None and network.trained.get("games") == games else None
