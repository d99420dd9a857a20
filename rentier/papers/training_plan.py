"""What a table made by training networks says: what they learn, when they are evaluated, and whom they then play.

[table.training]
runs = 5  # networks a trial, each on a seed of its own
settings = { hidden = [60], database = "random" }  # of `TdSettings`, common to all trials
at = [2500, 5000]  # after how many games of a training its network is kept; the table's games unless said
evaluations = [5000]  # which of them are evaluated; all unless said
contests = ["random", "novice"]  # `own` of the network against copies of each
match_games = 400

[[database]]  # kept games that settings of any table may name
name = "random"
agents = ["random", "random", "random", "random"]
games = 5000

[[opponent]]  # a network, trained first, that contests of any table may name
name = "novice"
games = 300
settings = { hidden = [20] }

[[table.training.trial]]
what = "0.90"
value = 0.9  # where it stands in a picture; for evaluations on the way it is their number of games
settings = { lambda = 0.9 }
theirs = [65.0]  # the work's average wins, one for each evaluation
ratings = [1165]  # and its ratings
rules = "berry2013"  # of its lessons and contests; the table's unless said
player = "td:checks"  # plays with the network; as it has learnt unless said

[table.training.trial.then]  # another lesson, which goes on from the first one's weights
settings = { database = "" }
at = [1000, 5000]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rentier.agents.specs import parse_agent
from rentier.box.reading import Table as Toml
from rentier.errors import RentierError, unknown
from rentier.learn.settings import as_saved, from_saved
from rentier.learn.td_settings import TdSettings

MOST = 10**9
MOST_EVALUATIONS = 100
DECIDED_HERE = ("rules", "games", "seed", "begin")  # by the table, and not by its settings
USUAL = as_saved(TdSettings())


@dataclass(frozen=True)
class Database:
    """Kept games that networks learn from; made once for all that ask for the same."""

    name: str
    agents: tuple[str, ...]
    games: int
    seed: int


@dataclass(frozen=True)
class LessonPlan:
    """What a network learns; `at`: after how many games it is kept, the last of them being all."""

    settings: Mapping[str, Any]
    at: tuple[int, ...]


@dataclass(frozen=True)
class TrainingTrial:
    """What a table tries: a lesson, or two after each other, of which the last is evaluated.

    `evaluations`: after how many games of it; `theirs`, `ratings`: the work's average wins and ratings at each evaluation; `player`: who
    plays with the network; `rules`: of its lessons and contests, where they are not the table's.
    """

    what: str
    lessons: tuple[LessonPlan, ...]
    value: float | None
    theirs: tuple[float, ...]
    ratings: tuple[float, ...]
    player: str
    rules: str
    evaluations: tuple[int, ...]


@dataclass(frozen=True)
class Usual:
    """What the trials of a table have unless they say otherwise."""

    settings: Mapping[str, Any]
    at: tuple[int, ...]
    evaluations: tuple[int, ...]


@dataclass(frozen=True)
class Common:
    """What the tables of a work share: kept games, and networks as opponents, by their names."""

    databases: Mapping[str, Database]
    opponents: Mapping[str, LessonPlan]


@dataclass(frozen=True)
class TrainingPlan:
    """A table made by training `runs` networks for each of its trials.

    `own`: seats of a network in a contest; `duels`: trials two of whose networks meet two of the other's; `their_games`: of a
    contest in the work; `across`: what a value is called.
    """

    runs: int
    common: Common
    contests: tuple[str, ...]
    own: int
    match_games: int
    their_games: int
    across: str
    duels: tuple[tuple[str, str], ...]
    trials: tuple[TrainingTrial, ...]

    @property
    def networks(self) -> str:
        """How many networks each trial has, in words."""
        return f"{self.runs} network{'' if self.runs == 1 else 's'} a trial"

    def with_settings(self, settings: Mapping[str, Any]) -> TrainingPlan:
        """The plan with other settings of every training."""

        def changed(lesson: LessonPlan) -> LessonPlan:
            return replace(lesson, settings={**lesson.settings, **settings})

        trials = tuple(replace(trial, lessons=tuple(map(changed, trial.lessons))) for trial in self.trials)
        return replace(self, trials=trials)


def read_common(toml: Toml) -> Common:
    """What stands beside the tables of a work."""
    databases = {database.name: database for database in map(_read_database, toml.tables("database", 0, 10))}
    opponents = {}
    for inner in toml.tables("opponent", 0, 10):
        opponents[inner.text("name")] = LessonPlan(
            _read_settings(inner, inner.table("settings").values, databases), (inner.number("games", 1, MOST),)
        )
        inner.finish()
    return Common(databases, opponents)


def read_training(toml: Toml, games: int, common: Common) -> TrainingPlan:
    """The plan of a table with so many games a training."""
    evaluations = toml.numbers("evaluations", 1, MOST_EVALUATIONS) if "evaluations" in toml.values else ()
    usual = Usual(toml.table("settings").values, _read_at(toml, (games,)), evaluations)
    trials = tuple(_read_trial(inner, usual, common.databases) for inner in toml.tables("trial", 1, 100))
    plan = TrainingPlan(
        runs=toml.number("runs", 1, 100),
        common=common,
        contests=_read_contests(toml, common.opponents),
        own=toml.number("own", 1, 3, 1),
        match_games=toml.number("match_games", 1, MOST),
        their_games=toml.number("their_games", 1, MOST, 100),
        across=toml.text("across", ""),
        duels=tuple(_read_duel(inner, [trial.what for trial in trials]) for inner in toml.tables("duel", 0, 10)),
        trials=trials,
    )
    toml.finish()
    return plan


def _read_database(toml: Toml) -> Database:
    database = Database(toml.text("name"), toml.texts("agents"), toml.number("games", 1, MOST), toml.number("seed", 0, MOST, 0))
    toml.finish()
    return database


def _read_contests(toml: Toml, opponents: Mapping[str, LessonPlan]) -> tuple[str, ...]:
    contests = toml.texts("contests")
    try:
        return tuple(name if name in opponents else parse_agent(name).spec for name in contests)
    except RentierError as error:
        raise toml.wrong("contests", str(error)) from None


def _read_duel(toml: Toml, trials: Sequence[str]) -> tuple[str, str]:
    duel = toml.word("first", "trial", trials), toml.word("second", "trial", trials)
    toml.finish()
    return duel


def _read_trial(toml: Toml, usual: Usual, databases: Mapping[str, Database]) -> TrainingTrial:
    """A trial; a second lesson has the settings of the first but for its own."""
    first = {**usual.settings, **toml.table("settings").values}
    lessons = [_read_lesson(toml, first, usual.at, databases)]
    if "then" in toml.values:
        then = toml.table("then")
        lessons.append(_read_lesson(then, {**first, **then.table("settings").values}, usual.at, databases))
        then.finish()
    toml.read.add("value")
    value, at = toml.values.get("value"), lessons[-1].at
    if not isinstance(value, int | float | None):
        raise toml.wrong("value", "should be a number")
    evaluations = tuple(games for games in at if not usual.evaluations or games in usual.evaluations)
    if at[-1] not in evaluations:
        raise toml.wrong("at", f"should end with one of the evaluations {list(usual.evaluations)}")
    theirs, ratings = (_read_theirs(toml, name, len(evaluations)) for name in ("theirs", "ratings"))
    trial = TrainingTrial(
        toml.text("what"), tuple(lessons), value, theirs, ratings, toml.text("player", ""), toml.text("rules", ""), evaluations
    )
    toml.finish()
    return trial


def _read_theirs(toml: Toml, name: str, evaluations: int) -> tuple[float, ...]:
    """Numbers of the work, one for each evaluation, or none."""
    toml.read.add(name)
    numbers = toml.values.get(name, [])
    if not isinstance(numbers, list) or len(numbers) not in (0, evaluations):
        raise toml.wrong(name, f"should be a list of {evaluations}, a number for each evaluation")
    return tuple(map(float, numbers))


def _read_lesson(toml: Toml, given: Mapping[str, Any], at: tuple[int, ...], databases: Mapping[str, Database]) -> LessonPlan:
    """A lesson; from evaluation to look it is learnt in stretches, each of which begins its settings anew."""
    lesson = LessonPlan(_read_settings(toml, given, databases), _read_at(toml, at))
    settings = from_saved(TdSettings, lesson.settings)
    if len(lesson.at) > 1 and (settings.database or settings.rate != settings.last_rate):
        raise toml.wrong("at", "should be one number where games are kept ones, or where the rate falls")
    return lesson


def _read_at(toml: Toml, usual: tuple[int, ...]) -> tuple[int, ...]:
    """The games after which a network is evaluated; they rise."""
    if "at" not in toml.values:
        return usual
    at = toml.numbers("at", 1, MOST_EVALUATIONS)
    if any(later <= earlier for earlier, later in zip((0, *at), at, strict=False)):
        raise toml.wrong("at", "should be numbers of games that rise, such as [2500, 5000]")
    return at


def _read_settings(toml: Toml, given: Mapping[str, Any], databases: Mapping[str, Database]) -> Mapping[str, Any]:
    """Settings that `TdSettings` takes, by their names in files, with a database by its name."""
    names = [name for name in USUAL if name not in DECIDED_HERE]
    settings: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    for name, value in settings.items():
        if name not in names:
            raise toml.wrong("settings", unknown("setting", name, names))
        kind = type(USUAL[name])
        if not isinstance(value, (int, float) if kind is float else kind):
            raise toml.wrong("settings", f"{name} should be like {USUAL[name]!r}, which is usual")
    if settings.get("database", "") not in ("", *databases):
        raise toml.wrong("settings", unknown("database", settings["database"], databases))
    try:
        from_saved(TdSettings, settings).check()
    except RentierError as error:
        raise toml.wrong("settings", str(error)) from None
    return settings
