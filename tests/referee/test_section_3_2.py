"""The test cases that the work lists for its adjudicator (Adjudicator 2018, section 3.2), each put to the judge."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rentier import Game

from ..rules.positions import player, position
from .players import RULES, judge, scripted

DARK_BLUE = ("Park Place", "Boardwalk")


def at_table(*seats: dict[str, Any], **more: Any) -> Game:
    """A position of the work's rules."""
    return position(*(seats or (player(), player())), rules=RULES, **more)


def test_a_property_is_bought(tmp_path: Path) -> None:
    game = at_table(dice=[(1, 2)])
    buyer, other = scripted(tmp_path, "buyer", buy_property=[True]), scripted(tmp_path, "other")
    judged = judge(game, buyer, other, decisions=2)
    assert game.owner("Baltic Avenue") == 0, "allocated to the player"
    assert game.cash == (1440, 1500), "and the money deducted"
    assert judged.dice == [[1, 2]]
    assert judged.faults == []


def test_a_property_that_is_not_bought_is_auctioned(tmp_path: Path) -> None:
    game = at_table(dice=[(1, 2)])
    decliner, other = scripted(tmp_path, "decliner", buy_property=[False]), scripted(tmp_path, "other")
    judge(game, decliner, other, decisions=2)
    assert (game.decision, game.actor) == ("bid", 1)
    assert game.owner("Baltic Avenue") is None


def test_the_higher_bid_wins(tmp_path: Path) -> None:
    game = at_table(dice=[(1, 2)])
    first, second = scripted(tmp_path, "first", auction_property=[71]), scripted(tmp_path, "second", auction_property=[70])
    judge(game, first, second, decisions=4)
    assert (game.owner("Baltic Avenue"), game.cash) == (0, (1429, 1500))


def test_a_tie_goes_to_the_other_player(tmp_path: Path) -> None:
    game = at_table(dice=[(1, 2)])
    first, second = scripted(tmp_path, "first", auction_property=[70]), scripted(tmp_path, "second", auction_property=[70])
    judge(game, first, second, decisions=4)
    assert (game.owner("Baltic Avenue"), game.cash) == (1, (1500, 1430))


def test_negative_bids_change_nothing(tmp_path: Path) -> None:
    game = at_table(dice=[(1, 2)])
    first = scripted(tmp_path, "first", auction_property=[-5])
    second = scripted(tmp_path, "second", auction_property=["bid -1"])
    judged = judge(game, first, second, decisions=4)
    assert (game.owner("Baltic Avenue"), game.cash, game.decision) == (None, (1500, 1500), "manage")
    assert judged.faults == [], "no interest is no fault"


def in_jail(**more: Any) -> Game:
    """The first player in jail."""
    dice = more.pop("dice", [(1, 2)])
    return at_table(player(square="Jail / Just Visiting", jail_turns=0, **more), player(), dice=dice)


def test_jail_is_left_by_paying(tmp_path: Path) -> None:
    game = in_jail()
    judge(game, scripted(tmp_path, "payer", jail_decision=["P"]), scripted(tmp_path, "other"), decisions=1)
    assert (game.cash[0], game.in_jail(0)) == (1450, False), "the money is deducted"
    judge(game, scripted(tmp_path, "payer"), scripted(tmp_path, "other"), decisions=1)
    assert (game.dice, game.square[0]) == ((1, 2), 13), "and the player rolls for its turn"


def test_jail_is_left_by_a_card(tmp_path: Path) -> None:
    game = in_jail(jail_cards=["chest"])
    judge(game, scripted(tmp_path, "user", jail_decision=["C"]), scripted(tmp_path, "other"), decisions=1)
    assert (game.jail_cards[0], game.in_jail(0), game.cash[0]) == (0, False, 1500)


def test_jail_is_left_by_a_double(tmp_path: Path) -> None:
    game = in_jail(dice=[(2, 2)])
    judge(game, scripted(tmp_path, "roller", jail_decision=["R"]), scripted(tmp_path, "other"), decisions=1)
    assert (game.cash[0], game.in_jail(0), game.square[0]) == (1500, False, 14), "no fine, and the double is moved"


def test_without_a_double_the_player_stays_in_jail(tmp_path: Path) -> None:
    game = in_jail()
    judge(game, scripted(tmp_path, "roller", jail_decision=["R"]), scripted(tmp_path, "other"), decisions=1)
    assert (game.cash, game.in_jail(0), game.square[0]) == ((1500, 1500), True, 10)
    assert tomllib.loads(game.position())["players"][0]["jail_turns"] == 1, "one roll of three is gone"


def test_rent_goes_from_one_to_the_other(tmp_path: Path) -> None:
    game = at_table(player(), player(deeds=["Baltic Avenue"]), dice=[(1, 2)])
    judge(game, scripted(tmp_path, "visitor"), scripted(tmp_path, "owner"), decisions=1)
    assert game.cash == (1496, 1504)


def test_a_hotel_is_built(tmp_path: Path) -> None:
    game = at_table(player(deeds=dict.fromkeys(DARK_BLUE, 4)), player())
    builder = scripted(tmp_path, "builder", bmst_decision=["build Boardwalk"])
    houses, hotels = game.houses_left, game.hotels_left
    judge(game, builder, scripted(tmp_path, "other"), decisions=1)
    assert houses is not None
    assert hotels is not None
    assert (game.houses_left, game.hotels_left) == (houses + 4, hotels - 1), "four houses go back to the bank"
    assert (game.cash[0], game.buildings("Boardwalk")) == (1300, 5)


def test_houses_are_built_evenly_on_a_whole_group(tmp_path: Path) -> None:
    game = at_table(player(deeds=[*DARK_BLUE, "Baltic Avenue"]), player())
    builder = scripted(
        tmp_path, "builder", bmst_decision=["build Boardwalk", "build Park Place", "build Park Place", "build Park Place"]
    )
    judged = judge(game, builder, scripted(tmp_path, "other"), decisions=4)
    assert (game.houses_left, game.cash[0]) == (29, 900), "each house is taken from the bank and paid"
    assert (game.buildings("Boardwalk"), game.buildings("Park Place")) == (1, 2)
    assert [fault.kind for fault in judged.faults] == ["illegal"], "a third house would not be even"
    assert "even" in judged.faults[0].reason


def test_a_house_needs_the_whole_group(tmp_path: Path) -> None:
    game = at_table(player(deeds=["Boardwalk"]), player(), dice=[(4, 6)])
    builder = scripted(tmp_path, "builder", bmst_decision=["build Boardwalk"])
    judged = judge(game, builder, scripted(tmp_path, "other"), decisions=1)
    assert (game.cash[0], game.buildings("Boardwalk"), game.houses_left) == (1500, 0, 32)
    assert [fault.kind for fault in judged.faults] == ["illegal"]


def test_a_house_is_sold_for_half(tmp_path: Path) -> None:
    game = at_table(player(deeds=dict.fromkeys(DARK_BLUE, 2)), player())
    seller = scripted(tmp_path, "seller", bmst_decision=["sell Boardwalk", "sell Boardwalk"])
    judged = judge(game, seller, scripted(tmp_path, "other"), decisions=2)
    assert (game.cash[0], game.houses_left) == (1600, 29)
    assert (game.buildings("Boardwalk"), game.buildings("Park Place")) == (1, 2), "the state of houses stays balanced"
    assert [fault.kind for fault in judged.faults] == ["illegal"]


def test_a_trade_is_carried_out_when_the_other_says_yes(tmp_path: Path) -> None:
    for answer, owner in ((True, 0), (False, 1), (None, 1)):
        game = at_table(player(deeds=["Baltic Avenue"]), player(deeds=["Boardwalk"]))
        proposer = scripted(tmp_path, "proposer", bmst_decision=["offer 1: Baltic Avenue + 300 for Boardwalk"])
        judge(game, proposer, scripted(tmp_path, "partner", respond_trade=[answer]), decisions=2)
        assert game.owner("Boardwalk") == owner


def test_the_richer_player_wins_after_the_last_turn(tmp_path: Path) -> None:
    game = at_table(player(cash=900), player(cash=1000), switches={"turn_cap": 1}, dice=[(4, 6)])
    judge(game, scripted(tmp_path, "first"), scripted(tmp_path, "second"))
    assert game.winners == (1,)
