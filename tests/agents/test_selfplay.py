"""The agent `selfplay`: how it offers deals."""

from __future__ import annotations

from typing import Any

import pytest

from rentier.agents.offer_memory import TURNS_REMEMBERED
from rentier.agents.specs import parse_agent
from rentier.arena.tables import Sitting
from rentier.compiled import INTERPRETED
from rentier.game.words import OFFER, Action
from rentier.game_api import Game
from tests.rules.positions import LIGHT_BLUE, ORANGE, PINK, play, player, position

pytestmark = pytest.mark.skipif(INTERPRETED, reason="hundreds of evaluations of 512 nodes")


def seated(game: Game, spec: str = "selfplay") -> Sitting:
    """Seat the agent in every seat of a game."""
    return Sitting(game.box, [parse_agent(spec)] * game.players, 0, 0)


def offers_of(game: Game, sitting: Sitting) -> list[str]:
    """Return its offers of a turn, all of which are refused, and its next action."""
    said: list[str] = []
    while not said or said[-1].startswith("offer"):
        said.append(game.text(sitting.decide(game.state)))
        if said[-1].startswith("offer"):
            play(game, said[-1], "refuse")
    return said


def at_a_table_with_deals(**switches: Any) -> Game:
    """A game of three in which groups can be completed by deals."""
    game = position(
        player(800, deeds=[ORANGE[0], ORANGE[1], LIGHT_BLUE[0], PINK[0], "Mayfair"]),
        player(800, deeds=[ORANGE[2], LIGHT_BLUE[1], PINK[1], PINK[2], "Strand"]),
        player(800, deeds=["Park Lane", "Fleet Street", "Trafalgar Square", LIGHT_BLUE[2]]),
        dice=[(4, 6)],
        switches=switches,
    )
    return play(game, "roll")


def test_after_a_refusal_it_tries_other_deals_and_then_goes_on() -> None:
    game = at_a_table_with_deals()
    *offers, last = offers_of(game, seated(game))
    assert last == "end"
    assert 1 < len(set(offers)) == len(offers) <= 10


@pytest.mark.parametrize("most", [0, 1, 2])
def test_it_makes_no_more_offers_than_its_setting_says(most: int) -> None:
    game = at_a_table_with_deals()
    assert len(offers_of(game, seated(game, f"selfplay:offers={most}"))) == most + 1


def deals_seen(game: Game, sitting: Sitting) -> set[tuple[int, int, int]]:
    """Return the deals, without their prices, that it considers in its next decision."""
    actions = sitting.seats[game.state.actor].mind.actions
    actions[:] = 0
    sitting.decide(game.state)
    rows = [Action(*row) for row in actions.tolist()]
    return {(row.target, row.give, row.take) for row in rows if row.kind == OFFER}


def test_it_considers_all_deals_or_draws_as_many_as_its_setting_says() -> None:
    game = at_a_table_with_deals()
    everything = deals_seen(game, seated(game))
    assert deals_seen(game, seated(game, "selfplay:deals=0")) == everything
    few = seated(game, "selfplay:deals=2")
    drawn = [deals_seen(game, few) for _decision in range(12)]
    assert {len(deals) for deals in drawn} <= {1, 2}
    assert 2 < len(set().union(*drawn)) < len(everything)
    assert set().union(*drawn) <= everything


def test_it_repeats_an_offer_only_after_forty_turns() -> None:
    game = at_a_table_with_deals()
    sitting = seated(game, "selfplay:offers=1")
    first, _end = offers_of(game, sitting)
    game.state.offers_made[0] = 0  # as in its next turn
    game.state.turns += TURNS_REMEMBERED - 1
    second, _end = offers_of(game, sitting)
    assert second != first
    game.state.offers_made[0] = 0
    game.state.turns += 1
    assert offers_of(game, sitting)[0] == first


def test_who_has_nothing_to_deal_in_makes_no_offer() -> None:
    game = play(position(player(800), player(800), player(800), dice=[(4, 6)]), "roll")
    assert offers_of(game, seated(game)) == ["end"]
