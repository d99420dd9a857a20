"""Matches: the same on any number of threads, seats rotated within blocks, and clear about which agent broke a rule."""

from __future__ import annotations

import signal
from pathlib import Path

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.arena.play import COLUMNS, DRAWN, RANKS, TURNS, WINNER
from rentier.arena.questions import repeats_line
from rentier.arena.results import MatchResult
from rentier.arena.statistics import wilson_interval
from rentier.arena.tables import Sitting
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.layout import Numbers

FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 400})
ENDING = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 400, "cap": "worth"})
FOUR = ("reserve:50,0", "reserve:350,150", "reserve:50,0", "random")
KEYS = {
    "rules",
    "games",
    "blocks",
    "repeated_games",
    "seed",
    "agents",
    "draws",
    "draw_rate",
    "draw_interval",
    "turns",
    "seconds",
    "games_per_second",
    "turns_per_second",
}

ILLEGAL = """
from rentier.agents.mind import agent, plain


@agent
def decide(box, game, mind):
    return plain(int(mind.settings[0]), 0, 12)
"""


def match(games: int = 40, jobs: int = 1, chunk: int | None = None, specs: tuple[str, ...] = FOUR) -> MatchResult:
    """Play a quick match."""
    return play_match(FAST, [parse_agent(spec) for spec in specs], games, 5, jobs, chunk=chunk, keep_rows=True)


def rows(result: MatchResult) -> Numbers:
    """The result of every game."""
    assert result.rows is not None
    return result.rows


def test_any_number_of_jobs_and_any_chunk_give_the_same_result() -> None:
    expected = rows(match())
    for jobs, chunk in ((1, 7), (2, None), (3, 1), (8, 5), (2, 100)):
        assert np.array_equal(rows(match(jobs=jobs, chunk=chunk)), expected)


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    assert np.array_equal(rows(match(60))[:40], rows(match(40)))


def test_every_game_is_won_or_drawn() -> None:
    result = match()
    assert sum(score.wins for score in result.scores) + result.draws == result.games == 40
    assert result.draws == (rows(result)[:, WINNER] == DRAWN).sum()
    assert (rows(result)[:, TURNS] <= 400).all()


def test_a_block_shares_its_luck_and_rotates_the_seats() -> None:
    """With the same agent in all seats a block is the same game repeated, won from the same seat by each in turn."""
    result = match(games=80, specs=("reserve:50,0",) * 4)
    for block in rows(result).reshape(-1, 4, COLUMNS):
        assert len(set(block[:, TURNS].tolist())) == 1
        winners = block[:, WINNER].tolist()
        if DRAWN not in winners:
            assert [(winner - number) % 4 for number, winner in enumerate(winners)] == [winners[0]] * 4
    assert len(set(rows(result)[:, WINNER].tolist())) > 1
    assert len(set(rows(result)[:, TURNS].tolist())) > 1


def test_ranks_agree_with_winners() -> None:
    """A winner is alone in first place; the ranks of four agents are a ranking in which ties leave out places."""
    for row in rows(match()):
        places = [int(row[RANKS]) >> 4 * agent & 15 for agent in range(4)]
        assert min(places) == 1
        assert max(places) <= 4
        if row[WINNER] != DRAWN:
            assert places[row[WINNER]] == 1
            assert places.count(1) == 1


@pytest.mark.parametrize(("seats", "size"), [("rotate", 3), ("permute", 6), ("shuffle", 1), ("fixed", 1)])
def test_ways_of_seating(seats: str, size: int) -> None:
    """The games of a block share their luck: with the same agent everywhere they take the same number of turns."""
    agents = [parse_agent("reserve:50,0")] * 3
    result = play_match(FAST, agents, 24, 2, seats=seats, keep_rows=True)
    lengths = rows(result)[:, TURNS].reshape(-1, size)
    assert (lengths == lengths[:, :1]).all()
    assert result.summary.size == size
    assert len(set(lengths[:, 0].tolist())) > 1


@pytest.mark.parametrize("seats", ["rotate", "permute", "shuffle"])
def test_an_agent_wins_its_fair_share_against_itself(seats: str) -> None:
    """The arena favours nobody: four equal agents win a quarter each, although the first seat is the best by these rules."""
    changes = {"first_player": "first-seat", "trade_menu": "none", "auction": "none", "turn_cap": 40, "cap": "worth"}
    result = play_match(load_box("uk-classic", changes), [parse_agent("random")] * 4, 2400, 3, 2, seats=seats)
    for agent in range(4):
        low, high = result.scores[agent].interval
        reach = high - low  # twice the half width of a 95 % interval: four standard deviations
        assert abs(result.scores[agent].win_rate - 0.25) < reach + result.draws / result.games


def test_fixed_seats_show_the_advantage_of_the_first_seat() -> None:
    """If the first seat is better, fixed seats show it; the other ways of seating cancel that advantage."""
    changes = {"first_player": "first-seat", "trade_menu": "none", "auction": "none", "turn_cap": 40, "cap": "worth"}
    wins = play_match(
        load_box("uk-classic", changes), [parse_agent("reserve:50,0")] * 4, 2400, 3, 2, seats="fixed"
    ).summary.wins
    assert wins[0] > wins[3] + 100


def test_json_has_the_promised_keys() -> None:
    report = match().as_dict()
    assert set(report) >= KEYS
    assert report["rules"] == "uk-classic"
    assert report["overrides"]["auction"] == "none"
    assert [entry["spec"] for entry in report["agents"]] == list(FOUR)
    for entry in report["agents"]:
        assert set(entry) == {"spec", "wins", "win_rate", "interval", "interval_method"}
        assert entry["interval"][0] <= entry["win_rate"] <= entry["interval"][1]
    assert 0 < report["turns"]["mean"] <= report["turns"]["max"]


def test_progress_reports_every_game() -> None:
    told: list[int] = []
    play_match(FAST, [parse_agent(spec) for spec in FOUR], 20, 5, 2, progress=told.append, chunk=3)
    assert sum(told) == 20
    assert max(told) == 12  # three blocks of four games


def test_ctrl_c_leaves_what_was_played() -> None:
    told: list[int] = []

    def interrupt(played: int) -> None:
        told.append(played)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    agents = [parse_agent(spec) for spec in FOUR]
    result = play_match(FAST, agents, 100_000, 5, 2, progress=interrupt, chunk=4, keep_rows=True)
    assert 0 < result.games < 100_000
    assert result.wanted == 100_000
    assert np.array_equal(rows(result), rows(match(result.games)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_action_names_who_where_and_what(tmp_path: Path, jobs: int) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(ILLEGAL)
    agents = [parse_agent("reserve:50,0"), parse_agent(f"{file}:4")]
    with pytest.raises(RentierError) as error:
        play_match(FAST, agents, 20, 3, jobs, chunk=2)
    where = "game 0 of seed 3, at decision 'manage' of seat 1"
    assert str(error.value).startswith(f"agent '{file}:4' played an illegal action in {where}: 'bid 12': ")


def test_an_action_of_no_kind_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / "nonsense.py"
    file.write_text(ILLEGAL)
    with pytest.raises(RentierError, match=r"illegal action in game 0 of seed 0.*\(99, 0, 12, 0, 0, 0, 0\)"):
        play_match(FAST, [parse_agent(f"{file}:99"), parse_agent("random")], 1)


CIRCLES = """
from rentier.agents.mind import action, agent, plain
from rentier.game.legal import legal
from rentier.game.words import BUY, UNMORTGAGE, MORTGAGE


@agent
def decide(box, game, mind):
    number = legal(box, game, mind.actions[:])
    for row in range(number):
        if mind.actions[row, 0] == BUY or mind.actions[row, 0] == UNMORTGAGE or mind.actions[row, 0] == MORTGAGE:
            return action(mind.actions, row)
    return action(mind.actions, 0)
"""

BEYOND = """
from rentier.agents.mind import action, agent


@agent
def decide(box, game, mind):
    return action(mind.actions, 10_000_000)
"""


ALLOCATES = """
import numpy as np

from rentier.agents.mind import action, agent
from rentier.compiled import compiled
from rentier.game.legal import legal


@compiled
def weights(number):
    room = np.zeros(number)
    room[number // 2] = 1.0
    return room


@agent
def decide(box, game, mind):
    number = legal(box, game, mind.actions[:])
    return action(mind.actions, np.argmax(weights(number)))
"""


def test_a_users_own_agent_may_allocate(tmp_path: Path) -> None:
    file = tmp_path / "allocates.py"
    file.write_text(ALLOCATES)
    assert play_match(FAST, [parse_agent(str(file)), parse_agent("reserve:50,0")], 3).games == 3


@pytest.mark.slow
def test_an_agent_whose_turn_never_ends_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "circles.py"
    file.write_text(CIRCLES)
    box = load_box("uk-classic", {"mortgage_interest": 0})
    with pytest.raises(RentierError, match=r"circles.py' goes round in circles in game 0 of seed 0, .*: the turn never ends"):
        play_match(box, [parse_agent(str(file)), parse_agent("reserve:50,0")], 1)


def test_a_row_beyond_the_list_is_an_illegal_action_not_a_crash(tmp_path: Path) -> None:
    file = tmp_path / "beyond.py"
    file.write_text(BEYOND)
    with pytest.raises(RentierError, match=r"played an illegal action in game 0"):
        play_match(FAST, [parse_agent(str(file)), parse_agent("reserve:50,0")], 1)


def test_money_beyond_two_thousand_million_is_counted_rightly() -> None:
    box = load_box("uk-classic", {"salary": 1_000_000, "turn_cap": 30_000})
    result = play_match(box, [parse_agent("reserve:50,0"), parse_agent("reserve:50,0")], 2)
    assert result.draws == 2


@pytest.mark.parametrize(
    ("specs", "games", "seed", "jobs", "says"),
    [
        (("random",), 1, 0, 1, "1 agent is named; a game has 2 to 8 players"),
        (("random",) * 9, 1, 0, 1, "9 agents are named"),
        (("random",) * 2, 0, 0, 1, "games: 0 should be"),
        (("random",) * 2, 1, -1, 1, "seed: -1 should be"),
        (("random",) * 2, 1, 1 << 64, 1, "seed: "),
        (("random",) * 2, 1, 0, 0, "jobs: 0 should be"),
    ],
)
def test_an_impossible_match_is_refused(specs: tuple[str, ...], games: int, seed: int, jobs: int, says: str) -> None:
    with pytest.raises(RentierError, match=says):
        play_match(FAST, [parse_agent(spec) for spec in specs], games, seed, jobs)


def test_two_to_eight_players() -> None:
    for players in range(2, 9):
        result = match(games=players, specs=("random", *("reserve:50,0",) * (players - 1)))
        assert result.games == players


def test_a_game_played_from_python_is_the_first_of_the_match() -> None:
    box = load_box("tournament", {"trade_menu": "none"})
    agents = [parse_agent(spec) for spec in ("random", "reserve:50,0", "random:uniform")]
    game = Game.new(3, box, 11)
    sitting = Sitting(box, agents, 11)
    decisions = 0
    while not game.over:
        game.apply(sitting.decide(game.state))
        decisions += 1
    winner, turns, made, _ranks = rows(play_match(box, agents, 1, 11, keep_rows=True))[0].tolist()
    assert (turns, made) == (game.turn, decisions)
    assert [winner] == (list(game.winners) if len(game.winners) == 1 else [DRAWN])


@pytest.mark.parametrize(
    ("specs", "different"),
    [
        (("reserve:50,0", "reserve:50,0"), 12),
        (("reserve:50,0",) * 4, 6),
        (("reserve:50,0", "reserve:350,150") * 2, 12),  # two seatings, each twice
        (("reserve:50,0", "reserve:50,0", "reserve:350,150", "reserve:350,150"), 24),  # four seatings
        (("random", "random"), 24),  # chance of its own
    ],
)
def test_games_of_agents_against_themselves_are_counted_once(specs: tuple[str, ...], different: int) -> None:
    result = match(24, specs=specs)
    assert result.games - result.summary.repeated == different
    assert result.as_dict()["repeated_games"] == 24 - different
    assert result.as_dict()["blocks"] == 24 // len(specs)


def test_repeats_are_found_whatever_the_number_of_threads_and_only_where_luck_is_shared() -> None:
    seated = [parse_agent("reserve:50,0")] * 2
    assert {play_match(FAST, seated, 25, 5, jobs).summary.repeated for jobs in (1, 2)} == {12}
    assert play_match(FAST, seated, 25, 5, seats="shuffle").summary.repeated == 0


def test_an_agent_against_itself_has_an_interval_of_its_blocks() -> None:
    result = play_match(ENDING, [parse_agent("reserve:50,0")] * 2, 200, 5)
    assert (result.draws, result.scores[0].wins) == (0, 100)
    assert result.scores[0].interval == pytest.approx(wilson_interval(50, 100))
    assert result.draw_interval[:2] == pytest.approx(wilson_interval(0, 100))
    [line] = repeats_line(result)
    assert line.startswith("100 of the 200 games repeat another one of their block")
    assert repeats_line(match()) == []
