"""Reproduced tables: what is measured is what was played, and verdicts follow from the arithmetic."""

from __future__ import annotations

import json
import math
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.match import play_match
from rentier.arena.play import DECISIONS, TURNS
from rentier.arena.results import MatchResult
from rentier.arena.statistics import Z_95, wilson_interval
from rentier.arena.tally import SEEN_TURNS, WATCHED
from rentier.box import load_box
from rentier.errors import RentierError, Stopped
from rentier.papers.made import count_verdicts
from rentier.papers.matches import BY_ROLLOUTS, MatchReport, games_of, games_to_play, make, part_games
from rentier.papers.measures import HIGHEST, MEASURES, Measured
from rentier.papers.order import Order
from rentier.papers.verdicts import AGREES, APART, BEYOND, DIFFERS, TOO_FEW, judge, rounding
from rentier.papers.works import PARTS, Match, PaperTable, Reason, Row
from rentier.papers.works_toml import find_tables

QUICK = {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"}
PAIR = ("reserve:50,0", "reserve:100000,0")


def row(measure: str = "wins", figure: float | None = 50, *, unit: str = "%", match: int = 0, **more: Any) -> Row:
    """A row of a table."""
    reason = more.pop("reason", None)
    return Row(f"{measure} {more}", measure, match, figure, unit, more, reason)


def table(*rows: Row, agents: tuple[str, ...] = PAIR, games: int = 1000, seats: str = "shuffle", **more: Any) -> PaperTable:
    """A table of one quick match."""
    matches = more.pop("matches", (Match("uk-classic", QUICK, agents),))
    pictures = more.pop("pictures", ())
    return PaperTable("mine2026", "1", "Mine", games, seats, matches, rows, pictures, "", **more)


def test_figures_agree_within_the_random_variation_of_both() -> None:
    """50 % of 200 games of ours, p % of 400 of theirs: errors of 6.9 (Wilson) and about 4.9 (binomial), added in quadrature."""
    low, high = (100 * end for end in wilson_interval(100, 200))
    ours = Measured(50, low, high, share=True)
    for figure in (50.0, 41.8, 58.2):
        assert judge(row(figure=figure), ours, 200, 400).verdict == AGREES
    for figure in (41.3, 58.7):
        theirs = 100 * Z_95 * math.sqrt(figure / 100 * (1 - figure / 100) / 400)
        assert abs(figure - 50) > math.hypot(50 - low, theirs) + 0.05
        assert judge(row(figure=figure), ours, 200, 400).verdict == DIFFERS


def test_their_means_are_assumed_to_spread_like_ours() -> None:
    """Our error is 3 over 100 games, so theirs over 400 is 1.5: together 3.35, plus the rounding."""
    ours = Measured(20, 17, 23)
    assert judge(row("turns", 23.40, unit=""), ours, 100, 400).verdict == TOO_FEW
    assert judge(row("turns", 23.45, unit=""), ours, 100, 400).verdict == DIFFERS
    assert judge(row("turns", 16.60, unit=""), ours, 100, 400).verdict == TOO_FEW
    assert judge(row("turns", 16.55, unit=""), ours, 100, 400).verdict == DIFFERS


def test_an_interval_may_be_asymmetric() -> None:
    """The longer side counts."""
    low, high = (100 * end for end in wilson_interval(0, 20))
    assert low == 0
    ours = Measured(0, low, high, share=True)
    assert judge(row(figure=high - 1), ours, 20, 10**9).verdict == TOO_FEW
    assert judge(row(figure=high + 1), ours, 20, 10**9).verdict == DIFFERS


@pytest.mark.parametrize(("figure", "half"), [(65, 0.5), (65.0, 0.05), (91.1, 0.05), (28.22, 0.005), (0, 0.5), (0.06, 0.005)])
def test_rounding_of_print(figure: float, half: float) -> None:
    assert rounding(figure) == pytest.approx(half)
    exact = Measured(figure + 0.99 * half, figure + 0.99 * half, figure + 0.99 * half)
    assert judge(row("most_trades", figure), exact, 10, 10).verdict == AGREES
    beyond = Measured(figure + 1.01 * half, figure + 1.01 * half, figure + 1.01 * half)
    assert judge(row("most_trades", figure), beyond, 10, 10).verdict == DIFFERS


def test_the_data_keep_the_printed_digits() -> None:
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


def test_reasons_are_given_where_they_are_needed() -> None:
    ours = Measured(50, 49, 51, share=True)
    assert judge(row(figure=50, reason=Reason("it", "why")), ours, 1000, 1000).reason == ""
    assert judge(row(figure=90, reason=Reason("it", "why")), ours, 1000, 1000).reason == "**Supposed**: why"
    shown = Reason("it", "why", "rentier match")
    assert judge(row(figure=90, reason=shown), ours, 1000, 1000).reason == "**Shown** by `rentier match`: why"


def test_a_figure_without_a_known_spread_has_too_few_games() -> None:
    for value in (67.0, math.nan):
        seen = judge(row("turns", 67, unit=""), Measured(value, -math.inf, math.inf), 1, 1000)
        assert (seen.verdict, seen.reason) == (TOO_FEW, "")


def test_a_highest_figure_cannot_be_compared() -> None:
    [part] = parts(most_trades=[[196]])
    ours = MEASURES["most_trades"][0]([part], {"place": 0})
    seen = judge(row("most_trades", 196), ours, 10, 10)
    assert (seen.verdict, seen.reason) == (APART, HIGHEST)


def share(wins: int, games: int) -> Measured:
    """A share of games in percent."""
    low, high = wilson_interval(wins, games)
    return Measured(100 * wins / games, 100 * low, 100 * high, share=True)


@pytest.mark.parametrize(
    ("games", "verdict"), [(4, TOO_FEW), (16, TOO_FEW), (40, TOO_FEW), (60, AGREES), (100, AGREES), (1000, AGREES)]
)
def test_a_share_of_far_fewer_games_than_the_works_does_not_agree(games: int, verdict: str) -> None:
    """The work played 100 games: the error of its 50 % is 9.8 points, and ours may be one and a half times that."""
    assert judge(row(figure=50), share(games // 2, games), games, 100).verdict == verdict


def test_a_share_known_to_two_points_is_known_well_enough() -> None:
    assert judge(row(figure=50), share(1300, 2600), 2600, 10**6).verdict == AGREES
    assert judge(row(figure=50), share(1000, 2000), 2000, 10**6).verdict == TOO_FEW


def test_a_clear_difference_counts_even_with_few_games() -> None:
    assert judge(row(figure=99), share(1, 6), 6, 100).verdict == DIFFERS


def test_a_mean_of_far_fewer_games_than_the_works_does_not_agree() -> None:
    assert judge(row("turns", 20), Measured(20, 17, 23), 100, 400).verdict == TOO_FEW
    assert judge(row("turns", 20), Measured(20, 17, 23), 200, 400).verdict == AGREES
    assert judge(row("turns", 20), Measured(20, 19.7, 20.3), 100, 400).verdict == AGREES


def parts(**fields: list[Any]) -> list[Any]:
    """Parts of a match that have only some fields of a tally."""
    return [
        SimpleNamespace(games=10, agents=("a", "b"), tally=SimpleNamespace(**dict(zip(fields, values, strict=True))))
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


def test_deeds_bought_are_counted_by_seat_and_by_deed() -> None:
    bought = [np.array([[1, 2, 3], [0, 0, 4]]), np.array([[1, 2, 0], [0, 0, 0]])]
    measure, _ = MEASURES["bought"]
    assert [measure(parts(bought=bought), {"seat": seat}).value for seat in range(2)] == pytest.approx([0.45, 0.2])
    assert measure(parts(bought=bought), {"seat": 0, "square": 1}).value == pytest.approx(0.2)


def test_debt_is_by_roll_and_after_a_turn() -> None:
    cost, rolled = np.array([[50, 0], [0, 9], [30, 0], [10, 3]]), np.array([[1, 0], [0, 1], [3, 0], [1, 2]])
    measure, _ = MEASURES["debt"]
    for seat, after, mean in ((0, 0, 18), (0, 2, 10), (1, 0, 4), (1, 3, 1.5)):
        assert measure(parts(cost=[cost] * 2, rolled=[rolled] * 2), {"seat": seat, "after": after}).value == mean


def test_the_turn_of_least_cash_is_among_turns_that_most_games_reach() -> None:
    """Each part has ten games. Those of the second end by turn 3, and only a few of them reach it."""
    reached, cash = np.zeros((2, SEEN_TURNS), int), np.zeros((2, SEEN_TURNS, 2), int)
    reached[:, :4] = [10, 10, 10, 5], [10, 10, 4, 0]
    cash[0, :4] = [[100, 80], [50, 90], [60, 70], [40, 10]]
    cash[1, :3] = [[100, 80], [90, 90], [1, 1]]
    measure, _ = MEASURES["lowest_cash"]
    seen = [measure(parts(reached=list(reached), cash=list(cash)), {"seat": seat}).value for seat in range(2)]
    assert seen == [(2 + 2) / 2, (4 + 1) / 2]


def test_turns_may_be_counted_in_rounds() -> None:
    """Two players: a round is two turns."""
    sold, _ = MEASURES["sold_out"]
    told = parts(sold_out_turns=[200, 60, 400], sold_out=[10, 2, 10])
    turns, rounds = sold(told, {}), sold(told, {"count": "rounds"})
    assert (rounds.value, rounds.low, rounds.high) == (turns.value / 2, turns.low / 2, turns.high / 2)
    bank, _ = MEASURES["in_bank"]
    told = parts(in_bank=[np.array([28, 54, 50, 40])] * 2, reached=[np.array([1, 2, 2, 2])] * 2)
    assert [bank(told, {"turn": 2, **more}).value for more in ({}, {"count": "rounds"})] == [27, 20]


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


def test_a_table_has_the_results_of_its_matches() -> None:
    mine = table(
        row(agents=[0], figure=99),
        row(agents=[1], figure=99),
        row("draws", 0),
        row("seat_wins", 50, seat=0),
        row("turns", 60, unit=""),
        row("depth", 100, unit="", agents=[0, 1]),
    )
    report = make(Order(mine, 30, 3))
    assert [len(played) for played in report.parts] == [PARTS]
    box, agents = load_box("uk-classic", QUICK), [parse_agent(spec) for spec in PAIR]
    again = [
        play_match(box, agents, share, part_seed(3, part), seats="shuffle", watch_level=WATCHED, keep_rows=True)
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
    report = make(Order(table(row("turns", 60, match=0), row("turns", 20, match=1), matches=matches), 10))
    assert report.rows[0].ours.value > report.rows[1].ours.value
    assert report.rows[1].ours.value == 20


def test_games_are_watched_as_closely_as_rows_and_pictures_ask() -> None:
    assert make(Order(table(row(agents=[0])), 2)).parts[0][0].tally.games == 0
    drawn = tuple(Match("uk-classic", QUICK, PAIR, pictures=pictures) for pictures in ((), ("cash",)))
    report = make(Order(table(row(agents=[0]), matches=drawn), 2))
    assert [played[0].tally.games for played in report.parts] == [0, 1]
    branching = make(Order(table(row("branching", 2, agents=[0])), 2))
    assert branching.rows[0].ours.value >= 1


def test_a_table_is_the_same_again_and_on_any_number_of_jobs() -> None:
    mine = table(row(agents=[0], figure=99), row("turns", 60, unit=""))
    reports = [make(Order(mine, 24, 1, jobs)).as_dict() for jobs in (1, 2, 1)]
    for report in reports:
        assert report.pop("seconds") > 0
    assert reports[0] == reports[1] == reports[2]
    other = make(Order(mine, 24, 2)).as_dict()
    assert other["rows"] != reports[0]["rows"]


def test_as_many_games_as_the_work_by_default() -> None:
    mine = table(row(agents=[0]), games=5)
    told: list[int] = []
    report = make(Order(mine, progress=told.append))
    assert report.games == 5 == sum(told) == games_to_play(Order(mine, None))
    assert games_to_play(Order(mine, 7)) == 7


def test_json_is_valid_even_if_figures_are_unknown() -> None:
    """A single game has no spread, and something that never happens has no mean."""
    report = make(Order(table(row("turns", 60, unit=""), row("sold_out", 35, unit=""), row(agents=[0])), 1)).as_dict()
    text = json.dumps(report, allow_nan=False)
    entries = json.loads(text)["rows"]
    assert [entry["interval"][0] for entry in entries[:2]] == [None, None]
    assert [entry["verdict"] for entry in entries[:2]] == [TOO_FEW, TOO_FEW]
    assert list(entries[2]) == ["what", "figure", "ours", "interval", "games", "unit", "verdict", "reason"]
    assert (report["table"], report["games"], report["games_of_the_work"]) == ("mine2026/1", 1, 1000)


def test_verdicts_are_counted() -> None:
    lines = [judge(row(figure=figure), Measured(50, 49, 51, share=True), 1000, 1000) for figure in (50, 51, 90)]
    report = MatchReport(table(), 10, 0, lines, [])
    assert count_verdicts([report, report]) == {AGREES: 4, DIFFERS: 2}


def test_ctrl_c_breaks_off_the_whole_table() -> None:
    told: list[int] = []

    def interrupt(played: int) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(played)

    with pytest.raises(Stopped):
        make(Order(table(row(agents=[0])), 40_000, progress=interrupt))
    assert sum(told) < 2000


def test_a_published_table() -> None:
    report = make(Order(find_tables("khan2019/7.14a")[0], 20))
    assert [line.what for line in report.rows] == [line.what for line in report.table.rows]
    for first in range(0, 9, 3):
        assert sum(line.ours.value for line in report.rows[first : first + 3]) == pytest.approx(100)
    assert all(isinstance(part, MatchResult) for played in report.parts for part in played)
    assert {line.verdict for line in report.rows} <= {TOO_FEW, DIFFERS}


def test_a_row_without_a_figure_goes_beyond_the_work() -> None:
    seen = judge(row(figure=None, reason="why"), Measured(50, 40, 60, share=True), 24, 100)
    assert (seen.figure, seen.verdict, seen.reason, seen.games) == (None, BEYOND, "", 24)
    assert judge(row(figure=None), Measured(math.nan, -math.inf, math.inf), 24, 100).verdict == BEYOND
    report = make(Order(table(row(agents=[0], figure=None), row(agents=[1])), 10))
    entries = json.loads(json.dumps(report.as_dict(), allow_nan=False))["rows"]
    assert [entry["figure"] for entry in entries] == [None, 50]
    assert entries[0]["ours"] is not None
    assert count_verdicts([report])[BEYOND] == 1


def test_a_share_can_be_divided_over_the_agents_that_have_it() -> None:
    """52 of 100 games among three agents: 17.33 each, with a third of the error of 52."""
    played = [SimpleNamespace(summary=SimpleNamespace(wins=[47, 20, 17, 15]), games=100, draws=1)]
    together, each = (MEASURES["wins"][0](played, {"agents": [1, 2, 3], **more}) for more in ({}, {"each": True}))
    assert (together.value, together.agents, each.agents) == (52, 1, 3)
    assert (3 * each.value, 3 * each.low, 3 * each.high) == pytest.approx((together.value, together.low, together.high))
    for off, verdict in ((0, AGREES), (12.5, AGREES), (14.5, DIFFERS)):
        assert judge(row(figure=52 + off), together, 100, 100).verdict == verdict
        assert judge(row(figure=round((52 + off) / 3, 2)), each, 100, 100).verdict == verdict


def test_one_part_is_the_match_on_its_own_seed() -> None:
    rows = row(agents=[0], figure=99), row("turns", 60, unit="")
    report = make(Order(table(*rows, parts=1), 30, 3))
    [[played]] = report.parts
    box, agents = load_box("uk-classic", QUICK), [parse_agent(spec) for spec in PAIR]
    again = play_match(box, agents, 30, 3, seats="shuffle", keep_rows=True)
    assert played.summary == again.summary
    assert again.rows is not None
    lengths = again.rows[:, TURNS]
    seen = report.rows[1].ours
    assert seen.value == pytest.approx(lengths.mean())
    assert seen.high - seen.value == pytest.approx(2.0452296 * lengths.std(ddof=1) / math.sqrt(30), rel=1e-6)
    assert part_games(30, 4, 1) == [30]


def test_games_that_share_their_luck_give_no_spread() -> None:
    report = make(Order(table(row("turns", 60, unit=""), seats="rotate", parts=1), 30))
    assert report.rows[0].verdict == TOO_FEW


def test_a_match_may_have_fewer_games_than_its_table() -> None:
    matches = tuple(Match("uk-classic", QUICK, PAIR, games) for games in (None, 4))
    mine = table(row(agents=[0]), row(agents=[0], match=1), matches=matches, games=6)
    assert [games_of(Order(mine, asked), match) for asked in (None, 3, 50) for match in matches] == [6, 4, 3, 3, 50, 4]
    assert games_to_play(Order(mine, None)) == 10
    report = make(Order(mine))
    assert [line.games for line in report.rows] == [6, 4]
    assert [sum(part.games for part in played) for played in report.parts] == [6, 4]
    low, high = wilson_interval(report.rows[1].ours.value / 100 * 4, 4)
    assert (report.rows[1].ours.low, report.rows[1].ours.high) == pytest.approx((100 * low, 100 * high))


def test_pictures_by_rollouts_need_no_watching() -> None:
    report = make(Order(table(row(agents=[0], rollouts=5), pictures=(BY_ROLLOUTS,)), 4))
    assert report.parts[0][0].tally.games == 0


KEEPING = (row(agents=[0]), row("seat_wins", seat=0), row("turns", 60, unit=""))


def test_a_saved_table_is_read(tmp_path: Path) -> None:
    mine = table(*KEEPING)
    at_once = make(Order(mine, 30, 3))
    first = make(Order(mine, 30, 3, out=tmp_path))
    assert first.rows == at_once.rows
    folders = tmp_path / "mine2026" / "1" / "match-1"
    assert {folder.name for folder in folders.iterdir()} == {f"part-{part}" for part in range(1, PARTS + 1)}
    again = make(Order(mine, 30, 3, 2, out=tmp_path))
    assert again.as_dict() == first.as_dict(), "including the seconds"
    assert all(part.saved == part.games for part in again.parts[0])


@pytest.mark.slow
def test_a_table_that_was_stopped_resumes(tmp_path: Path) -> None:
    mine = table(*KEEPING)
    told: list[int] = []

    def interrupt(played: int) -> None:
        if sum(told) <= 100 < sum(told) + played:  # only once: a second Ctrl-C would break it off
            signal.raise_signal(signal.SIGINT)
        told.append(played)

    with pytest.raises(Stopped):
        make(Order(mine, 2000, 3, progress=interrupt, out=tmp_path))
    before = json.loads((tmp_path / "mine2026" / "1" / "made.json").read_text())
    report = make(Order(mine, 2000, 3, out=tmp_path))
    assert sum(part.saved for part in report.parts[0]) >= 100
    assert report.rows == make(Order(mine, 2000, 3)).rows
    assert report.made.seconds > before["seconds"] > 0


@pytest.mark.slow
def test_more_games_continue_from_fewer(tmp_path: Path) -> None:
    mine = table(*KEEPING)
    for games in (7, 30, 45):
        assert make(Order(mine, games, 3, out=tmp_path)).rows == make(Order(mine, games, 3)).rows


@pytest.mark.parametrize(
    ("games", "seed", "changed", "says"),
    [
        (30, 4, {}, "holds another match: seed is 3 there and 4 here"),
        (20, 3, {}, "part-1: holds 2 games, more than the 1 asked for here"),
        (30, 3, {"agents": ("random", PAIR[1])}, "holds another match: agents is"),
        (30, 3, {"seats": "fixed"}, "holds another match: seats is 'shuffle' there and 'fixed' here"),
        (30, 3, {"matches": (Match("us-classic", QUICK, PAIR),)}, "holds another match: rules is"),
    ],
)
def test_a_folder_of_something_else_is_refused(
    tmp_path: Path, games: int, seed: int, changed: dict[str, Any], says: str
) -> None:
    make(Order(table(*KEEPING), 30, 3, out=tmp_path))
    made = (tmp_path / "mine2026" / "1" / "made.json").read_text()
    with pytest.raises(RentierError, match=says):
        make(Order(table(*KEEPING, **changed), games, seed, out=tmp_path))
    assert (tmp_path / "mine2026" / "1" / "made.json").read_text() == made


@pytest.mark.parametrize(("saved", "asked"), [(KEEPING[0], KEEPING[1]), (KEEPING[1], row("branching", 9, agents=[0]))])
def test_games_with_a_smaller_tally_are_refused(tmp_path: Path, saved: Row, asked: Row) -> None:
    make(Order(table(saved), 30, 3, out=tmp_path))
    with pytest.raises(RentierError, match="lacks figures needed here"):
        make(Order(table(asked), 30, 3, out=tmp_path))


def test_a_torn_note_is_one_line(tmp_path: Path) -> None:
    make(Order(table(KEEPING[0]), 2, out=tmp_path))
    (tmp_path / "mine2026" / "1" / "made.json").write_text("{")
    with pytest.raises(RentierError, match=r"made\.json: cannot be read"):
        make(Order(table(KEEPING[0]), 2, out=tmp_path))
