"""The review of a game: verdicts known in advance, terms that add up, reproducibility."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import weakref
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.analysis import review_judge
from rentier.analysis.review import Review, Reviewing, review_game
from rentier.analysis.review_decisions import MARKS, Loss, Trade, read_decision_review, word_for
from rentier.analysis.review_estimates import Estimate, Worth, make_accounts, mean_difference, play_more
from rentier.analysis.review_judge import PLAYER, STAND_IN, Judge, make_assumption
from rentier.analysis.review_picture import chances_by_turn, draw_review
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game.words import ROLL, Action
from rentier.game_api import Game
from rentier.player import Player
from tests.rules.positions import BROWN, DARK_BLUE, play, player, position
from tests.search.thinking import finish

ROOT = Path(__file__).parents[2]
AGGRESSIVE = parse_agent("aggressive")
SHORT = {"turn_cap": 12, "cap": "worth"}
played = pytest.mark.skipif(INTERPRETED, reason="thousands of games; what both ways find is compared below")


def reviewed(game: Game, **settings: Any) -> Review:
    """A review by aggressive agents who play every game to its end."""
    return review_game(game.record(), [AGGRESSIVE], cut=None, **settings)


@cache
def gift() -> Review:
    """Seat 0 gives Mayfair away, and with it the lead, to a player who has nothing; a third player is not involved."""
    game = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), player(500, 10, ["Pall Mall"]), switches=SHORT)
    return reviewed(play(game, "offer 1: Mayfair for nothing", "accept", "roll"), rollouts=100)


@cache
def short_game() -> Review:
    """Play a game of two different players to its end."""
    return reviewed(finish(Game.new(2, "uk-classic", 5, SHORT), ["aggressive", "random"]), rollouts=20, jobs=2)


@played
def test_giving_mayfair_away_is_a_blunder() -> None:
    offer = gift().decisions[0]
    assert offer.mark == "blunder"
    assert offer in gift().marked
    assert offer.loss is not None
    assert offer.loss.points.low >= MARKS["blunder"]
    assert offer.change[0] < -0.15 < 0.15 < offer.change[1]


@played
def test_taking_it_is_none_and_the_trade_is_told_for_all() -> None:
    review = gift()
    assert review.decisions[1].mark is None
    (trade,) = review.trades
    assert (trade.proposer, trade.other, trade.terms, trade.decision) == (0, 1, "Mayfair for nothing", 2)
    assert trade.changes[0].high < -0.1
    assert trade.changes[1].low > 0.1
    assert sum(change.mean for change in trade.changes) == pytest.approx(0)
    assert trade.verdict.startswith("bad for seat 0; good for seat 1")


@played
def test_what_was_decided_about_is_said() -> None:
    answer = gift().decisions[1]
    assert (answer.decision, answer.subject, answer.done) == ("respond", "seat 0 offers Mayfair for nothing", "accept")


def test_paying_what_must_be_paid_is_no_mistake() -> None:
    rich, debtor = player(1500, 0, DARK_BLUE), player(80, 36, ["Old Kent Road"])
    game = position(rich, debtor, to_move=1, dice=[(1, 2)], decision="roll", switches=SHORT | {"trade_menu": "none"})
    review = reviewed(play(game, "roll", "mortgage Old Kent Road"), rollouts=20)
    assert [decision.decision for decision in review.decisions] == ["roll", "raise"]
    assert [decision.forced for decision in review.decisions] == [True, True]
    assert [decision.loss for decision in review.decisions] == [None, None]
    assert all(account.own == account.others == Estimate(0, 0, 0) for account in review.accounts)


@pytest.mark.slow
@played
def test_terms_add_up() -> None:
    review = short_game()
    for account in review.accounts:
        parts = (account.start, account.luck, account.own, account.others)
        assert sum(part.mean for part in parts) == pytest.approx(account.result, abs=1e-12)
        assert all(part.low <= part.mean <= part.high for part in parts)
        own = sum(one.change[account.seat] for one in review.decisions if one.seat == account.seat)
        assert own == pytest.approx(account.own.mean)
    assert [account.result for account in review.accounts] == list(review.end)
    assert sum(account.luck.mean for account in review.accounts) == pytest.approx(0)


@played
def test_who_plays_as_the_review_does_has_nothing_but_luck() -> None:
    game = finish(Game.new(2, "uk-classic", 3, SHORT), ["reserve:350,150"] * 2)
    review = review_game(game.record(), [parse_agent("reserve:350,150")], rollouts=20, cut=None)
    for account in review.accounts:
        assert account.own == account.others == Estimate(0, 0, 0)
        assert account.luck.mean == pytest.approx(account.result - account.start.mean)


@played
def test_the_same_seed_gives_the_same_review_on_any_number_of_jobs() -> None:
    game = play(position(player(700, 5, BROWN), player(700, 10, DARK_BLUE), switches=SHORT), "build Old Kent Road", "roll")
    first, second, other = (
        reviewed(game, rollouts=20, seed=seed, jobs=jobs).as_dict() | {"seconds": 0} for seed, jobs in ((4, 1), (4, 3), (5, 1))
    )
    assert first == second
    assert first != other


@played
def test_a_review_that_was_put_away_half_done_comes_to_the_same_end() -> None:
    game = play(position(player(700, 5, BROWN), player(700, 10, DARK_BLUE), switches=SHORT), "build Old Kent Road", "roll")
    offer = play(position(player(600, 0, DARK_BLUE), player(500), switches=SHORT), "offer 1: Mayfair for nothing", "accept")
    for record in (game.record(), offer.record()):
        begun = Reviewing(record, [AGGRESSIVE], rollouts=20, seed=4, cut=None)
        saved = {number: json.dumps(begun.review_decision(number).as_dict()) for number in (2, 1)}
        taken_up = Reviewing(record, [AGGRESSIVE], rollouts=20, seed=4, cut=None)
        review = taken_up.finish([read_decision_review(json.loads(saved[number])) for number in (1, 2)])
        whole = review_game(record, [AGGRESSIVE], rollouts=20, seed=4, cut=None)
        assert review.as_dict() | {"seconds": 0} == whole.as_dict() | {"seconds": 0}
        assert [taken_up.chances(number) for number in (1, 2)] == [decision.before for decision in whole.decisions]


def test_a_record_that_ends_early_is_reviewed_as_far_as_it_goes() -> None:
    review = reviewed(play(Game.new(3, "uk-classic", 2, SHORT), "roll"), rollouts=20)
    assert len(review.decisions) == 1
    assert review.as_dict()["over"] is False
    assert sum(review.end) == pytest.approx(1)
    assert all(0 < account.result < 1 for account in review.accounts)


def test_hidden_luck_does_not_matter() -> None:
    games = [position(player(), player(), dice=dice, switches=SHORT) for dice in ([(1, 2), (6, 6)], [(1, 2), (3, 4)])]
    first, second = (reviewed(play(game, "roll"), rollouts=20).as_dict() for game in games)
    assert first["decisions"] == second["decisions"]


def test_marks_are_for_what_is_certain() -> None:
    def mark(mean: float, error: float, checked: bool = True) -> str | None:
        return Loss(Action(ROLL), Estimate(mean, mean - error, mean + error), checked).mark

    assert [mark(mean, 0.01) for mean in (0.05, 0.07, 0.12, 0.17)] == [None, "slip", "mistake", "blunder"]
    assert [mark(mean, 0.06) for mean in (0.1, 0.112, 0.146, 0.15)] == [None, "mistake", "mistake", "blunder"]
    assert mark(0.3, 0.26) is None
    assert mark(0.3, 0.01, checked=False) is None


def test_a_few_games_that_differ_alike_are_no_proof() -> None:
    assert mean_difference(np.ones(4), 1.0).low < 0.7
    assert mean_difference(np.ones(1000), 1.0).low > 0.99
    assert mean_difference(np.zeros(1000), 1.0).high < 0.01


@pytest.mark.parametrize(("spread", "played"), [(0.0, 20), (0.01, 32), (0.05, 160), (1.0, 240)])
def test_results_that_differ_more_get_more_games(spread: float, played: int) -> None:
    results = np.tile([[spread, 0.0], [-spread, 0.0]], (10, 1))
    games: list[int] = []

    def play(more: range) -> Any:
        games.extend(more)
        return np.zeros((len(more), 2))

    assert len(play_more(results, play, range(20, 240))) == played
    assert games == list(range(20, played))


@cache
def cut_review() -> Review:
    """Review a game with `selfplay`, whose network values every rollout after a few turns."""
    return review_game(finish(Game.new(2, "uk-classic", 5, SHORT), ["aggressive", "random"]).record(), rollouts=20, jobs=2)


@played
def test_selfplay_plays_on_by_default_and_its_network_values_the_games() -> None:
    review = cut_review()
    assert (review.agents, review.cut) == ((PLAYER,), 4)
    assert (review.as_dict()["agents"], review.as_dict()["cut"]) == ([PLAYER], 4)
    for account in review.accounts:
        parts = (account.start, account.luck, account.own, account.others)
        assert sum(part.mean for part in parts) == pytest.approx(account.result, abs=1e-12)
    assert all(0 < share < 1 for share in review.decisions[0].before)
    assert len({decision.before for decision in review.decisions}) > 1


@played
def test_cut_games_say_more_than_whole_ones() -> None:
    for cut, whole in zip(cut_review().accounts, short_game().accounts, strict=True):
        assert 0 < cut.luck.high - cut.luck.low < 0.75 * (whole.luck.high - whole.luck.low)


@played
def test_cut_games_find_the_blunder_too() -> None:
    game = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), player(500, 10, ["Pall Mall"]))
    offer, answer, _ = review_game(play(game, "offer 1: Mayfair for nothing", "accept", "roll").record()).decisions
    assert (offer.mark, answer.mark) == ("blunder", None)


@played
def test_the_worst_decision_of_a_seat_comes_with_a_reason() -> None:
    review = gift()
    worst = review.worst()
    assert worst is not None
    assert worst == review.worst(0) == review.decisions[0]
    assert review.worst(2) is None
    broken, given = "have broken up the complete Dark Blue set.", "for nothing; its printed price is £400."
    assert worst.why == f"If accepted, seat 0 would {broken} If accepted, seat 0 would have given seat 1 Mayfair {given}"
    assert worst.why_you == f"If accepted, you would {broken} If accepted, you would have given seat 1 Mayfair {given}"
    assert all(decision.why == decision.why_you == "" for decision in review.decisions[1:])


@played
def test_selfplay_has_nothing_but_luck_in_its_own_games() -> None:
    game, selfplay = Game.new(2, "uk-classic", 3, SHORT), Player(PLAYER)
    while not game.over:
        game.apply(selfplay.decide(game))
    for account in review_game(game.record(), rollouts=20).accounts:
        assert account.own == account.others == Estimate(0, 0, 0)


def test_networks_live_as_long_as_the_review_that_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    networks = []

    def parse(spec: str) -> Agent:
        agent = parse_agent(spec)
        networks.append(weakref.ref(agent.network))
        return agent

    monkeypatch.setattr(review_judge, "parse_agent", parse)
    game = play(position(), "roll")
    judge = Judge(game.box, game.players, make_assumption(game.box, game.players, (), 4))
    gc.collect()
    used = networks[1:]  # the first one only tells whether the game fits
    assert len(used) == 3
    assert all(network() is not None for network in used)
    del judge


@played
def test_seven_players_are_too_many_for_the_network() -> None:
    record = play(Game.new(7, "uk-classic", 2, SHORT), "roll").record()
    review = review_game(record, rollouts=20)
    assert (review.agents, review.cut) == ((STAND_IN,), None)
    with pytest.raises(RentierError, match="a network sees 6 seats at most, there are 7; play whole games"):
        review_game(record, [AGGRESSIVE], rollouts=20)


def test_errors_of_decisions_add_up() -> None:
    start, end = Worth(np.array([0.5, 0.5]), np.array([0.01, 0.01])), Worth(np.array([1.0, 0.0]), np.zeros(2))
    worths = [Worth(np.array([0.1, -0.1]), np.array([0.02, 0.02])), Worth(np.array([-0.2, 0.2]), np.array([0.03, 0.03]))]
    first, second = make_accounts(start, end, worths, [0, 1])
    assert (first.own.mean, first.others.mean, first.luck.mean) == pytest.approx((0.1, -0.2, 0.6))
    assert (second.own.mean, second.others.mean, second.luck.mean) == pytest.approx((0.2, -0.1, -0.6))
    assert first.luck.high - first.luck.mean == pytest.approx(1.96 * 0.06**0.5)


@pytest.mark.parametrize(
    ("low", "high", "word"), [(0.01, 0.09, "good"), (-0.2, -0.1, "bad"), (-0.02, 0.02, "even"), (-0.1, 0.1, "unclear")]
)
def test_a_change_has_a_word(low: float, high: float, word: str) -> None:
    assert word_for(Estimate((low + high) / 2, low, high)) == word


def test_the_verdict_names_those_who_were_not_in_it() -> None:
    good, bad, even = Estimate(0.2, 0.1, 0.3), Estimate(-0.2, -0.3, -0.1), Estimate(0, -0.01, 0.01)
    assert Trade(1, 1, 0, 2, "", (good, bad, good, bad)).verdict == "good for both; bad for seats 1 and 3 (not involved)"
    assert Trade(1, 1, 1, 0, "", (even, good, bad)).verdict == "good for seat 1; even for seat 0; bad for seat 2 (not involved)"
    assert Trade(1, 1, 0, 1, "", (bad, even, good)).verdict == "bad for seat 0; even for seat 1; good for seat 2 (not involved)"


@played
def test_the_picture_has_every_turn_and_the_end(tmp_path: Path) -> None:
    review = short_game()
    turns, chances = chances_by_turn(review)
    assert turns == list(range(1, review.game.turn + 2))
    assert chances[-1].tolist() == list(review.end)
    for name in ("first.svg", "second.svg"):
        draw_review(review, tmp_path / name)
    assert (tmp_path / "first.svg").read_text() == (tmp_path / "second.svg").read_text()


@pytest.mark.parametrize(
    ("agents", "settings", "says"),
    [
        (["mcts"], {}, "agent 'mcts' thinks in Python; only compiled agents play in rollouts"),
        (["aggressive"] * 3, {}, "3 are named for 2 seats"),
        (["aggressive"], {"rollouts": 5}, "rollouts: 5 should be a whole number from 20 to 10000"),
        (["aggressive"], {"jobs": 0}, "jobs: 0 should be"),
        (["aggressive"], {"seed": -1}, "seed: -1 should be"),
    ],
)
def test_what_is_wrong_is_refused(agents: list[str], settings: dict[str, int], says: str) -> None:
    game = play(position(), "roll")
    with pytest.raises(RentierError, match=says):
        review_game(game.record(), [parse_agent(spec) for spec in agents], **settings)


def test_a_record_without_decisions_is_refused() -> None:
    with pytest.raises(RentierError, match="it has no decisions; there is nothing to review"):
        reviewed(position())


def review_json() -> dict[str, Any]:
    """Return a short review as a dictionary for JSON, without the time it took."""
    game = position(player(700, 5, BROWN[:1]), player(760, 10), switches={"turn_cap": 1, "cap": "worth"})
    review = reviewed(play(game, "mortgage Old Kent Road"), rollouts=20)
    return review.as_dict() | {"seconds": 0}


@pytest.mark.slow
@played
def test_interpreted_and_compiled_reviews_are_the_same() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.analysis.test_review"]
    other = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    assert json.loads(other.stdout) == json.loads(json.dumps(review_json()))


if __name__ == "__main__":
    json.dump(review_json(), sys.stdout)
