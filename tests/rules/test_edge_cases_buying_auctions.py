"""Edge cases 29 to 35: buying and auctions."""

from __future__ import annotations

from .positions import play, player, position, refused, waits


def test_edge_case_29_lander_who_is_short_raises_money_or_bids() -> None:
    """Who cannot pay the price may first raise it; else the square is auctioned, and the lander may bid."""
    mover = player(cash=50, deeds=["Mayfair"])
    game = play(position(mover, player(), dice=[(2, 3)]), "roll")
    assert waits(game) == ("buy", 0)
    refused(game, "buy", "not have enough cash")
    richer = play(game.copy(), "mortgage Mayfair", "buy")
    assert (richer.owner("King's Cross"), richer.cash[0]) == (0, 50)
    play(game, "decline", "pass")
    assert waits(game) == ("bid", 0)
    play(game, "bid 50")
    assert (game.owner("King's Cross"), game.cash[0]) == (0, 0)


def test_edge_case_30_nobody_bids() -> None:
    """A lot without a bid stays with the bank, and the turn goes on."""
    game = play(position(player(), player(), player(), dice=[(2, 3)]), "roll", "decline", "pass", "pass", "pass")
    assert game.owner("King's Cross") is None
    assert waits(game) == ("manage", 0)
    assert game.cash == (1500, 1500, 1500)


def test_edge_case_31_bids_are_limited_to_cash() -> None:
    """The default rule lets nobody bid more than the cash in hand, whatever could be raised."""
    game = play(position(player(), player(cash=80, deeds=["Mayfair"]), dice=[(2, 3)]), "roll", "decline")
    refused(game, "bid 81", "above the bid limit")
    play(game, "bid 80", "pass")
    assert (game.owner("King's Cross"), game.cash[1]) == (1, 0)


def test_edge_case_32_the_lot_just_won_cannot_be_mortgaged_to_pay_for_it() -> None:
    """Where bids may count on money to be raised, it must come from what the winner had before."""
    rich_in_deeds = player(cash=10, deeds=["Mayfair"])
    game = position(player(), rich_in_deeds, dice=[(2, 3)], switches={"bid_limit": "raisable"})
    play(game, "roll", "decline")
    refused(game, "bid 211", "above the bid limit")
    play(game, "bid 150", "pass")
    assert waits(game) == ("raise", 1)
    assert game.owner("King's Cross") is None
    refused(game, "mortgage King's Cross", "does not own it")
    play(game, "mortgage Mayfair")
    assert (game.owner("King's Cross"), game.cash[1]) == (1, 60)
    assert waits(game) == ("manage", 0)


def test_edge_case_33_estate_of_a_bankrupt_is_auctioned_deed_by_deed() -> None:
    """Deeds that fall to the bank are sold at once in board order, free of mortgages, all others bidding."""
    mover = player(cash=0, square=34, deeds={"Mayfair": "mortgaged", "Old Kent Road": "mortgaged"})
    game = position(mover, player(), player(), dice=[(1, 3)], switches={"trade_menu": "none"})
    play(game, "roll")
    assert game.bankrupt(0)
    assert waits(game) == ("bid", 1)
    play(game, "bid 7", "pass")
    assert (game.owner("Old Kent Road"), game.mortgaged("Old Kent Road"), game.cash[1]) == (1, False, 1493)
    assert waits(game) == ("bid", 1)
    play(game, "pass", "bid 9")
    assert (game.owner("Mayfair"), game.mortgaged("Mayfair"), game.cash[2]) == (2, False, 1491)
    assert waits(game) == ("manage", 1)


def test_edge_case_34_winner_who_cannot_pay_is_bankrupt_to_the_bank() -> None:
    """A bid beyond all means ruins the bidder; the lot joins the auctions of what the bidder leaves."""
    bluffer = player(cash=10, deeds=["Old Kent Road"])
    switches = {"bid_limit": "unlimited", "trade_menu": "none"}
    game = position(player(), bluffer, player(), dice=[(2, 3)], switches=switches)
    play(game, "roll", "decline", "bid 5000", "pass", "pass")
    assert game.bankrupt(1)
    assert game.owner("King's Cross") is None
    assert waits(game) == ("bid", 2)
    play(game, "bid 20", "pass")
    assert (game.owner("Old Kent Road"), waits(game)) == (2, ("bid", 2))
    play(game, "pass", "bid 30")
    assert (game.owner("King's Cross"), game.cash) == (0, (1470, 0, 1480))


def test_edge_case_35_square_reached_by_card_may_be_bought_or_auctioned() -> None:
    """It makes no difference whether dice or a card brought the token there."""
    game = play(position(player(square=4), player(), dice=[(1, 2)], chance=["to_trafalgar"]), "roll")
    assert waits(game) == ("buy", 0)
    bought = play(game.copy(), "buy")
    assert (bought.owner("Trafalgar Square"), bought.cash[0]) == (0, 1260)
    play(game, "decline")
    assert waits(game) == ("bid", 1)
