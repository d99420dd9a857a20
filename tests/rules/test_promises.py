"""Loans and free rent between players, where the house allows them: made, kept, paid back, and ended."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game

from .positions import play, player, position, refused, waits

HOUSE = {"loans": True, "immunity": True}


def table(*seats: dict[str, Any], **more: Any) -> Game:
    return position(*seats, switches={**HOUSE, **more.pop("switches", {})}, **more)


# loans


def test_a_loan_is_paid_back_on_passing_go() -> None:
    """Cash now for an IOU; the salary comes first, then the IOU is paid to who holds it."""
    game = table(player(cash=10, square=38), player(), dice=[(1, 2)])
    play(game, "offer 1: IOU 220 for 200", "accept")
    assert (game.cash, game.owes(0)) == ((210, 1300), (1, 220))
    play(game, "roll")
    assert (game.cash, game.owes(0), waits(game)) == ((210 + 200 - 220, 1300 + 220), None, ("buy", 0))


def test_a_loan_waits_for_the_next_passing_of_go() -> None:
    """A move that stays on this side of GO leaves it."""
    game = play(table(player(square=10, owes=50, owes_to=1), player(), dice=[(4, 6)]), "roll")
    assert (game.cash, game.owes(0)) == ((1500, 1500), (1, 50))


def test_rent_comes_before_the_loan() -> None:
    """The square is settled first; what is left and the deeds must then meet the IOU, or the lender gets them."""
    seats = player(cash=0, square=38, owes=300, owes_to=2, deeds=["Strand"]), player(deeds=["Whitechapel Road"]), player()
    game = play(table(*seats, dice=[(2, 3)]), "roll")
    assert game.cash[1] == 1500 + 4
    assert waits(game) == ("raise", 0)
    game = play(game, "bankrupt")
    assert (game.owner("Strand"), game.cash[2]) == (2, 1500 + 196)


def test_rent_that_is_asked_for_comes_before_the_loan_too() -> None:
    """Whether the owner is asked or not, the same player is paid first."""
    seats = player(cash=0, square=38, owes=300, owes_to=2), player(deeds=["Whitechapel Road"]), player()
    game = play(table(*seats, dice=[(2, 3)], switches={"rent_claim": "asked"}), "roll")
    assert (waits(game), game.owes(0)) == (("claim", 1), (2, 300))
    again = Game.from_position(game.position())
    assert again.position() == game.position()
    play(game, "ask rent")
    assert (game.cash[:2], waits(game)) == ((196, 1504), ("raise", 0))


@pytest.mark.parametrize("answer", ["pay tax", "pay share"])
def test_a_tax_that_leaves_a_choice_comes_before_the_loan(answer: str) -> None:
    seats = player(cash=100, square=38, owes=90, owes_to=1), player()
    game = play(table(*seats, dice=[(2, 4)], switches={"income_tax": "choice"}), "roll")
    assert (waits(game), game.cash[0]) == (("tax", 0), 300)
    play(game, answer)
    assert game.cash == {"pay tax": (10, 1590), "pay share": (300 - 21 - 90, 1590)}[answer]


def test_a_card_that_leaves_a_choice_comes_before_the_loan() -> None:
    seats = player(cash=100, square=38, owes=295, owes_to=1), player()
    game = play(table(*seats, dice=[(1, 3)], chest=["fine_or_chance"]), "roll")
    assert (waits(game), game.cash[0]) == (("card", 0), 300)
    play(game, "pay fine")
    assert (game.cash[0], waits(game)) == (290, ("raise", 0))


def test_what_a_card_makes_players_pay_each_other_comes_before_the_loan() -> None:
    """Birthday money helps to pay the IOU."""
    seats = player(cash=0, square=38, owes=220, owes_to=1), player(), player()
    game = play(table(*seats, dice=[(1, 3)], chest=["birthday"]), "roll")
    assert (game.cash, waits(game)) == ((0, 1490 + 220, 1490), ("manage", 0))


def test_the_loan_comes_before_the_mover_buys_or_bids() -> None:
    """The money that is owed cannot be spent first."""
    seats = player(cash=10, square=38, owes=180, owes_to=1), player()
    for switches in ({}, {"buying": "auction"}):
        game = play(table(*seats, dice=[(1, 2)], switches=switches), "roll")
        assert (game.cash, game.decision) == ((30, 1680), "bid" if switches else "buy")


@pytest.mark.parametrize("buying", ["choice", "auction"])
def test_a_square_is_not_sold_while_the_mover_raises_the_loan(buying: str) -> None:
    """A borrower whom the IOU ruins neither buys the square nor leaves it to an auction."""
    seats = player(cash=0, square=38, owes=500, owes_to=1, deeds=["Strand"]), player(), player()
    game = play(table(*seats, dice=[(1, 2)], switches={"buying": buying}), "roll")
    assert waits(game) == ("raise", 0)
    assert "[auction]" not in game.position()
    again = Game.from_position(game.position())
    assert again.position() == game.position()
    play(game, "bankrupt")
    assert (game.owner("Strand"), game.owner("Whitechapel Road"), waits(game)) == (1, None, ("manage", 1))


def test_iou_for_a_deed_and_taken_off_by_another() -> None:
    """IOUs pay for deeds too; two of them between the same two players cancel, so that one can be paid back early."""
    game = table(player(deeds=["Strand"]), player())
    play(game, "offer 1: Strand for 20 + IOU 250", "accept")
    assert (game.owner("Strand"), game.owes(1), game.cash) == (1, (0, 250), (1520, 1480))
    play(game, "offer 1: IOU 100 for 95", "accept")
    assert (game.owes(0), game.owes(1)) == (None, (0, 150))
    play(game, "offer 1: IOU 200 for 180", "accept")
    assert (game.owes(0), game.owes(1)) == ((1, 50), None)


def test_one_lender_at_a_time() -> None:
    """More from the same, none from another."""
    game = table(player(owes=100, owes_to=1), player(), player())
    refused(game, "offer 2: IOU 50 for 50", "owes another")
    play(game, "offer 1: IOU 50 for 50", "accept")
    assert game.owes(0) == (1, 150)


def test_loans_count_in_the_worth() -> None:
    """Owed to a player it is worth, owed by a player it is none."""
    game = table(player(cash=100, owes=70, owes_to=1), player(cash=100))
    assert (game.worth(0), game.worth(1)) == (30, 170)


def test_a_debtor_with_nothing_to_sell_may_still_borrow() -> None:
    """A tax beyond the cash: an IOU saves the player; without loans the bankruptcy follows at once."""
    broke = player(cash=0, square="GO"), player()
    game = play(table(*broke, dice=[(1, 3)]), "roll")
    assert waits(game) == ("raise", 0)
    play(game, "offer 1: IOU 250 for 200", "accept")
    assert (game.cash, game.owes(0)) == ((0, 1300), (1, 250))
    assert play(position(*broke, dice=[(1, 3)]), "roll").over


def test_a_debtor_who_owes_already_may_borrow_more_from_the_same_player() -> None:
    """Nobody else lends, but that one may."""
    seats = player(cash=0, owes=50, owes_to=2), player(), player()
    game = play(table(*seats, dice=[(1, 3)]), "roll")
    assert waits(game) == ("raise", 0)
    refused(game, "offer 1: IOU 250 for 200", "owes another")
    play(game, "offer 2: IOU 250 for 200", "accept")
    assert (game.cash, game.owes(0)) == ((0, 1500, 1300), (2, 300))


def test_ious_pass_to_the_creditor_of_a_bankrupt() -> None:
    """The heir collects; a borrower who is the heir owes nobody; the bank lets them go."""
    debt = {"debtor": 0, "creditor": 1, "amount": 500}
    lender = player(cash=0, deeds=["Strand"])
    seats = lender, player(), player(owes=80, owes_to=0)
    assert play(table(*seats, decision="raise", debt=debt), "bankrupt").owes(2) == (1, 80)
    assert play(table(*seats, decision="raise", debt={**debt, "creditor": 2}), "bankrupt").owes(2) is None
    assert play(table(*seats, decision="raise", debt={**debt, "creditor": "bank"}), "bankrupt").owes(2) is None


@pytest.mark.parametrize(("owed", "left"), [(80, (None, None)), (100, (None, (2, 20))), (30, ((1, 50), None))])
def test_inherited_ious_cancel_out_those_that_the_heir_owes(owed: int, left: tuple[Any, Any]) -> None:
    """Two IOUs between the same two players never stand against each other, however they came about."""
    seats = player(cash=0, deeds=["Strand"]), player(owes=owed, owes_to=2), player(owes=80, owes_to=0)
    game = table(*seats, decision="raise", debt={"debtor": 0, "creditor": 1, "amount": 500})
    play(game, "bankrupt")
    assert (game.owes(2), game.owes(1)) == left


def test_ious_of_a_bankrupt_are_lost_where_the_deeds_go_to_the_bank() -> None:
    """The creditor gets the cash alone."""
    seats = player(cash=5, deeds=["Strand"]), player(), player(owes=80, owes_to=0)
    debt = {"debtor": 0, "creditor": 1, "amount": 500}
    game = play(table(*seats, decision="raise", debt=debt, switches={"player_bankruptcy": "bank"}), "bankrupt")
    assert (game.owes(2), game.cash[1]) == (None, 1505)


def test_a_bankrupt_borrower_pays_no_more() -> None:
    """The lender loses what another creditor was first to take."""
    seats = player(cash=0, owes=80, owes_to=2, deeds=["Strand"]), player(), player()
    game = table(*seats, decision="raise", debt={"debtor": 0, "creditor": 1, "amount": 500})
    play(game, "bankrupt")
    assert (game.owes(0), game.cash[2]) == (None, 1500)


def test_an_iou_that_fell_due_waits_for_a_debt_before_it() -> None:
    """The rent is raised first; the position in between says that the IOU is due, and reads back."""
    seats = (
        player(cash=0, square=38, owes=30, owes_to=2, deeds=["Strand"]),
        player(deeds={"Old Kent Road": 5, "Whitechapel Road": 5}),
    )
    game = play(table(*seats, player(), dice=[(1, 2)], switches={"salary": 100}), "roll")
    assert waits(game) == ("raise", 0)
    assert "owes_now = true" in game.position()
    again = Game.from_position(game.position())
    assert again.position() == game.position()


# free rent


def test_free_rent_on_a_deed_of_the_other() -> None:
    """Paid for once, for good."""
    game = table(player(square=34), player(deeds=["Mayfair"]), dice=[(2, 3), (1, 2)])
    play(game, "offer 1: 100 for nothing, free rent on Mayfair", "accept", "roll")
    assert (game.square[0], game.cash) == (39, (1400, 1600))
    assert game.free_rent(0) == ("Mayfair",)


def test_free_rent_on_what_one_sells() -> None:
    """The new owner lets the old one stay for nothing; others pay."""
    game = table(player(deeds=["Mayfair"], square=34), player(), player(square=34), dice=[(2, 3), (1, 2), (2, 3)])
    play(game, "offer 1: Mayfair for 400, free rent on Mayfair", "accept", "roll", "end", "roll")
    assert game.cash[0] == 1900
    assert game.free_rent(0) == ("Mayfair",)
    play(game, *(["decline", *["pass"] * 3] if game.decision == "buy" else []), "end", "roll")
    assert game.cash[2] == 1450


def test_free_rent_ends_when_the_deed_changes_hands() -> None:
    """It was the promise of its owner."""
    game = table(player(), player(deeds=["Mayfair"]), player())
    play(game, "offer 1: 10 for nothing, free rent on Mayfair", "accept", "offer 1: 100 for Mayfair", "accept")
    play(game, "offer 2: Mayfair for 100", "accept")
    assert game.free_rent(0) == ()


def test_free_rent_by_both_in_one_trade() -> None:
    """Each lands free on the deeds of the other."""
    game = table(player(deeds=["Strand"]), player(deeds=["Mayfair"]))
    play(game, "offer 1: nothing for nothing, free rent on Strand + Mayfair", "accept")
    assert (game.free_rent(0), game.free_rent(1)) == (("Mayfair",), ("Strand",))


def test_free_rent_only_on_deeds_of_the_two() -> None:
    """Not on those of a third, and not on the bank's."""
    game = table(player(), player(), player(deeds=["Mayfair"]))
    for deed in ("Mayfair", "Strand"):
        refused(game, f"offer 1: 10 for nothing, free rent on {deed}", "deeds of the two")


# with the rest of the rules


def test_the_official_rules_know_neither() -> None:
    """Rules 14.4 and 14.5; edge case 76."""
    game = position(player(deeds=["Strand"]), player())
    refused(game, "offer 1: IOU 20 for 20", "not allow loans")
    refused(game, "offer 1: nothing for 20, free rent on Strand", "not allow promises")


def test_promises_are_listed() -> None:
    """Those who only choose from the list come across them."""
    texts = [str(action) for action in table(player(deeds=["Strand"]), player(deeds=["Mayfair"])).legal_actions()]
    for offer in (
        "offer 1: IOU 220 for 200",
        "offer 1: 200 for IOU 220",
        "offer 1: nothing for 110, free rent on Strand",
        "offer 1: 200 for nothing, free rent on Mayfair",
    ):
        assert offer in texts


def test_a_counter_offer_with_another_promise() -> None:
    """A counter differs by the promise alone; one that does not is no counter."""
    game = play(table(player(), player()), "offer 1: IOU 220 for 200")
    refused(game, "counter: 200 for IOU 220", "differ")
    play(game, "counter: 200 for IOU 230", "accept")
    assert game.owes(0) == (1, 230)


@pytest.mark.parametrize("menu", ["one-for-one", "property-for-cash"])
def test_narrow_menus_hold_no_promises(menu: str) -> None:
    game = table(player(deeds=["Strand"]), player(deeds=["Mayfair"]), switches={"trade_menu": menu})
    refused(game, "offer 1: IOU 220 for 200", "menu")


def test_who_owes_more_than_it_has_pays_no_share_of_its_worth() -> None:
    """A tax is never paid out: by an IOU one may be worth less than nothing."""
    switches = {"loans": True, "income_tax": "choice"}
    game = position(player(10, 0, owes=1000, owes_to=1), player(), switches=switches, dice=[(1, 3)])
    assert play(game, "roll", "pay share").cash[0] == 10
