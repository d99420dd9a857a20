"""Who sits where: a block is a few games on one luck, seats rotated or permuted, so that no seat and no dice favour anybody."""

from __future__ import annotations

import itertools

import numpy as np

from rentier.errors import RentierError, unknown
from rentier.layout import Numbers

ROTATE, PERMUTE, SHUFFLE, FIXED = SEATS = ("rotate", "permute", "shuffle", "fixed")
MOST_PERMUTED = 4  # players; all orders of more would make blocks too large to be of use


def check_seats(seats: str, players: int) -> None:
    """Refuse a way of seating that does not exist, or not for so many players."""
    if seats not in SEATS:
        raise RentierError(f"seats: {unknown('way of seating', seats, SEATS)}")
    if seats == PERMUTE and players > MOST_PERMUTED:
        raise RentierError(f"seats: permute is for {MOST_PERMUTED} players at most, there are {players}; use rotate or shuffle")


def seatings(seats: str, players: int) -> Numbers:
    """The seatings of one block, a row a game: which agent sits in each seat. Shuffled games draw theirs from their key."""
    everybody = range(players)
    if seats == ROTATE:
        rows = [[(seat + game) % players for seat in everybody] for game in everybody]
    elif seats == PERMUTE:
        rows = [list(order) for order in itertools.permutations(everybody)]
    else:
        rows = [list(everybody)]
    return np.array(rows, np.int64)
