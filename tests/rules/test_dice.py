"""Dice that are not loaded, and the bonus for ones."""

from __future__ import annotations

from rentier import Game

from .positions import UTILITIES, play, player, position


def test_both_dice_show_every_face() -> None:
    """From 1 to 6 and nothing else."""
    rolls = []
    for seed in range(80):
        game = Game.new(players=2, seed=seed)
        game.apply("roll")
        rolls.append(game.dice)
    for faces in zip(*rolls, strict=True):
        assert set(faces) == {1, 2, 3, 4, 5, 6}


def test_ones_earn_their_bonus_only_in_a_roll_to_move_with_two_dice_or_more() -> None:
    """Not with one die, nor in jail, nor in a roll for a utility's rent."""
    bonus = {"snake_eyes_bonus": 500}
    three = position(player(square=7), player(), switches=bonus | {"dice": 3}, dice=[(1, 1, 1)])
    assert play(three, "roll").cash[0] == 2000
    one = position(player(square=9), player(), switches=bonus | {"dice": 1}, dice=[(1,)])
    assert play(one, "roll").cash[0] == 1500
    jailed = position(player(square=10, jail_turns=0), player(deeds=UTILITIES), switches=bonus, dice=[(1, 1)])
    assert play(jailed, "roll").cash[0] == 1500 - 20
    for_rent = position(
        player(square=7), player(deeds=UTILITIES), switches=bonus | {"utility_roll": "fresh"}, dice=[(2, 3), (1, 1)]
    )
    assert play(for_rent, "roll").cash[0] == 1500 - 20


def test_a_third_double_gives_another_roll_where_the_board_has_no_jail() -> None:
    """The preset `khan2019` has none."""
    switches = {"dice": 2, "first_lap_no_buying": True}
    game = position(player(), player(), rules="khan2019", switches=switches, dice=[(1, 1)] * 3)
    play(game, "roll", "roll", "roll")
    assert (game.square[0], game.mover, game.is_legal("roll")) == (6, 0, True)
