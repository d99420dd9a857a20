"""Dice that are not loaded."""

from __future__ import annotations

from rentier import Game


def test_both_dice_show_every_face() -> None:
    """From 1 to 6 and nothing else."""
    rolls = []
    for seed in range(80):
        game = Game.new(players=2, seed=seed)
        game.apply("roll")
        rolls.append(game.dice)
    for faces in zip(*rolls, strict=True):
        assert set(faces) == {1, 2, 3, 4, 5, 6}
