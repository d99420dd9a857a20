"""Moving a token round the board, and the salary for passing GO (rules 2 and 3)."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.game.debts import bank_pays
from rentier.game.events import GO_BONUS, MOVED, PASSED_GO, SALARY, Events, report, report_of
from rentier.game.state import GameRecord
from rentier.game.words import NOTHING
from rentier.layout import wide


@compiled
def move_forward(box: BoxRecord, game: GameRecord, events: Events, seat: int, steps: int, why: int) -> None:
    """Move clockwise. Each crossing of GO pays the salary at once, before the square landed on asks for anything."""
    square = wide(game.square[seat]) + steps
    report(events, MOVED, seat, game.square[seat], square % box.squares, steps, why, 0)
    while square >= box.squares:
        square -= box.squares
        game.lapped |= bit(seat)
        report_of(events, PASSED_GO, seat, NOTHING, 0)
        if game.owes[seat] != 0:
            game.owes_now = 1
        if box.go_square == 0:
            bank_pays(game, events, seat, box.salary, SALARY, NOTHING)
            if square == 0:
                bank_pays(game, events, seat, box.go_exact_bonus, GO_BONUS, NOTHING)
    game.square[seat] = square


@compiled
def move_back(box: BoxRecord, game: GameRecord, events: Events, seat: int, steps: int, why: int) -> None:
    """Move anticlockwise: never a salary (rules 3.5)."""
    square = (wide(game.square[seat]) - steps) % box.squares
    report(events, MOVED, seat, game.square[seat], square, -steps, why, 0)
    game.square[seat] = square


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
