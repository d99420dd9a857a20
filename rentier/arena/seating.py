"""Seatings: the games of a block share their luck but not their seats, so that no seat and no dice favour an agent."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rentier.errors import RentierError, unknown
from rentier.layout import Numbers

ROTATE, PERMUTE, SHUFFLE, FIXED = SEATS = ("rotate", "permute", "shuffle", "fixed")
MOST_PERMUTED = 4  # players; with all orders of more, blocks would be too large to be useful


def check_seats(seats: str, players: int) -> None:
    """Refuse a way of seating that does not exist, or that is not available for this number of players."""
    if seats not in SEATS:
        raise RentierError(f"seats: {unknown('way of seating', seats, SEATS)}")
    if seats == PERMUTE and players > MOST_PERMUTED:
        raise RentierError(f"seats: permute allows at most {MOST_PERMUTED} players, not {players}; use rotate or shuffle")


def seatings(seats: str, players: int) -> Numbers:
    """Return the seatings of one block, a row per game: the agent in each seat. Shuffled games draw theirs from their key."""
    everybody = range(players)
    if seats == ROTATE:
        rows = [[(seat + game) % players for seat in everybody] for game in everybody]
    elif seats == PERMUTE:
        rows = [list(order) for order in itertools.permutations(everybody)]
    else:
        rows = [list(everybody)]
    return np.array(rows, np.int64)


class Twin(NamedTuple):
    """A game of a block whose seats have the same specs as those of an earlier game of the block."""

    game: int
    earlier: int
    partners: tuple[int, ...]  # by agent of the earlier game: the agent in the same seat of this one


def twins(seats: str, specs: Sequence[str]) -> tuple[Twin, ...]:
    """Return the games of a block that repeat an earlier one if agents with the same spec decide alike."""
    first: dict[tuple[str, ...], int] = {}
    found: list[Twin] = []
    order = seatings(seats, len(specs))
    for game, seating in enumerate(order):
        earlier = first.setdefault(tuple(specs[agent] for agent in seating), game)
        if earlier != game:
            found.append(Twin(game, earlier, tuple(seating[np.argsort(order[earlier])].tolist())))
    return tuple(found)
