"""Rollouts that are cut and valued by a network, and rollouts whose luck is subtracted: unbiased, and less spread."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.mind import MindRecord
from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.table import TABLE
from rentier.compiled import INTERPRETED, entry
from rentier.envs.chance import Chance, faces
from rentier.envs.stage import Stage
from rentier.errors import RentierError
from rentier.game.state import TOOK_DICE, TOOK_NOTHING
from rentier.game.words import OVER, ROLL, Action
from rentier.game_api import Game, read_seed
from rentier.layout import Numbers
from rentier.search.odds import OddsTable, odds
from rentier.search.rollout_evaluator import ROLLOUTS, RolloutEvaluator, Valuation, play_action
from rentier.search.rollouts import imagine_world, start_over
from rentier.search.thoughts import interval, spread_interval
from tests.rules.positions import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, PINK, levels, player, position
from tests.search.thinking import middle_game

pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of thousands of evaluations of a network")

SELFPLAY = parse_agent("selfplay")
THRIFTY = parse_agent("reserve:350,150")  # makes no random choices
RED = ("Strand", "Fleet Street", "Trafalgar Square")
BUILT = levels(ORANGE, 3, 3, 3)
# endgames of one turn: the mover's square, the lead in worth, and the deeds of each of the others. Who lands on a built deed
# loses the lead.
ENDGAMES: list[tuple[int, int, list[Any]]] = [
    (10, 150, [BUILT]),
    (8, 60, [BUILT]),
    (32, 90, [levels(DARK_BLUE, 1, 1)]),
    (33, 150, [levels(DARK_BLUE, 2, 2), {}]),
    (0, 40, [levels(LIGHT_BLUE, 3, 3, 3)]),
    (3, 20, [levels(LIGHT_BLUE, 2, 2, 2), PINK]),
    (17, 100, [levels(RED, 1, 1, 1)]),
    (14, 300, [levels(RED, 3, 3, 3), {}, BROWN]),
    (5, 50, [levels(PINK, 2, 2, 2)]),
    (12, 10, [BUILT, levels(RED, 2, 2, 2)]),
]


def endgame(number: int) -> Game:
    """Return one of the endgames, with one turn to play."""
    square, lead, rivals = ENDGAMES[number]
    switches = {"turn_cap": 1, "cap": "worth", "trade_menu": "none", "auction": "none"}
    others = [player(200, 20, deeds) for deeds in rivals]
    poor = position(player(0, square), *others, switches=switches)
    most = max(poor.worth(seat) for seat in range(1, poor.players))
    return position(player(most + lead, square), *others, switches=switches)


@entry(types.void(TABLE, ROLLOUTS, types.uint64))
def measure_roll(table: Any, rollouts: Any, key: Any) -> None:
    """Roll once on imagined luck, and measure the luck of the roll and its card."""
    start_over(table, rollouts.known)
    imagine_world(table, key)
    play_action(table, rollouts, Action(ROLL, 0, 0, 0, 0, 0, 0), np.zeros(8))


def different_outcomes(chance: Chance) -> Counter[int]:
    """Return what chance may bring, with how often; of two rolls with the same faces, only the first."""
    if chance.waits != TOOK_DICE:
        return Counter(chance.possible())
    rolls = {outcome: tuple(sorted(faces(chance.stage.box, outcome))) for outcome in chance.possible()}
    firsts = {roll: outcome for outcome, roll in reversed(rolls.items())}
    return Counter(firsts[roll] for roll in rolls.values())


def count_out(chance: Chance, agent: Agent, mind: MindRecord) -> Numbers:
    """Return each seat's expected result if everybody plays as the agent does: the average over all that chance may bring."""
    if chance.waits != TOOK_NOTHING:
        total, outcomes = np.zeros(chance.stage.players), different_outcomes(chance)
        for outcome, times in outcomes.items():
            branch = copy.deepcopy(chance)
            branch.choose(outcome)
            total += times * count_out(branch, agent, mind)
        return total / outcomes.total()
    while chance.state.decision != OVER:
        chance.act(agent.decide(chance.stage.box.record, chance.state, mind))
        if chance.waits != TOOK_NOTHING:
            return count_out(chance, agent, mind)
    winners = int(chance.state.winners)
    return np.array([(winners >> seat & 1) / winners.bit_count() for seat in range(chance.stage.players)])


def exact_result(game: Game) -> Numbers:
    """Return each seat's expected result in a game that `THRIFTY` plays on for everybody."""
    chance = Chance(Stage(game.box, game.players, offers=False))
    chance.choose(0)
    chance.state, chance._luck = copy.copy(game.state), copy.copy(game._luck)
    [mind, *_] = seat_minds(game.box, [THRIFTY])
    return count_out(chance, THRIFTY, mind)


def results(game: Game, valuation: Valuation | None, rollouts: int, agents: Sequence[Agent] = (THRIFTY,)) -> Numbers:
    """Return the results of some rollouts, one row for each."""
    evaluator = RolloutEvaluator(game.box, agents, game.players, valuation)
    evaluator.set_state(game.state, read_seed(5))
    return evaluator.play_on(range(rollouts))


@pytest.mark.parametrize("number", range(len(ENDGAMES)))
def test_the_estimates_average_to_the_exact_result(number: int) -> None:
    game = endgame(number)
    exact = exact_result(game)
    assert 0.02 < exact[0] < 0.98, "the roll decides"
    plain = results(game, None, 1000)
    subtracted = results(game, Valuation(SELFPLAY, subtract_luck=True), 1000)
    for found in (plain, subtracted):
        error = np.sqrt(found.var(axis=0, ddof=1) / len(found))
        assert np.all(np.abs(found.mean(axis=0) - exact) < 4 * error + 1e-9)
    assert subtracted.var(axis=0).sum() < plain.var(axis=0).sum()


@pytest.mark.parametrize("draw", ["cycle", "replace", "reshuffle"])
def test_the_average_is_over_all_rolls_and_cards_whatever_comes(draw: str) -> None:
    """The mover is 7 squares before Community Chest and 12 before Chance. No card leads to another."""
    players = [{"square": 10, "cash": 300, "deeds": {"Mayfair": 0}}, {"cash": 200, "deeds": {"Old Kent Road": 0}}]
    game = Game.from_position({"switches": {"card_draw": draw}, "decision": "roll", "players": players}, seed=0)
    evaluator = RolloutEvaluator(game.box, [THRIFTY], 2, Valuation(SELFPLAY, cut=1, subtract_luck=True))
    averages, came = [], []
    for seed in range(40):
        evaluator.set_state(game.state, read_seed(seed))
        measure_roll(evaluator.imagined.table, evaluator.rollouts, read_seed(seed))
        averages.append(evaluator.rollouts.roll.average[:2].tolist())
        came.append(evaluator.rollouts.roll.came[:2].tolist())
    assert np.allclose(averages, averages[0], atol=1e-9)
    assert np.std(came, axis=0).min() > 0.001
    error = np.std(came, axis=0) / np.sqrt(len(came))
    assert (np.abs(np.mean(came, axis=0) - averages[0]) < 4 * error).all()


def test_36_rollouts_begin_with_every_roll_once() -> None:
    game = endgame(0)
    evaluator = RolloutEvaluator(game.box, [THRIFTY], game.players)
    for key in (5, 6):
        evaluator.set_state(game.state, read_seed(key))
        rolls = []
        for number in range(2 * 36):
            evaluator.play_on(range(number, number + 1))
            luck = evaluator.imagined.table.luck
            rolls.append((int(luck.loaded_dice[0, 0]), int(luck.loaded_dice[0, 1])))
        every_roll = {(first, second) for first in range(1, 7) for second in range(1, 7)}
        assert set(rolls[:36]) == set(rolls[36:]) == every_roll


def test_with_stratified_rolls_few_rollouts_are_near_the_exact_result() -> None:
    games = [endgame(number) for number in range(len(ENDGAMES))]
    for game in games:
        evaluator = RolloutEvaluator(game.box, [THRIFTY], game.players)
        shares = []
        for key in range(20):
            evaluator.set_state(game.state, read_seed(key))
            shares.append(evaluator.play_on(range(36)).mean(axis=0)[0])
        exact = exact_result(game)[0]
        by_chance = np.sqrt(exact * (1 - exact) / 36)
        assert np.sqrt(np.mean((np.array(shares) - exact) ** 2)) < 0.7 * by_chance


def test_subtracting_luck_narrows_the_odds_of_whole_games() -> None:
    game = middle_game({"turn_cap": 40, "cap": "worth"})
    valuation = Valuation(SELFPLAY, subtract_luck=True)
    plain, subtracted = (results(game, how, 150, [parse_agent("aggressive")]) for how in (None, valuation))
    assert subtracted.var(axis=0).sum() < 0.8 * plain.var(axis=0).sum()
    error = np.sqrt((plain.var(axis=0) + subtracted.var(axis=0)) / 150)
    assert np.all(np.abs(plain.mean(axis=0) - subtracted.mean(axis=0)) < 4 * error)


def test_games_that_are_cut_are_valued_by_the_network() -> None:
    game = middle_game()
    found = results(game, Valuation(SELFPLAY, cut=2), 200, [parse_agent("aggressive")])
    whole = results(game, None, 200, [parse_agent("aggressive")])
    assert set(whole.flatten()) <= {0.0, 1.0}
    assert np.all((found > 0) & (found < 1))
    assert np.all(found.sum(axis=1) <= 1 + 1e-6), "the rest is the probability of a draw"
    assert found.var(axis=0).sum() < 0.2 * whole.var(axis=0).sum()


def test_the_bankrupt_have_no_chance_and_a_game_that_ends_has_its_result() -> None:
    game = position(
        player(900, 4, BUILT), {"bankrupt": 1}, player(250, 12, LIGHT_BLUE), switches={"turn_cap": 3, "cap": "worth"}
    )
    found = results(game, Valuation(SELFPLAY, cut=1), 50)
    assert not found[:, 1].any()
    ended = results(game, Valuation(SELFPLAY, cut=30), 50)
    assert set(ended.flatten()) <= {0.0, 1.0}


def test_the_odds_are_the_same_on_any_number_of_jobs() -> None:
    game = middle_game()
    table = OddsTable(game.box, [parse_agent("aggressive")], Valuation(SELFPLAY, cut=4, subtract_luck=True))
    first, second = (table.odds(game.state, 600, seed=5, jobs=jobs) for jobs in (1, 2))
    assert first.seats == second.seats
    assert (first.draws, first.rollouts) == (0, 600)
    assert all(0 <= seat.low < seat.share < seat.high <= 1 for seat in first.seats)


def test_one_table_gives_the_odds_of_games_with_other_numbers_of_players() -> None:
    table = OddsTable(position().box, [parse_agent("aggressive")], Valuation(SELFPLAY, cut=2))
    for players in (2, 4, 3):
        game = Game.new(players, "uk-classic", seed=1)
        assert len(table.odds(game.state, 20).seats) == players


def test_eight_players_are_too_many_for_the_network_only() -> None:
    game = Game.new(8, "uk-classic", seed=1)
    assert len(odds(game.box, game.state, [THRIFTY], 5).seats) == 8
    with pytest.raises(RentierError, match=r"agent 'selfplay': .*8"):
        odds(game.box, game.state, [THRIFTY], 5, valuation=Valuation(SELFPLAY, cut=1))


@pytest.mark.parametrize(
    ("network", "cut", "says"),
    [
        ("td", 4, "agent 'td' does not estimate every seat's win probability; these do: selfplay"),
        ("bot", 4, "agent 'bot' does not estimate every seat's win probability"),
        ("selfplay", 0, "cut: 0 should be a whole number from 1 to 1000000"),
        ("selfplay", 2.5, "cut: 2.5 should be"),
    ],
)
def test_what_cannot_be_valued_is_refused(network: str, cut: int, says: str) -> None:
    game = middle_game()
    with pytest.raises(RentierError, match=says):
        odds(game.box, game.state, [THRIFTY], 5, valuation=Valuation(parse_agent(network), cut))


def test_the_interval_goes_by_the_spread_of_the_values() -> None:
    values = np.tile([-0.1, 0.3], 200)
    mean, low, high = spread_interval((len(values), values.sum(), (values**2).sum()))
    assert mean == pytest.approx(0.1)
    assert high - mean == pytest.approx(1.96 * 0.2 / 20, rel=0.01)
    assert mean - low == pytest.approx(high - mean)
    assert spread_interval((2, -0.2, 0.02)) == pytest.approx((0, 0, 0), abs=0.01)
    assert spread_interval((1, 0.5, 0.25)) == (0.5, 0, 1), "one game says nothing"


def test_the_interval_of_few_cut_games_holds_the_mean_of_many() -> None:
    games = results(middle_game(), Valuation(SELFPLAY, cut=16), 4000)[:, 0]
    few = [interval((len(part), part.sum(), (part**2).sum())) for part in np.split(games, 100)]
    assert sum(low <= games.mean() <= high for _, low, high in few) >= 95
    share = games.mean()
    won_or_lost = interval((40, 40 * share, 40 * share))
    assert max(high - low for _, low, high in few) < won_or_lost[2] - won_or_lost[1]


def test_cut_games_that_all_end_alike_leave_a_doubt() -> None:
    game = position(player(5000, 0, BUILT), player(1, 1), switches={"turn_cap": 3, "cap": "worth"})
    found = odds(game.box, game.state, [THRIFTY], 40, valuation=Valuation(SELFPLAY, cut=16))
    assert (found.seats[0].share, found.seats[0].high) == (1, 1)
    assert 0.9 < found.seats[0].low < 1
