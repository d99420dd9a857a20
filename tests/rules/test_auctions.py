"""Auctions of deeds: the order of bidding, raises and passes, sealed bids, limits, floors, and estates."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game

from .positions import kinds, play, player, position, refused, waits

SEALED = {"auction": "sealed"}


def auction(*seats: dict[str, Any], to_move: int = 0, **switches: Any) -> Game:
    """The mover has declined Whitechapel Road."""
    game = position(*(seats or [player() for _seat in range(4)]), to_move=to_move, switches=switches, dice=[(1, 2)])
    return play(game, "roll", "decline")


@pytest.mark.parametrize("mover", range(4))
def test_bidding_starts_left_of_the_mover_and_goes_round(mover: int) -> None:
    """Each in turn, the mover last, then round again."""
    game = auction(to_move=mover)
    asked = []
    for bid in range(1, 9):
        asked.append(game.actor)
        play(game, f"bid {bid}")
    assert asked == [(mover + step) % 4 for step in range(1, 9)]


def test_passing_is_final() -> None:
    """Who passes is not asked again; the last one bidding wins and pays the bid."""
    game = auction()
    play(game, "bid 10", "pass", "bid 20", "bid 30")
    assert waits(game) == ("bid", 1)
    play(game, "bid 31")
    assert waits(game) == ("bid", 3)
    play(game, "pass", "pass")
    assert (game.owner("Whitechapel Road"), game.cash) == (1, (1500, 1469, 1500, 1500))
    assert waits(game) == ("manage", 0)


def test_nobody_bids_against_himself() -> None:
    """When all others have passed the leader has won at once."""
    game = play(auction(), "pass", "pass", "pass")
    assert waits(game) == ("bid", 0)
    play(game, "bid 1")
    assert (game.owner("Whitechapel Road"), game.cash[0]) == (0, 1499)


def test_raises_must_reach_the_increment() -> None:
    """A bid is at least the one before and the increment."""
    game = play(auction(auction_increment=5), "bid 10")
    for bid in (0, 5, 10, 14):
        refused(game, f"bid {bid}", "below the minimum")
    play(game, "bid 15")


def test_who_cannot_raise_is_not_asked() -> None:
    """Players without the cash for the next bid drop out by themselves, and where nobody can bid there is no auction."""
    game = auction(player(), player(), player(cash=50), player(cash=51))
    play(game, "bid 50")
    assert waits(game) == ("bid", 3)
    penniless = auction(*[player(cash=0) for _seat in range(3)])
    assert waits(penniless) == ("manage", 0)
    assert penniless.owner("Whitechapel Road") is None


@pytest.mark.parametrize(
    ("price", "square", "roll", "deed"), [(60, 0, (1, 2), "Whitechapel Road"), (150, 5, (3, 4), "Electric Company")]
)
def test_half_price_floor(price: int, square: int, roll: tuple[int, int], deed: str) -> None:
    """The first bid is at least half the printed price."""
    game = position(player(square=square), player(), dice=[roll], switches={"auction_open_bid": "half-price"})
    play(game, "roll", "decline")
    refused(game, f"bid {price // 2 - 1}", "below the minimum")
    play(game, f"bid {price // 2}", "pass")
    assert (game.owner(deed), game.cash[1]) == (1, 1500 - price // 2)


def test_modern_auctions_open_at_ten() -> None:
    """The modern guide opens at 10 and raises by 1."""
    game = play(position(rules="modern", dice=[(1, 2)]), "roll", "decline")
    refused(game, "bid 9", "below the minimum")
    play(game, "bid 10", "bid 11", "pass")
    assert (game.owner("Baltic Avenue"), game.cash) == (0, (1489, 1500))


def test_bids_listed_are_legal_and_hold_the_least() -> None:
    """The menu of bids: pass, the least, and quarters of the price, nothing beyond the limit."""
    game = auction(player(), player(cash=70))
    assert kinds(game) == {"pass", "bid 1", "bid 15", "bid 30", "bid 45", "bid 60"}
    assert all(game.is_legal(action) for action in game.legal_actions())


def test_sealed_bids_are_made_once_and_the_highest_pays_its_bid() -> None:
    """Everybody is asked once from the left of the mover, without knowing the bids before."""
    game = auction(**SEALED)
    asked = []
    for action in ("bid 30", "bid 90", "pass", "bid 60"):
        asked.append(game.actor)
        refused(game, "bid 0", "below the minimum")
        assert game.is_legal("bid 1"), "a lower bid than those in the envelopes is fine"
        play(game, action)
    assert asked == [1, 2, 3, 0]
    assert (game.owner("Whitechapel Road"), game.cash) == (2, (1500, 1500, 1410, 1500))


def test_sealed_bids_are_not_part_of_the_position() -> None:
    """Nobody sees what lies in an envelope."""
    low, high = auction(**SEALED), auction(**SEALED)
    play(low, "bid 1")
    play(high, "bid 1000")
    assert low.position() == high.position()


def test_sealed_auction_without_bids() -> None:
    """Where nobody bids the deed stays with the bank."""
    game = play(auction(**SEALED), "pass", "pass", "pass", "pass")
    assert game.owner("Whitechapel Road") is None
    assert waits(game) == ("manage", 0)


@pytest.mark.parametrize(("tie", "winner"), [("first", 3), ("last", 1), ("nobody", None)])
def test_sealed_ties_go_by_the_order_of_bidding(tie: str, winner: int | None) -> None:
    """The order begins left of the mover, so it is not the order of seats."""
    game = auction(to_move=2, **SEALED, auction_tie=tie)
    play(game, "bid 50", "bid 20", "bid 50", "pass")
    assert game.owner("Whitechapel Road") == winner
    assert sum(game.cash) == (6000 if winner is None else 5950)


def test_tie_below_the_highest_bid_does_not_matter() -> None:
    """Only the highest bids are compared."""
    game = auction(**SEALED, auction_tie="nobody")
    play(game, "bid 50", "bid 50", "bid 60", "pass")
    assert game.owner("Whitechapel Road") == 3


@pytest.mark.parametrize(("limit", "most"), [("cash", 100), ("raisable", 100 + 200 + 30), ("unlimited", 1_000_000_000)])
def test_limits_of_a_bid(limit: str, most: int) -> None:
    """Cash, or cash with the mortgages of all free deeds, or anything."""
    bidder = player(cash=100, deeds={"Mayfair": 0, "Strand": "mortgaged", "Old Kent Road": 0})
    game = auction(player(), bidder, bid_limit=limit)
    assert game.is_legal(f"bid {most}")
    refused(game, f"bid {most + 1}", "above the bid limit")


def test_buildings_count_among_what_is_raisable() -> None:
    """Half the cost of each house, and the mortgages of the lots below."""
    bidder = player(cash=0, deeds={"Park Lane": 1, "Mayfair": 2})
    game = auction(player(), bidder, bid_limit="raisable")
    assert game.is_legal(f"bid {3 * 100 + 175 + 200}")
    refused(game, f"bid {3 * 100 + 175 + 200 + 1}", "above the bid limit")


def test_unlimited_bid_may_be_met_by_raising_money() -> None:
    """A bid beyond the cash becomes a debt to the bank; the deed comes when it is paid."""
    game = auction(player(), player(cash=10, deeds=["Mayfair"]), bid_limit="unlimited")
    play(game, "bid 150", "pass")
    assert waits(game) == ("raise", 1)
    play(game, "mortgage Mayfair")
    assert (game.owner("Whitechapel Road"), game.cash[1]) == (1, 60)


def test_estate_auctions_follow_one_another_in_board_order() -> None:
    """The deeds of a player who falls to the bank are bid for one by one, left of the one who fell first."""
    game = position(player(), player(deeds=["Mayfair", "Strand", "Old Kent Road"]), player(), player(), to_move=1)
    play(game, "bankrupt")
    for deed in ("Old Kent Road", "Strand", "Mayfair"):
        assert waits(game) == ("bid", 2)
        play(game, "bid 5", "pass", "bid 6", "pass")
        assert game.owner(deed) == 0
    assert waits(game) == ("manage", 2)
    assert game.cash == (1482, 0, 1500, 1500)


def test_estate_without_auctions_returns_to_the_bank() -> None:
    """Where the rules know no auction the deeds are simply for sale again."""
    game = play(position(player(deeds=["Strand"]), player(), player(), switches={"auction": "none"}), "bankrupt")
    assert game.owner("Strand") is None
    assert waits(game) == ("manage", 1)


def test_estate_lots_without_bids_stay_with_the_bank() -> None:
    """Each lot is offered once."""
    game = play(position(player(deeds=["Strand", "Mayfair"]), player(), player()), "bankrupt", "pass", "pass", "pass", "bid 3")
    assert (game.owner("Strand"), game.owner("Mayfair")) == (None, 2)


def test_money_is_raised_for_a_purchase_only_where_it_is_short() -> None:
    """Who can pay the price decides at once, and manages at the usual times."""
    rich = play(position(player(cash=60, deeds=["Mayfair"]), player(), dice=[(1, 2)]), "roll")
    assert kinds(rich) == {"buy", "decline"}
    refused(rich, "mortgage Mayfair", "has enough cash")
    poor = play(position(player(cash=59, deeds=["Mayfair"]), player(), dice=[(1, 2)]), "roll")
    assert poor.is_legal("mortgage Mayfair")
    assert poor.is_legal("offer 1: Mayfair for 100")
    refused(poor, "mortgage Strand", "does not own it")
