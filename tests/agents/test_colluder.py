"""The agent `colluder`: how two of them help each other."""

from __future__ import annotations

import pytest

from rentier.game_api import Game
from tests.agents.test_selfplay import seated
from tests.rules.positions import LIGHT_BLUE, ORANGE, play, player, position


def at_a_table_of_four(own: tuple[str, ...], partners: tuple[str, ...], cash: int = 900) -> Game:
    """A game of four in which the first and the third player collude; the first has rolled."""
    players = [player(cash, deeds=own), player(800), player(800, deeds=partners), player(800)]
    return play(position(*players, dice=[(4, 6)]), "roll")


def said(game: Game, spec: str = "colluder") -> str:
    """Return what the player to act decides."""
    return game.text(seated(game, spec).decide(game.state))


def test_it_gives_its_partner_the_deed_that_completes_a_set_and_the_partner_accepts() -> None:
    game = at_a_table_of_four(ORANGE[:1], ORANGE[1:])
    gift = said(game)
    assert gift == f"offer 2: {ORANGE[0]} for nothing"
    play(game, gift)
    assert said(game) == "accept"
    play(game, "accept")
    assert all(game.state.owner[square] == 2 for square in next(g.squares for g in game.box.board.groups if g.id == "orange"))


@pytest.mark.parametrize(
    ("own", "partners", "cash"),
    [
        (ORANGE[:2], ORANGE[2:], 900),  # the partner owns less of the set: it is the one who gives
        (("Mayfair",), ("Park Lane",), 900),  # equally many deeds: the richer player gets the set
        (ORANGE[:1], ORANGE[1:2], 900),  # a third player owns the rest
        (LIGHT_BLUE, ORANGE, 900),  # both have their sets
    ],
)
def test_it_keeps_its_deeds_where_they_complete_nothing_or_the_set_is_to_be_its_own(
    own: tuple[str, ...], partners: tuple[str, ...], cash: int
) -> None:
    assert not said(at_a_table_of_four(own, partners, cash)).endswith("for nothing")


def test_the_poorer_of_two_with_equally_many_deeds_gives() -> None:
    assert said(at_a_table_of_four(("Mayfair",), ("Park Lane",), 700)) == "offer 2: Mayfair for nothing"


def test_it_helps_only_its_partner() -> None:
    game = at_a_table_of_four(ORANGE[:1], ORANGE[1:])
    assert not said(game, "colluder:partner=1").endswith("for nothing")
    play(game, "offer 1: nothing for 500")
    assert said(game) != "accept"
    assert said(game, "colluder:partner=3") == "accept"
