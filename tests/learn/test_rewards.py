"""The reward of the Q-learners, position by position and by hand."""

from __future__ import annotations

import pytest

from rentier.game_api import Game
from rentier.learn.rewards import reward
from tests.rules.positions import BROWN, LIGHT_BLUE, ORANGE, STATIONS, UTILITIES, levels, player, position


def rewards(game: Game) -> list[float]:
    """Return the reward of every seat."""
    return [reward(game.box.record, game.state, seat, 1.0) for seat in range(game.players)]


def bounded(points: float, players: int) -> float:
    """Return a sum of points, bounded as in the reward."""
    x = points / (5 * players)
    return x / (1 + abs(x))


def test_at_the_beginning_there_is_only_the_money() -> None:
    assert rewards(position(player(), player(), player(0))) == pytest.approx([0.5, 0.5, 0])


def test_deeds_count_for_their_owner_and_against_the_others() -> None:
    game = position(player(100, deeds=[ORANGE[0], STATIONS[0]]), player(200, deeds=[BROWN[0]]), player(100))
    assert rewards(game) == pytest.approx([bounded(1, 3) + 0.25, bounded(-1, 3) + 0.5, bounded(-3, 3) + 0.25])


def test_a_mortgaged_deed_counts_nothing_and_breaks_its_group() -> None:
    game = position(player(100, deeds=levels(ORANGE, 0, "mortgaged", 0)), player(100))
    assert rewards(game) == pytest.approx([bounded(2, 2) + 0.5, bounded(-2, 2) + 0.5])


@pytest.mark.parametrize(("group", "weight"), [(LIGHT_BLUE, 10), (ORANGE, 9), (BROWN, 8), (STATIONS, 2), (UTILITIES, 1)])
def test_a_complete_group_has_its_weight(group: tuple[str, ...], weight: int) -> None:
    whole = position(player(deeds=group), player())
    assert rewards(whole) == pytest.approx([bounded(len(group) + weight, 2) + 0.5, bounded(-len(group) - weight, 2) + 0.5])
    short = position(player(deeds=group[1:]), player())
    assert rewards(short)[0] == pytest.approx(bounded(len(group) - 1, 2) + 0.5)


def test_houses_count_and_a_hotel_as_five() -> None:
    game = position(player(deeds=levels(ORANGE, 5, 4, 4)), player())
    assert rewards(game)[0] == pytest.approx(bounded(3 + 13 + 9, 2) + 0.5)


def test_nobody_has_money() -> None:
    assert rewards(position(player(0), player(0))) == [0, 0]


def test_money_counts_times_a_factor() -> None:
    game = position(player(100, deeds=[ORANGE[0]]), player(300))
    assert reward(game.box.record, game.state, 0, 0.5) == pytest.approx(bounded(1, 2) + 0.125)
