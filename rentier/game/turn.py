"""The course of a turn: the roll, doubles, the next turn, caps (rules 2 and 16)."""

from __future__ import annotations

from rentier.box.record import AFTER_ROLL, MANAGE_BETWEEN_TURNS, MENU_NONE, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, next_seat
from rentier.game.debts import bank_pays, charge
from rentier.game.ending import end_by_cap, end_by_cash_goal
from rentier.game.events import (
    ALL_ONES,
    BY_DICE,
    BY_DOUBLE,
    BY_LAST_ROLL,
    BY_THIRD_DOUBLE,
    IN_JAIL,
    NO_REASON,
    STAYED_IN_JAIL,
    TO_MOVE,
    TURN_BEGAN,
    Events,
    report,
    report_of,
    report_roll,
)
from rentier.game.jail import go_to_jail, is_last_roll, release
from rentier.game.landing import resolve, rolled
from rentier.game.luck import is_double, roll_dice
from rentier.game.movement import move_forward
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import DONE, FREE, LEAVING_JAIL, NOBODY, NOTHING, POT, START, WINDOW
from rentier.layout import wide

DOUBLES_TO_JAIL = 3


@compiled
def roll(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Roll the dice for the mover, move by the sum and resolve the square (rules 2.1).

    A third double in a row leads straight to jail (rules 2.3, 10.1, edge case 1). All ones may earn a bonus (rules 18.1).
    """
    seat = game.mover
    game.dice_only = 0
    jailed = game.jail_turns[seat] != FREE
    total = roll_dice(box, game, luck, seat)
    report_roll(box, game, events, seat, IN_JAIL if jailed else TO_MOVE)
    double = is_double(box, game)
    if jailed:
        roll_in_jail(box, game, luck, events, double)
        return
    if double:
        game.doubles += 1
        if box.snake_eyes_bonus > 0 and game.dice[0] == 1:
            bank_pays(game, events, seat, box.snake_eyes_bonus, ALL_ONES, NOTHING)
        if game.doubles == DOUBLES_TO_JAIL and box.jail_square >= 0:
            go_to_jail(box, game, events, BY_THIRD_DOUBLE)
            return
    else:
        game.doubles = 0
    move_forward(box, game, events, seat, total, BY_DICE)
    resolve(box, game, luck, events)


@compiled
def roll_in_jail(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, double: bool) -> None:
    """Roll in jail: a double frees the mover, without a further roll (rules 2.5, 10.2, edge cases 4 and 21).

    The last roll allowed costs the fine, which may have to be raised, and moves by that same roll (rules 10.4 and 10.5, edge
    cases 20 and 23).
    """
    seat = game.mover
    game.doubles = 0
    if double:
        if box.jail_exit_double_rolls_again == 1:
            game.doubles = 1
        leave_jail(box, game, luck, events, BY_DOUBLE)
    elif is_last_roll(box, game, seat):
        game.phase = LEAVING_JAIL
        charge(box, game, events, seat, POT, box.jail_fine, BY_LAST_ROLL, NOTHING)
    else:
        report_of(events, STAYED_IN_JAIL, seat, NOTHING, 0)
        game.jail_turns[seat] += 1
        game.phase = DONE


@compiled
def leave_jail(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, why: int) -> None:
    """Release the mover from jail, move by the last roll and resolve the square."""
    release(game, events, game.mover, why)
    move_forward(box, game, events, game.mover, rolled(box, game), BY_DICE)
    resolve(box, game, luck, events)


@compiled
def is_managing_time(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether `manage_part` lets players manage in this part of the turn (rules 18.9).

    After a double it is both before and after a roll.
    """
    return box.manage_part != AFTER_ROLL or game.phase != START or game.doubles > 0


@compiled
def after_landing(game: GameRecord) -> None:
    """Begin another roll after a double, else the end of the turn (rules 2.2).

    A double rolled after leaving jail by the fine or a card counts like any other (rules 10.6, edge cases 5 and 6).
    """
    game.phase = START if game.doubles > 0 else DONE


@compiled
def passes_first(game: GameRecord, before: int, mover: int) -> bool:
    """Return whether a round is over: between these two movers the turn reaches or passes the seat that began the game."""
    first = game.first
    if before < mover:
        return before < first <= mover
    return first > before or first <= mover


@compiled
def next_turn(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """Begin the next player's turn, or end the game at a cap or the cash goal. Return False if it is over.

    A cap lets the current turn end first (rules 16.3, 16.5), and a cap on rounds gives all players equally many turns (rules
    16.6, edge case 90).
    """
    if end_by_cash_goal(box, game, events):
        return False
    before = wide(game.mover)
    mover = next_seat(game.in_play, before, game.players)
    round_over = passes_first(game, before, mover)
    if (box.turn_cap > 0 and game.turns >= box.turn_cap) or (round_over and box.round_cap > 0 and game.rounds >= box.round_cap):
        end_by_cap(box, game, events)
        return False
    game.turns += 1
    if round_over:
        game.rounds += 1
    game.mover = mover
    report(events, TURN_BEGAN, mover, NOBODY, NOTHING, game.turns, NO_REASON, game.rounds)
    game.doubles = 0
    game.offers_made[mover] = 0
    game.phase = START
    if box.manage_window == MANAGE_BETWEEN_TURNS:
        game.phase = WINDOW
        game.windows = game.in_play & ~(bit(mover) | bit(before))
        for seat in range(game.players):
            if game.windows & bit(seat) != 0:
                game.offers_made[seat] = 0
    return True


@compiled
def next_window(box: BoxRecord, game: GameRecord) -> int:
    """Return the next seat that can manage between turns, or NOBODY (-1) when the mover's turn begins (edge case 74)."""
    while game.windows != 0:
        seat = next_seat(game.windows, game.mover, game.players)
        if game.deeds[seat] != 0 or box.trade_menu != MENU_NONE:
            return seat
        game.windows &= ~bit(seat)
    return -1
