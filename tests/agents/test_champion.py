"""The agent `champion`: how it bargains."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from rentier.agents.bargaining import ACCEPTED, KINDS, OFFERED, PRIOR_ACCEPTED, PRIOR_OFFERS, acceptance, count_answer
from rentier.agents.mind import MIND, MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED, entry
from rentier.game.words import OFFER, Action
from rentier.layout import new
from rentier.player import Player
from tests.agents.test_selfplay import at_a_table_with_deals, offers_of, seated
from tests.rules.positions import play

needs_compiled = pytest.mark.skipif(INTERPRETED, reason="hundreds of evaluations of 512 nodes")


@entry(types.float64(MIND, types.int64, types.int64))
def how_likely(mind: MindRecord, seat: int, kind: int) -> float:
    return acceptance(mind, seat, kind)


@entry(types.void(MIND, types.int64, types.int64, types.int64))
def answered(mind: MindRecord, seat: int, kind: int, accepted: int) -> None:
    count_answer(mind, seat, kind, accepted)


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
def test_a_deal_that_is_made_counts_as_accepted() -> None:
    game = at_a_table_with_deals()
    sitting = seated(game, "champion")
    offer = Action(*sitting.decide(game.state))
    assert offer.kind == OFFER
    memory = sitting.seats[0].mind.memory
    play(game, game.text(offer), "accept")
    sitting.decide(game.state)
    assert memory[OFFERED + offer.target] == memory[ACCEPTED + offer.target] > 0
    assert int(memory[OFFERED + offer.target]).bit_count() == 1, "one offer of one kind"


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


def test_refusals_make_an_offer_less_likely_and_acceptances_more() -> None:
    mind = new(MindRecord)
    start = how_likely(mind, 1, 3)
    assert start == pytest.approx(PRIOR_ACCEPTED[3] / PRIOR_OFFERS)
    answered(mind, 1, 3, 0)
    refused = how_likely(mind, 1, 3)
    answered(mind, 1, 3, 1)
    assert refused < start
    assert how_likely(mind, 1, 3) > refused


def test_each_opponent_and_kind_has_its_own_counts() -> None:
    mind = new(MindRecord)
    before = {(seat, kind): how_likely(mind, seat, kind) for seat in range(6) for kind in range(KINDS)}
    answered(mind, 2, 7, 1)
    changed = [place for place, chance in before.items() if how_likely(mind, *place) != chance]
    assert changed == [(2, 7)]


@given(st.lists(st.tuples(st.integers(0, KINDS - 1), st.booleans()), max_size=200))
def test_long_games_never_give_an_impossible_probability(answers: list[tuple[int, bool]]) -> None:
    mind = new(MindRecord)
    for kind, accepted in answers:
        answered(mind, 0, kind, int(accepted))
    for kind in range(KINDS):
        given_answers = [accepted for of, accepted in answers if of == kind]
        assert 0.0 < how_likely(mind, 0, kind) < 1.0
        if given_answers and all(given_answers):
            assert how_likely(mind, 0, kind) > PRIOR_ACCEPTED[kind] / PRIOR_OFFERS
        if not any(given_answers):
            assert how_likely(mind, 0, kind) <= PRIOR_ACCEPTED[kind] / PRIOR_OFFERS
