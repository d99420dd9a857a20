"""Moving a token round the board, and the salary for passing GO (rules 2 and 3)."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.game.state import GameRecord
from rentier.records import wide


@compiled
def move_forward(box: BoxRecord, game: GameRecord, seat: int, steps: int) -> None:
    """Move clockwise. Each crossing of GO pays the salary at once, before the square landed on asks for anything."""
    square = wide(game.square[seat]) + steps
    while square >= box.squares:
        square -= box.squares
        game.lapped |= bit(seat)
        if game.owes[seat] != 0:
            game.owes_now = 1
        if box.go_square == 0:
            game.cash[seat] += box.salary
            if square == 0:
                game.cash[seat] += box.go_exact_bonus
    game.square[seat] = square


@compiled
def move_back(box: BoxRecord, game: GameRecord, seat: int, steps: int) -> None:
    """Move anticlockwise: never a salary (rules 3.5)."""
    game.square[seat] = (wide(game.square[seat]) - steps) % box.squares


@compiled
def steps_to(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """How far a square lies ahead."""
    return (square - wide(game.square[seat])) % box.squares


@compiled
def steps_to_nearest(box: BoxRecord, game: GameRecord, seat: int, kind: int) -> int:
    """How far the next square of a kind lies ahead; always forward (edge case 10)."""
    for steps in range(1, box.squares + 1):
        if box.kind[(wide(game.square[seat]) + steps) % box.squares] == kind:
            return steps
    return 0
