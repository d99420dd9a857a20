"""Entry points to the rules that only Python code calls."""

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

MORTGAGED = -1  # the level that stands for a mortgaged deed


def read_events(events: EventsRecord) -> list[Event]:
    """Return the events as tuples."""
    return [Event(*row) for row in events.rows[: events.count].tolist()]


@entry(types.void(BOX, GAME, LUCK, types.int64, types.uint64))
def empty_table(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: Any) -> None:
    """Set up an empty board: everybody on GO without cash, the decks shuffled, seat 0 to move."""
    clear_table(box, game, luck, players, key)


@entry(types.void(BOX, GAME, types.int64, types.int64, types.int64))
def lay_deed(box: BoxRecord, game: GameRecord, square: int, seat: int, level: int) -> None:
    """Give a seat a deed with its buildings, which the bank supplies, or as MORTGAGED."""
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
    """Return the worth of a seat by the preset's measure."""
    return worth(box, game, seat, box.worth)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def places_for(box: BoxRecord, game: GameRecord, seat: int, piece: int) -> int:
    """Return the lots on which a seat could place a house or a hotel now, as bits."""
    return could_place(box, game, seat, piece)


@entry(types.void(BOX, GAME, LUCK))
def run_on(box: BoxRecord, game: GameRecord, luck: LuckRecord) -> None:
    """Run the game until a player has to decide. A game that is already waiting for a decision does not change."""
    proceed(box, game, luck, None)


@entry(types.int64(BOX, GAME, LUCK, ACTION))
def cost_of(box: BoxRecord, game: GameRecord, luck: LuckRecord, action: Action) -> int:
    """Return what an action costs the player to act, in cash or debt; negative if it brings in cash.

    The action is carried out, but nothing that follows from it, so pass copies of the records.
    """
    seat = wide(game.actor)
    before = game.cash[seat] - (game.debt if game.debtor == seat else 0)
    carry_out(box, game, luck, None, action)
    return before - game.cash[seat] + (game.debt if game.debtor == seat else 0)


@entry(types.int64(BOX, GAME, types.int64, types.int64))
def rent_of(box: BoxRecord, game: GameRecord, square: int, total: int) -> int:
    """Return the current rent of a deed, or 0 if it is unowned or mortgaged. A utility multiplies the roll `total`."""
    if game.owner[square] == NOBODY or game.mortgaged & bit(square) != 0:
        return 0
    return rent(box, game, square, total)


@entry(types.int64(BOX, types.int64))
def unmortgage_cost_of(box: BoxRecord, square: int) -> int:
    """What it costs to unmortgage a deed: the mortgage and its interest."""
    return unmortgage_cost(box, square)
