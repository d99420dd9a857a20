"""What clients see: names in sentences, and a state that agrees with the game."""

from __future__ import annotations

import random

import pytest

from rentier import Game
from rentier.box import load_box
from rentier.game.events import PAID, RENT, Event
from rentier.narration.sentences import Narrator
from rentier.web.view import GameView


def test_players_are_called_by_their_names_whatever_they_are() -> None:
    narrator = Narrator(load_box("uk-classic"), ["Ada", "seat 0", "{seat}"], 3)
    paid = Event(PAID, 0, 1, 1, 20, RENT, 480, 0, 0, 0, 0)
    assert [line.text for line in narrator.tell(Game.new(3, seed=1).state, [paid])] == [
        "Ada pays seat 0 £20 rent for Old Kent Road."
    ]
    assert narrator.closing(0b101) == "The game is over: Ada and {seat} share first place."


@pytest.mark.slow
def test_the_state_that_is_shown_agrees_with_the_game_at_every_decision() -> None:
    game, chance = Game.new(players=3, seed=5), random.Random(5)
    view = GameView(game)
    for _ in range(250):
        if game.over:
            break
        game.apply(chance.choice(game.legal_actions()))
        state = view.state()
        for name, deed in state["deeds"].items():
            assert deed["rent"] == game.rent(deed["square"]), name
            assert deed["owner"] == game.owner(deed["square"])
        for seat, player in enumerate(state["players"]):
            assert (player["cash"], player["worth"]) == (game.cash[seat], game.worth(seat))
            assert player["in_jail"] == game.in_jail(seat)
            held = {deed["square"] for deed in state["deeds"].values() if deed["owner"] == seat}
            whole = [group.id for group in game.box.board.groups if set(group.squares) <= held]
            assert player["groups_complete"] == whole
