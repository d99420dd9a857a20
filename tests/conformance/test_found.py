"""Bugs that the property tests of this folder have found, each in its smallest form."""

from __future__ import annotations

import pytest

from rentier.game.check import check
from rentier.game.python_api import lay_deed
from rentier.game.reasons import ALLOWED
from rentier.game.words import Action
from rentier.game_api import Game

from .invariants import check_state


@pytest.mark.parametrize("kind", [-1, -5, -(1 << 63), 23, 1 << 40])
def test_kinds_of_action_that_do_not_exist_are_refused(kind: int) -> None:
    """A negative kind was taken for `end` after the roll."""
    game = Game.new(2, "uk-classic", 1, {"trade_menu": "none"})
    while game.turn < 5:
        assert check(game.box.record, game.state, Action(kind)) != ALLOWED
        game.apply(game.legal_actions()[0])


def test_a_hotel_sold_without_houses_left_builds_nothing_elsewhere() -> None:
    """Its houses used to spread to lots that joined the group later, even mortgaged ones."""
    game = Game.new(2, "uk-classic", 1, {"build_without_full_set": "yes", "building_supply": "3/1"})
    seat = game.actor or 0
    for name, level in (("The Angel Islington", 5), ("Euston Road", -1), ("Pentonville Road", 0)):
        lay_deed(game.box.record, game.state, game.box.square_number(name), seat, level)
    before = game.cash[seat]
    game.apply("sell The Angel Islington")
    check_state(game.box.record, game.state, game._luck)
    assert [game.buildings(name) for name in ("The Angel Islington", "Euston Road", "Pentonville Road")] == [3, 0, 0]
    assert game.cash[seat] == before + 2 * 25


def test_interest_on_a_deed_that_came_back_is_paid_by_both() -> None:
    """A debtor gave a mortgaged deed away and took it back before the debt was paid: each pays for receiving it (72)."""
    game = Game.from_position(
        """
        rules = "uk-classic"
        to_move = 0
        decision = "roll"
        [[players]]
        cash = 10
        square = "GO"
        deeds = { "Whitehall" = "mortgaged", "Trafalgar Square" = 0, "Strand" = 0 }
        [[players]]
        cash = 500
        deeds = { "The Angel Islington" = 0, "Fleet Street" = 0 }
        [luck]
        dice = [[1, 3], [1, 4]]
        """
    )
    game.apply("roll")  # income tax
    assert game.decision == "raise"
    for action in (
        "offer 1: Whitehall for The Angel Islington",
        "accept",
        "keep Whitehall",
        "offer 1: The Angel Islington for Whitehall",
        "accept",
    ):
        game.apply(action)
    assert game.cash == (10 - 7, 500 - 7)
    game.apply("mortgage Trafalgar Square")
    game.apply("mortgage Strand")
    assert game.decision == "manage"
    assert game.cash[0] == 3 + 120 + 110 - 200


def test_equal_sealed_bids_for_the_last_house_do_not_go_on_for_ever() -> None:
    """If nobody wins a tie, two players with equal bids were asked again and again."""
    switches = {"auction": "sealed", "auction_tie": "nobody", "building_supply": "1/0", "shortage_open_bid": 10}
    game = Game.new(2, "uk-classic", 1, switches)
    other = 1 - (seat := game.actor or 0)
    for owner, names in ((seat, ("Old Kent Road", "Whitechapel Road")), (other, ("Park Lane", "Mayfair"))):
        for name in names:
            lay_deed(game.box.record, game.state, game.box.square_number(name), owner, 0)
    game.apply("build Old Kent Road")
    while game.decision == "bid":
        game.apply("bid 70")
    assert game.decision == "place"
    game.apply(game.legal_actions()[0])
    assert game.houses_left == 0
    assert sum(game.cash) == 3000 - 70
