"""Decks: the order of the cards, jail cards that leave and return, drawing with replacement, reshuffling."""

from __future__ import annotations

import itertools

from .fair import JAIL_CARD, draw, fair
from .positions import play, player, position, refused, seen_under, waits

STACKED = ["win_4", "win_1", "win_8", "win_2"]


def test_cards_are_drawn_from_the_top_and_go_under_the_deck() -> None:
    """The stacked order comes first, and then over and over again."""
    game = fair(chance=[*STACKED, "jail_card"], square=1)
    assert draw(game, 5) == [4, 1, 8, 2, JAIL_CARD]
    assert draw(game, 8) == [4, 1, 8, 2, 4, 1, 8, 2], "without the jail card, which is kept"


def test_jail_card_is_out_of_the_deck_until_used_then_at_the_bottom() -> None:
    """While a player holds it the others come round without it; used, it comes after all the others."""
    game = fair(chance=["win_4", "jail_card", "win_1", "win_8", "win_2"])
    assert draw(game, 2) == [4, JAIL_CARD]
    assert game.jail_cards == (0, 1)
    assert draw(game, 7) == [1, 8, 2, 4, 1, 8, 2]
    assert seen_under(game, "chance") == ["win_4", "win_1", "win_8", "win_2"]


def test_used_jail_card_lies_under_the_deck() -> None:
    """After its use the deck is drawn to the end before it comes again."""
    seat = {"jail_turns": 0, "jail_cards": ["chance"], "square": 7}
    game = fair(chance=STACKED, **seat)
    assert draw(game, 1) == [4]
    assert waits(game) == ("manage", 1)
    play(game, "use card")
    assert seen_under(game, "chance") == ["win_4", "jail_card"]


def test_drawn_jail_card_goes_under_the_deck_behind_the_cards_drawn_since() -> None:
    """Its place is the bottom at the time of its use, not where it came from."""
    game = position(player(jail_turns=0, jail_cards=["chest"]), player(square=14), dice=[(4, 6), (1, 2)], chest=["beauty"])
    play(game, "roll", "end", "roll", "end")
    assert seen_under(game, "chest") == ["beauty"]
    play(game, "use card")
    assert seen_under(game, "chest") == ["beauty", "jail_card"]


def test_drawing_with_replacement_repeats_cards_and_shows_nothing() -> None:
    """Any card may come at any time, so nobody knows where a card lies; a held jail card never comes."""
    switches = {"card_draw": "replace"}
    game = fair(switches, jail_cards=["chance"])
    drawn = draw(game, 40)
    assert set(drawn) == {1, 2, 4, 8}
    assert any(before == after for before, after in itertools.pairwise(drawn))
    assert seen_under(game, "chance") == []


def test_drawing_with_replacement_deals_the_jail_card_once() -> None:
    """Taken by a player it cannot be drawn by another."""
    game = fair({"card_draw": "replace"})
    drawn = draw(game, 60)
    assert drawn.count(JAIL_CARD) == 1
    assert sum(game.jail_cards) == 1


def test_reshuffled_deck_deals_every_card_before_any_again() -> None:
    """Drawn cards lie aside until the deck is used up, and then come in another order."""
    game = fair({"card_draw": "reshuffle"}, chance=STACKED, jail_cards=["chance"])
    rounds = [draw(game, 4) for _round in range(8)]
    assert rounds[0] == [4, 1, 8, 2]
    assert all(sorted(cards) == [1, 2, 4, 8] for cards in rounds)
    assert len({tuple(cards) for cards in rounds}) > 2


def test_reshuffling_forgets_what_was_seen() -> None:
    """After the last card of the round everybody knows all cards; the next draw begins a new, unknown order."""
    game = fair({"card_draw": "reshuffle"}, chance=STACKED, jail_cards=["chance"])
    draw(game, 3)
    assert seen_under(game, "chance") == ["win_4", "win_1", "win_8"]
    draw(game, 2)
    assert len(seen_under(game, "chance")) == 1


def test_jail_card_returns_into_the_reshuffled_round() -> None:
    """Used, it lies aside with the cards drawn already, and is shuffled in with them."""
    game = fair({"card_draw": "reshuffle"}, chance=STACKED, jail_turns=0, jail_cards=["chance"])
    assert draw(game, 1) == [4]
    play(game, "use card")
    assert draw(game, 4) == [0, 1, 8, 2], "seat 1 comes to GO first, where no card is drawn"
    assert sorted(draw(game, 5)) == [JAIL_CARD, 1, 2, 4, 8]


def test_decks_are_separate() -> None:
    """Chance does not touch the Community Chest."""
    game = position(player(square=4), player(), dice=[(1, 2)], chance=["dividend"], chest=["annuity"])
    play(game, "roll")
    assert (seen_under(game, "chance"), seen_under(game, "chest")) == (["dividend"], [])


def test_card_with_a_choice_lies_under_its_own_deck_while_the_other_is_drawn() -> None:
    """The fine-or-Chance card goes back first; the Chance card drawn for it goes under Chance."""
    game = position(player(square=14), player(), dice=[(1, 2)], chest=["fine_or_chance"], chance=["dividend"])
    play(game, "roll")
    assert seen_under(game, "chest") == ["fine_or_chance"]
    play(game, "draw card")
    assert (seen_under(game, "chance"), game.cash[0]) == (["dividend"], 1550)


def test_new_games_shuffle_by_their_seed() -> None:
    """The same luck gives the same cards."""
    assert [draw(fair(jail_cards=["chance"]), 4) for _game in range(2)] == [draw(fair(jail_cards=["chance"]), 4)] * 2


def test_held_jail_card_cannot_be_stacked_or_used_twice() -> None:
    """There is one to a deck."""
    game = position(player(jail_turns=0, jail_cards=["chance"]), player())
    play(game, "use card")
    refused(game, "use card", "not in jail")
