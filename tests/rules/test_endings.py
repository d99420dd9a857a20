"""Endings: the last player, short games, caps by turns and rounds, worth, the cash goal, shared ranks."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game

from .positions import BROWN, levels, play, player, position, refused, waits


def ranks(game: Game) -> list[tuple[int, int]]:
    """Rank and seat of everybody, best first."""
    return [(standing.rank, standing.seat) for standing in game.standings]


def ended(*seats: dict[str, Any], **switches: Any) -> Game:
    """A game whose last turn by the cap is over."""
    return play(position(*seats, switches={"turn_cap": 1, "cap": "worth"} | switches, phase="done"), "end")


def test_last_player_wins() -> None:
    """The game goes on while two are left, and ends with one; the others rank by how long they lasted."""
    game = play(position(player(), player(), player(), to_move=1), "bankrupt")
    assert not game.over
    play(game, "bankrupt")
    assert (game.over, game.winners, ranks(game)) == (True, (0,), [(1, 0), (2, 2), (3, 1)])


def test_nothing_is_legal_when_the_game_is_over() -> None:
    """No actor, no decision, no action."""
    game = play(position(), "bankrupt")
    assert (game.actor, game.decision, game.legal_actions()) == (None, "over", [])
    refused(game, "roll", "the game is over")


def test_first_bankruptcy_ends_a_short_game_and_the_richest_wins() -> None:
    """The creditor's gains count before the riches are compared."""
    debtor = player(cash=10, deeds=["Mayfair"])
    seats = debtor | {"square": 31}, player(cash=1000, deeds=["Park Lane"]), player(cash=1700)
    game = position(*seats, switches={"end": "first-bankruptcy"}, dice=[(2, 4)])
    play(game, "roll", "bankrupt")
    assert (game.over, game.winners) == (True, (1,))
    assert game.worth(1) == 1000 + 350 + 10 + 400


def test_preset_short_ends_at_the_first_bankruptcy() -> None:
    """As its preset says."""
    game = play(position(player(), player(), player(cash=1600), rules="short"), "bankrupt")
    assert (game.over, game.winners) == (True, (2,))


def test_second_bankruptcy_ends_an_older_short_game() -> None:
    """One more may fall before it is over; with two players the first is the end all the same."""
    game = position(player(), player(), player(), player(cash=1600), switches={"end": "second-bankruptcy"})
    play(game, "bankrupt")
    assert not game.over
    play(game, "bankrupt")
    assert (game.over, game.winners, ranks(game)) == (True, (3,), [(1, 3), (2, 2), (3, 1), (4, 0)])
    assert play(position(switches={"end": "second-bankruptcy"}), "bankrupt").winners == (1,)


def test_no_auctions_after_the_end() -> None:
    """What a bankrupt leaves is of no matter once the game is over."""
    game = play(position(player(deeds=["Mayfair"]), player(), player(), switches={"end": "first-bankruptcy"}), "bankrupt")
    assert game.over
    assert game.winners == (1, 2)


@pytest.mark.parametrize(("turn", "over"), [(9, False), (10, True)])
def test_turn_cap_stops_after_its_last_turn(turn: int, over: bool) -> None:
    """The turn that reaches the cap is played to its end."""
    game = position(switches={"turn_cap": 10}, turn=turn, phase="done")
    assert not game.over
    assert play(game, "end").over == over


def test_doubles_are_one_turn() -> None:
    """A turn of several rolls counts once."""
    game = position(player(square=10), player(), switches={"turn_cap": 2}, dice=[(5, 5), (6, 4)])
    play(game, "roll", "roll")
    assert (game.in_jail(0), game.turn, game.over) == (True, 2, False)


def test_drawn_cap_has_no_winner() -> None:
    """All who are left share the first rank; who is bankrupt does not."""
    seats = player(cash=2000), player(), {"bankrupt": 1}
    game = play(position(*seats, switches={"turn_cap": 1}, phase="done"), "end")
    assert (game.over, game.winners, ranks(game)) == (True, (), [(1, 0), (1, 1), (3, 2)])


@pytest.mark.parametrize("first", [0, 1, 2])
def test_round_cap_gives_everybody_the_same_number_of_turns(first: int) -> None:
    """A round goes from the player who began to the one before."""
    seats = [player(jail_turns=0) for _seat in range(3)]
    game = position(*seats, switches={"round_cap": 3, "jail_max_turns": 50}, first=first, to_move=first, dice=[(1, 2)] * 12)
    turns = [0, 0, 0]
    while not game.over:
        turns[game.mover] += 1
        play(game, "roll", "end")
    assert turns == [3, 3, 3]


def test_rounds_go_on_when_the_first_player_has_fallen() -> None:
    """The round then begins with the next who is left."""
    seats = {"bankrupt": 1}, player(jail_turns=0), player(jail_turns=0)
    game = position(*seats, switches={"round_cap": 2, "jail_max_turns": 50}, to_move=1, dice=[(1, 2)] * 12)
    rounds = []
    while not game.over:
        rounds.append((game.round, game.mover))
        play(game, "roll", "end")
    assert rounds == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_tournament_ends_after_thirty_rounds_by_worth() -> None:
    """As its preset says, the richest wins."""
    game = position(player(cash=1499), player(), rules="tournament", round=30, to_move=1, phase="done")
    play(game, "end")
    assert (game.over, game.winners) == (True, (1,))


@pytest.mark.parametrize(
    ("measure", "riches"), [("end", 1000 + 60 + 60 + 3 * 50 + 200), ("tax", 1000 + 60 + 60 + 3 * 50 + 400), ("cash", 1000)]
)
def test_kinds_of_worth(measure: str, riches: int) -> None:
    """Deeds and buildings at cost, mortgaged deeds at half price or in full; or cash alone."""
    game = position(
        player(cash=1000, deeds=levels(BROWN, 1, 2) | {"Mayfair": "mortgaged"}), player(), switches={"worth": measure}
    )
    assert game.worth(0) == riches


def test_hotel_is_worth_the_houses_handed_in_too() -> None:
    """Five times the cost of a house."""
    game = position(player(cash=0, deeds=levels(BROWN, 5, 5)), player())
    assert game.worth(0) == 120 + 10 * 50


@pytest.mark.parametrize(("measure", "winner"), [("end", 1), ("tax", 0), ("cash", 2)])
def test_worth_decides_who_wins(measure: str, winner: int) -> None:
    """Another measure, another winner."""
    seats = player(cash=1000, deeds={"Mayfair": "mortgaged"}), player(cash=1010, deeds=["Bond Street"]), player(cash=1250)
    assert ended(*seats, worth=measure).winners == (winner,)


def test_equal_worth_shares_the_rank() -> None:
    """Winners together, and equal losers together; the rank after them counts them all."""
    seats = player(cash=900), player(cash=1500), player(cash=1100, deeds=["Mayfair"]), player(cash=900), player(cash=800)
    game = ended(*seats)
    assert game.winners == (1, 2)
    assert ranks(game) == [(1, 1), (1, 2), (3, 0), (3, 3), (5, 4)]


def test_bankrupt_players_do_not_win_by_worth() -> None:
    """Nothing is left to them, and nothing is compared."""
    game = ended(player(cash=0), player(cash=0), {"bankrupt": 1})
    assert (game.winners, ranks(game)) == ((0, 1), [(1, 0), (1, 1), (3, 2)])


def test_cash_goal_ends_the_game() -> None:
    """Whoever has reached it wins; of several the one with the most cash."""
    goal = {"cash_goal": 2000}
    below = play(position(player(cash=1999), player(), switches=goal, phase="done"), "end")
    assert not below.over
    reached = play(position(player(cash=2000), player(cash=2100), player(), switches=goal, phase="done"), "end")
    assert (reached.over, reached.winners) == (True, (1,))
    shared = play(position(player(cash=2000), player(cash=2000), player(), switches=goal, phase="done"), "end")
    assert shared.winners == (0, 1)


def test_cash_goal_counts_cash_alone() -> None:
    """Deeds do not help."""
    game = play(position(player(deeds=["Mayfair", "Park Lane"]), player(), switches={"cash_goal": 2000}, phase="done"), "end")
    assert not game.over
    assert waits(game) == ("manage", 1)
