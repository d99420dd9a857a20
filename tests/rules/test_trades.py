"""Trades: what may change hands, answers and counter-offers, how many, and what each menu refuses."""

from __future__ import annotations

import pytest

from .positions import BROWN, levels, play, player, position, refused, waits


def test_any_set_of_deeds_cash_and_cards_on_both_sides() -> None:
    """Several deeds, a jail card and cash against several deeds and a card: all of it changes hands at once."""
    seats = (
        player(deeds=["Strand", "Mayfair", "Water Works"], jail_cards=["chance"]),
        player(),
        player(deeds=["Park Lane", "Fleet Street"], jail_cards=["chest"]),
    )
    game = position(*seats)
    play(game, "offer 2: Strand + Mayfair + chance card + 75 for Park Lane + Fleet Street + chest card")
    assert waits(game) == ("respond", 2)
    play(game, "accept")
    assert game.deeds(0) == ("Fleet Street", "Water Works", "Park Lane")
    assert game.deeds(2) == ("Strand", "Mayfair")
    assert (game.cash, game.jail_cards) == ((1425, 1500, 1575), (1, 0, 1))
    assert waits(game) == ("manage", 0)


def test_both_jail_cards_may_go_together() -> None:
    """For cash, from one hand to the other."""
    game = position(player(), player(jail_cards=["chance", "chest"]))
    play(game, "offer 1: 90 for chance card + chest card", "accept")
    assert (game.jail_cards, game.cash) == ((2, 0), (1410, 1590))


def test_refused_offer_changes_nothing() -> None:
    """The proposer goes on managing."""
    game = position(player(deeds=["Strand"]), player())
    play(game, "offer 1: Strand for 500", "refuse")
    assert (game.owner("Strand"), game.cash, waits(game)) == (0, (1500, 1500), ("manage", 0))


def test_counter_offers_go_to_and_fro() -> None:
    """Each counter is an offer the other way; accepting one carries it out as it was said."""
    game = position(player(deeds=["Strand"]), player(deeds=["Mayfair"]))
    play(game, "offer 1: Strand for 500")
    play(game, "counter: 300 for Strand")
    assert waits(game) == ("respond", 0)
    play(game, "counter: Strand + 10 for Mayfair")
    assert waits(game) == ("respond", 1)
    play(game, "accept")
    assert (game.owner("Strand"), game.owner("Mayfair"), game.cash) == (1, 0, (1490, 1510))
    assert waits(game) == ("manage", 0)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_counter_offers_end_at_their_depth(depth: int) -> None:
    """After the last counter the answer is yes or no."""
    game = position(player(deeds=["Strand"]), player(), switches={"counter_offers": depth})
    play(game, "offer 1: Strand for 500")
    if depth > 0:
        play(game, "counter: 100 for Strand")
    if depth > 1:
        play(game, "counter: Strand for 400")
    said = "counter: Strand for 300" if depth == 1 else "counter: 300 for Strand"
    refused(game, said, "the rules allow no further counter-offers")
    assert game.is_legal("accept")
    assert game.is_legal("refuse")


def test_counter_offer_must_differ() -> None:
    """The same terms again are no answer, and every counter is judged like an offer."""
    game = play(position(player(deeds=["Strand"]), player()), "offer 1: Strand for 500")
    refused(game, "counter: 500 for Strand", "must differ")
    refused(game, "counter: 1501 for Strand", "not have enough cash")
    refused(game, "counter: Mayfair for Strand", "does not own everything offered")


def test_a_counter_goes_to_the_one_who_offered() -> None:
    """With several players about, only the two at it are asked."""
    game = position(player(), player(), player(deeds=["Strand"]), to_move=0)
    play(game, "offer 2: 100 for Strand", "counter: Strand for 200")
    assert waits(game) == ("respond", 0)


def test_offers_of_a_turn_run_out_and_come_back() -> None:
    """The number is for the whole turn, and counted anew at the next one."""
    seats = player(square=10, deeds=["Strand"]), player(square=10)
    game = position(*seats, switches={"offers_per_turn": 2}, dice=[(4, 6), (4, 6)])
    play(game, "offer 1: Strand for 1000", "refuse", "roll", "offer 1: Strand for 900", "refuse")
    refused(game, "offer 1: Strand for 800", "no offers left this turn")
    assert not any(str(action).startswith("offer") for action in game.legal_actions())
    play(game, "end", "roll", "end")
    assert game.is_legal("offer 1: Strand for 800")


def test_counters_are_not_counted_as_offers() -> None:
    """Answering costs none of one's own offers."""
    game = position(player(deeds=["Strand"]), player(offers_made=1), switches={"offers_per_turn": 1})
    play(game, "offer 1: Strand for 500", "counter: 100 for Strand", "refuse")
    refused(game, "offer 1: Strand for 400", "no offers left this turn")


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        ("offer 0: Strand for 100", "no such player"),
        ("offer 3: Strand for 100", "no such player"),
        ("offer 2: Strand for 100", "no such player"),
        ("offer 1: nothing for nothing", "nothing would change hands"),
        ("offer 1: Mayfair for 100", "the player does not own everything offered"),
        ("offer 1: Strand for Bow Street", "other player does not own"),
        ("offer 1: Strand for Strand", "other player does not own"),
        ("offer 1: chance card for 50", "the player does not own everything offered"),
        ("offer 1: 50 for chest card", "other player does not own"),
        ("offer 1: 1501 for Mayfair", "player does not have enough cash"),
        ("offer 1: Strand for 801", "other player does not have enough cash"),
        ("offer 1: Chance for 10", "several squares"),
        ("offer 1: Free Parking for 10", "no deed"),
        ("offer 1: Strand + Strand for 10", "twice"),
        ("offer 1: Strand", "should be what is given"),
        ("counter: Strand for 10", "decision does not allow it"),
    ],
)
def test_impossible_offers_are_refused(offer: str, reason: str) -> None:
    """Everybody gives what he has, to a player who is there."""
    game = position(player(deeds=["Strand"]), player(cash=800, deeds=["Mayfair"]), {"bankrupt": 1})
    refused(game, offer, reason)


@pytest.mark.parametrize(
    ("menu", "offer", "allowed"),
    [
        ("one-for-one", "Strand for Mayfair", True),
        ("one-for-one", "Strand + Fleet Street for Mayfair", False),
        ("one-for-one", "Strand for Mayfair + Park Lane", False),
        ("one-for-one", "Strand + 1 for Mayfair", False),
        ("one-for-one", "Strand for Mayfair + 1", False),
        ("one-for-one", "Strand for 100", False),
        ("one-for-one", "chance card for Mayfair", False),
        ("property-for-cash", "Strand for 100", True),
        ("property-for-cash", "100 for Mayfair", True),
        ("property-for-cash", "Strand for Mayfair", False),
        ("property-for-cash", "Strand + Fleet Street for 100", False),
        ("property-for-cash", "Strand for nothing", False),
        ("property-for-cash", "nothing for Mayfair", False),
        ("property-for-cash", "Strand + 100 for nothing", False),
        ("property-for-cash", "chance card for 50", False),
        ("full", "Strand + 100 for nothing", True),
        ("full", "100 for Mayfair + 40", True),
    ],
)
def test_menus_refuse_other_shapes(menu: str, offer: str, allowed: bool) -> None:
    """Each menu has its shapes of offers, for offers and for counters."""
    seats = player(deeds=["Strand", "Fleet Street"], jail_cards=["chance"]), player(deeds=["Mayfair", "Park Lane"])
    game = position(*seats, switches={"trade_menu": menu})
    assert game.is_legal(f"offer 1: {offer}") == allowed
    if not allowed:
        refused(game, f"offer 1: {offer}", "menu")
    start = {"one-for-one": "Mayfair for Fleet Street", "property-for-cash": "1 for Fleet Street", "full": "1 for Fleet Street"}
    answered = play(position(*seats[::-1], switches={"trade_menu": menu}), f"offer 1: {start[menu]}")
    assert answered.is_legal(f"counter: {offer}") == allowed


def test_no_trades_at_all() -> None:
    """The menu `none` refuses everything."""
    game = position(player(deeds=["Strand"]), player(), switches={"trade_menu": "none"})
    refused(game, "offer 1: Strand for 1", "not allow trades")


def test_traded_group_is_complete_at_once() -> None:
    """Who completes a group by a trade may build on it in the same turn; who breaks one may not."""
    game = position(player(deeds=["Old Kent Road"]), player(deeds=["Whitechapel Road"]))
    refused(game, "build Old Kent Road", "whole group")
    play(game, "offer 1: 100 for Whitechapel Road", "accept", "build Old Kent Road", "sell Old Kent Road")
    play(game, "offer 1: Whitechapel Road for 100", "accept")
    refused(game, "build Old Kent Road", "whole group")


def test_built_sets_may_be_traded_whole_where_the_rules_say_so() -> None:
    """With their houses, and only as a whole."""
    seats = player(deeds=levels(BROWN, 2, 3)), player(deeds=["Mayfair"])
    game = position(*seats, switches={"trade_built_sets": True})
    refused(game, "offer 1: Old Kent Road for Mayfair", "buildings on its group")
    play(game, "offer 1: Old Kent Road + Whitechapel Road for Mayfair", "accept")
    assert [(game.owner(lot), game.buildings(lot)) for lot in BROWN] == [(1, 2), (1, 3)]


def test_a_built_group_goes_to_one_player() -> None:
    """Where its lots may belong to two players and have buildings, they are not swapped for each other."""
    seats = player(deeds={"Old Kent Road": 1, "Mayfair": 0}), player(deeds={"Whitechapel Road": 0})
    game = position(*seats, switches={"trade_built_sets": True, "build_without_full_set": True})
    refused(game, "offer 1: Old Kent Road for Whitechapel Road", "buildings on its group")


def test_several_mortgaged_deeds_are_settled_one_by_one() -> None:
    """In board order; the receiver lifts or keeps each, and nothing else is legal meanwhile."""
    game = position(player(deeds={"Strand": "mortgaged", "Mayfair": "mortgaged"}), player())
    play(game, "offer 1: Mayfair + Strand for 10", "accept")
    assert waits(game) == ("settle", 1)
    refused(game, "unmortgage Mayfair", "not the received deed")
    refused(game, "end", "decision does not allow it")
    play(game, "unmortgage Strand", "keep Mayfair")
    assert game.cash == (1510, 1490 - 121 - 20)
    assert (game.mortgaged("Strand"), game.mortgaged("Mayfair")) == (False, True)


def test_receivers_without_the_cash_to_unmortgage_are_not_asked() -> None:
    """They keep the mortgage and pay the interest."""
    game = position(player(deeds={"Strand": "mortgaged"}), player(cash=120))
    play(game, "offer 1: Strand for nothing", "accept")
    assert (waits(game), game.mortgaged("Strand"), game.cash[1]) == (("manage", 0), True, 109)


def test_interest_that_cannot_be_paid_waits_for_an_open_debt() -> None:
    """A partner who unmortgages one deed of a debtor lacks the interest on the next; there is one debt at a time."""
    debtor = player(cash=0, deeds={"Strand": "mortgaged", "Mayfair": "mortgaged", "Park Lane": 0})
    debt = {"debtor": 0, "creditor": 2, "amount": 150}
    game = position(debtor, player(cash=130, deeds=["Bow Street"]), player(), decision="raise", debt=debt)
    play(game, "offer 1: Strand + Mayfair for nothing", "accept", "unmortgage Strand")
    assert (waits(game), game.cash) == (("raise", 0), (0, 9, 1500))
    play(game, "mortgage Park Lane")
    assert (waits(game), game.cash) == (("raise", 1), (25, 9, 1650))
    play(game, "mortgage Bow Street")
    assert (game.mortgaged("Mayfair"), game.cash[1]) == (True, 9 + 90 - 20)


def test_interest_of_several_deeds_must_be_there_together() -> None:
    """The receiver's cash after the trade covers the interest on all of them."""
    game = position(player(deeds={"Strand": "mortgaged", "Mayfair": "mortgaged"}), player(cash=31))
    assert game.is_legal("offer 1: Mayfair + Strand for nothing")
    refused(game, "offer 1: Mayfair + Strand for 1", "could not pay the interest")


def test_player_in_debt_trades_with_interest_paid_at_once() -> None:
    """A debtor who takes a mortgaged deed in a swap pays its interest out of what the trade brings."""
    debtor = player(cash=0, square=34, deeds=["Mayfair"])
    game = position(debtor, player(deeds={"Strand": "mortgaged"}), dice=[(1, 3)])
    play(game, "roll", "offer 1: Mayfair for Strand + 111", "accept")
    assert (game.owner("Strand"), game.cash) == (0, (111 - 11 - 100, 1389))
    assert waits(game) == ("manage", 0)


def test_seats_between_turns_make_offers_too() -> None:
    """In a window any other player may be asked, the mover included, and the mover's turn then begins."""
    seats = player(), player(deeds=["Boardwalk"]), player()
    game = play(position(*seats, rules="modern", phase="done"), "end", "offer 1: 100 for Boardwalk")
    assert waits(game) == ("respond", 1)
    play(game, "refuse", "end")
    assert waits(game) == ("manage", 1)


def test_offers_between_turns_are_counted_anew_for_every_window() -> None:
    """Whoever is asked between turns may make all offers again; nobody else is given any."""
    seats = player(), player(), player(deeds=["Boardwalk"], offers_made=1)
    game = play(position(*seats, rules="modern", switches={"offers_per_turn": 1}, phase="done"), "end")
    assert waits(game) == ("manage", 2)
    play(game, "offer 0: Boardwalk for 500", "refuse")
    refused(game, "offer 0: Boardwalk for 400", "no offers left this turn")


# deeds that must be unmortgaged on receipt


@pytest.mark.parametrize("fee", [True, False])
def test_received_deeds_are_unmortgaged_whether_or_not_keeping_them_would_cost_a_fee(fee: bool) -> None:
    """Nobody may keep the mortgage, so the receiver pays the mortgage and its interest, and never a fee on top."""
    switches = {"unmortgage_on_transfer": True, "mortgage_transfer_fee": fee}
    game = position(player(deeds={"Strand": "mortgaged"}), player(cash=120), player(cash=121), switches=switches)
    refused(game, "offer 1: Strand for nothing", "interest")
    assert not any("Strand" in str(action) for action in game.legal_actions() if str(action).startswith("offer 1"))
    play(game, "offer 2: Strand for nothing", "accept")
    assert (game.mortgaged("Strand"), game.cash[2], waits(game)) == (False, 0, ("manage", 0))


@pytest.mark.parametrize("fee", [True, False])
def test_inherited_deeds_are_unmortgaged_too(fee: bool) -> None:
    """A creditor who lacks the cash raises it."""
    switches = {"unmortgage_on_transfer": True, "mortgage_transfer_fee": fee, "trade_menu": "none"}
    debtor = player(cash=0, deeds={"Strand": "mortgaged"})
    game = position(debtor, player(cash=0, deeds=["Whitechapel Road", "Mayfair"]), player(), switches=switches, dice=[(1, 2)])
    play(game, "roll")
    assert (game.mortgaged("Strand"), waits(game)) == (False, ("raise", 1))
    play(game, "mortgage Mayfair")
    assert game.cash[1] == 200 - 121


def test_a_debtor_may_count_on_mortgaging_a_received_deed_again() -> None:
    """A deed that must be unmortgaged on receipt can be mortgaged at once, so it costs no more than its interest."""
    debt = {"debtor": 0, "creditor": "bank", "amount": 350}
    switches = {"unmortgage_on_transfer": True}
    seats = player(cash=200, deeds=["Mayfair"]), player(deeds={"Strand": "mortgaged"})
    game = position(*seats, switches=switches, decision="raise", debt=debt)
    play(game, "offer 1: nothing for Strand", "accept")
    assert (game.cash[0], waits(game)) == (200 - 121, ("raise", 0))
    play(game, "mortgage Strand", "mortgage Mayfair")
    assert game.cash[0] == 200 - 121 + 110 + 200 - 350
    poorer = position(player(cash=200, deeds=["Regent Street"]), seats[1], switches=switches, decision="raise", debt=debt)
    refused(poorer, "offer 1: nothing for Strand", "debt")
