"""Reasons in the words of the game: one position for each, and nothing where there is nothing to say."""

from __future__ import annotations

import pytest

from rentier.game.words import Action
from rentier.game_api import Game
from rentier.narration.reasons import Reasons
from rentier.record.actions import parse_action
from tests.rules.positions import DARK_BLUE, ORANGE, STATIONS, UTILITIES, levels, play, player, position


def action(game: Game, text: str) -> Action:
    """Read an action of a game."""
    return Action(*parse_action(game.box, text))


def why_worse(game: Game, done: str, better: str, you: int | None = 0) -> str:
    """Say why what Ann or bot did was worse."""
    reasons = Reasons(game.box, ["Ann", "bot", "Cleo"][: game.players], game.players, you)
    return reasons.why_worse(game.state, action(game, done), action(game, better))


def why_better(game: Game, best: str, other: str, you: int | None = 0) -> str:
    """Say why one option is better."""
    reasons = Reasons(game.box, ["Ann", "bot", "Cleo"][: game.players], game.players, you)
    return reasons.why_better(game.state, action(game, best), action(game, other))


def asked_for(terms: str, *players: dict[str, object]) -> Game:
    """Let bot, in seat 1, make Ann an offer; Ann decides."""
    return play(position(*players, to_move=1), f"offer 0: {terms}")


def test_giving_another_player_a_set() -> None:
    ann, bot = player(500, 0, ORANGE[:1]), player(700, 5, ORANGE[1:])
    game = asked_for("100 for Bow Street", ann, bot)
    assert why_worse(game, "accept", "refuse") == (
        "You let bot complete the Orange set; bot then has £600, enough for 6 houses at once. "
        "You sold Bow Street to bot for £100; its printed price is £180."
    )
    assert why_better(game, "refuse", "accept") == (
        "Otherwise, you would let bot complete the Orange set; bot then has £600, enough for 6 houses at once. "
        "Otherwise, you would sell Bow Street to bot for £100; its printed price is £180."
    )


def test_a_counter_offer_is_described_as_if_it_were_accepted() -> None:
    game = asked_for("100 for Bow Street", player(500, 0, ORANGE[:1]), player(700, 5, ORANGE[1:]))
    assert why_better(game, "counter: 300 for Marlborough Street + Vine Street", "accept").startswith(
        "If accepted, you complete the Orange set, with £200 in hand, enough for 2 houses at once. "
    )


def test_a_set_without_money_or_with_a_mortgage_builds_nothing() -> None:
    poor = asked_for("10 for Bow Street", player(500, 0, ORANGE[:1]), player(60, 5, ORANGE[1:]))
    assert why_worse(poor, "accept", "refuse").startswith("You let bot complete the Orange set; bot then has £50. ")
    mortgaged = levels(ORANGE[1:], "mortgaged", 0)
    blocked = asked_for("100 for Bow Street", player(500, 0, ORANGE[:1]), player(700, 5, mortgaged))
    assert why_worse(blocked, "accept", "refuse").startswith("You let bot complete the Orange set; bot then has £600. ")


def test_no_more_houses_than_the_bank_has() -> None:
    ann, bot = player(500, 0, ORANGE[:1]), player(5000, 5, ORANGE[1:])
    assert "enough for 12 houses at once" in why_worse(asked_for("9 for Bow Street", ann, bot), "accept", "refuse")


def test_not_completing_ones_own_set() -> None:
    game = asked_for("Vine Street for 300", player(900, 0, ORANGE[:2]), player(700, 5, ORANGE[2:]))
    assert why_worse(game, "refuse", "accept") == (
        "Instead, you would have completed the Orange set, with £600 in hand, enough for 6 houses at once."
    )
    assert why_better(game, "accept", "refuse", you=None) == (
        "Ann completes the Orange set, with £600 in hand, enough for 6 houses at once."
    )


def test_breaking_up_a_set_by_an_offer() -> None:
    game = position(player(500, 0, ORANGE), player(500, 5))
    assert why_worse(game, "offer 1: Bow Street for nothing", "roll") == (
        "If accepted, you would have broken up the complete Orange set. "
        "If accepted, you would have given bot Bow Street for nothing; its printed price is £180."
    )


def test_cash_below_a_rent_within_reach() -> None:
    rich, poor = (position(player(cash, "Piccadilly", ORANGE), player(500, 5, DARK_BLUE)) for cash in (420, 180))
    assert why_worse(rich, "build Bow Street", "roll") == ""
    assert why_worse(poor, "build Bow Street", "roll") == (
        "You kept only £80; the rent on Mayfair, within reach of the next roll, is £100."
    )


def test_rents_out_of_reach_are_not_named() -> None:
    game = position(player(180, 0, ORANGE), player(500, 5, DARK_BLUE))
    assert why_worse(game, "build Bow Street", "roll") == ""


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ("350 for Bow Street", "Instead, you would have sold Bow Street to bot for £350; its printed price is £180."),
        ("Vine Street for 50", "Instead, you would have bought Vine Street from bot for £50; its printed price is £200."),
        ("Vine Street for Bow Street", ""),
        ("180 for Bow Street", ""),
    ],
)
def test_prices_of_a_trade_that_was_refused(terms: str, sentence: str) -> None:
    game = asked_for(terms, player(500, 0, ORANGE[:1]), player(700, 5, ORANGE[2:]))
    assert why_worse(game, "refuse", "accept") == sentence


def test_a_deed_that_was_not_bought() -> None:
    game = play(position(player(500, 0), player(), dice=[(1, 2)]), "roll")
    assert why_worse(game, "decline", "buy") == "Instead, you would have bought Whitechapel Road at its printed price of £60."
    assert why_better(game, "buy", "decline") == "You buy Whitechapel Road at its printed price of £60."


def test_a_deed_that_was_let_go_at_an_auction() -> None:
    game = play(position(player(500, 0), player(), dice=[(1, 2)]), "roll", "decline")
    while game.actor != 1:
        game.apply("bid 10")
    game.apply("bid 20")
    assert why_worse(game, "pass", "bid 30") == "You let bot have Whitechapel Road for £20; its printed price is £60."
    assert why_worse(game, "bid 90", "pass") == "You bid £90 for Whitechapel Road; its printed price is £60."


def test_buildings_and_rents() -> None:
    game = position(player(500, 0, levels(ORANGE, 1, 1, 1)), player(500, 5))
    assert why_worse(game, "roll", "build Vine Street") == (
        "Instead, you would have raised the rent on Vine Street from £80 to £220."
    )
    assert why_worse(game, "sell Vine Street", "roll") == "You lowered the rent on Vine Street from £80 to £32."


def test_mortgages() -> None:
    game = position(player(500, 0, {STATIONS[0]: "mortgaged", UTILITIES[0]: 0}), player(500, 5))
    assert (
        why_worse(game, "mortgage Electric Company", "roll")
        == "You mortgaged Electric Company, which earns no rent while mortgaged."
    )
    assert why_worse(game, "roll", "unmortgage King's Cross Station") == (
        "Instead, you would have unmortgaged King's Cross Station, to collect its rent again."
    )


def test_jail_early_and_late() -> None:
    jailed = player(900, 10, jail_turns=0)
    early = position(jailed, player(500, 5))
    assert why_worse(early, "roll", "pay fine") == "Instead, you would have left jail, with 28 deeds still for sale."
    late = position(jailed, player(500, 5, levels(ORANGE, 3, 3, 3)))
    assert why_worse(late, "pay fine", "roll") == "You left jail; the rent on Vine Street is £600."
    assert why_better(late, "roll", "pay fine", you=None) == "Otherwise, Ann would leave jail; the rent on Vine Street is £600."


def test_nothing_is_said_where_nothing_differs() -> None:
    game = position(player(500, 0), player(500, 5))
    assert why_worse(game, "roll", "roll") == ""


def test_names_keep_their_spelling_and_seats_get_a_capital() -> None:
    game = asked_for("350 for Bow Street", player(500, 0, ORANGE[:1]), player(700, 5))
    named, seats = (Reasons(game.box, names, 2) for names in (["ann", "bot"], None))
    answer = (game.state, action(game, "accept"), action(game, "refuse"))
    assert named.why_better(*answer) == "ann sells Bow Street to bot for £350; its printed price is £180."
    assert seats.why_better(*answer) == "Seat 0 sells Bow Street to seat 1 for £350; its printed price is £180."
