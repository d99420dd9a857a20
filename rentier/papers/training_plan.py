"""The plan of a table made by training networks: what they learn, when they are evaluated, and whom they play.

[table.training]
runs = 5  # networks per trial, each with its own seed
settings = { hidden = [60], database = "random" }  # of `TdSettings`, common to all trials
at = [2500, 5000]  # after how many games of a training run its network is saved; by default the table's games
evaluations = [5000]  # which of them are evaluated; by default all
contests = ["random", "novice"]  # `own` of the network against copies of each
match_games = 400

[[database]]  # recorded games that settings of any table may name
name = "random"
agents = ["random", "random", "random", "random"]
games = 5000

[[opponent]]  # a network, trained first, that contests of any table may name
name = "novice"
games = 300
settings = { hidden = [20] }

[[table.training.trial]]
what = "0.90"
value = 0.9  # the x coordinate in a picture; for several evaluations it is their number of games
settings = { lambda = 0.9 }
theirs = [65.0]  # the work's average wins, one for each evaluation
ratings = [1165]  # and its ratings
rules = "berry2013"  # of its lessons and contests; by default the table's
player = "td:checks"  # plays with the network; by default as it was trained

[table.training.trial.then]  # a second lesson, which continues from the weights of the first
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
DECIDED_HERE = ("rules", "games", "seed", "begin")  # set by the table, not by its settings
DEFAULTS = as_saved(TdSettings())


@dataclass(frozen=True)
class Database:
    """Recorded games that networks learn from; played once and shared."""

    name: str
    agents: tuple[str, ...]
    games: int
    seed: int


@dataclass(frozen=True)
class LessonPlan:
    """What a network learns; `at`: after how many games it is saved, the last being the total."""

    settings: Mapping[str, Any]
    at: tuple[int, ...]


@dataclass(frozen=True)
class TrainingTrial:
    """What a table tries: one lesson, or two in a row, of which the last is evaluated.

    `evaluations`: after how many games of that lesson; `theirs`, `ratings`: the work's average wins and ratings each time;
    `player`: the agent that plays with the network; `rules`: of its lessons and contests, if they are not the table's.
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
class Defaults:
    """What the trials of a table have unless they set it themselves."""

    settings: Mapping[str, Any]
    at: tuple[int, ...]
    evaluations: tuple[int, ...]


@dataclass(frozen=True)
class Common:
    """What the tables of a work share: recorded games, and networks as opponents, by name."""

    databases: Mapping[str, Database]
    opponents: Mapping[str, LessonPlan]


@dataclass(frozen=True)
class TrainingPlan:
    """A table made by training `runs` networks for each of its trials.

    `own`: seats of a network in a contest; `duels`: pairs of trials of which two networks each meet; `their_games`: games of a
    contest in the work; `across`: the name of the values.
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
        """The number of networks of each trial, as text."""
        return f"{self.runs} network{'' if self.runs == 1 else 's'} a trial"

    def with_settings(self, settings: Mapping[str, Any]) -> TrainingPlan:
        """Return the plan with other settings for every training run."""

        def changed(lesson: LessonPlan) -> LessonPlan:
            return replace(lesson, settings={**lesson.settings, **settings})

        trials = tuple(replace(trial, lessons=tuple(map(changed, trial.lessons))) for trial in self.trials)
        return replace(self, trials=trials)


def read_common(toml: Toml) -> Common:
    """Read what the tables of a work share."""
    databases = {database.name: database for database in map(_read_database, toml.tables("database", 0, 10))}
    opponents = {}
    for inner in toml.tables("opponent", 0, 10):
        opponents[inner.text("name")] = LessonPlan(
            _read_settings(inner, inner.table("settings").values, databases), (inner.number("games", 1, MOST),)
        )
        inner.finish()
    return Common(databases, opponents)


def read_training(toml: Toml, games: int, common: Common) -> TrainingPlan:
    """Read the plan of a table with this number of games per training."""
    evaluations = toml.numbers("evaluations", 1, MOST_EVALUATIONS) if "evaluations" in toml.values else ()
    defaults = Defaults(toml.table("settings").values, _read_at(toml, (games,)), evaluations)
    trials = tuple(_read_trial(inner, defaults, common.databases) for inner in toml.tables("trial", 1, 100))
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


def _read_trial(toml: Toml, defaults: Defaults, databases: Mapping[str, Database]) -> TrainingTrial:
    """Read a trial; a second lesson has the settings of the first, changed by its own."""
    first = {**defaults.settings, **toml.table("settings").values}
    lessons = [_read_lesson(toml, first, defaults.at, databases)]
    if "then" in toml.values:
        then = toml.table("then")
        lessons.append(_read_lesson(then, {**first, **then.table("settings").values}, defaults.at, databases))
        then.finish()
    toml.read.add("value")
    value, at = toml.values.get("value"), lessons[-1].at
    if not isinstance(value, int | float | None):
        raise toml.wrong("value", "should be a number")
    evaluations = tuple(games for games in at if not defaults.evaluations or games in defaults.evaluations)
    if at[-1] not in evaluations:
        raise toml.wrong("at", f"should end with one of the evaluations {list(defaults.evaluations)}")
    theirs, ratings = (_read_theirs(toml, name, len(evaluations)) for name in ("theirs", "ratings"))
    trial = TrainingTrial(
        toml.text("what"), tuple(lessons), value, theirs, ratings, toml.text("player", ""), toml.text("rules", ""), evaluations
    )
    toml.finish()
    return trial


def _read_theirs(toml: Toml, name: str, evaluations: int) -> tuple[float, ...]:
    """Read the work's numbers, one for each evaluation, or none."""
    toml.read.add(name)
    numbers = toml.values.get(name, [])
    if not isinstance(numbers, list) or len(numbers) not in (0, evaluations):
        raise toml.wrong(name, f"should be a list of {evaluations} numbers, one for each evaluation")
    return tuple(map(float, numbers))


def _read_lesson(toml: Toml, given: Mapping[str, Any], at: tuple[int, ...], databases: Mapping[str, Database]) -> LessonPlan:
    """Read a lesson; it is trained in parts, from one evaluation to the next, and each part starts with its settings."""
    lesson = LessonPlan(_read_settings(toml, given, databases), _read_at(toml, at))
    settings = from_saved(TdSettings, lesson.settings)
    if len(lesson.at) > 1 and (settings.database or settings.rate != settings.last_rate):
        raise toml.wrong("at", "should be one number if the lesson has a database, or if its rate falls")
    return lesson


def _read_at(toml: Toml, default: tuple[int, ...]) -> tuple[int, ...]:
    """Read the numbers of games after which a network is saved, in ascending order."""
    if "at" not in toml.values:
        return default
    at = toml.numbers("at", 1, MOST_EVALUATIONS)
    if any(later <= earlier for earlier, later in zip((0, *at), at, strict=False)):
        raise toml.wrong("at", "should be ascending numbers of games, such as [2500, 5000]")
    return at


def _read_settings(toml: Toml, given: Mapping[str, Any], databases: Mapping[str, Database]) -> Mapping[str, Any]:
    """Read settings of `TdSettings`, by their names in files; a database is given by its name."""
    names = [name for name in DEFAULTS if name not in DECIDED_HERE]
    settings: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    for name, value in settings.items():
        if name not in names:
            raise toml.wrong("settings", unknown("setting", name, names))
        kind = type(DEFAULTS[name])
        if not isinstance(value, (int, float) if kind is float else kind):
            raise toml.wrong("settings", f"{name} should be like its default {DEFAULTS[name]!r}")
    if settings.get("database", "") not in ("", *databases):
        raise toml.wrong("settings", unknown("database", settings["database"], databases))
    try:
        from_saved(TdSettings, settings).check()
    except RentierError as error:
        raise toml.wrong("settings", str(error)) from None
    return settings
