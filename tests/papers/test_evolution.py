"""Tables made by runs of the genetic algorithm: rows beside the work's, studies, saved runs, and the page."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.limits import check_players
from rentier.arena.seating import check_seats
from rentier.box import load_box
from rentier.errors import RentierError, Stopped
from rentier.learn.heredity import Genetics
from rentier.papers import evolution
from rentier.papers.evolution import EvolutionReport, EvolutionStudy, correlated, games_to_play, make, measured
from rentier.papers.order import Order
from rentier.papers.report import write_report
from rentier.papers.works import PaperTable
from rentier.papers.works_toml import find_tables, works

GAMES = 60


def small(name: str, trials: int = 2) -> PaperTable:
    """A table with a small population and few runs."""
    [table] = find_tables(f"pring2015/{name}")
    assert table.evolution is not None
    few = tuple(replace(trial, settings={**trial.settings, "population": 40}) for trial in table.evolution.trials[:trials])
    settings = {**table.evolution.settings, "population": 40}
    plan = replace(table.evolution, runs=2, match_games=8, settings=settings, trials=few)
    return replace(table, evolution=plan)


def made(name: str, **more: Any) -> EvolutionReport | EvolutionStudy:
    """A small table, made."""
    return make(Order(small(name), GAMES, **more))


def test_every_setting_of_the_tables_is_one_of_the_algorithm() -> None:
    for table in works()["pring2015"].tables:
        plan = table.evolution
        assert plan is not None
        for settings in [plan.settings, *(trial.settings for trial in plan.trials)]:
            Genetics(**settings).check()


def test_tables_of_genes_have_rows_or_trials_and_known_opponents() -> None:
    for table in works()["pring2015"].tables:
        plan = table.evolution
        assert plan is not None
        assert bool(table.rows) != bool(plan.trials)
        assert not table.matches
        assert load_box(table.rules).name == table.rules
        for against in plan.contests:
            check_players(["evolved", *map(parse_agent, against)])
            check_seats(table.seats, 1 + len(against))
        assert all(0 <= row.arguments.get("contest", 0) < len(plan.contests) for row in table.rows)
        assert {row.measure for row in table.rows} <= set(evolution.MEASURES)
        assert len({row.what for row in table.rows}) == len(table.rows)
        assert len({trial.what for trial in plan.trials}) == len(plan.trials)


def test_an_unknown_measure_is_one_line() -> None:
    with pytest.raises(RentierError, match="unknown measure 'strenght'; did you mean 'strength'"):
        measured([], "strenght")


def test_the_published_table_has_every_deed_once() -> None:
    [table] = find_tables("pring2015/1")
    genes = [row for row in table.rows if row.measure == "gene"]
    assert len({row.arguments["gene"] for row in genes}) == len(genes) == 28
    assert all(row.what == row.arguments["gene"] for row in genes)
    assert genes[0].figure == 0.932


def test_a_table_has_the_means_of_its_runs_with_their_spread() -> None:
    report = made("1", seed=3, jobs=2)
    assert isinstance(report, EvolutionReport)
    assert len(report.rows) == 33
    mayfair = report.rows[0]
    assert mayfair.what == "Mayfair"
    assert mayfair.ours.low < mayfair.ours.value < mayfair.ours.high
    assert mayfair.verdict in ("agrees", "differs")
    [generation] = [row for row in report.rows if row.what == "mean generation"]
    assert generation.ours.value > 1
    beyond = [row.what for row in report.rows if row.verdict == "beyond the work"]
    assert len(beyond) == 4
    json.dumps(report.as_dict(), allow_nan=False)


def test_a_study_tries_each_setting_with_its_own_seeds() -> None:
    study = made("granularity")
    assert isinstance(study, EvolutionStudy)
    assert [what for what, _ in study.trials] == ["one gene for all", "one a group"]
    seeds = {outcome.evolution.genetics.seed for _, outcomes in study.trials for outcome in outcomes}
    assert len(seeds) == 4
    (_, one), (_, groups) = study.trials
    assert len(set(one[0].genes.values())) == 1
    assert len(set(groups[0].genes.values())) == 10
    assert math.isnan(measured(one, "correlation").value)
    figures = study.as_dict()["trials"]
    assert figures[0]["correlation"]["mean"] is None
    assert 0 <= figures[1]["strength"]["mean"] <= 100
    json.dumps(study.as_dict(), allow_nan=False)


@pytest.mark.slow
def test_saved_runs_are_not_played_again(tmp_path: Path) -> None:
    table = small("population")
    told: list[int] = []
    first = make(Order(table, GAMES, out=tmp_path, progress=told.append))
    assert sum(told) == games_to_play(Order(table, GAMES))
    saved = (tmp_path / "pring2015/population/made.json").read_text()
    again = make(Order(table, GAMES, out=tmp_path))
    assert (tmp_path / "pring2015/population/made.json").read_text() == saved
    assert first.as_dict() == again.as_dict()
    fresh = make(Order(table, GAMES)).as_dict()
    assert fresh["trials"] == first.as_dict()["trials"]


def test_a_run_that_is_stopped_stops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = evolution.evolve

    def broken_off(*place: Any, **more: Any) -> Any:
        run = whole(*place, **more)
        run.cohorts -= 1
        return run

    monkeypatch.setattr(evolution, "evolve", broken_off)
    with pytest.raises(Stopped):
        made("1")


def test_correlation() -> None:
    assert correlated([0.1, 0.2, 0.3], [0.2, 0.4, 0.6]) == pytest.approx(1)
    assert correlated([0.1, 0.2, 0.3], [0.6, 0.4, 0.2]) == pytest.approx(-1)
    assert math.isnan(correlated([0.1, 0.2, 0.3], [0.4, 0.4, 0.4 + 1e-15]))


@pytest.mark.slow
def test_the_page_has_tables_and_pictures(tmp_path: Path) -> None:
    write_report(tmp_path, [made("1"), made("mutation")], "rentier reproduce pring2015")
    page = (tmp_path / "pring2015.md").read_text()
    assert "| Mayfair | 0.932 K |" in page
    assert "60 games (the work: 400,000) a run, 2 runs, seed 0" in page
    assert "| none | " in page
    for picture in ("1", "1-genes", "mutation", "mutation-genes"):
        assert f"(pring2015-{picture}.svg)" in page
        assert (tmp_path / f"pring2015-{picture}.svg").read_text().startswith("<?xml")
