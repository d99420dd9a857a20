"""Moving a token round the board, and the salary for passing GO (rules 2.1 and 3)."""

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
    """Move a token clockwise. Each time it reaches or passes GO it earns the salary (rules 3.1, 3.3, edge cases 7 to 11).

    The salary is paid before the square is resolved (rules 3.2, edge case 16). Stopping exactly on GO may pay more (rules 3.6).
    """
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
    """Move a token backwards, which never earns a salary (rules 3.5, edge cases 13 and 15)."""
    square = (wide(game.square[seat]) - steps) % box.squares
    report(events, MOVED, seat, game.square[seat], square, -steps, why, 0)
    game.square[seat] = square


@compiled
def steps_to(box: BoxRecord, game: GameRecord, seat: int, square: int) -> int:
    """Return the number of steps forward to a square."""
    return (square - wide(game.square[seat])) % box.squares


@compiled
def steps_to_nearest(box: BoxRecord, game: GameRecord, seat: int, kind: int) -> int:
    """Return the number of steps forward to the next square of a kind; a nearer one behind does not count (edge case 10)."""
    for steps in range(1, box.squares + 1):
        if box.kind[(wide(game.square[seat]) + steps) % box.squares] == kind:
            return steps
    return 0
