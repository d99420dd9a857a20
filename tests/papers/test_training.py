"""Tables made by training networks: plans, lessons that are shared and saved, the shape of a table, and the page."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.analysis.query_files import GIFTS
from rentier.arena.limits import check_players
from rentier.box import load_box
from rentier.cli.reproduce import print_made
from rentier.errors import RentierError, Stopped
from rentier.learn.td_settings import TdSettings
from rentier.network.weights import Network
from rentier.papers import training
from rentier.papers import works_toml as module
from rentier.papers.evaluations import (
    MEASURES,
    ONE_NETWORK,
    OTHER_OPPONENTS,
    TOO_NEAR,
    Evaluation,
    Outcome,
    Won,
    best_value,
    find_evaluation,
    judge_order,
    mean_share,
    measure_row,
    place_of,
)
from rentier.papers.measures import Measured
from rentier.papers.order import Order
from rentier.papers.report import write_report
from rentier.papers.training import BLOCK, LESSONS, Course, TrainingReport, games_to_play, make, with_network
from rentier.papers.training_plan import LessonPlan, TrainingPlan, TrainingTrial
from rentier.papers.works import PaperTable, Reason, Row
from rentier.papers.works_toml import find_tables, works

TABLES = [table for table in works()["berry2013"].tables if table.training is not None]
by_name = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def plan_of(table: PaperTable) -> TrainingPlan:
    """The plan of a table that has one."""
    assert table.training is not None
    return table.training


def names_of_evaluations(plan: TrainingPlan) -> set[str]:
    """The names of the evaluations of a table."""
    names = set()
    for trial in plan.trials:
        evaluations = trial.evaluations
        names |= {trial.what} if len(evaluations) == 1 else {f"{trial.what}, {games:,} games" for games in evaluations}
    return names


def small(name: str, trials: int = 2) -> PaperTable:
    """A table with small networks, few of them, and short matches against one opponent."""
    [table] = find_tables(f"berry2013/{name}")
    plan = plan_of(table)

    def smaller(trial: TrainingTrial) -> TrainingTrial:
        lessons = (LessonPlan({**lesson.settings, "hidden": (5,)}, lesson.at) for lesson in trial.lessons)
        return replace(trial, lessons=tuple(lessons))

    tried = tuple(map(smaller, plan.trials[:trials]))
    smaller_plan = replace(plan, runs=2, contests=plan.contests[:1], match_games=4, trials=tried)
    evaluations = names_of_evaluations(smaller_plan)
    rows = tuple(row for row in table.rows if row.arguments.get("evaluation", next(iter(evaluations))) in evaluations)
    return replace(table, training=smaller_plan, rows=tuple(row for row in rows if "among" not in row.arguments))


def made(table: PaperTable, games: int, **more: Any) -> TrainingReport:
    """A small table, made."""
    return make(Order(table, games, **more))


@by_name
def test_what_a_table_names_exists(table: PaperTable) -> None:
    plan = plan_of(table)
    assert load_box(table.rules).name == table.rules
    assert not table.matches
    assert table.seats == "rotate"
    assert table.long
    for trial in plan.trials:
        assert sum(len(lesson.at) for lesson in trial.lessons) <= LESSONS
        assert all(lesson.settings.get("players", BLOCK) == BLOCK for lesson in trial.lessons)
        assert load_box(trial.rules or table.rules).name in (trial.rules, table.rules)
        if trial.player:
            player = parse_agent(trial.player)
            assert trial.player == "bot" or any(agent.network is not None for agent in (player, *player.inner))
    assert len({trial.what for trial in plan.trials}) == len(plan.trials)


def test_what_the_tables_share_is_used() -> None:
    plans = [plan_of(table) for table in TABLES]
    common = plans[0].common
    for database in common.databases.values():
        check_players([parse_agent(spec) for spec in database.agents])
    lessons = [lesson for plan in plans for trial in plan.trials for lesson in trial.lessons]
    assert {lesson.settings.get("database", "") for lesson in lessons} - {""} == set(common.databases)
    assert set(common.opponents) <= {name for plan in plans for name in plan.contests}


@by_name
def test_rows_name_existing_evaluations(table: PaperTable) -> None:
    plan = plan_of(table)
    evaluations = names_of_evaluations(plan)
    assert len({row.what for row in table.rows}) == len(table.rows)
    for row in table.rows:
        assert row.measure in MEASURES
        assert set(row.arguments.get("among", [])) <= evaluations
        assert ("evaluation" in row.arguments) == (row.measure in ("place", "wins", "rating", "answers", "preference"))
        assert ("give" in row.arguments) == (row.measure in ("preference", "favourite", "chosen"))
        assert row.arguments.get("give", "deed") in GIFTS
        assert row.measure != "peak" or row.arguments["trial"] in {trial.what for trial in plan.trials}
        if "evaluation" in row.arguments:
            assert row.arguments["evaluation"] in evaluations
        if row.measure == "wins":
            assert row.arguments["against"] in plan.contests
        if row.measure == "duel":
            assert 0 <= row.arguments.get("duel", 0) < len(plan.duels)


def test_figures_are_those_of_the_work() -> None:
    def figures(name: str) -> dict[str, float | None]:
        [table] = find_tables(f"berry2013/{name}")
        return {row.what: row.figure for row in table.rows}

    def theirs(name: str) -> list[float]:
        [table] = find_tables(f"berry2013/{name}")
        return [average for trial in plan_of(table).trials for average in trial.theirs]

    assert figures("1")["lambda 0.95: wins against random"] == 99
    assert figures("1")["best lambda"] == 0.9
    assert theirs("1") == [0, 46, 50.67, 46, 50.67, 57, 65, 47]
    assert list(figures("5").values()) == 2 * [53, 51, 15, 44, 46, 49, 51, 53]
    assert list(figures("6").values()) == 2 * [48, 47, 33, 59, 57.2, None]
    assert list(figures("outputs").values()) == [100, 55, None, None]
    assert next(iter(figures("owners").values())) == 64.8
    assert figures("2")["best number of hidden nodes"] == 160
    assert figures("2")["160 nodes: wins against random"] == 99
    assert theirs("2") == [42, 56.33, 65, 77.33, 58.67, 66.67, 74, 79.33, 70.33]
    assert theirs("3") == [57, 58, 54, 60.8, 59.6, 48.4]
    assert theirs("4") == [46, 49.6, 50.2, 57, 54.8, 48]
    for name, answers in (("3", 2), ("4", 4)):
        assert figures(name)["games at the peak"] == 15_000
        assert figures(name)["right answers of the six offers, 15,000 games"] == answers
    [nodes] = find_tables("berry2013/2")
    assert [trial.lessons[0].settings["hidden"] for trial in plan_of(nodes).trials] == [(n,) for n in range(20, 181, 20)]


GOOD = """
work = "mine2026"
title = "Mine"
about = "Everything"
citation = "Nobody, *Nothing*"
did = "Trained"
conclusion = "The same"

[[database]]
name = "random"
agents = ["random", "random", "random", "random"]
games = 50

[[opponent]]
name = "novice"
games = 5
settings = { hidden = [3] }

[[table]]
id = "1"
title = "One"
games = 100
rules = "berry2013"
seats = "rotate"
note = "As small as can be."

[table.training]
runs = 2
contests = ["random", "novice"]
match_games = 4
settings = { hidden = [5], database = "random" }

[[table.training.trial]]
what = "first"
theirs = [50]

[[table.training.trial]]
what = "second"

[table.training.trial.then]
settings = { database = "", lambda = 1 }
at = [10, 20]
"""


def test_what_a_plan_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    (tmp_path / "mine2026.toml").write_text(GOOD)
    [table] = works.__wrapped__()["mine2026"].tables
    plan = plan_of(table)
    first, second = plan.trials
    assert first.lessons == (LessonPlan({"hidden": (5,), "database": "random"}, (100,)),)
    assert first.theirs == (50.0,)
    assert second.lessons == (first.lessons[0], LessonPlan({"hidden": (5,), "database": "", "lambda": 1}, (10, 20)))
    assert plan.common.opponents == {"novice": LessonPlan({"hidden": (3,)}, (5,))}
    assert (plan.own, plan.their_games, plan.duels, table.note) == (1, 100, (), "As small as can be.")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("runs = 2", "runs = 0", r"training\.runs: 0 should be a whole number from 1 to 100"),
        ("runs = 2", "runs = 2\nrun = 1", r"training\.run: unknown key 'run'; did you mean 'runs'"),
        ("runs = 2", "runs = 2\nown = 4", "own: 4 should be a whole number from 1 to 3"),
        ("hidden = [5]", "hiden = [5]", "settings: unknown setting 'hiden'; did you mean 'hidden'"),
        ("hidden = [5]", "hidden = 5", r"settings: hidden should be like its default \(80,\)"),
        ("hidden = [5]", "hidden = [0]", "settings: hidden: '0' should be 1 to 3 layers"),
        ("hidden = [5]", "seed = 5", "settings: unknown setting 'seed'"),
        ('"", lambda = 1', '"randon"', "settings: unknown database 'randon'; did you mean 'random'"),
        ("lambda = 1", "lambda = 2", "settings: lambda: 2 should be a number from 0 to 1"),
        ("at = [10, 20]", "at = [20, 20]", "at: should be ascending numbers of games"),
        ("theirs = [50]", "at = [20, 40]", "at: should be one number if the lesson has a database"),
        ("lambda = 1", "rate = 0.2", "at: should be one number if the lesson has a database, or if its rate falls"),
        ("theirs = [50]", "theirs = [50, 60]", "theirs: should be a list of 1"),
        ("theirs = [50]", "ratings = 1165", "ratings: should be a list of 1"),
        ("runs = 2", "runs = 2\nevaluations = [100]", r"at: should end with one of the evaluations \[100\]"),
        ("theirs = [50]", 'value = "many"', "value: should be a number"),
        ('contests = ["random"', 'contests = ["randon"', "contests: unknown agent 'randon'"),
        ("hidden = [3]", 'database = "bots"', "settings: unknown database 'bots'"),
        ("match_games = 4", "match_games = 4\n[[table.training.duel]]\nfirst = 'a'\nsecond = 'b'", "unknown trial 'a'"),
    ],
)
def test_a_mistake_in_a_plan_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    monkeypatch.setattr(module, "DATA", tmp_path)
    (tmp_path / "mine2026.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(RentierError, match=rf"mine2026\.toml: .*{says}") as refused:
        works.__wrapped__()
    assert "\n" not in str(refused.value)


def test_lessons_have_distinct_keys_and_are_shared() -> None:
    [lambdas], [nodes] = find_tables("berry2013/1"), find_tables("berry2013/2")
    course, other = (Course(table, table.games, 0) for table in (lambdas, nodes))
    trial = plan_of(lambdas).trials[6]
    [first], [second] = course.lessons(trial.lessons, 0), course.lessons(trial.lessons, 1)
    assert (first.learning.lambda_, first.learning.hidden, first.learning.games) == (0.9, (60,), 5000)
    assert first.database is not None
    assert first.database == second.database
    assert first.key != second.key
    [same] = other.lessons(plan_of(nodes).trials[2].lessons, 0)
    assert same.learning.hidden == (60,)
    assert same.key == first.key
    [peak] = find_tables("berry2013/3")
    lessons = Course(peak, 2500, 0).lessons(plan_of(peak).trials[0].lessons, 0)
    assert [lesson.learning.games for lesson in lessons] == [250, 250, 500, 500, 500, 500]
    assert len({lesson.learning.seed for lesson in lessons}) == len(lessons)
    assert [lesson.before for lesson in lessons] == [None, *lessons[:-1]]


@pytest.mark.slow
def test_a_table_is_made_saved_and_not_made_again(tmp_path: Path) -> None:
    table = small("1")
    told: list[int] = []
    first = made(table, 4, out=tmp_path / "saved", progress=told.append)
    assert sum(told) == games_to_play(Order(table, 4))
    assert [evaluation.what for evaluation in first.evaluations] == ["0.00", "0.65"]
    assert all(len(evaluation.outcomes) == 2 for evaluation in first.evaluations)
    assert all(0 <= evaluation.outcomes[0].answers <= 6 for evaluation in first.evaluations)
    assert {row.verdict for row in first.rows} <= {"agrees", "differs", "too few games"}
    json.dumps(first.as_dict(), allow_nan=False)
    shutil.move(tmp_path / "saved", tmp_path / "elsewhere")
    home = tmp_path / "elsewhere" / "berry2013"
    saved = (home / "1" / "made.json").read_text()
    again = made(table, 4, out=tmp_path / "elsewhere")
    assert again.as_dict() == first.as_dict()
    assert (home / "1" / "made.json").read_text() == saved
    assert len(list((home / "networks").iterdir())) == 4
    assert len(list((home / "games").iterdir())) == 1
    fresh = made(table, 4, jobs=2)
    assert [evaluation.as_dict() for evaluation in fresh.evaluations] == [
        evaluation.as_dict() for evaluation in first.evaluations
    ]


@pytest.mark.slow
def test_a_network_continues_from_lesson_to_lesson(tmp_path: Path) -> None:
    table = small("then-self-play")
    report = made(table, 8, out=tmp_path)
    assert [evaluation.what for evaluation in report.evaluations] == [
        "kept games alone",
        *(f"then self-play, {games:,} games" for games in (1000, 2500, 5000, 10000)),
    ]
    assert [evaluation.value for evaluation in report.evaluations] == [0, 1000, 2500, 5000, 10000]
    files = list((tmp_path / "berry2013/networks").glob("*/weights.npz"))
    assert len(files) == 2 * (1 + 4), "the lesson from recorded games is trained once for both trials"
    trained = [Network.read(file).trained for file in files]
    assert sum(not each["before"] for each in trained) == 2
    assert sorted(each["games"] for each in trained) == [1, 1, 1, 1, 2, 2, 4, 4, 4, 4]


@pytest.mark.slow
def test_networks_are_opponents_too(tmp_path: Path) -> None:
    table = small("3")
    plan = replace(plan_of(table), contests=("random", "novice"))
    table = replace(table, training=plan)
    told: list[int] = []
    report = made(table, 6, out=tmp_path, progress=told.append)
    assert sum(told) == games_to_play(Order(table, 6))
    assert [won.opponent for won in report.evaluations[0].outcomes[0].contests] == ["random", "novice"]
    match = json.loads((tmp_path / "berry2013/3/evaluation-1/run-1/contest-2/match.json").read_text())
    own, *others = match["agents"]
    assert own not in others
    assert len(set(others)) == 1
    again = Course(replace(find_tables("berry2013/4")[0], training=plan), 6, 0).opponent("novice").key
    assert others[0] == f"td {again}", "the same network is the opponent in all tables"


@pytest.mark.slow
def test_a_trial_may_have_its_own_rules(tmp_path: Path) -> None:
    """It learns and plays by them, and so do its opponents; duels between trials are played by the table's."""
    table = small("bug")
    plan = replace(plan_of(table), runs=1, contests=("novice",), trials=tuple(map(shorter, plan_of(table).trials)))
    table = replace(table, training=plan, rows=table.rows[-1:])
    told: list[int] = []
    report = made(table, 4, out=tmp_path, progress=told.append)
    assert sum(told) == games_to_play(Order(table, 4))
    assert [evaluation.what for evaluation in report.evaluations] == ["with the mistake", "without"]
    home = tmp_path / "berry2013"
    assert matched(home / "bug/evaluation-1") == matched(home / "bug/evaluation-2") | {"rules": "berry2013-no-building"}
    assert matched(home / "bug/duel-1")["rules"] == "berry2013"
    rules = [Network.read(file).trained["learning"]["rules"] for file in (home / "networks").glob("*/weights.npz")]
    assert sorted(rules) == 2 * [["berry2013"]] + 2 * [["berry2013-no-building"]]


def shorter(trial: TrainingTrial) -> TrainingTrial:
    """A trial with one evaluation."""
    [lesson] = trial.lessons
    return replace(trial, lessons=(replace(lesson, at=(15000,)),), evaluations=(15000,))


def matched(folder: Path) -> dict[str, Any]:
    """The rules of a match."""
    [file] = folder.glob("run-1/**/match.json")
    return {"rules": json.loads(file.read_text())["rules"]}


@pytest.mark.slow
def test_other_rules_have_other_recorded_games(tmp_path: Path) -> None:
    table = small("1", trials=1)
    for rules in ("berry2013-no-building", "berry2013"):
        made(replace(table, rules=rules, readings={"building": rules}), 4, out=tmp_path)
    names = [file.name.rsplit("-", 2)[0] for file in (tmp_path / "berry2013/games").iterdir()]
    assert sorted(names) == ["random-berry2013", "random-berry2013-no-building"]


@pytest.mark.slow
def test_two_trials_meet(tmp_path: Path) -> None:
    table = small("database")
    report = made(table, 4, out=tmp_path)
    [duel] = [row for row in report.rows if row.figure == 43]
    assert 0 <= duel.ours.low <= duel.ours.value <= duel.ours.high <= 100
    match = json.loads((tmp_path / "berry2013/database/duel-1/run-1/match.json").read_text())
    one, two, three, four = match["agents"]
    assert one == two != three == four


@pytest.mark.slow
def test_a_network_plays_as_the_plan_says(tmp_path: Path) -> None:
    made(small("checks"), 4, out=tmp_path)
    match = json.loads((tmp_path / "berry2013/checks/evaluation-1/run-1/contest-1/match.json").read_text())
    assert match["agents"][0] == match["agents"][1]
    assert match["agents"][0].startswith("td:checks ")
    assert match["agents"][2:] == ["bot", "bot"]


def test_a_player_gets_the_network_that_was_trained() -> None:
    learning = TdSettings(hidden=(5,), deals="random", offers=2)
    network = Network.new(load_box("berry2013"), learning.features, learning.hidden, learning.activation, 0)
    checking = with_network(parse_agent("td:checks"), network, learning)
    assert checking.network is network
    assert checking.settings == (0, 1, 2, 0)
    mixed = with_network(parse_agent("mix:buy=td,else=bot"), network, learning)
    assert [inner.network for inner in mixed.inner if inner.name == "td"] == [network]
    assert [inner.settings for inner in mixed.inner if inner.name == "td"] == [(0, 0, 2, 0)]


@pytest.mark.slow
def test_a_training_that_is_stopped_stops_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = training.train

    def broken_off(*place: Any, **more: Any) -> Any:
        run = whole(*place, **more)
        run.games -= 1
        return run

    monkeypatch.setattr(training, "train", broken_off)
    with pytest.raises(Stopped):
        made(small("3"), 6, out=tmp_path)
    monkeypatch.undo()
    assert len(made(small("3"), 6, out=tmp_path).evaluations) == 6


def evaluation(what: str, value: float | None, *wins: int) -> Evaluation:
    """An evaluation of networks that won these numbers of a hundred games each."""
    outcomes = [Outcome((Won("random", won, 100, max(0.0, won - 5.0), min(100.0, won + 5.0)),), 3) for won in wins]
    return Evaluation(what, "tried", value, None, tuple(outcomes))


def test_the_error_of_a_share_comes_from_luck_or_from_the_spread_of_networks() -> None:
    assert evaluation("one", 1, 60).strength == Measured(60, 55, 65, share=True)
    alike = evaluation("alike", 1, 100, 100).strength
    assert (alike.value, alike.high) == (100, 100)
    assert 96 < alike.low < 97
    apart = evaluation("apart", 1, 20, 80).strength
    assert (apart.value, apart.low, apart.high) == (50, 0, 100)
    one = evaluation("one", 1, 60)
    assert mean_share([one.outcomes[0].contests], [[60.0]]).value == 60
    assert one.answers == Measured(3, -math.inf, math.inf), "one network says nothing about others"
    with pytest.raises(RentierError, match="unknown opponent 'randon'; did you mean 'random'"):
        evaluation("one", 1, 60).against("randon")
    with pytest.raises(RentierError, match="unknown evaluation 'on'"):
        find_evaluation([evaluation("one", 1, 60)], "on")


def test_the_spread_of_networks_is_that_of_a_whole_table() -> None:
    apart, alike = evaluation("apart", 1, 40, 60), evaluation("alike", 1, 80, 80)
    beside = apart.outcomes, alike.outcomes
    assert replace(apart, beside=beside).strength.high < apart.strength.high == 100
    wider = replace(alike, beside=beside).strength
    assert wider.low < alike.strength.low
    spread = math.sqrt(((40 - 50) ** 2 + (60 - 50) ** 2) / 2 / 2)  # two degrees of freedom, two networks
    assert 80 - wider.low == pytest.approx(4.303 * spread, abs=0.01)
    assert replace(alike, beside=beside).answers == Measured(3, 3, 3)


GOOD_ONE = Outcome((Won("random", 100, 100, 96, 100),), 2, {"deed": ("Mayfair", "Park Lane", "Bow Street")})
BLUE_ONE = replace(GOOD_ONE, rankings={"deed": ("Park Lane", "Mayfair", "Bow Street")})
POOR_ONE = replace(
    GOOD_ONE, contests=(Won("random", 50, 100, 40, 60),), rankings={"deed": ("Bow Street", "Mayfair", "Park Lane")}
)


def evaluations_of(*outcomes: Outcome) -> list[Evaluation]:
    """An evaluation of networks of one trial."""
    return [Evaluation("80 nodes", "80 nodes", 80, None, outcomes)]


def row_of(measure: str, figure: float | None, **arguments: Any) -> Row:
    """A row of a table."""
    return Row("row", measure, 0, figure, "", arguments, Reason("why", "because"))


def test_ratings_are_shown_and_not_compared() -> None:
    [rated] = evaluations_of(GOOD_ONE, POOR_ONE)
    assert [outcome.rating for outcome in rated.outcomes] == [1200, 0]
    assert rated.rating.value == 600
    report = measure_row(row_of("rating", 1718, evaluation="80 nodes"), PLAN, [rated], [])
    assert (report.verdict, report.reason) == ("cannot be compared", OTHER_OPPONENTS)


PLAN = plan_of(replace(TABLES[0]))


def test_what_networks_would_rather_have() -> None:
    [liking] = evaluations_of(GOOD_ONE, GOOD_ONE, BLUE_ONE)
    assert liking.choices("deed") == "Mayfair 2, Park Lane 1"
    assert evaluations_of(GOOD_ONE)[0].choices("deed") == "Mayfair"
    assert liking.choices("group") == ""
    place = liking.preference("deed", "Park Lane")
    assert (place.value, place.low, place.high) == (pytest.approx(5 / 3), 1, 3)
    with pytest.raises(RentierError, match="unknown deed 'Park Lan'; did you mean 'Park Lane'"):
        liking.preference("deed", "Park Lan")
    with pytest.raises(RentierError, match="unknown deed 'Bo Street'"):
        measure_row(row_of("chosen", None, give="deed", pick="Bo Street"), PLAN, [liking], [])


def test_choices_are_counted_of_networks_with_a_good_rating() -> None:
    evaluations = evaluations_of(*[GOOD_ONE] * 30, *[BLUE_ONE] * 10, *[POOR_ONE] * 40)
    share = measure_row(row_of("chosen", None, give="deed", pick="Mayfair"), PLAN, evaluations, [])
    assert (share.ours.value, share.verdict) == (75, "beyond the work")
    for pick, place in (("Mayfair", 1), ("Park Lane", 2), ("Bow Street", 3)):
        report = measure_row(row_of("favourite", place, give="deed", pick=pick), PLAN, evaluations, [])
        assert (report.ours.value, report.verdict) == (place, "agrees")
    few = measure_row(row_of("favourite", 1, give="deed", pick="Mayfair"), PLAN, evaluations_of(POOR_ONE), [])
    assert few.verdict == "too few games", "nobody has a good rating"


def test_a_trial_has_a_place_by_its_peak() -> None:
    evaluations = [
        replace(evaluation(str(won), 1, won, won), trial=trial) for trial, won in (("a", 20), ("a", 80), ("b", 60), ("b", 60))
    ]
    report = measure_row(row_of("peak", 1, trial="a"), PLAN, evaluations, [])
    assert (report.ours, report.verdict) == (Measured(1, 1, 1), "agrees")
    assert measure_row(row_of("peak", 1, trial="b"), PLAN, evaluations, []).verdict == "differs"


def test_one_network_a_trial_has_no_verdict() -> None:
    """How much networks differ is not known then."""
    row = row_of("wins", 20, evaluation="one", against="random")
    assert measure_row(row, PLAN, [evaluation("one", 1, 60, 60)], []).verdict == "differs"
    report = measure_row(row, replace(PLAN, runs=1), [evaluation("one", 1, 60)], [])
    assert (report.verdict, report.reason) == ("too few games", ONE_NETWORK)
    beyond = measure_row(replace(row, figure=None), replace(PLAN, runs=1), [evaluation("one", 1, 60)], [])
    assert (beyond.verdict, beyond.reason) == ("beyond the work", "")


def test_the_best_value_and_places() -> None:
    evaluations = [evaluation("a", 1, 30), evaluation("b", 2, 62), evaluation("c", 3, 70), evaluation("d", 4, 40)]
    assert best_value(evaluations) == Measured(3, 2, 3)
    assert place_of(evaluations[0], evaluations) == Measured(4, 3, 4)
    assert place_of(evaluations[1], evaluations) == Measured(2, 1, 2)
    with pytest.raises(RentierError, match="a: has no value"):
        best_value([evaluation("a", None, 30)])


@pytest.mark.parametrize(
    ("figure", "ours", "verdict", "reason"),
    [
        (None, Measured(3, 2, 3), "beyond the work", ""),
        (2, Measured(3, 2, 3), "agrees", ""),
        (4, Measured(3, 2, 3), "differs", "**Supposed**: because"),
        (4, Measured(3, 1, 4), "too few games", TOO_NEAR),
    ],
)
def test_the_verdict_on_an_order(figure: float | None, ours: Measured, verdict: str, reason: str) -> None:
    judged = judge_order(Row("best", "best", 0, figure, "", {}, Reason("why", "because")), ours, (1, 4))
    assert (judged.verdict, judged.reason) == (verdict, reason)


@pytest.mark.slow
def test_the_page_has_rows_evaluations_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = small("3")
    report = made(table, 6)
    print_made(report)
    assert "right answers of six" in capsys.readouterr().out
    write_report(tmp_path, [report, made(small("checks"), 4)], "rentier reproduce berry2013/3")
    page = (tmp_path / "berry2013.md").read_text()
    liked = "right answers of six | deed liked best | group liked best | group with hotels liked best |\n"
    assert f"| tried | average wins | against `random` | rating by the work's arithmetic | the work's rating | {liked}" in page
    assert f"| tried | average wins | against `bot` | rating by the work's arithmetic | {liked}" in page
    assert "6 games (the work: 25,000) a training run, 2 networks a trial, seed 0" in page
    assert table.note in page
    assert "| games at the peak | 15,000 |" in page
    assert "| 80 nodes, 2,500 games | " in page
    assert "| with the checks, network of 2,500 games: wins | 38 % |" in page
    assert "![Games of self-play, 80 hidden nodes](berry2013-3.svg)" in page
    picture = (tmp_path / "berry2013-3.svg").read_text()
    assert ">the work's, against its own opponents<" in picture
    assert ">games of self-play<" in picture
    assert (tmp_path / "berry2013-checks.svg").exists()
