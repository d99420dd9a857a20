"""The actions that a search considers: all that `legal` lists, and offers that complete a group; all of them legal."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from numba import types

from rentier.box import Box, load_box, preset_names
from rentier.box.record import MENU_FULL, MENU_NONE, MOST_SEATS
from rentier.compiled import entry
from rentier.game.check import check
from rentier.game.legal import ACTIONS, legal
from rentier.game.reasons import ALLOWED
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import ACTION_NUMBERS, MOST_ACTIONS, OFFER, Action
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.search.menu import COMPLETES_BOTH, COMPLETES_OWN, NO_USE, PLAIN, list_actions, rank_offer
from tests.rules.positions import BROWN, DARK_BLUE, LIGHT_BLUE, player, position
from tests.search.thinking import MODES, searching

STEPS = 48
# players have deeds from the start, and sometimes a rule changes what may be offered
VARIANTS: tuple[dict[str, object], ...] = (
    {"deal_properties": "all"},
    {"deal_properties": 4, "start_cash": 300, "loans": True, "immunity": True},
    {"deal_properties": "all", "auction": "sealed", "trade_menu": "full", "start_cash": 150},
    {"deal_properties": "all", "trade_menu": "full", "mortgage_transfer_fee": True, "start_cash": 3000},
)


@entry(types.UniTuple(types.int64, 2)(BOX, GAME, ACTIONS))
def listed(box: Any, game: GameRecord, actions: Numbers) -> tuple[int, int]:
    """`list_actions`, for Python."""
    return list_actions(box, game, actions)


@entry(types.int64(BOX, GAME, types.Array(types.int64, 1, "C")))
def rank_of(box: Any, game: GameRecord, row: Numbers) -> int:
    """`rank_offer`, for Python."""
    return rank_offer(box, game, row)


def menu(game: Game) -> tuple[list[Action], list[Action]]:
    """Return the menu of the player to act: the other actions, and the offers."""
    rows = np.full((MOST_ACTIONS, ACTION_NUMBERS), -7, np.int64)
    plain, number = listed(game.box.record, game.state, rows)
    actions = [Action(*row) for row in rows[:number].tolist()]
    return actions[:plain], actions[plain:]


def legal_actions(game: Game) -> list[Action]:
    """Return the actions that the rules list."""
    rows = np.zeros((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
    return [Action(*row) for row in rows[: legal(game.box.record, game.state, rows)].tolist()]


def groups(box: Box) -> list[int]:
    """Return the squares of each group, as bits."""
    return [int(squares) for squares in box.record.group_squares[: box.record.groups]]


def completed(box: Box, before: int, after: int) -> bool:
    """Whether a group is complete after a trade and was not before."""
    return any(squares & ~after == 0 and squares & ~before != 0 for squares in groups(box))


def completes(game: Game, offer: Action) -> tuple[bool, bool]:
    """Whether an offer completes a group of the proposer, and one of the other."""
    own, theirs = int(game.state.deeds[game.state.actor]), int(game.state.deeds[offer.target])
    deeds = int(game.box.record.deeds)
    give, take = offer.give & deeds, offer.take & deeds
    return completed(game.box, own, own & ~give | take), completed(game.box, theirs, theirs & ~take | give)


def judge(game: Game) -> None:
    """Check the menu of a position."""
    plain, offers = menu(game)
    listed_by_rules = legal_actions(game)
    assert all(check(game.box.record, game.state, action) == ALLOWED for action in plain + offers)
    assert len(set(plain + offers)) == len(plain + offers)
    assert not any(action.kind == OFFER for action in plain)
    assert all(action.kind == OFFER for action in offers)
    assert set(listed_by_rules) <= set(plain + offers)
    further = set(plain + offers) - set(listed_by_rules)
    assert not further or game.box.record.trade_menu == MENU_FULL
    assert all(any(completes(game, offer)) for offer in further)
    if game.box.record.trade_menu == MENU_NONE:
        assert not offers


@settings(max_examples=30)
@given(
    preset=st.sampled_from(preset_names()),
    variant=st.sampled_from(VARIANTS),
    players=st.integers(2, MOST_SEATS),
    seed=st.integers(0, 1 << 32),
)
def test_the_menu_of_any_position_is_legal_and_complete(
    preset: str, variant: dict[str, object], players: int, seed: int
) -> None:
    note(f"{preset} {variant} {players} {seed}")
    game, luck = Game.new(players, load_box(preset, variant), seed), random.Random(seed)
    for step in range(STEPS):
        if game.over:
            break
        if (step + seed) % 6 == 0:
            judge(game)
        kinds: dict[int, list[Action]] = {}
        for action in legal_actions(game):
            kinds.setdefault(action.kind, []).append(action)
        game.apply(luck.choice(luck.choice(list(kinds.values()))))


def swap_table(**more: Any) -> Game:
    """Seat 0 lacks one deed of a group that seat 1 has, and vice versa; seat 2 has a deed that helps nobody."""
    return position(
        player(900, 0, (BROWN[0], *LIGHT_BLUE[:2], DARK_BLUE[0])),
        player(900, 0, (BROWN[1], DARK_BLUE[1], "Water Works")),
        player(900, 0, (LIGHT_BLUE[2], "Strand")),
        **more,
    )


def test_bundles_are_offered_for_cash_for_bundles_and_for_a_deed_with_cash() -> None:
    game = swap_table()
    offers = {game.text(offer) for offer in menu(game)[1]}
    assert {f"offer 1: {cash} for Mayfair" for cash in (400, 800)} <= offers
    assert "offer 1: 180 for Whitechapel Road" in offers  # three times its price
    assert "offer 1: Old Kent Road for Mayfair" in offers  # each completes a group
    assert "offer 1: Old Kent Road + 340 for Mayfair" in offers  # ... with the difference in price
    assert f"offer 2: {BROWN[0]} + 120 for {LIGHT_BLUE[2]}" in offers


def test_a_bundle_is_all_that_is_lacking_of_a_group() -> None:
    game = position(player(900, 0, LIGHT_BLUE[:1]), player(900, 0, LIGHT_BLUE[1:]))
    offers = {game.text(offer) for offer in menu(game)[1]}
    both = f"{LIGHT_BLUE[1]} + {LIGHT_BLUE[2]}"
    assert {f"offer 1: {times * 220} for {both}" for times in (1, 2, 3)} <= offers
    assert f"offer 1: {LIGHT_BLUE[0]} for 300" in offers  # it may sell what completes the other's group


def test_promise_is_whose_groups_an_offer_completes() -> None:
    game = swap_table()
    names = {(True, True): COMPLETES_BOTH, (True, False): COMPLETES_OWN, (False, True): NO_USE, (False, False): PLAIN}
    met = set()
    for offer in menu(game)[1]:
        rank = rank_of(game.box.record, game.state, np.array(offer, np.int64))
        assert rank == names[completes(game, offer)], game.text(offer)
        met.add(rank)
    assert met == {COMPLETES_BOTH, COMPLETES_OWN, NO_USE, PLAIN}


@pytest.mark.parametrize("sampling", ["typed", "uniform"])
def test_offers_come_in_the_order_of_promise(sampling: str) -> None:
    game = swap_table()
    search = searching(f"mcts:{sampling},rollouts=1")
    search.think(game.box, game.state)
    actions = [Action(*row) for row in search.workers[0].actions().tolist()]
    plain, offers = menu(game)
    assert sorted(actions) == sorted(plain + offers)
    assert set(actions[: len(plain)]) == set(plain)
    order = [rank_of(game.box.record, game.state, np.array(offer, np.int64)) for offer in actions[len(plain) :]]
    assert order == sorted(order, reverse=True)


def tried_offers(spec: str) -> tuple[int, int]:
    """Return how many offers a search has tried, and how many there were."""
    game = swap_table()
    search = searching(spec)
    search.think(game.box, game.state)
    sums = search.workers[0].sums()
    kinds = search.workers[0].actions()[:, 0].tolist()
    tried = [bool(sums[row, 0] > 0) for row, kind in enumerate(kinds) if kind == OFFER]
    first = tried.index(False) if False in tried else len(tried)
    assert not any(tried[first:])  # the promising ones first
    return sum(tried), len(tried)


@pytest.mark.parametrize("mode", MODES)
def test_widening_lets_offers_join(mode: str) -> None:
    spec = f"mcts:{mode},rollouts=2000,cut=2,c=20"
    few, number = tried_offers(f"{spec},widen=0")
    some, _ = tried_offers(f"{spec},widen=0.5")
    assert number > 40
    assert few == 1
    assert 5 < some < number
    assert tried_offers(f"{spec},widen=1") == (number, number)


def test_all_that_is_no_offer_is_tried_from_the_start() -> None:
    game = swap_table()
    plain = menu(game)[0]
    search = searching(f"mcts:uniform,widen=0,rollouts={len(plain) + 1}")
    thought = search.think(game.box, game.state)
    tried = {candidate.action for candidate in thought.candidates if candidate.visits > 0}
    assert len(tried) == len(plain) + 1
    assert set(plain) <= tried
