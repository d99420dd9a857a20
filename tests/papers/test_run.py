"""Tables of works made again: what is measured is what was played, and the verdicts are those of the arithmetic."""

from __future__ import annotations

import json
import math
import signal
from types import SimpleNamespace
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.match import play_match
from rentier.arena.play import DECISIONS, TURNS
from rentier.arena.results import MatchResult
from rentier.arena.statistics import SURE, wilson_interval
from rentier.arena.tally import WATCHED
from rentier.box import load_box
from rentier.papers.measures import MEASURES, Measured
from rentier.papers.run import TableReport, count_verdicts, games_to_play, part_games, run_table
from rentier.papers.verdicts import AGREES, APART, DIFFERS, TOO_FEW, judge, rounding
from rentier.papers.works import PARTS, Match, PaperTable, Row, find_tables

QUICK = {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"}
PAIR = ("reserve:50,0", "reserve:100000,0")


def row(measure: str = "wins", figure: float = 50, *, unit: str = "%", match: int = 0, **more: Any) -> Row:
    """A row of a table."""
    reason = more.pop("reason", "")
    return Row(f"{measure} {more}", measure, match, figure, unit, more, reason)


def table(*rows: Row, agents: tuple[str, ...] = PAIR, games: int = 1000, seats: str = "shuffle", **more: Any) -> PaperTable:
    """A table of one quick match."""
    matches = more.pop("matches", (Match("uk-classic", QUICK, agents),))
    pictures = more.pop("pictures", ())
    return PaperTable("mine2026", "1", "Mine", games, seats, matches, rows, pictures, "")


def test_figures_agree_within_what_chance_leaves_to_both() -> None:
    """50 % of 100 games of ours, p % of 400 of theirs: 9.6 by Wilson and about 4.9 the binomial way, as at right angles."""
    low, high = (100 * end for end in wilson_interval(50, 100))
    ours = Measured(50, low, high, share=True)
    for figure in (50.0, 39.6, 60.4):
        assert judge(row(figure=figure), ours, 100, 400).verdict == AGREES
    for figure in (39.0, 61.0):
        theirs = 100 * SURE * math.sqrt(figure / 100 * (1 - figure / 100) / 400)
        assert abs(figure - 50) > math.hypot(50 - low, theirs) + 0.05
        assert judge(row(figure=figure), ours, 100, 400).verdict == DIFFERS


def test_a_mean_of_theirs_is_taken_to_spread_like_ours() -> None:
    """Ours reaches 3 either way over 100 games, so theirs over 400 reaches 1.5: together 3.35, and the rounding."""
    ours = Measured(20, 17, 23)
    assert judge(row("turns", 23.40, unit=""), ours, 100, 400).verdict == AGREES
    assert judge(row("turns", 23.45, unit=""), ours, 100, 400).verdict == DIFFERS
    assert judge(row("turns", 16.60, unit=""), ours, 100, 400).verdict == AGREES
    assert judge(row("turns", 16.55, unit=""), ours, 100, 400).verdict == DIFFERS


def test_an_interval_may_be_lopsided() -> None:
    """The longer side counts."""
    low, high = (100 * end for end in wilson_interval(0, 20))
    assert low == 0
    ours = Measured(0, low, high, share=True)
    assert judge(row(figure=high - 1), ours, 20, 10**9).verdict == AGREES
    assert judge(row(figure=high + 1), ours, 20, 10**9).verdict == DIFFERS


@pytest.mark.parametrize(("figure", "half"), [(65, 0.5), (65.0, 0.05), (91.1, 0.05), (28.22, 0.005), (0, 0.5), (0.06, 0.005)])
def test_rounding_of_print(figure: float, half: float) -> None:
    assert rounding(figure) == pytest.approx(half)
    exact = Measured(figure + 0.99 * half, figure + 0.99 * half, figure + 0.99 * half)
    assert judge(row("most_trades", figure), exact, 10, 10).verdict == AGREES
    beyond = Measured(figure + 1.01 * half, figure + 1.01 * half, figure + 1.01 * half)
    assert judge(row("most_trades", figure), beyond, 10, 10).verdict == DIFFERS


def test_places_of_print_are_kept_by_the_data() -> None:
    figures = {what.figure for what in find_tables("sammul2018/3.4")[0].rows if what.what == "cautious: wins"}
    assert [repr(figure) for figure in figures] == ["91.0"]
    assert {repr(what.figure) for what in find_tables("khan2019/7.14a")[0].rows} == {"46", "29", "25"}


@pytest.mark.parametrize("figure", [0, 100])
def test_a_share_of_none_or_all_is_not_known_exactly(figure: int) -> None:
    """One game in 400 could as well have gone the other way."""
    ours = Measured(figure, figure, figure, share=True)
    near = Measured(abs(figure - 0.6), abs(figure - 0.6), abs(figure - 0.6), share=True)
    assert judge(row(figure=figure), ours, 400, 400).verdict == AGREES
    assert judge(row(figure=figure), near, 400, 400).verdict == AGREES


def test_reasons_are_told_where_they_are_needed() -> None:
    ours = Measured(50, 49, 51, share=True)
    assert judge(row(figure=50, reason="why"), ours, 1000, 1000).reason == ""
    assert judge(row(figure=90, reason="why"), ours, 1000, 1000).reason == "why"


def test_what_no_spread_is_known_of_cannot_be_compared() -> None:
    for value in (67.0, math.nan):
        seen = judge(row("turns", 67, unit=""), Measured(value, -math.inf, math.inf), 1, 1000)
        assert (seen.verdict, seen.reason) == (APART, TOO_FEW)


def parts(**fields: list[Any]) -> list[Any]:
    """Parts of a match that have nothing but some fields of a tally."""
    return [
        SimpleNamespace(games=10, tally=SimpleNamespace(**dict(zip(fields, values, strict=True))))
        for values in zip(*fields.values(), strict=True)
    ]


def test_a_mean_and_its_interval_by_hand() -> None:
    """Parts of 20, 30 and 40 turns: mean 30, standard error 10 / sqrt 3, Student's quantile of 2 degrees of freedom."""
    measure, _ = MEASURES["sold_out"]
    seen = measure(parts(sold_out_turns=[200, 60, 400], sold_out=[10, 2, 10]), {})
    assert (seen.value, seen.share) == (30, False)
    reach = 4.30265 * 10 / math.sqrt(3)
    assert (seen.low, seen.high) == pytest.approx((30 - reach, 30 + reach), rel=1e-5)


def test_parts_in_which_a_thing_never_happened_say_nothing_about_it() -> None:
    measure, _ = MEASURES["sold_out"]
    with_none = measure(parts(sold_out_turns=[200, 0, 400], sold_out=[10, 0, 10]), {})
    assert with_none == measure(parts(sold_out_turns=[200, 400], sold_out=[10, 10]), {})
    alone = measure(parts(sold_out_turns=[200, 0], sold_out=[10, 0]), {})
    assert (alone.value, alone.low, alone.high) == (20, -math.inf, math.inf)
    assert math.isnan(measure(parts(sold_out_turns=[0, 0], sold_out=[0, 0]), {}).value)


def test_shares_are_of_all_games_or_of_those_that_were_won() -> None:
    played = [SimpleNamespace(summary=SimpleNamespace(wins=[3, 2]), games=10, draws=5)] * 2
    won, decided, drawn = (MEASURES[name][0](played, {"agents": [0]}) for name in ("wins", "wins_decided", "draws"))
    assert (won.value, decided.value, drawn.value) == (30, 60, 50)
    assert (decided.low, decided.high) == tuple(100 * end for end in wilson_interval(6, 10))
    assert won.share
    assert decided.share
    assert drawn.share


@pytest.mark.parametrize(("games", "block"), [(1, 1), (6, 1), (10_000, 1), (45, 2), (1000, 2), (59, 4), (3, 4), (41, 24)])
def test_parts_are_even_and_whole_blocks(games: int, block: int) -> None:
    shares = part_games(games, block)
    assert sum(shares) == games
    assert len(shares) == min(PARTS, -(-games // block))
    assert all(share % block == 0 for share in shares[:-1])
    assert min(shares) > 0
    assert max(shares) - min(shares) < 2 * block


def test_parts_of_one_seed_are_not_those_of_the_next() -> None:
    assert part_seed(7, 0) == 7
    seeds = {part_seed(seed, part) for seed in range(5) for part in range(PARTS)}
    assert len(seeds) == 5 * PARTS
    assert 0 <= part_seed((1 << 64) - 1, 3) < 1 << 64


def test_a_table_is_what_its_matches_come_to() -> None:
    mine = table(
        row(agents=[0], figure=99),
        row(agents=[1], figure=99),
        row("draws", 0),
        row("seat_wins", 50, seat=0),
        row("turns", 60, unit=""),
        row("depth", 100, unit="", agents=[0, 1]),
    )
    report = run_table(mine, 30, 3)
    assert [len(played) for played in report.parts] == [PARTS]
    box, agents = load_box("uk-classic", QUICK), [parse_agent(spec) for spec in PAIR]
    again = [
        play_match(box, agents, share, part_seed(3, part), seats="shuffle", closely=WATCHED, keep_rows=True)
        for part, share in enumerate(part_games(30))
    ]
    ours = [line.ours.value for line in report.rows]
    assert ours[0] == pytest.approx(100 * sum(part.summary.wins[0] for part in again) / 30)
    assert ours[1] == pytest.approx(100 * sum(part.summary.wins[1] for part in again) / 30)
    assert ours[0] + ours[1] + ours[2] == pytest.approx(100)
    assert ours[3] == pytest.approx(100 * sum(int(part.tally.wins[0]) for part in again) / 30)
    rows = [part.rows for part in again if part.rows is not None]
    assert ours[4] == pytest.approx(sum(part[:, TURNS].mean() for part in rows) / PARTS)
    assert ours[5] == pytest.approx(sum(part[:, DECISIONS].mean() for part in rows) / PARTS)


def test_rows_are_taken_from_their_match() -> None:
    matches = (Match("uk-classic", QUICK, PAIR), Match("uk-classic", QUICK | {"turn_cap": 20}, PAIR))
    report = run_table(table(row("turns", 60, match=0), row("turns", 20, match=1), matches=matches), 10)
    assert report.rows[0].ours.value > report.rows[1].ours.value
    assert report.rows[1].ours.value == 20


def test_games_are_watched_as_closely_as_rows_and_pictures_ask() -> None:
    assert run_table(table(row(agents=[0])), 2).parts[0][0].tally.games == 0
    assert run_table(table(row(agents=[0]), pictures=("cash",)), 2).parts[0][0].tally.games == 1
    branching = run_table(table(row("branching", 2, agents=[0])), 2)
    assert branching.rows[0].ours.value >= 1


def test_a_table_is_the_same_again_and_on_any_number_of_jobs() -> None:
    mine = table(row(agents=[0], figure=99), row("turns", 60, unit=""))
    reports = [run_table(mine, 24, 1, jobs).as_dict() for jobs in (1, 2, 1)]
    for report in reports:
        assert report.pop("seconds") > 0
    assert reports[0] == reports[1] == reports[2]
    other = run_table(mine, 24, 2).as_dict()
    assert other["rows"] != reports[0]["rows"]


def test_as_many_games_as_the_work_unless_said() -> None:
    mine = table(row(agents=[0]), games=5)
    told: list[int] = []
    report = run_table(mine, progress=told.append)
    assert report.games == 5 == sum(told) == games_to_play(mine, None)
    assert games_to_play(mine, 7) == 7


def test_json_is_json_whatever_is_known() -> None:
    """A single game has no spread, and a thing that never happens no mean."""
    report = run_table(table(row("turns", 60, unit=""), row("sold_out", 35, unit=""), row(agents=[0])), 1).as_dict()
    text = json.dumps(report, allow_nan=False)
    entries = json.loads(text)["rows"]
    assert [entry["interval"][0] for entry in entries[:2]] == [None, None]
    assert [entry["verdict"] for entry in entries[:2]] == [APART, APART]
    assert list(entries[2]) == ["what", "figure", "ours", "interval", "games", "unit", "verdict", "reason"]
    assert (report["table"], report["games"], report["games_of_the_work"]) == ("mine2026/1", 1, 1000)


def test_verdicts_are_counted() -> None:
    lines = [judge(row(figure=figure), Measured(50, 49, 51, share=True), 1000, 1000) for figure in (50, 51, 90)]
    report = TableReport(table(), 10, 0, lines)
    assert count_verdicts([report, report]) == {AGREES: 4, DIFFERS: 2}


def test_ctrl_c_breaks_off_the_whole_table() -> None:
    told: list[int] = []

    def interrupt(played: int) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(played)

    with pytest.raises(KeyboardInterrupt):
        run_table(table(row(agents=[0])), 40_000, progress=interrupt)
    assert sum(told) < 2000


def test_a_published_table() -> None:
    report = run_table(find_tables("khan2019/7.14a")[0], 20)
    assert [line.what for line in report.rows] == [line.what for line in report.table.rows]
    for first in range(0, 9, 3):
        assert sum(line.ours.value for line in report.rows[first : first + 3]) == pytest.approx(100)
    assert all(isinstance(part, MatchResult) for played in report.parts for part in played)
    assert {line.verdict for line in report.rows} <= {AGREES, DIFFERS}
