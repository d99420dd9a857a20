"""Deals that come up rarely: groups for groups, and jail cards for cash, which only the champion considers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.rare_deals import list_rare_deals
from rentier.box.record import BoxRecord
from rentier.compiled import INTERPRETED, entry
from rentier.game.check import check
from rentier.game.legal import ACTIONS
from rentier.game.reasons import ALLOWED
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import OFFER, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from tests.agents.test_choices import ROOM, choices_of, rolled
from tests.agents.test_selfplay import offers_of, seated
from tests.rules.positions import DARK_BLUE, LIGHT_BLUE, ORANGE, PINK, play, player, position

CARD: Any = {"jail_cards": ["chance"]}


@entry(types.int64(BOX, GAME, ACTIONS))
def listed(box: BoxRecord, game: GameRecord, choices: Numbers) -> int:
    """`list_rare_deals`, for Python."""
    return list_rare_deals(box, game, choices, 0)


def rare_deals(game: Game, room: int = ROOM) -> list[Action]:
    """Return all rare deals, after checking that each is an offer that the rules allow, or would as a counter-offer."""
    rows = np.zeros((room, 5), np.int64)
    number = listed(game.box.record, game.state, rows)
    deals = [Action(*map(int, [*row, 0, 0])) for row in rows[:number]]
    for deal in deals:
        assert deal.kind == OFFER
        assert game.decision == "respond" or check(game.box.record, game.state, deal) == ALLOWED, game.text(deal)
    return deals


def two_halves(**more: Any) -> Game:
    """Two players, each of whom needs two deeds of the other to complete a group."""
    return rolled(
        player(600, deeds=[ORANGE[0], PINK[1], PINK[2]], **more),
        player(600, deeds=[PINK[0], ORANGE[1], ORANGE[2]]),
        player(600),
    )


def deeds_of(deals: list[Action]) -> set[tuple[int, int]]:
    return {(deal.give, deal.take) for deal in deals}


def test_a_group_is_exchanged_for_a_group() -> None:
    game = two_halves()
    oranges, pinks = 1 << 18 | 1 << 19, 1 << 13 | 1 << 14
    assert deeds_of(rare_deals(game)) == {(pinks, oranges)}
    assert (pinks, oranges) not in deeds_of(choices_of(game))
    assert len({deal.amount for deal in rare_deals(game)}) > 1


def test_one_deed_for_a_group_is_no_rare_deal() -> None:
    game = rolled(player(600, deeds=[ORANGE[0], LIGHT_BLUE[0]]), player(600, deeds=[ORANGE[1], ORANGE[2], *LIGHT_BLUE[1:]]))
    assert rare_deals(game) == []


def test_two_who_share_a_group_do_not_exchange_its_halves() -> None:
    assert rare_deals(rolled(player(600, deeds=[DARK_BLUE[0]]), player(600, deeds=[DARK_BLUE[1]]))) == []


def test_a_jail_card_is_sold_and_bought_for_at_most_the_fine() -> None:
    sells = rare_deals(rolled(player(600, **CARD), player(600)))
    buys = rare_deals(rolled(player(600), player(600, **CARD)))
    assert sorted(deal.amount for deal in sells) == [-50, -25, -13]
    assert sorted(deal.amount for deal in buys) == [12, 25, 50]
    assert {deal.give for deal in sells} == {deal.take for deal in buys} != {0}


def test_an_offer_is_answered_by_rare_deals_with_its_maker_alone() -> None:
    game = play(two_halves(**CARD), f"offer 1: 20 for {ORANGE[1]}")
    deals = rare_deals(game)
    assert {deal.target for deal in deals} == {0}
    assert (1 << 18 | 1 << 19, 1 << 13 | 1 << 14) in deeds_of(deals)
    assert any(deal.amount == 50 for deal in deals)


def test_there_are_none_where_nobody_may_trade_nor_more_than_there_is_room_for() -> None:
    assert (
        rare_deals(play(position(player(600, **CARD), player(600), switches={"trade_menu": "none"}, dice=[(4, 6)]), "roll"))
        == []
    )
    assert len(rare_deals(two_halves(), 3)) == 3


@pytest.mark.skipif(INTERPRETED, reason="hundreds of evaluations of 512 nodes")
def test_the_champion_considers_them_and_learns_from_the_answer() -> None:
    game = two_halves()
    offers = offers_of(game, seated(game, "champion"))
    for_both = [offer for offer in offers if offer.count("+") >= 2 and ORANGE[1] in offer and PINK[1] in offer]
    assert for_both
