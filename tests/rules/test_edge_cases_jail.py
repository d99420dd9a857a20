"""Edge cases 20 to 28: jail."""

from __future__ import annotations

import pytest

from .positions import BROWN, levels, play, player, position, refused, seen_under, waits


def test_edge_case_20_third_turn_without_a_double_pays_and_moves() -> None:
    """The fine falls due after the roll, the token moves by that same roll, and its square is settled."""
    game = position(player(jail_turns=2), player(deeds=["Whitehall"]), dice=[(1, 2)])
    play(game, "roll")
    assert (game.in_jail(0), game.square[0], game.cash) == (False, 13, (1440, 1510))
    assert waits(game) == ("manage", 0)


def test_edge_case_21_third_turn_double_is_free() -> None:
    """A double on the last turn costs nothing, moves, and gives no further roll."""
    game = position(player(jail_turns=2), player(deeds=["Northumberland Avenue"]), dice=[(2, 2)])
    play(game, "roll")
    assert (game.in_jail(0), game.square[0], game.cash) == (False, 14, (1488, 1512))
    assert not game.is_legal("roll")
    assert game.is_legal("end")


@pytest.mark.parametrize(("rules", "allowed"), [("us-classic", False), ("uk-classic", False), ("modern", True)])
def test_edge_case_22_paying_before_the_third_roll(rules: str, allowed: bool) -> None:
    """Classic rules let a player pay on the first two turns only, modern ones on any; a card helps on every turn."""
    game = position(player(jail_turns=2, jail_cards=["chance"]), player(), rules=rules)
    assert game.is_legal("pay fine") == allowed
    assert game.is_legal("use card")
    earlier = position(player(jail_turns=1), player(), rules=rules)
    assert earlier.is_legal("pay fine")


def test_edge_case_23_fine_of_the_third_turn_must_be_raised() -> None:
    """Who lacks the fine raises it and then moves by the roll; who cannot is bankrupt to the bank and never moves."""
    mover = player(cash=30, jail_turns=2, deeds=["Mayfair"])
    game = play(position(mover, player(), dice=[(4, 6)]), "roll")
    assert waits(game) == ("raise", 0)
    assert (game.in_jail(0), game.square[0]) == (True, 10)
    play(game, "mortgage Mayfair")
    assert (game.in_jail(0), game.square[0], game.cash[0]) == (False, 20, 180)
    poor = play(position(player(cash=30, jail_turns=2), player(), player(), dice=[(4, 6)]), "roll")
    assert (poor.bankrupt(0), poor.square[0], poor.cash) == (True, 10, (0, 1500, 1500))
    assert waits(poor) == ("manage", 1)


def test_edge_case_24_jail_card_waits_for_the_next_turn() -> None:
    """A card in hand does not stop the way to jail; it can be used when the player's next turn begins."""
    mover = player(square=20, jail_cards=["chance"])
    game = play(position(mover, player(), dice=[(4, 6), (4, 6)]), "roll")
    assert (game.in_jail(0), game.jail_cards[0], game.actor) == (True, 1, 1)
    play(game, "roll", "end")
    assert waits(game) == ("manage", 0)
    play(game, "use card")
    assert (game.in_jail(0), game.jail_cards[0]) == (False, 0)


def test_edge_case_25_jailed_owner_collects_rent() -> None:
    """An owner in jail is paid in full."""
    game = position(player(), player(jail_turns=1, deeds=["The Angel, Islington"]), dice=[(2, 4)])
    play(game, "roll")
    assert game.cash == (1494, 1506)


def test_edge_case_26_jailed_player_does_business() -> None:
    """From jail a player builds, mortgages, trades and bids like anybody else."""
    jailed = player(jail_turns=0, deeds=levels(BROWN, 0, 0) | {"Mayfair": 0})
    game = position(jailed, player(square=4, deeds=["Strand"]), dice=[(1, 2), (2, 6)])
    play(game, "build Old Kent Road", "mortgage Mayfair", "offer 1: 100 for Strand", "accept")
    assert (game.buildings("Old Kent Road"), game.mortgaged("Mayfair"), game.owner("Strand")) == (1, True, 0)
    play(game, "roll", "end", "roll", "decline")
    assert game.in_jail(0)
    assert waits(game) == ("bid", 0)
    play(game, "bid 10", "pass")
    assert game.owner("Electric Company") == 0


def test_edge_case_27_both_jail_cards_go_back_to_their_own_decks() -> None:
    """A player may hold both cards; each returns under the deck it came from."""
    game = position(player(jail_turns=0, jail_cards=["chance", "chest"]), player())
    assert game.jail_cards == (2, 0)
    play(game, "use card")
    assert game.jail_cards == (1, 0)
    assert (seen_under(game, "chance"), seen_under(game, "chest")) == (["jail_card"], [])
    other = play(position(player(jail_turns=0, jail_cards=["chest"]), player(jail_cards=["chance"])), "use card")
    assert (seen_under(other, "chance"), seen_under(other, "chest")) == ([], ["jail_card"])
    assert other.jail_cards == (0, 1)


def test_edge_case_28_bought_jail_card_is_used_at_once() -> None:
    """A player in jail buys another's card at the start of the turn and leaves with it."""
    game = position(player(jail_turns=1), player(jail_cards=["chest"]), dice=[(4, 6)])
    refused(game, "use card", "has no Get Out of Jail Free card")
    play(game, "offer 1: 40 for chest card", "accept", "use card", "roll")
    assert (game.in_jail(0), game.square[0], game.cash, game.jail_cards) == (False, 20, (1460, 1540), (0, 0))
