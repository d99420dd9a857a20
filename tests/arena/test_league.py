"""Leagues: all agents play about equally often, none against itself, and the ratings put the pool in a sensible order."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.league import LeagueResult, draw_tables, play_league
from rentier.arena.limits import check_league
from rentier.arena.ratings import MIDDLE
from rentier.box import load_box
from rentier.errors import RentierError, Stopped

FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 60, "cap": "worth"})
NEVER_BUYS = "reserve:100000,0"
POOL = (NEVER_BUYS, "reserve:50,0", "reserve:200,0", "reserve:800,0", "reserve:350,150")


def league(specs: Sequence[str] = POOL, games: int = 150, players: int = 3, seed: int = 1, jobs: int = 1) -> LeagueResult:
    """Play a quick league."""
    return play_league(FAST, [parse_agent(spec) for spec in specs], games, players, seed, jobs)


@pytest.mark.parametrize("pool", [2, 3, 5, 9])
@pytest.mark.parametrize("players", [2, 3, 4, 8])
@pytest.mark.parametrize("blocks", [1, 7, 50])
def test_tables_seat_everybody_about_equally_often_and_nobody_twice(pool: int, players: int, blocks: int) -> None:
    if players > pool:
        return
    tables = draw_tables(pool, players, blocks, seed=4)
    assert tables.total() == blocks
    seated = Counter(dict.fromkeys(range(pool), 0))
    for table, number in tables.items():
        assert list(table) == sorted(set(table))
        assert len(table) == players
        seated.update(dict.fromkeys(table, number))
    assert set(seated) == set(range(pool))
    assert max(seated.values()) - min(seated.values()) <= 2
    if blocks * players >= pool:
        assert min(seated.values()) > 0, "an agent without a game cannot be rated"


def test_tables_are_mixed() -> None:
    """In a pool of five every pair meets, about as often as any other."""
    met: Counter[tuple[int, int]] = Counter()
    for table, number in draw_tables(5, 3, 400, seed=0).items():
        met.update(dict.fromkeys(combinations(table, 2), number))
    assert len(met) == 10
    assert min(met.values()) > 0.7 * max(met.values())


def test_tables_depend_on_the_seed_alone() -> None:
    assert draw_tables(7, 4, 30, seed=3) == draw_tables(7, 4, 30, seed=3)
    assert draw_tables(7, 4, 30, seed=3) != draw_tables(7, 4, 30, seed=4)


@pytest.mark.slow
def test_an_agent_that_never_buys_is_last() -> None:
    result = league()
    assert result.members[-1].spec == NEVER_BUYS
    ratings = [member.rating.elo for member in result.members]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) / len(ratings) == pytest.approx(MIDDLE)
    assert ratings[0] - ratings[-1] > 100
    for member in result.members:
        assert member.rating.low < member.rating.elo < member.rating.high
        assert member.interval[0] <= member.share <= member.interval[1]
        assert member.share == member.wins / member.games


@pytest.mark.slow
def test_every_game_is_counted_once_for_each_of_its_players() -> None:
    result = league()
    assert result.games == 150
    assert sum(member.games for member in result.members) == 150 * 3
    assert sum(member.wins for member in result.members) + result.draws == 150
    low, high = result.draw_interval
    assert 0 <= low <= result.draws / 150 <= high < 1
    assert {member.spec for member in result.members} == set(POOL)


@pytest.mark.slow
def test_a_league_is_the_same_on_any_number_of_jobs() -> None:
    first, second = (league(games=30, jobs=jobs).as_dict() for jobs in (1, 2))
    for report in (first, second):
        assert report.pop("seconds") > 0
    assert first == second


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert league(games=31).games == 33


@pytest.mark.slow
def test_json() -> None:
    report = json.loads(json.dumps(league(games=30).as_dict(), allow_nan=False))
    keys = ["rules", "rules_version", "overrides", "players", "games", "draws", "draw_interval", "seed", "seconds", "agents"]
    assert list(report) == keys
    assert report["overrides"]["cap"] == "worth"
    for entry in report["agents"]:
        assert list(entry) == ["spec", "rating", "rating_interval", "games", "wins", "win_rate", "interval"]
        assert len(entry["rating_interval"]) == len(entry["interval"]) == 2


@pytest.mark.parametrize(
    ("specs", "games", "players", "seed", "says"),
    [
        (("random",), 100, 2, 0, "agents: 1 should be a whole number from 2 to 64"),
        (
            ("random", "bailis", "random"),
            100,
            2,
            0,
            "agent 'random' is named 2 times; in a league each agent should be named once",
        ),
        (
            ("random", "random:trades=yes"),
            100,
            2,
            0,
            "agent 'random' is named 2 times; in a league each agent should be named once",
        ),
        (("random", "bailis"), 100, 3, 0, "players: a table of 3 needs at least 3 agents; there are 2"),
        (("random", "bailis"), 100, 1, 0, "players: 1 should be a whole number from 2 to 8"),
        (("random", "bailis"), 100, 9, 0, "players: 9 should be a whole number from 2 to 8"),
        (("random", "bailis", "cautious"), 5, 3, 0, "games: 5 should be a whole number from 6 to 100000000"),
        (POOL, 4, 2, 0, "games: 4 should be a whole number from 5 to 100000000"),
        (POOL, 100, 2, -1, "seed: -1 should be a whole number from 0 to 18446744073709551615"),
    ],
)
def test_an_impossible_league_is_refused(specs: tuple[str, ...], games: int, players: int, seed: int, says: str) -> None:
    with pytest.raises(RentierError) as refused:
        check_league([parse_agent(spec).spec for spec in specs], players, games, seed)
    assert str(refused.value) == says


@pytest.mark.parametrize("players", [2, 3])
def test_the_smallest_league_that_is_allowed(players: int) -> None:
    """Every agent has played, and there are enough blocks to rate them."""
    specs = POOL[: players + 1]
    result = league(specs, max(len(specs), 2 * players), players)
    assert all(member.games > 0 for member in result.members)


def test_the_highest_seed() -> None:
    assert league(games=30, seed=(1 << 64) - 1).games == 30


def test_a_longer_league_begins_with_the_games_of_a_shorter_one(tmp_path: Path) -> None:
    agents = [parse_agent(spec) for spec in POOL]
    short = play_league(FAST, agents, 30, 3, 1, out=tmp_path / "league")
    played: list[int] = []
    grown = play_league(FAST, agents, 90, 3, 1, progress=played.append, out=tmp_path / "league")
    assert sum(played) == grown.games == 90
    whole = league(games=90)
    assert grown.members == whole.members
    assert grown.draws == whole.draws
    saved = json.loads((tmp_path / "league" / "result.json").read_text(encoding="utf-8"))
    assert saved["games"] == 90
    assert short.games == 30


def test_a_stopped_league_goes_on_where_it_was(tmp_path: Path) -> None:
    agents = [parse_agent(spec) for spec in POOL]
    told: list[int] = []

    def interrupt(played: int) -> None:
        told.append(played)
        if sum(told) >= 30:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Stopped):
        play_league(FAST, agents, 90, 3, 1, progress=interrupt, out=tmp_path)
    assert not (tmp_path / "result.json").exists()
    rows = sum(file.stat().st_size for file in tmp_path.glob("*/rows.bin"))
    assert rows > 0
    assert play_league(FAST, agents, 90, 3, 1, out=tmp_path).members == league(games=90).members


def test_a_folder_of_another_league_is_refused(tmp_path: Path) -> None:
    agents = [parse_agent(spec) for spec in POOL]
    play_league(FAST, agents, 30, 3, 1, out=tmp_path)
    with pytest.raises(RentierError, match=r"holds another league: seed is 1 there and 2 here"):
        play_league(FAST, agents, 30, 3, 2, out=tmp_path)


def test_ctrl_c_breaks_off_the_whole_league() -> None:
    """Ctrl-C does not end only the table being played."""
    told: list[int] = []

    def interrupt(played: int) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(played)

    with pytest.raises(Stopped):
        play_league(FAST, [parse_agent(spec) for spec in POOL], 30_000, 3, progress=interrupt)
    assert sum(told) < 3000
