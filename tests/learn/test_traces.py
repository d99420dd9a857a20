"""TD(lambda) with traces: every weight against a slow learner in plain NumPy, payoffs, and saved games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.mind import DECIDE, MindRecord, agent, plain
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.database import GamesFile
from rentier.arena.recording import record_games
from rentier.box import Box, load_box
from rentier.box.record import BoxRecord
from rentier.compiled import address_of, entry
from rentier.game.luck import key_of
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import BUILD, OVER, Action
from rentier.game_api import Game
from rentier.learn.td_updates import BY_ASSETS, BY_RANK, FLAT, LIMIT_HALF, PUNISHED, SLIDING, payoff_of
from rentier.network.weights import Network
from tests.rules.positions import play, player, position

from .lessons import Lesson, PlainLearner

SHORT = load_box("berry2013", {"round_cap": 8})
HARD = load_box(
    "berry2013", {"round_cap": 60, "deal_properties": 7, "start_cash": 20, "salary": 50}
)  # somebody is soon bankrupt
PLAYERS = ("reserve:50,0", "reserve:350,150", "reserve:0,0")
RATE = 0.2


@entry(types.float64(BOX, GAME, types.int64, types.int64))
def compute_payoff(box: BoxRecord, game: GameRecord, seat: int, payoff: int) -> float:
    """`payoff_of`, for Python."""
    return payoff_of(box, game, seat, payoff)


@agent
def decide_illegally(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Try to build where that is illegal."""
    return plain(BUILD, 0, 12)


def players(*specs: str) -> list[Agent]:
    """Return the agents that play."""
    return [parse_agent(spec) for spec in specs or PLAYERS]


def flat(game: GameRecord) -> list[float]:
    """Return the payoff of each seat: one for the winner, shared among winners, or in a draw among those still in the game."""
    seats = range(int(game.players))
    if game.decision != OVER:
        return [0.0 for _seat in seats]
    shared = [int(game.winners or game.in_play) >> seat & 1 for seat in seats]
    return [one / sum(shared) for one in shared]


def new_network(box: Box, features: str = "berry", hidden: tuple[int, ...] = (6,), activation: str = "sigmoid") -> Network:
    """An untrained network."""
    return Network.new(box, features, hidden, activation, 3)


def check_lesson(lesson: Lesson, games: int, seats: set[int]) -> list[GameRecord]:
    """Learn from some games, check every weight against the slow learner, and return how the games ended."""
    lesson.views = sum(1 << seat for seat in seats)
    learner = lesson.learner
    slow = PlainLearner(lesson.box, lesson.network, float(learner.rate), float(learner.lambda_), seats, flat)
    untouched = lesson.network.weights.copy()
    ends = []
    for number in range(games):
        key = key_of(np.uint64(11), number)
        assert lesson.play(key) > 0
        slow.begin()
        for game in lesson.turns(key):
            slow.td_update(game)
        assert game.tobytes() == lesson.game.tobytes()
        np.testing.assert_allclose(lesson.network.weights, slow.network.weights, rtol=0, atol=3e-5)
        ends.append(game)
    assert int(learner.errors) == slow.errors
    assert float(learner.squared_errors) == pytest.approx(slow.squared_errors, rel=1e-3)
    assert np.abs(lesson.network.weights - untouched).max() > 1e-3
    return ends


@pytest.mark.parametrize("lambda_", [0, 0.7, 1])
def test_every_weight_moves_as_in_the_books(lambda_: float) -> None:
    check_lesson(Lesson(SHORT, players(), new_network(SHORT), RATE, lambda_), 3, {0, 1, 2})


@pytest.mark.parametrize(
    ("features", "hidden", "activation"),
    [
        ("rentier", (5, 4), "relu"),
        ("berry+groups", (4, 3, 3), "sigmoid"),
        ("berry+one-owner+money-log", (6,), "sigmoid"),
        ("berry+fixed-seats", (6,), "sigmoid"),
        ("berry+fixed-seats", (4, 3), "relu"),
    ],
)
def test_every_weight_of_deeper_networks(features: str, hidden: tuple[int, ...], activation: str) -> None:
    check_lesson(Lesson(SHORT, players(), new_network(SHORT, features, hidden, activation), 0.05, 0.8), 2, {0, 1, 2})


@pytest.mark.parametrize("seats", [{0}, {1, 2}])
def test_views_of_some_seats_only(seats: set[int]) -> None:
    check_lesson(Lesson(SHORT, players(), new_network(SHORT), RATE, 0.7), 2, seats)


def test_the_bankrupt_learn_their_payoff_and_no_more() -> None:
    lesson = Lesson(HARD, players("reserve:0,0") * 4, new_network(HARD), RATE, 0.9)
    ends = check_lesson(lesson, 5, {0, 1, 2, 3})
    falls = [sorted(game.fallen.tolist())[-1] for game in ends]
    assert max(falls) >= 2  # somebody fell while others went on


def test_a_rate_of_nothing_moves_nothing() -> None:
    network = new_network(SHORT)
    before = network.weights.tobytes()
    lesson = Lesson(SHORT, players(), network, 0.0, 0.7)
    assert lesson.play(key_of(np.uint64(1), 0)) > 0
    assert network.weights.tobytes() == before
    assert lesson.learner.errors == 3 * int(lesson.game.turns)
    assert lesson.learner.squared_errors > 0


def test_learning_plays_the_game_that_is_played_without() -> None:
    lesson = Lesson(SHORT, players("random", "reserve:50,0"), new_network(SHORT), RATE, 0.7)
    lesson.play(key_of(np.uint64(2), 0))
    *_turns, last = lesson.turns(key_of(np.uint64(2), 0))
    assert last.tobytes() == lesson.game.tobytes()


def test_whoever_breaks_the_rules_ends_the_lesson() -> None:
    lesson = Lesson(SHORT, players(), new_network(SHORT), RATE, 0.7)
    for mind in lesson.minds[1:]:
        mind.function = address_of(decide_illegally, DECIDE)
    assert lesson.play(key_of(np.uint64(1), 0)) == -1
    assert lesson.table.progress.illegal.tolist() == [BUILD, 0, 12, 0, 0, 0, 0]


# saved games


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> GamesFile:
    """Some games in a file."""
    path = tmp_path_factory.mktemp("games") / "games.parquet"
    record_games(path, SHORT, players(), 6, seed=4)
    return GamesFile(path)


def test_a_kept_game_teaches_what_playing_it_does(saved: GamesFile) -> None:
    agents = players()
    for game in saved:
        seated = [agents[who] for who in game.seats]
        played, replayed = (Lesson(SHORT, seated, new_network(SHORT), RATE, 0.7) for _time in range(2))
        key = np.uint64(game.key)
        assert played.play(key) == replayed.replay(key, game.actions) == len(game.actions)
        assert played.network.weights.tobytes() == replayed.network.weights.tobytes()
        assert played.game.tobytes() == replayed.game.tobytes()
        assert played.learner.errors == replayed.learner.errors


def test_a_kept_game_that_cannot_be_played_stops_there(saved: GamesFile) -> None:
    game = next(iter(saved))
    lesson = Lesson(SHORT, players(), new_network(SHORT), RATE, 0.7)
    actions = game.actions.copy()
    actions[20] = (BUILD, 0, 0, 0, 0, 0, 0)
    assert lesson.replay(np.uint64(game.key), actions) == 20
    longer = np.concatenate([game.actions, game.actions[:3]])
    assert lesson.replay(np.uint64(game.key), longer) == len(game.actions)


# payoffs


def payoffs(game: Game, payoff: int) -> list[float]:
    """Return the payoff of each seat."""
    return [compute_payoff(game.box.record, game.state, seat, payoff) for seat in range(game.players)]


def check_payoffs(game: Game, expected: dict[int, list[float]]) -> None:
    """Check the payoffs of several kinds."""
    for payoff, values in expected.items():
        assert payoffs(game, payoff) == pytest.approx(values), payoff
    assert payoffs(game, FLAT) == pytest.approx(flat(game.state))


def stopped(*cash: int, **more: Any) -> Game:
    """A game whose last round ends now, on Free Parking."""
    seats = [player(money, "Jail") for money in cash]
    game = position(*seats, **{"rules": "berry2013", "to_move": len(cash) - 1, "round": 65, "dice": [(4, 6)], **more})
    play(game, "roll", "end")
    assert game.over
    return game


def fallen(third: dict[str, Any], **more: Any) -> Game:
    """Seat 0 cannot pay seat 1 for Mayfair in round 13, and that ends the game."""
    seats = (player(0, 37), player(500, deeds=["Mayfair"]), third)
    game = play(position(*seats, rules="berry2013", round=13, dice=[(1, 1)], **more), "roll")
    assert game.over
    return game


def test_won_by_bankruptcy() -> None:
    check_payoffs(
        fallen({"bankrupt": 1}), {FLAT: [0, 1, 0], LIMIT_HALF: [0, 1, 0], SLIDING: [0, 0.84, 0], BY_RANK: [0.5, 1, 0]}
    )


def test_won_at_the_limit() -> None:
    expected = {FLAT: [0, 1, 0], LIMIT_HALF: [0, 0.5, 0], SLIDING: [0, 0.2, 0], BY_RANK: [0.5, 1, 0]}
    check_payoffs(stopped(500, 1000, 200), expected)


def test_won_at_the_limit_of_turns() -> None:
    """The payoff does not slide if there is no limit on rounds."""
    game = stopped(500, 1000, 200, switches={"turn_cap": 1, "round_cap": 0}, round=1, turn=1)
    check_payoffs(game, {FLAT: [0, 1, 0], LIMIT_HALF: [0, 0.5, 0], SLIDING: [0, 1, 0], BY_RANK: [0.5, 1, 0]})


def test_shared_at_the_limit() -> None:
    expected = {FLAT: [0.5, 0.5, 0], LIMIT_HALF: [0.25, 0.25, 0], SLIDING: [0.1, 0.1, 0], BY_RANK: [1, 1, 0]}
    check_payoffs(stopped(700, 700, 200), expected)


def test_drawn() -> None:
    """Nobody has won: those still in the game share it."""
    game = stopped(700, 100, 400, switches={"cap": "draw"})
    third = [1 / 3] * 3
    check_payoffs(game, {FLAT: third, LIMIT_HALF: third, SLIDING: third, BY_RANK: [1, 1, 1]})


def test_the_bankrupt_have_their_payoff_while_others_go_on() -> None:
    seats = [player(900), {"bankrupt": 1}, player(200), {"bankrupt": 2}]
    game = position(*seats, rules="berry2013")
    assert [payoffs(game, payoff)[1] for payoff in (FLAT, LIMIT_HALF, SLIDING, BY_RANK)] == [0, 0, 0, 0]
    assert [payoffs(game, payoff)[3] for payoff in (FLAT, LIMIT_HALF, SLIDING)] == [0, 0, 0]
    assert payoffs(game, BY_RANK)[3] == pytest.approx(1 / 3)


def test_a_first_bankruptcy_that_ends_the_game_is_no_limit() -> None:
    """It once counted as a limit if more than one player was left."""
    game = fallen(player(100), switches={"end": "first-bankruptcy"})
    check_payoffs(game, {FLAT: [0, 1, 0], LIMIT_HALF: [0, 1, 0], SLIDING: [0, 0.84, 0], BY_RANK: [0, 1, 0.5]})


def test_the_cash_goal_is_no_limit() -> None:
    game = stopped(500, 1000, 200, switches={"cash_goal": 900}, round=13)
    check_payoffs(game, {FLAT: [0, 1, 0], LIMIT_HALF: [0, 1, 0], SLIDING: [0, 0.84, 0], BY_RANK: [0.5, 1, 0]})


def test_losses_are_punished() -> None:
    """A loser gets -1, by bankruptcy or at the limit; a winner gets 1, or half of it at the limit."""
    assert payoffs(fallen({"bankrupt": 1}), PUNISHED) == [-1, 1, -1]
    assert payoffs(stopped(500, 1000, 200), PUNISHED) == [-1, 0.5, -1]
    assert payoffs(stopped(700, 700, 200), PUNISHED) == [0.25, 0.25, -1]
    assert payoffs(stopped(700, 100, 400, switches={"cap": "draw"}), PUNISHED) == pytest.approx([1 / 3] * 3)
    still = position(player(900), {"bankrupt": 1}, player(200), rules="berry2013")
    assert payoffs(still, PUNISHED)[1] == -1


def test_payoffs_by_assets() -> None:
    """The payoff is the share of the total worth of all players in the game."""
    assert payoffs(fallen({"bankrupt": 1}), BY_ASSETS) == [0, 1, 0]
    assert payoffs(stopped(500, 1000, 500), BY_ASSETS) == pytest.approx([0.25, 0.5, 0.25])
    assert payoffs(stopped(0, 0, 0), BY_ASSETS) == [0, 0, 0]
    still = position(player(900, deeds=["Mayfair"]), {"bankrupt": 1}, player(200), rules="berry2013")
    assert payoffs(still, BY_ASSETS) == pytest.approx([1300 / 1500, 0, 200 / 1500])


def test_payoffs_are_learnt() -> None:
    """The target of the last value is the payoff: for the same game, won at the limit, all or half of it."""
    network = new_network(SHORT)
    lessons = [
        Lesson(SHORT, players(), replace(network, weights=network.weights.copy()), 1e-6, 0.0, payoff)
        for payoff in (FLAT, LIMIT_HALF)
    ]
    for lesson in lessons:
        lesson.play(key_of(np.uint64(5), 0))
    winner = int(lessons[0].game.winners).bit_length() - 1
    assert [lesson.learner.before[winner] for lesson in lessons] == [1, 0.5]
