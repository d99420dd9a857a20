"""The studies of the works, with so few games that their findings mean nothing: only their course is tested."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.papers import studies
from rentier.papers.order import Order
from rentier.papers.studies import ROUNDS, WEIGHTS, Study, Trial, games_to_play, khan, make, merits
from rentier.papers.works import Match
from rentier.papers.works_toml import find_tables

SEARCH = find_tables("khan2019/search")[0]
GREEDY, OPTIMAL = (parse_agent(f"khan:{word}").settings for word in ("greedy", "optimal"))
GRID = find_tables("sammul2018/grid")[0]


def weights(spec: str) -> list[float]:
    """The weights of a spec."""
    return list(parse_agent(spec).settings)


@pytest.fixture(scope="module")
def search() -> Study:
    """The nine rounds with two games per trial."""
    return make(Order(SEARCH, 2, 1))


def test_nine_rounds(search: Study) -> None:
    assert len(search.rounds) == 9
    assert [len(trials) for _, trials in search.rounds] == [1, *(len(values) for _, values in ROUNDS)]
    assert [title.partition(":")[0] for title, _ in search.rounds] == [f"Round {number}" for number in range(1, 10)]
    for _, trials in search.rounds:
        for trial in trials:
            assert 0 <= trial.low <= trial.share <= trial.high <= 1
            assert trial.spec.startswith("khan:")


def test_a_round_varies_one_weight_and_keeps_the_best(search: Study) -> None:
    best = list(GREEDY)
    assert weights(search.rounds[0][1][0].spec) == best
    for (place, values), (title, trials) in zip(ROUNDS, search.rounds[1:], strict=True):
        for value, trial in zip(values, trials, strict=True):
            assert weights(trial.spec) == [*best[:place], value, *best[place + 1 :]]
            assert trial.what == f"{WEIGHTS[place]} = {value:g}"
        chosen = trials[max(range(len(trials)), key=lambda number: merits(trials)[number])]
        best = weights(chosen.spec)
        assert title.endswith(f"{WEIGHTS[place]}, best {best[place]:g}")
    found, test = search.findings
    assert found == f"weights found: {khan(best).removeprefix('khan:')}; the work's: {khan(OPTIMAL).removeprefix('khan:')}"
    assert test.startswith("two with ours against two with the work's, fresh seed: ")


def test_the_most_even_of_the_best_values_is_chosen() -> None:
    near, even = Trial("a", "khan", 0.6, 0.57, 0.63, 0.1), Trial("b", "khan", 0.58, 0.55, 0.61, 0.01)
    worse = Trial("c", "khan", 0.5, 0.47, 0.53, 0.0)
    ranked = sorted(zip(merits([near, even, worse]), "abc", strict=True), reverse=True)
    assert [what for _, what in ranked] == ["b", "a", "c"]


def test_rounds_are_in_the_order_of_the_weights() -> None:
    assert [place for place, _ in ROUNDS] == list(range(len(WEIGHTS)))
    for _, values in ROUNDS:
        assert all(low < high for low, high in pairwise(values))
    for place, values in ROUNDS:
        assert OPTIMAL[place] in values, "the work's own choice was among those tried"


def test_a_search_is_the_same_again(search: Study) -> None:
    again = make(Order(SEARCH, 2, 1, jobs=2))
    assert (again.rounds, again.findings) == (search.rounds, search.findings)


def test_the_highest_seed_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "ROUNDS", ROUNDS[:1])
    assert len(make(Order(SEARCH, 1, (1 << 64) - 1)).rounds) == 2


def test_as_dict(search: Study) -> None:
    report = json.loads(json.dumps(search.as_dict(), allow_nan=False))
    assert list(report) == ["table", "title", "games", "seed", "readings", "seconds", "made", "rounds", "findings"]
    assert (report["table"], report["games"], report["seed"]) == ("khan2019/search", 2, 1)
    assert report["findings"] == search.findings
    trial = report["rounds"][3]["trials"][0]
    assert list(trial) == ["what", "spec", "win_rate", "interval"]
    assert len(trial["interval"]) == 2


def test_progress_reports_the_games_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "ROUNDS", ROUNDS[:2])
    told: list[int] = []
    make(Order(SEARCH, 3, progress=told.append))
    assert sum(told) == games_to_play(Order(SEARCH, 3)) == 3 * (1 + 10 + 6 + 1)


def test_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try the settings that the work names and one more, in the quicker game without trades and auctions."""
    monkeypatch.setattr(studies, "GRID_BUY", ((50, 0), (350, 0), (0, 3)))
    monkeypatch.setattr(studies, "GRID_SELL", ((0, 0), (150, 0), (0, 0.75)))
    quick = Match("sammul2018", {"trade_menu": "none", "turn_cap": 60}, ())
    told: list[int] = []
    study = make(Order(replace(GRID, matches=(quick,)), 2, progress=told.append))
    assert sum(told) == games_to_play(Order(GRID, 2)) == 18
    [(_, trials)] = study.rounds
    assert len({trial.spec for trial in trials}) == 9
    shares = [trial.share for trial in trials]
    assert shares == sorted(shares, reverse=True)
    assert "buy above 3 C_max, sell below 0.75 C_max" in [trial.what for trial in trials]
    assert study.findings[0].startswith("best of 9: buy above ")
    assert all(name in study.findings[1] for name in ("Bailis is number ", "cautious is number ", "aggressive is number "))


def test_the_grid_has_the_settings_of_the_three_agents() -> None:
    specs = {
        parse_agent(f"sammul:{buy[0]},{buy[1]},{sell[0]},{sell[1]}").settings[:4]
        for buy in studies.GRID_BUY
        for sell in studies.GRID_SELL
    }
    for spec in ("bailis", "cautious", "aggressive"):
        assert parse_agent(spec).settings[:4] in specs
    assert games_to_play(Order(GRID, None)) == len(specs) * GRID.games


def test_a_saved_study_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(studies, "ROUNDS", ROUNDS[:1])
    at_once = make(Order(SEARCH, 2, 1))
    first = make(Order(SEARCH, 2, 1, out=tmp_path))
    assert (first.rounds, first.findings) == (at_once.rounds, at_once.findings)
    assert len(list((tmp_path / "khan2019" / "search").glob("trial-*"))) == 12
    assert make(Order(SEARCH, 2, 1, out=tmp_path)) == first
