"""The gauntlet: win rates become Elo points by the model of leagues, known strengths are recovered, and runs repeat exactly."""

from __future__ import annotations

import json
import math
import signal
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.gauntlet import GauntletResult, PlayedSet, elo_of_share, most_likely, play_gauntlet
from rentier.arena.opponents import Gauntlet, check_gauntlet, read_gauntlet
from rentier.arena.ratings import ELO, Rating
from rentier.arena.statistics import Blocks, draw_interval, share_interval
from rentier.box import Box, load_box
from rentier.errors import RentierError, Stopped

FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"})
NEVER_BUYS = "reserve:100000,0"
OWN = read_gauntlet()
RIVALS = OWN.players - 1


def run(
    agent: str = "reserve:50,0",
    against: Sequence[str] = ("reserve:200,0", NEVER_BUYS),
    games: int = 40,
    jobs: int = 1,
    box: Box = FAST,
) -> GauntletResult:
    """Play a quick gauntlet."""
    return play_gauntlet(box, parse_agent(agent), [parse_agent(spec) for spec in against], games, 1, jobs)


def planted(opponent: str, rating: float | None, wins: Sequence[int], draws: int = 0) -> PlayedSet:
    """A set of blocks in which the agent won these numbers of games."""
    outcomes = []
    for won in wins:
        drawn = min(OWN.players - won, draws - sum(OWN.players - sum(outcome) for outcome in outcomes))
        outcomes.append((won, OWN.players - won - drawn))
    blocks = Blocks(OWN.players, Counter(outcomes))
    intervals = draw_interval(blocks), share_interval(blocks, [0])
    return PlayedSet(opponent, rating, RIVALS, blocks.games, draws, intervals[0], sum(wins), intervals[1])


def result_of(*sets: PlayedSet) -> GauntletResult:
    """The result of a gauntlet of these sets."""
    return GauntletResult("berry2013", 1, {}, "reserve:50,0", OWN.players, 0, 1.0, sets)


def win_probability(elo: float) -> float:
    """The probability of winning against three opponents that are weaker by this much."""
    return 1 / (1 + RIVALS * math.exp(-elo / ELO))


def test_the_five_are_compiled_play_under_its_rules_and_rise() -> None:
    assert (len(OWN.ratings), OWN.players, OWN.games) == (5, 4, 100)
    agents = [parse_agent(spec) for spec in OWN.ratings]
    assert [agent.spec for agent in agents] == list(OWN.ratings)
    assert not any(agent.is_python for agent in agents)
    assert list(OWN.ratings.values()) == sorted(OWN.ratings.values())
    box = load_box(OWN.rules)
    assert box.version == OWN.rules_version, "the rules have changed: measure the ratings of the five again"
    result = play_gauntlet(box, agents[0], agents, 4)
    assert [played.rating for played in result.sets] == list(OWN.ratings.values())
    assert [played.games for played in result.sets] == [4] * 5
    assert result.rating is not None


def test_ratings_are_known_only_under_its_own_rules() -> None:
    assert OWN.ratings_under(load_box(OWN.rules)) == OWN.ratings
    assert OWN.ratings_under(load_box(OWN.rules, {"salary": 400})) == {}
    assert OWN.ratings_under(load_box("uk-classic")) == {}
    older = Gauntlet(OWN.rules, OWN.rules_version + 1, OWN.players, OWN.games, OWN.ratings)
    assert older.ratings_under(load_box(OWN.rules)) == {}


def test_an_agent_against_itself_wins_its_fair_share() -> None:
    (played,) = run("random", ["random"], games=400).sets
    assert played.opponent == "random"
    assert played.interval.low < 0.25 < played.interval.high
    assert played.elo is not None
    assert played.elo.low < 0 < played.elo.high


def test_the_stronger_one_wins_more() -> None:
    first, second = run(games=80).sets
    assert second.elo is not None
    assert second.elo.low > 0
    assert second.share > first.share
    for played in (first, second):
        assert played.interval.low <= played.share <= played.interval.high


@pytest.mark.parametrize(
    ("share", "rivals", "elo"),
    [(0.25, 3, 0.0), (0.5, 1, 0.0), (0.5, 3, 190.85), (0.75, 3, 381.70), (0.0, 3, -math.inf), (1.0, 3, math.inf)],
)
def test_elo_of_a_share(share: float, rivals: int, elo: float) -> None:
    assert elo_of_share(share, rivals) == pytest.approx(elo, abs=0.01)


@pytest.mark.parametrize("true", [800.0, 1300.0, 1500.0, 1720.0, 2400.0])
def test_a_planted_strength_is_found(true: float) -> None:
    met = [(100, 1113.0), (100, 1453.0), (300, 1752.0)]
    wins = sum(games * win_probability(true - theirs) for games, theirs in met)
    assert most_likely(wins / 500, met, RIVALS) == pytest.approx(true, abs=1e-6)


def test_it_is_the_most_likely_one() -> None:
    met, won = [(100, 1400.0), (100, 1600.0)], (52, 17)

    def likelihood(rating: float) -> float:
        return sum(
            wins * math.log(win_probability(rating - theirs)) + (games - wins) * math.log(1 - win_probability(rating - theirs))
            for wins, (games, theirs) in zip(won, met, strict=True)
        )

    best = most_likely(sum(won) / 200, met, RIVALS)
    assert likelihood(best) > max(likelihood(best - 1), likelihood(best + 1))


@pytest.mark.slow
@pytest.mark.parametrize("true", [1450.0, 1600.0])
def test_intervals_hold_as_often_as_they_say(true: float) -> None:
    luck = np.random.default_rng(11)
    held = []
    for _ in range(200):
        sets = [
            planted(spec, theirs, luck.binomial(4, win_probability(true - theirs), 25).tolist())
            for spec, theirs in OWN.ratings.items()
        ]
        rating = result_of(*sets).rating
        assert rating is not None
        assert rating.low < rating.elo < rating.high < rating.low + 200
        held.append(rating.low < true < rating.high)
    assert 0.92 <= sum(held) / len(held) <= 0.99


def test_all_won_and_all_lost_are_bounds() -> None:
    won, lost = planted("bot", 1752.0, [4] * 25), planted("random", 1113.0, [0] * 25)
    assert won.elo == Rating(math.inf, pytest.approx(516.3, abs=0.1), math.inf)
    assert lost.elo == Rating(-math.inf, -math.inf, pytest.approx(-134.6, abs=0.1))
    assert result_of(won).rating == Rating(math.inf, pytest.approx(1752 + 516.3, abs=0.1), math.inf)
    assert result_of(lost).rating == Rating(-math.inf, -math.inf, pytest.approx(1113 - 134.6, abs=0.1))
    both = result_of(won, lost).rating
    assert both is not None
    assert 1113 < both.low < both.elo < both.high < 1752
    assert result_of(won, lost).share == 0.5
    report = json.loads(json.dumps(result_of(won).as_dict(), allow_nan=False))
    assert (report["rating"], report["rating_interval"][1], report["sets"][0]["elo"]) == (None, None, None)
    assert report["rating_interval"][0] == pytest.approx(2268.3, abs=0.1)
    assert report["unrated"] is None


def test_the_mean_win_rate_is_as_certain_as_its_sets() -> None:
    played = planted("bot", 1752.0, [1, 2, 0, 1, 3] * 5)
    one, four = result_of(played), result_of(*[played] * 4)
    assert one.interval == pytest.approx(played.interval[:2])
    assert four.share == one.share
    assert four.share - four.interval[0] == pytest.approx((one.share - one.interval[0]) / 2)
    assert four.interval[1] - four.share == pytest.approx((one.interval[1] - one.share) / 2)


def test_draws_count_for_nobody() -> None:
    drawn = planted("bot", 1752.0, [1, 0, 1, 0], draws=8)
    assert drawn.elo is not None
    assert (drawn.share, drawn.elo.elo) == (2 / 16, pytest.approx(0.0))
    rating = result_of(drawn).rating
    assert rating is not None
    assert rating.elo == pytest.approx(1752)


def test_the_share_of_draws_has_an_interval() -> None:
    one, other = planted("bot", 0.0, [1] * 25, 40), planted("td", 0.0, [1] * 25, 10)
    result = result_of(one, other)
    low, high = result.draw_interval
    assert 0 < low < result.draws / result.games == 0.25 < high < 1
    assert high - low < one.draw_interval.high - one.draw_interval.low  # as twice as many games
    assert result.as_dict()["draw_interval"] == [low, high]


def test_nothing_is_rated_if_all_games_are_drawn() -> None:
    result = run(games=8, box=load_box("uk-classic", {"turn_cap": 3}))
    assert result.draws == result.games == 16
    assert [played.elo for played in result.sets] == [None, None]
    drawn = result_of(planted("bot", 1752.0, [0, 0], draws=8))
    assert (drawn.rating, drawn.unrated) == (None, "all games were drawn")


def test_no_rating_without_the_ratings_of_all_opponents() -> None:
    result = run()
    assert result.rating is None
    assert result.unrated == f"that of reserve:200,0, {NEVER_BUYS} is not known under these rules"
    mixed = result_of(planted("bot", 1752.0, [1, 2]), planted("genes", None, [1, 2]))
    assert (mixed.rating, mixed.unrated) == (None, "that of genes is not known under these rules")


def test_it_is_the_same_on_any_number_of_jobs() -> None:
    first, second = (run(jobs=jobs).as_dict() for jobs in (1, 2))
    for report in (first, second):
        assert report.pop("seconds") > 0
    assert first == second


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [played.games for played in run(games=5).sets] == [8, 8]


def test_sets_are_saved_and_resumed(tmp_path: Path) -> None:
    agent, others = parse_agent("reserve:50,0"), [parse_agent("reserve:200,0"), parse_agent(NEVER_BUYS)]
    out = tmp_path / "run"
    play_gauntlet(FAST, agent, others, 8, 1, out=out)
    assert {path.name for path in out.iterdir()} == {"gauntlet.json", "result.json", "set-1", "set-2"}
    more = play_gauntlet(FAST, agent, others, 40, 1, out=out)
    assert more.sets == run().sets
    assert json.loads((out / "result.json").read_text()) == json.loads(json.dumps(more.as_dict()))
    with pytest.raises(RentierError, match="holds another gauntlet: seed is 1 there and 2 here"):
        play_gauntlet(FAST, agent, others, 8, 2, out=out)


@pytest.mark.parametrize(
    ("against", "games", "seed", "jobs", "says"),
    [
        ([], 100, 0, 1, "opponents: 0 should be a whole number from 1 to 64"),
        (["bot", "bot"], 100, 0, 1, "opponent 'bot' is named 2 times; in a gauntlet each should be named once"),
        (["bot"], 0, 0, 1, "games: 0 should be a whole number from 1 to 100000000"),
        (["bot"], 100, -1, 1, "seed: -1 should be a whole number from 0 to 18446744073709551615"),
        (["bot"], 100, 0, 0, "jobs: 0 should be a whole number from 1 to 1024"),
    ],
)
def test_an_impossible_gauntlet_is_refused(against: list[str], games: int, seed: int, jobs: int, says: str) -> None:
    with pytest.raises(RentierError) as refused:
        check_gauntlet([parse_agent(spec) for spec in against], games, seed, jobs)
    assert str(refused.value) == says


def test_ctrl_c_breaks_off_all_sets() -> None:
    told: list[int] = []

    def interrupt(played: int) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(played)

    with pytest.raises(Stopped):
        play_gauntlet(FAST, parse_agent("reserve:50,0"), [parse_agent("reserve:200,0")], 30_000, progress=interrupt)
    assert sum(told) < 3000
