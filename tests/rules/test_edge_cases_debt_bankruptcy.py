"""Edge cases 78 to 91: debt, bankruptcy and the end."""

from __future__ import annotations

import pytest

from .positions import BROWN, LIGHT_BLUE, ORANGE, PINK, kinds, levels, play, player, position, refused, seen_under, waits

NO_TRADES = {"trade_menu": "none"}


def test_edge_case_78_debtor_with_assets_raises_the_money() -> None:
    """Short of cash is not bankrupt: the debtor sells, mortgages or trades, as the debtor likes."""
    debtor = player(cash=100, deeds=levels(BROWN, 1, 1) | {"Mayfair": 0})
    game = position(debtor, player(deeds=levels(LIGHT_BLUE, 3, 3, 3)), dice=[(2, 4)])
    play(game, "roll")
    assert waits(game) == ("raise", 0)
    refused(game, "end", "decision does not allow it")
    assert {"mortgage Mayfair", "sell Old Kent Road", "offer 1: Mayfair for 200"} <= kinds(game)
    play(game, "sell Old Kent Road")
    assert waits(game) == ("raise", 0)
    play(game, "mortgage Mayfair")
    assert (game.cash, game.bankrupt(0)) == ((55, 1770), False)
    assert waits(game) == ("manage", 0)


def test_edge_case_79_hopeless_debtor_is_bankrupt_as_is() -> None:
    """If sales and mortgages cannot cover the debt none are made: everything goes over as it stands."""
    debtor = player(cash=10, deeds=["Strand"])
    game = position(debtor, player(deeds=levels(LIGHT_BLUE, 3, 3, 3)), player(), dice=[(2, 4)], switches=NO_TRADES)
    play(game, "roll")
    assert game.bankrupt(0)
    assert (game.owner("Strand"), game.mortgaged("Strand"), game.cash) == (1, False, (0, 1510, 1500))


def test_edge_case_79_hopeless_debtor_may_still_be_saved_by_a_trade() -> None:
    """Where trades are allowed a good enough one is the only way left, besides bankruptcy."""
    debtor = player(cash=10, deeds=["Strand"])
    game = position(debtor, player(deeds=levels(LIGHT_BLUE, 3, 3, 3)), player(), dice=[(2, 4)])
    play(game, "roll")
    assert waits(game) == ("raise", 0)
    refused(game, "mortgage Strand", "sales and mortgages cannot raise enough")
    lost = play(game.copy(), "bankrupt")
    assert (lost.owner("Strand"), lost.cash) == (1, (0, 1510, 1500))
    play(game, "offer 2: Strand for 300", "accept")
    assert (game.bankrupt(0), game.cash) == (False, (40, 1770, 1200))


def test_edge_case_80_buildings_of_a_bankrupt_are_sold_to_the_bank() -> None:
    """The creditor gets half their cost in cash and the bare deeds, never the buildings."""
    debtor = player(cash=5, square=4, deeds=levels(BROWN, 2, 1))
    game = position(debtor, player(deeds=levels(PINK, 5, 5, 5)), player(), dice=[(3, 4)], switches=NO_TRADES)
    play(game, "roll")
    assert game.bankrupt(0)
    assert game.cash == (0, 1500 + 5 + 3 * 25, 1500)
    assert [(game.owner(lot), game.buildings(lot)) for lot in BROWN] == [(1, 0), (1, 0)]
    assert game.houses_left == 32


def test_edge_case_81_creditor_pays_interest_on_what_is_inherited() -> None:
    """Each mortgaged deed received is lifted or kept for its interest; a creditor without it owes the bank, and raises it."""
    debtor = player(cash=0, deeds={"Mayfair": "mortgaged", "Strand": "mortgaged"})
    rich = position(debtor, player(deeds=["Whitechapel Road"]), player(), dice=[(1, 2)], switches=NO_TRADES)
    play(rich, "roll")
    assert waits(rich) == ("settle", 1)
    play(rich, "unmortgage Strand", "keep Mayfair")
    assert (rich.cash[1], rich.mortgaged("Strand"), rich.mortgaged("Mayfair")) == (1500 - 121 - 20, False, True)
    poor = position(debtor, player(cash=0, deeds=["Whitechapel Road", "Vine Street"]), player(), dice=[(1, 2)])
    play(poor, "roll", "bankrupt")
    assert waits(poor) == ("raise", 1)
    play(poor, "mortgage Vine Street")
    assert (poor.cash[1], poor.owner("Mayfair"), poor.owner("Strand")) == (100 - 11 - 20, 1, 1)


def test_edge_case_81_inherited_interest_may_ruin_the_creditor() -> None:
    """A creditor who cannot raise the interest falls next, to the bank."""
    debtor = player(cash=0, square=38, deeds=dict.fromkeys(("Mayfair", "Park Lane", "Bond Street"), "mortgaged"))
    switches = NO_TRADES | {"salary": 0}
    heir = player(cash=0, deeds=["Old Kent Road"])
    game = position(debtor, heir, player(), player(), dice=[(1, 2)], switches=switches)
    play(game, "roll")
    assert waits(game) == ("raise", 1)
    play(game, "mortgage Old Kent Road")
    assert (game.bankrupt(0), game.bankrupt(1)) == (True, True)
    assert waits(game) == ("bid", 2)
    for _lot in range(4):
        play(game, "bid 1", "pass")
    assert game.deeds(2) == ("Old Kent Road", "Bond Street", "Park Lane", "Mayfair")
    assert not any(game.mortgaged(deed) for deed in game.deeds(2))


def test_edge_case_82_jail_card_passes_to_the_creditor() -> None:
    """A player bankrupt to another leaves jail cards to that other."""
    debtor = player(cash=0, jail_cards=["chance", "chest"])
    game = position(debtor, player(deeds=["Whitechapel Road"]), player(), dice=[(1, 2)], switches=NO_TRADES)
    play(game, "roll")
    assert (game.bankrupt(0), game.jail_cards) == (True, (0, 2, 0))


def test_edge_case_83_jail_card_of_a_bankrupt_to_the_bank_goes_under_its_deck() -> None:
    """What the bank inherits it puts back where it came from."""
    debtor = player(cash=0, square=34, jail_cards=["chest"])
    game = position(debtor, player(), player(), dice=[(1, 3)], switches=NO_TRADES)
    play(game, "roll")
    assert (game.bankrupt(0), game.jail_cards) == (True, (0, 0, 0))
    assert (seen_under(game, "chest"), seen_under(game, "chance")) == (["jail_card"], [])


def test_edge_case_84_deeds_that_fall_to_the_bank_lose_their_mortgages() -> None:
    """The bank auctions them free of mortgage, so the buyer pays the bid and nothing else."""
    debtor = player(cash=0, square=34, deeds={"Strand": "mortgaged"})
    game = position(debtor, player(), player(), dice=[(1, 3)], switches=NO_TRADES)
    play(game, "roll", "bid 60", "pass")
    assert (game.owner("Strand"), game.mortgaged("Strand"), game.cash[1]) == (1, False, 1440)
    assert waits(game) == ("manage", 1)


@pytest.mark.parametrize(("square", "roll"), [(0, (1, 2)), (34, (1, 3))])
def test_edge_case_85_the_last_player_wins_at_once(square: int, roll: tuple[int, int]) -> None:
    """With two left a bankruptcy, to the other or to the bank, ends the game: no interest, no auction."""
    debtor = player(cash=0, square=square, deeds={"Mayfair": "mortgaged"})
    game = position(debtor, player(deeds=["Whitechapel Road"]), dice=[roll], switches=NO_TRADES)
    play(game, "roll")
    assert (game.over, game.winners, game.actor, game.decision) == (True, (1,), None, "over")
    assert game.cash == (0, 1500)
    assert [(standing.rank, standing.seat) for standing in game.standings] == [(1, 1), (2, 0)]


def test_edge_case_86_bankruptcy_on_another_players_turn() -> None:
    """A guest ruined by a birthday is settled with, mortgaged deeds and all, and then the drawer's turn goes on."""
    guest = player(cash=3, deeds={"Mayfair": "mortgaged"})
    game = position(player(square=13), guest, player(), dice=[(2, 2)], chest=["birthday"], switches=NO_TRADES)
    play(game, "roll")
    assert game.bankrupt(1)
    assert waits(game) == ("settle", 0)
    play(game, "keep Mayfair")
    assert (game.owner("Mayfair"), game.cash) == (0, (1500 + 3 - 20 + 10, 0, 1490))
    assert waits(game) == ("manage", 0)
    assert game.is_legal("roll"), "the double still gives its roll"


def test_estates_are_auctioned_when_all_have_paid_for_the_card() -> None:
    """Where deeds of bankrupt players go to the bank, two guests are ruined by the birthday before either's deeds are sold."""
    guests = player(cash=5, deeds=["Mayfair"]), player(cash=3, deeds=["Strand"])
    switches = NO_TRADES | {"player_bankruptcy": "bank", "mortgages": False}
    game = position(player(square=13), *guests, player(), dice=[(2, 2)], chest=["birthday"], switches=switches)
    play(game, "roll")
    assert (game.cash, waits(game)) == ((1518, 0, 0, 1490), ("bid", 3))
    play(game, "bid 20", "pass")
    assert (game.owner("Strand"), game.owner("Mayfair")) == (3, None), "in board order"


def test_edge_case_87_debt_is_settled_before_the_way_to_jail() -> None:
    """No roll, and so no jail, before the debt is met; and jail cancels nothing."""
    debtor = player(cash=0, square=6, deeds=["Mayfair"])
    game = position(debtor, player(deeds=levels(ORANGE, 1, 1, 1)), dice=[(5, 5), (1, 1)], doubles=1)
    play(game, "roll")
    assert waits(game) == ("raise", 0)
    refused(game, "roll", "decision does not allow it")
    play(game, "mortgage Mayfair")
    assert game.cash == (130, 1570)
    play(game, "roll")
    assert game.in_jail(0)
    assert game.cash == (130, 1570)


def test_edge_case_88_the_bank_never_runs_out_of_money() -> None:
    """Whatever the bank has paid already, it pays."""
    game = position(player(cash=900_000_000, square=36), player(cash=900_000_000), dice=[(1, 3)])
    play(game, "roll")
    assert game.cash[0] == 900_000_200


def test_edge_case_89_resigning_is_bankruptcy_to_the_bank() -> None:
    """Without a debt everything falls to the bank; in debt it falls to the creditor."""
    quitter = player(deeds=["Mayfair"], jail_cards=["chest"])
    game = play(position(quitter, player(), player()), "bankrupt")
    assert (game.bankrupt(0), game.cash, game.jail_cards) == (True, (0, 1500, 1500), (0, 0, 0))
    assert waits(game) == ("bid", 1)
    debtor = player(cash=10, deeds=["Mayfair"], jail_cards=["chest"])
    owing = position(debtor | {"square": 31}, player(deeds=["Park Lane"]), player(), dice=[(2, 4)])
    play(owing, "roll")
    assert waits(owing) == ("raise", 0)
    play(owing, "bankrupt")
    assert (owing.owner("Mayfair"), owing.cash, owing.jail_cards) == (1, (0, 1510, 1500), (0, 1, 0))


def test_edge_case_90_cap_comes_after_an_equal_number_of_turns() -> None:
    """A cap on rounds lets the round be finished, so that everybody has had as many turns."""
    switches = {"round_cap": 2, "cap": "worth"}
    seats = [player(square=10) for _seat in range(3)]
    game = position(*seats, switches=switches, round=2, first=1, to_move=2, dice=[(4, 6), (4, 6)])
    play(game, "roll", "end")
    assert not game.over
    play(game, "roll", "end")
    assert (game.over, game.winners) == (True, (0, 1, 2))


def test_edge_case_91_equal_worth_shares_the_rank() -> None:
    """Nothing breaks a tie at the cap: equal players win together."""
    switches = {"round_cap": 1, "cap": "worth"}
    seats = player(cash=1100, square=10, deeds=["Mayfair"]), player(), player(cash=1499)
    game = position(*seats, switches=switches, first=1, phase="done")
    play(game, "end")
    assert (game.over, game.winners) == (True, (0, 1))
    assert [(standing.rank, standing.seat, standing.worth) for standing in game.standings] == [
        (1, 0, 1500),
        (1, 1, 1500),
        (3, 2, 1499),
    ]
