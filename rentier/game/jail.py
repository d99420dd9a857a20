"""Going to jail and leaving it (rules 10)."""

from __future__ import annotations

from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.debts import pay
from rentier.game.events import BY_FINE, BY_JAIL_CARD, FREED, JAILED, Events, report
from rentier.game.luck import return_jail_card
from rentier.game.reasons import ALLOWED, FINE_TOO_LATE, NO_CASH, NO_JAIL_CARD, NOT_IN_JAIL
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import FREE, NOBODY, NOTHING, POT, TURN_OVER


@compiled
def go_to_jail(box: BoxRecord, game: GameRecord, events: Events, why: int) -> None:
    """Send the mover to jail: no salary, no further roll, the turn is over (rules 2.4, 3.4, 10.1).

    Not even a double gives another roll (edge case 2), and passing GO on the way pays nothing (edge case 17).
    """
    report(events, JAILED, game.mover, game.square[game.mover], box.jail_square, 0, why, 0)
    game.square[game.mover] = box.jail_square
    game.jail_turns[game.mover] = 0
    game.doubles = 0
    game.phase = TURN_OVER


@compiled
def is_last_roll(box: BoxRecord, game: GameRecord, seat: int) -> bool:
    """Return whether the next roll in jail is the last one allowed."""
    return game.jail_turns[seat] + 1 >= box.jail_max_turns


@compiled
def may_pay_fine(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return why a seat may not pay the fine before rolling, or ALLOWED (rules 10.3, edge case 22)."""
    if game.jail_turns[seat] == FREE:
        return NOT_IN_JAIL
    if is_last_roll(box, game, seat) and box.jail_pay_third_turn_before_roll == 0:
        return FINE_TOO_LATE
    return NO_CASH if game.cash[seat] < box.jail_fine else ALLOWED


@compiled
def release(game: GameRecord, events: Events, seat: int, why: int) -> None:
    """Let a seat out of jail."""
    report(events, FREED, seat, NOBODY, NOTHING, 0, why, 0)
    game.jail_turns[seat] = FREE


@compiled
def pay_fine(box: BoxRecord, game: GameRecord, events: Events, seat: int) -> None:
    """Pay the fine and leave jail (rules 10.2)."""
    pay(box, game, events, seat, POT, box.jail_fine, BY_FINE, NOTHING)
    release(game, events, seat, BY_FINE)


@compiled
def may_use_card(game: GameRecord, seat: int) -> int:
    """Return why a seat may not use a jail card, or ALLOWED."""
    if game.jail_turns[seat] == FREE:
        return NOT_IN_JAIL
    return ALLOWED if game.card_holder[0] == seat or game.card_holder[1] == seat else NO_JAIL_CARD


@compiled
def use_card(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int) -> None:
    """Leave jail with a jail card, which returns to its deck (rules 10.2). A Chance card is used first (edge case 27)."""
    return_jail_card(box, game, luck, 0 if game.card_holder[0] == seat else 1)
    release(game, events, seat, BY_JAIL_CARD)
