"""Swaps counted and picked without writing them down are those of the list, in its order."""

from __future__ import annotations

import random
from typing import Any

import pytest
from numba import types

from rentier import Game
from rentier.compiled import entry
from rentier.game.check import ACTION
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.swaps import count_swaps, only_swaps, swap_at
from rentier.game.words import OFFER, Action


@entry(types.int64(BOX, GAME))
def number_of_swaps(box: Any, game: GameRecord) -> int:
    """How many there are; -1 where the list has other offers too."""
    return count_swaps(box, game) if only_swaps(box, game) else -1


@entry(ACTION(BOX, GAME, types.int64))
def swap(box: Any, game: GameRecord, place: int) -> Action:
    """The one at a place."""
    return swap_at(box, game, place)


@pytest.mark.slow
@pytest.mark.parametrize("fee", [False, True])
def test_swaps_are_those_of_the_list(fee: bool) -> None:
    changes = {"deal_properties": 6, "mortgage_transfer_fee": fee, "start_cash": 120, "trade_menu": "one-for-one"}
    luck = random.Random(3)
    for seed in range(3):
        game = Game.new(4, "sammul2018", seed, changes)
        for _decision in range(150):
            if game.over:
                break
            listed = game.legal_actions()
            offers = [action for action in listed if action.kind == OFFER]
            number = number_of_swaps(game.box.record, game.state)
            assert number in (len(offers), -1)
            for place in range(number):
                assert Action(*map(int, swap(game.box.record, game.state, place))) == offers[place]
            game.apply(luck.choice(listed))
