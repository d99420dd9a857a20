"""`lookahead`: the options that a network considers, sequential halving, and what the search finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.game.words import ACCEPT, COUNTER, END, OFFER, REFUSE, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.search.considered import MARGIN, TOLERANCE, Considered, Option
from rentier.search.halving import BATCH, FIRST_ROLLOUTS, WEIGHT_OF_ESTIMATE, Budget, Tried, halve
from rentier.search.lookahead import Lookahead
from rentier.search.mcts import searcher
from rentier.search.specs import parse_search, search_agent
from rentier.search.thoughts import WIN_PROBABILITY, Thought
from tests.agents.test_choices import choices_of
from tests.agents.test_selfplay import at_a_table_with_deals, seated
from tests.rules.positions import ORANGE, levels, play, player, position
from tests.search.thinking import KEY, found, middle_game

ALL = 1000


def after_the_roll() -> Game:
    """The part of a turn in which a player may build and trade."""
    return middle_game(phase="done")


def think(spec: str, game: Game) -> Thought:
    search = search_agent(parse_search(spec))
    search.begin(KEY)
    return search.think(game.box, game.state)


def considered(game: Game) -> Considered:
    return Considered(game.box, parse_agent("selfplay"), KEY)


# options


def test_options_come_best_first_and_poor_ones_are_left_out() -> None:
    game = after_the_roll()
    options = considered(game).options(game.state, ALL)
    values = [option.value for option in options]
    assert values == sorted(values, reverse=True)
    assert len(options) > 1
    assert values[0] - values[-1] < MARGIN
    assert considered(game).options(game.state, 2) == options[:2]


def test_offers_that_are_hardly_ever_accepted_are_left_out_unless_one_is_best() -> None:
    game = at_a_table_with_deals()
    likely = Considered(game.box, parse_agent("champion"), KEY).options(game.state, ALL)
    rest = next(option for option in likely if option.action.kind != OFFER)
    for option in likely[1:]:
        gain = option.value - rest.value + MARGIN
        assert option is rest or option.acceptance * gain > TOLERANCE
    assert len(likely) < len({(choice.kind, choice.target, choice.give, choice.take) for choice in choices_of(game)})


def test_every_option_is_legal_and_a_deal_has_one_price() -> None:
    game = after_the_roll()
    options = considered(game).options(game.state, ALL)
    for option in options:
        Game.from_position(game.position(), seed=1).apply(option.action)
    deals = [
        (option.action.target, option.action.give, option.action.take) for option in options if option.action.kind == OFFER
    ]
    assert deals
    assert len(set(deals)) == len(deals)


def test_the_deal_that_the_champion_would_offer_is_considered_at_its_price() -> None:
    game = at_a_table_with_deals()
    offer = Action(*seated(game, "champion").decide(game.state))
    assert offer.kind == OFFER
    options = Considered(game.box, parse_agent("champion"), KEY).options(game.state, ALL)
    assert offer in [option.action for option in options]


def asked_to_sell() -> Game:
    """A game in which seat 1 is asked for a deed that completes a set, for little."""
    return play(at_a_table_with_deals(), f"offer 1: 120 for {ORANGE[2]}")


def test_counter_offers_are_considered_and_cost_the_chance_to_accept() -> None:
    game = asked_to_sell()
    options = Considered(game.box, parse_agent("champion"), KEY).options(game.state, ALL)
    counters = [option for option in options if option.action.kind == COUNTER]
    assert counters
    assert len({(option.action.give, option.action.take) for option in counters}) == len(counters)
    answer = max(option.value for option in options if not option.proposes)
    for option in counters:
        assert asked_to_sell().is_legal(option.action)
        assert option.cost >= 0.0
        assert answer - option.cost <= option.mean(option.value, answer) <= option.value
    assert {option.action.kind for option in considered(game).options(game.state, ALL)} <= {ACCEPT, REFUSE}


def test_a_refused_counter_offer_leaves_what_rollouts_find_for_the_rest_less_its_cost() -> None:
    counter = Option(Action(COUNTER), value=0.4, acceptance=0.25, cost=0.1)
    assert counter.mean(0.6, 0.3) == pytest.approx(0.25 * 0.6 + 0.75 * 0.2)
    assert counter.mean(np.array([0.6, 0.2]), np.array([0.3, 0.5])).tolist() == pytest.approx([0.3, 0.35])
    assert counter.expected(0.1, 0.3) == 0.1


def test_a_champion_that_looks_ahead_makes_counter_offers() -> None:
    game = asked_to_sell()
    search = search_agent(parse_search("champion:rollouts=64"))
    search.begin(KEY)
    chosen = search.decide(game.box, game.state)
    assert chosen.kind == COUNTER
    play(game, game.text(chosen), "refuse", f"offer 1: 120 for {ORANGE[2]}")
    assert search.decide(game.box, game.state) != chosen


def test_sealed_bids_are_considered_from_passing_to_high_ones() -> None:
    game = Game.new(2, "adjudicator2018", seed=1)
    while not game.is_legal("pass"):
        game.apply("decline" if game.is_legal("decline") else game.legal_actions()[0])
    amounts = [option.action.amount for option in considered(game).options(game.state, 4)]
    assert 1 < len(amounts) <= 4
    assert amounts[0] == 0
    assert amounts == sorted(amounts)


def test_an_offer_that_was_made_is_not_considered_again() -> None:
    game = after_the_roll()
    ours = considered(game)
    offer = next(option.action for option in ours.options(game.state, ALL) if option.action.kind == OFFER)
    ours.remember(game.state, offer)
    again = [option.action for option in ours.options(game.state, ALL)]
    assert (offer.give, offer.take) not in [(action.give, action.take) for action in again]


# sequential halving


class Fixed:
    """Rollouts with fixed results, which notes how many each option got."""

    def __init__(self, results: Sequence[float]) -> None:
        self.results = results
        self.rollouts: dict[int, list[int]] = {}

    def __call__(self, tried: Sequence[Tried], rollouts: range) -> list[Numbers]:
        for one in tried:
            self.rollouts.setdefault(one.option.action.target, []).extend(rollouts)
        return [np.full(len(rollouts), self.results[one.option.action.target]) for one in tried]


def options_of(values: Sequence[float]) -> list[Option]:
    return [Option(Action(OFFER, number), value) for number, value in enumerate(values)]


@pytest.mark.parametrize("number", [2, 3, 5, 8, 16])
def test_halving_finds_the_best_and_gives_it_most_rollouts(number: int) -> None:
    results = [place / number for place in range(number)]
    play = Fixed(results)
    ranked = halve(options_of([0.5] * number), Budget(400, None), play)
    assert [one.option.action.target for one in ranked][:2] == [number - 1, number - 2]
    given = {place: len(rollouts) for place, rollouts in play.rollouts.items()}
    assert sum(given.values()) <= 400
    assert given[number - 1] == max(given.values())
    assert given[0] == min(given.values())
    assert all(rollouts == list(range(len(rollouts))) for rollouts in play.rollouts.values())  # the same luck for all


def equal_on_average(tried: Sequence[Tried], rollouts: range) -> list[Numbers]:
    """Return results with a large spread and the same expectation, so that no option is clearly better."""
    return [np.random.default_rng(one.option.action.target).random(ALL)[rollouts.start : rollouts.stop] for one in tried]


@pytest.mark.parametrize("number", [2, 3, 5, 8, 16])
def test_the_whole_budget_is_spent_while_no_option_is_clearly_better(number: int) -> None:
    ranked = halve([Option(Action(END, place), 0.5) for place in range(number)], Budget(400, None), equal_on_average)
    assert 300 < sum(len(one.results) for one in ranked) <= 400


def test_the_search_stops_once_one_option_is_clearly_better() -> None:
    play = Fixed([0.5, 0.3])
    ranked = halve([Option(Action(END, 0), 0.4), Option(Action(END, 1), 0.4)], Budget(400, None), play)
    assert ranked[0].option.action.target == 0
    assert sum(map(len, play.rollouts.values())) == 2 * BATCH


def test_the_search_stops_once_the_options_are_clearly_equal() -> None:
    play = Fixed([0.5, 0.5 + TOLERANCE / 2])
    halve([Option(Action(END, 0), 0.5), Option(Action(END, 1), 0.5)], Budget(400, None), play)
    assert sum(map(len, play.rollouts.values())) == 2 * BATCH


def test_rollouts_saved_on_clear_cases_go_to_the_close_ones() -> None:
    close = [Option(Action(END, place), 0.5) for place in range(2)]
    clear = [Option(Action(END, place), 0.5) for place in range(2, 6)]

    def play(tried: Sequence[Tried], rollouts: range) -> list[Numbers]:
        results = equal_on_average(tried, rollouts)
        return [result if one.option in close else result - 1.0 for one, result in zip(tried, results, strict=True)]

    ranked = halve(close + clear, Budget(600, None), play)
    assert [len(one.results) for one in ranked[2:]] == [BATCH] * 4
    assert sum(len(one.results) for one in ranked) > 500


def test_an_offer_is_worth_its_gain_times_the_probability_that_it_is_accepted() -> None:
    offer = Option(Action(OFFER), 0.5, 0.25)
    assert offer.expected(0.5, 0.3) == pytest.approx(0.35)
    assert offer.expected(0.2, 0.3) == 0.2  # nobody makes it


def test_halving_never_returns_an_offer_that_is_worse_than_no_offer() -> None:
    offers = [Option(Action(OFFER, number), 0.6, 0.5) for number in range(7)]
    rest = Option(Action(END, 7), 0.3)
    results = [0.1] * 7 + [0.3]
    ranked = halve([*offers, rest], Budget(400, None), Fixed(results))
    assert ranked[0].option is rest


def test_a_likely_offer_beats_a_better_one_that_is_hardly_ever_accepted() -> None:
    options = [Option(Action(OFFER, 0), 0.5, 0.9), Option(Action(OFFER, 1), 0.5, 0.01), Option(Action(END, 2), 0.3)]
    ranked = halve(options, Budget(400, None), Fixed([0.4, 0.9, 0.3]))
    assert ranked[0].option.action.target == 0


def test_one_option_needs_no_rollouts() -> None:
    play = Fixed([0.5])
    assert [one.option.value for one in halve(options_of([0.3]), Budget(100, None), play)] == [0.3]
    assert play.rollouts == {}


def test_the_networks_estimate_counts_as_some_rollouts() -> None:
    few, many = int(WEIGHT_OF_ESTIMATE) - 2, int(WEIGHT_OF_ESTIMATE) + 2
    for each, better in ((few, 0), (many, 1)):
        ranked = halve(options_of([0.5, 0.4]), Budget(2 * each, None), Fixed([0.4, 0.5]))
        assert ranked[0].option.action.target == better


def test_a_time_limit_allows_at_least_a_few_rollouts() -> None:
    play = Fixed([0.1, 0.2, 0.3, 0.4])
    ranked = halve(options_of([0.5] * 4), Budget(None, 1e-9), play)
    assert ranked[0].option.action.target == 3
    assert len(play.rollouts[0]) == FIRST_ROLLOUTS + 1


def test_the_first_limit_that_is_reached_ends_the_search() -> None:
    for budget in (Budget(8, 1e6), Budget(10**9, 1e-9)):
        play = Fixed([0.1, 0.2])
        halve(options_of([0.5] * 2), budget, play)
        assert sum(map(len, play.rollouts.values())) <= 8


# the agent


def test_the_search_says_what_it_found() -> None:
    game = after_the_roll()
    thought = think("lookahead:rollouts=64", game)
    search = search_agent(parse_search("lookahead"))
    assert isinstance(search, Lookahead)
    assert search.measure == WIN_PROBABILITY
    assert 32 <= thought.effort.rollouts <= 64
    assert thought.best in [candidate.action for candidate in thought.candidates[:2]]
    assert all(0 <= candidate.low <= candidate.value <= candidate.high <= 1 for candidate in thought.candidates)


def test_a_seed_gives_the_same_findings_with_any_number_of_jobs() -> None:
    game = after_the_roll()
    one = found(think("lookahead:rollouts=64", game))
    assert found(think("lookahead:rollouts=64,jobs=3", game)) == one
    search = search_agent(parse_search("lookahead:rollouts=64"))
    search.begin(np.uint64(KEY + 1))
    assert found(search.think(game.box, game.state)) != one


def test_it_accepts_the_deed_that_completes_its_group_and_refuses_to_give_one_away() -> None:
    for cash, answer in ((10, "accept"), (1500, "refuse")):
        game = position(
            player(1500, 5, levels(ORANGE[:2], 0, 0)),
            player(1500, 10, {ORANGE[2]: 0, "Park Lane": 0}),
            to_move=1,
        )
        game.apply(f"offer 0: {ORANGE[2]} for {cash}")
        assert game.text(think("lookahead:rollouts=64", game).best) == answer


def test_it_plays_a_whole_game_by_the_rules() -> None:
    game = Game.new(2, "uk-classic", 5, {"turn_cap": 60})
    search = Lookahead({**dict(parse_agent("lookahead").options), "rollouts": 8})
    search.begin(KEY)
    other = Lookahead({**dict(parse_agent("lookahead").options), "rollouts": 8, "cut": 1})
    other.begin(KEY)
    while not game.over:
        game.apply((search, other)[int(game.state.actor)].decide(game.box, game.state))
    assert search.decisions > 10


def test_a_value_function_is_for_tree_searches_only() -> None:
    with pytest.raises(RentierError, match="agent 'lookahead' is no tree search; name one such as mcts:rollouts=1000"):
        searcher("lookahead")


def test_a_network_without_an_output_for_every_seat_is_refused() -> None:
    game = after_the_roll()
    with pytest.raises(RentierError, match="agent 'td' does not estimate every seat's win probability; these do: selfplay"):
        think("lookahead:value=td", game)
