"""The agent `champion`: how it bargains."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from rentier.agents.acceptance import ASKED_FEATURES, ASKED_TAKE, FIRST_FEATURE, acceptance, describe, learn_from
from rentier.agents.answers import (
    COMPLETES_ASKED,
    COMPLETES_ASKER,
    CONSTANT,
    FEATURES,
    GAIN,
    GAIN_IN_PRICE,
    GAINS,
    GAINS_IN_PRICE,
    GETS_DEEDS,
    GIVES_DEEDS,
    LOSS,
    LOSS_IN_PRICE,
    NEARER_A_SET,
    PAYS,
)
from rentier.agents.best_choice import NOW, bargain_terms, see_table
from rentier.agents.choices import CASH_TENTHS, TENTHS
from rentier.agents.mind import MEMORY, MIND, REAL_MEMORY, MindRecord
from rentier.agents.numbers import DATA
from rentier.agents.seated import SeatedAgent
from rentier.agents.seating import seat_minds
from rentier.agents.selfplay import value
from rentier.agents.specs import parse_agent
from rentier.arena import play_match
from rentier.box import load_box
from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, entry
from rentier.game.check import ACTION
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import ACCEPT, COUNTER, OFFER, REFUSE, Action
from rentier.game_api import Game
from rentier.layout import new
from rentier.network.shape import SEATS
from rentier.player import Player
from rentier.record.actions import parse_action
from tests.agents.test_selfplay import at_a_table_with_deals, offers_of, seated
from tests.rules.positions import LIGHT_BLUE, ORANGE, PINK, STATIONS, play, player, position

RED, YELLOW = ("Strand", "Fleet Street", "Trafalgar Square"), ("Leicester Square", "Coventry Street", "Piccadilly")
needs_compiled = pytest.mark.skipif(INTERPRETED, reason="hundreds of evaluations of 512 nodes")


Features = list[float]


@entry(types.float64(MIND, types.int64))
def how_likely(mind: MindRecord, seat: int) -> float:
    return acceptance(mind, seat, ASKED_FEATURES)


@entry(types.void(MIND, types.int64, types.boolean))
def answered(mind: MindRecord, seat: int, accepted: bool) -> None:
    learn_from(mind, seat, accepted)


@entry(types.void(BOX, GAME, MIND, ACTION, types.float64))
def described(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action, gained: float) -> None:
    describe(box, game, mind, offer, gained)


@entry(types.UniTuple(types.float64, 2)(BOX, GAME, MIND, ACTION))
def terms_of(box: BoxRecord, game: GameRecord, mind: MindRecord, offer: Action) -> tuple[float, float]:
    see_table(box, game, mind, True)
    return bargain_terms(box, game, mind, offer)


def win_probability(game: Game, seat: int) -> float:
    """Return a seat's win probability according to the champion's network."""
    sitting = seated(game, "champion")  # keeps the weights of its network
    return float(value(game.box.record, game.state, seat, sitting.seats[seat].mind))


def asked_for(features: Features) -> MindRecord:
    """Return a mind that waits for the answer to an offer with these features."""
    mind = new(MindRecord)
    mind.real_memory[ASKED_FEATURES : ASKED_FEATURES + FEATURES] = features
    return mind


def features_of(game: Game, offer: str, gained: float = 0.0) -> Features:
    """Return the features of an offer that is written as text."""
    mind = new(MindRecord)
    described(game.box.record, game.state, mind, Action(*parse_action(game.box, offer)), gained)
    return list(map(float, mind.real_memory[FIRST_FEATURE : FIRST_FEATURE + FEATURES]))


@needs_compiled
def test_it_comes_down_in_price_and_never_repeats_a_refused_offer() -> None:
    game = at_a_table_with_deals()
    sitting = seated(game, "champion:offers=100")
    asked: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for _offer in range(40):
        action = Action(*sitting.decide(game.state))
        assert action.kind == OFFER
        asked[action.target, action.give, action.take].append(action.amount)
        play(game, game.text(action), "refuse")
        game.state.offers_made[0] = 0  # as many as it likes
    assert len(asked) > 1
    assert any(len(prices) > 1 for prices in asked.values())
    for prices in asked.values():
        assert prices == sorted(set(prices)), "each time it pays more, or asks for less"


@needs_compiled
@pytest.mark.parametrize("most", [0, 1, 2])
def test_it_makes_no_more_offers_than_its_setting_says(most: int) -> None:
    game = at_a_table_with_deals()
    assert len(offers_of(game, seated(game, f"champion:offers={most}"))) == most + 1


@needs_compiled
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_it_learns_from_the_answer_to_an_offer(answer: str) -> None:
    game = at_a_table_with_deals()
    sitting = seated(game, "champion")
    mind = sitting.seats[0].mind
    offer = Action(*sitting.decide(game.state))
    assert offer.kind == OFFER
    before = [how_likely(mind, seat) for seat in range(game.players)]
    features = mind.real_memory[ASKED_FEATURES : ASKED_FEATURES + FEATURES].copy()
    play(game, game.text(offer), answer)
    sitting.decide(game.state)
    mind.real_memory[ASKED_FEATURES : ASKED_FEATURES + FEATURES] = features
    after = [how_likely(mind, seat) for seat in range(game.players)]
    changed = [seat for seat in range(game.players) if after[seat] != before[seat]]
    assert changed == [offer.target]
    assert (after[offer.target] > before[offer.target]) == (answer == "accept")


@needs_compiled
def test_its_price_beats_those_on_the_list() -> None:
    game = at_a_table_with_deals()
    sitting = seated(game, "champion")
    offer = Action(*sitting.decide(game.state))
    other_sitting = seated(game, "champion")  # one that has not made the offer yet; it holds the network
    mind = other_sitting.seats[0].mind
    base = terms_of(game.box.record, game.state, mind, Action(OFFER, offer.target))[0]  # nothing changes hands

    def expected(amount: int) -> float:
        own, probability = terms_of(game.box.record, game.state, mind, offer._replace(amount=amount))
        return probability * (own - base)

    listed = [game.cash[offer.target if tenths < 0 else 0] * tenths // TENTHS for tenths in CASH_TENTHS]
    assert offer.amount not in listed
    assert expected(offer.amount) > max(map(expected, listed))


@needs_compiled
@pytest.mark.parametrize("spec", ["selfplay", "champion"])
def test_each_offer_of_a_turn_is_judged_anew(spec: str) -> None:
    rich, poor = player(2000, deeds=[ORANGE[0], ORANGE[1]]), player(200, deeds=[ORANGE[2], *LIGHT_BLUE])
    game = position(rich, poor, dice=[(4, 6)], switches={"counter_offers": 0})
    play(game, "roll")
    sitting = seated(game, spec)
    play(game, f"offer 1: 1 for {ORANGE[2]}")
    assert game.text(sitting.decide(game.state)) == "refuse"
    play(game, "refuse", f"offer 1: 1900 for {LIGHT_BLUE[0]}")
    assert game.text(sitting.decide(game.state)) == "accept"


@needs_compiled
def test_one_player_that_decides_for_all_learns_only_when_the_asker_acts_again() -> None:
    game = at_a_table_with_deals()
    champion = SeatedAgent(game.box, parse_agent("champion"), game.players, np.uint64(1))
    offer = Action(*champion.ask(game.state))
    assert offer.kind == OFFER
    mind = champion.mind
    before = mind.real_memory.copy()
    play(game, game.text(offer))
    champion.ask(game.state)  # the answer of the player who is asked
    assert (mind.real_memory[:ASKED_FEATURES] == before[:ASKED_FEATURES]).all()


@needs_compiled
def test_a_prejudiced_player_decides_otherwise_in_some_games_but_always_alike_in_one() -> None:
    game = at_a_table_with_deals()
    decisions = [Player("easy", seed=seed).decide(game) for seed in range(12)]
    assert len(set(decisions)) > 1
    assert decisions == [Player("easy", seed=seed).decide(game) for seed in range(12)]
    assert len({Player("champion", seed=seed).decide(game) for seed in range(3)}) == 1


@needs_compiled
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_level_ends_every_turn_and_every_game(level: str) -> None:
    box = load_box("uk-classic", {"turn_cap": 60})
    result = play_match(box, [parse_agent(level)] * 4, games=4, seed=1)
    assert result.games == 4


@needs_compiled
@pytest.mark.parametrize(("round_", "level", "choice"), [(4, 0, "pay fine"), (40, 5, "roll")])
def test_it_leaves_jail_early_in_the_game_and_stays_late(round_: int, level: int, choice: str) -> None:
    """Early there are deeds to buy; late, with hotels all around, jail is the safest place."""
    own, rival, third = ["Bow Street"], ["Strand"], ["Piccadilly"]
    if level > 0:
        own, rival, third = [*LIGHT_BLUE, *STATIONS], [*RED, *YELLOW], [*ORANGE, *PINK]
    game = position(
        player(1200, "Jail", own, jail_turns=0),
        player(600, deeds=dict.fromkeys(rival, level)),
        player(600, deeds=dict.fromkeys(third, 0)),
        round=round_,
    )
    assert game.text(Player("champion", seed=1).decide(game)) == choice


def asked_to_sell(**switches: Any) -> Game:
    """A game in which seat 1 is asked for a deed that completes a set, for little."""
    return play(at_a_table_with_deals(**switches), f"offer 1: 120 for {ORANGE[2]}")


@needs_compiled
def test_it_answers_an_offer_by_one_that_is_better_for_itself() -> None:
    game = asked_to_sell()
    answer = Action(*seated(game, "champion").decide(game.state))
    assert answer.kind == COUNTER
    values = []
    for last in (game.text(answer), "accept", "refuse"):
        after = asked_to_sell()
        play(after, last)
        if after.decision == "respond":
            play(after, "accept")
        values.append(win_probability(after, 1))
    assert values[0] > max(values[1:])


@needs_compiled
@pytest.mark.parametrize("offer", ["50 for nothing", "nothing for 50"])
def test_it_answers_an_offer_of_cash_alone_with_deeds(offer: str) -> None:
    game = play(at_a_table_with_deals(), f"offer 1: {offer}")
    answer = Action(*seated(game, "champion").decide(game.state))
    assert answer.kind in (ACCEPT, REFUSE) or answer.give | answer.take != 0


@needs_compiled
def test_it_counters_only_as_often_as_the_rules_allow() -> None:
    game = asked_to_sell(counter_offers=0)
    assert game.text(seated(game, "champion").decide(game.state)) in ("accept", "refuse")


@needs_compiled
def test_it_never_repeats_a_refused_counter_offer() -> None:
    game = asked_to_sell()
    sitting = seated(game, "champion")
    asked: dict[tuple[int, int], list[int]] = defaultdict(list)
    for _offer in range(12):
        answer = Action(*sitting.decide(game.state))
        if answer.kind != COUNTER:
            break
        asked[answer.give, answer.take].append(answer.amount)
        play(game, game.text(answer), "refuse", f"offer 1: 120 for {ORANGE[2]}")
        game.state.offers_made[0] = 0
    assert len(asked) > 1
    for prices in asked.values():
        assert prices == sorted(set(prices)), "each time it pays more, or asks for less"


def highest_bid(rival: list[str]) -> int:
    """Return how high the champion goes in an auction of Vine Street against a rival who always bids 10 more."""
    game = position(
        player(deeds=["Strand", "Pall Mall"]), player(square="Whitehall", deeds=rival), to_move=1, dice=[(2, 4)], round=8
    )
    play(game, "roll", "decline")
    champion, last = Player("champion", seed=1), 0
    while game.decision == "bid":
        if game.actor == 1:
            play(game, f"bid {last + 10}")
            continue
        answer = game.text(champion.decide(game))
        if answer == "pass":
            break
        last = int(answer.split()[-1])
        play(game, answer)
    return last


@needs_compiled
def test_it_bids_more_for_a_deed_that_would_complete_a_rivals_set() -> None:
    assert highest_bid([ORANGE[0], ORANGE[1]]) > highest_bid(["Fleet Street", "Mayfair"]) > 0


def test_what_describes_a_deal() -> None:
    game = position(
        player(800, deeds=[ORANGE[0], ORANGE[1], LIGHT_BLUE[0], "Mayfair"]),
        player(400, deeds=[ORANGE[2], LIGHT_BLUE[1], LIGHT_BLUE[2], "Park Lane"]),
        dice=[(4, 6)],
    )
    play(game, "roll")
    buys = features_of(game, f"offer 1: 200 for {ORANGE[2]}", gained=-0.03)
    assert buys[CONSTANT] == buys[COMPLETES_ASKER] == buys[GIVES_DEEDS] == 1.0
    assert (buys[GAINS], buys[GAIN], buys[LOSS]) == (0.0, 0.0, pytest.approx(0.6))
    assert buys[GAINS_IN_PRICE] == buys[GAIN_IN_PRICE] == buys[LOSS_IN_PRICE] == 0.0, "£200 is the printed price"
    assert buys[COMPLETES_ASKED] == buys[GETS_DEEDS] == buys[PAYS] == 0.0
    sells = features_of(game, f"offer 1: {LIGHT_BLUE[0]} for 200", gained=0.4)
    assert (sells[GAINS], sells[GAIN], sells[LOSS]) == (1.0, 1.0, 0.0)
    assert (sells[GAINS_IN_PRICE], sells[LOSS_IN_PRICE]) == (0.0, pytest.approx(100 / 301))
    assert sells[COMPLETES_ASKED] == sells[GETS_DEEDS] == 1.0
    assert sells[COMPLETES_ASKER] == sells[GIVES_DEEDS] == 0.0
    assert sells[PAYS] == pytest.approx(200 / 401)
    cheap = features_of(game, f"offer 1: 300 for {ORANGE[2]}")
    assert (cheap[GAINS_IN_PRICE], cheap[GAIN_IN_PRICE]) == (1.0, pytest.approx(100 / 501))
    assert [deal[NEARER_A_SET] for deal in (buys, sells, cheap)] == [0.0, 1.0, 0.0]
    swap = features_of(game, f"offer 1: Mayfair for {ORANGE[2]}")
    assert swap[NEARER_A_SET] == 1.0, "two of two dark blue streets are nearer than one of three"
    assert features_of(game, f"offer 1: {ORANGE[0]} for {LIGHT_BLUE[1]}")[NEARER_A_SET] == 0.0


@needs_compiled
def test_where_nobody_may_trade_it_uses_another_network() -> None:
    champion = parse_agent("champion")
    assert champion.network is not None
    assert champion.network_without_trades is not None
    for menu, network in (("full", champion.network), ("none", champion.network_without_trades)):
        box = load_box("uk-classic", {"trade_menu": menu})
        assert seat_minds(box, [champion, champion])[0].network.weights == network.weights.ctypes.data
    assert champion.network.weights.ctypes.data != champion.network_without_trades.weights.ctypes.data


def test_a_network_that_is_named_plays_under_all_rules() -> None:
    named = parse_agent(f"champion:{DATA / 'selfplay.npz'}")
    assert named.network_without_trades is named.network


def test_a_new_opponent_accepts_what_is_good_for_it_more_often() -> None:
    good = asked_for([1.0, 1.0, 0.5, 0.0, 1.0, 0.3, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0])
    bad = asked_for([1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.5, 0.0, 1.0])
    assert how_likely(bad, 1) < how_likely(good, 1)


some_features = st.lists(st.floats(0.0, 1.0), min_size=FEATURES - 1, max_size=FEATURES - 1).map(lambda rest: [1.0, *rest])


@given(some_features, st.booleans())
def test_an_answer_moves_the_probability_its_way(features: Features, accepted: bool) -> None:
    mind = asked_for(features)
    before = how_likely(mind, 1)
    answered(mind, 1, accepted)
    assert (how_likely(mind, 1) > before) == accepted


@given(some_features, st.lists(st.booleans(), max_size=200))
def test_long_games_never_give_an_impossible_probability(features: Features, answers: list[bool]) -> None:
    mind = asked_for(features)
    for accepted in answers:
        answered(mind, 1, accepted)
    assert 0.0 < how_likely(mind, 1) < 1.0


def test_the_memory_has_room_for_all_that_is_learnt() -> None:
    assert ASKED_TAKE < MEMORY
    assert NOW + SEATS <= REAL_MEMORY


def test_each_opponent_has_its_own_weights() -> None:
    mind = asked_for([1.0] * FEATURES)
    before = [how_likely(mind, seat) for seat in range(SEATS)]
    answered(mind, 2, True)
    assert [seat for seat in range(SEATS) if how_likely(mind, seat) != before[seat]] == [2]
