"""Rules that are asked for from Python only: each function here is a door to one of `rentier.game`."""

from __future__ import annotations

from typing import Any

from numba import types

from rentier.box.record import UNLIMITED, BoxRecord
from rentier.compiled import entry
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.bits import bit
from rentier.game.check import ACTION
from rentier.game.deeds import hand_over, worth
from rentier.game.events import NO_REASON, Event, EventsRecord
from rentier.game.mortgages import unmortgage_cost
from rentier.game.rent import rent
from rentier.game.setup import clear_table
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import NOBODY, Action
from rentier.layout import wide

MORTGAGED = -1  # the level of a deed that is


def read_events(events: EventsRecord) -> list[Event]:
    """The events as tuples."""
    return [Event(*row) for row in events.rows[: events.count].tolist()]


@entry(types.void(BOX, GAME, LUCK, types.int64, types.uint64))
def empty_table(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any) -> None:
    """An empty board, everybody on GO with no money, the decks shuffled, seat 0 to move."""
    clear_table(box, game, luck, players, key)


@entry(types.void(BOX, GAME, types.int64, types.int64, types.int64))
def lay_deed(box: BoxRecord, game: GameRecord, square: int, seat: int, level: int) -> None:
    """Give a seat a deed with its buildings, which come out of the bank, or MORTGAGED."""
    hand_over(box, game, None, square, seat, NO_REASON)
    if level == MORTGAGED:
        game.mortgaged |= bit(square)
    if level > 0:
        game.level[square] = level
        game.built |= bit(square)
        if level == box.hotel_level:
            if box.hotels != UNLIMITED:
                game.hotels_left -= 1
        elif box.houses != UNLIMITED:
            game.houses_left -= level


@entry(types.int64(BOX, GAME, types.int64))
def worth_of(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """What a seat is worth by the measure of the rules."""
    return worth(box, game, seat, box.worth)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def places_for(box: BoxRecord, game: GameRecord, seat: int, piece: int) -> int:
    """The lots on which a seat could put a house or a hotel now, as bits."""
    return could_place(box, game, seat, piece)


@entry(types.void(BOX, GAME, LUCK))
def run_on(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> None:
    """Do what is on the agenda until a decision waits. A game that waits for one already stays as it is."""
    proceed(box, game, luck, None)


@entry(types.int64(BOX, GAME, LUCK, ACTION))
def cost_of(box: BoxRecord, game: GameRecord, luck: LuckRecord, action: Action) -> int:
    """What an action takes from the cash of the player to act, or makes it owe; below zero what it brings.

    The action is carried out, without what follows from it: the records are to be copies.
    """
    seat = wide(game.actor)
    before = game.cash[seat] - (game.debt if game.debtor == seat else 0)
    carry_out(box, game, luck, None, action)
    return before - game.cash[seat] + (game.debt if game.debtor == seat else 0)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def rent_of(box: BoxRecord, game: GameRecord, square: int, total: int) -> int:
    """The rent of a deed as it stands, `total` being the roll a utility goes by; nothing where nobody collects any."""
    if game.owner[square] == NOBODY or game.mortgaged & bit(square) != 0:
        return 0
    return rent(box, game, square, total)


@entry(types.int64(BOX, types.int64))
def unmortgage_cost_of(box: BoxRecord, square: int) -> int:
    """What it costs to unmortgage a deed: the mortgage and its interest."""
    return unmortgage_cost(box, square)
