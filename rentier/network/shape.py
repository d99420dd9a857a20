"""The shape of a network: which features it sees by name, how many inputs they are, its layers. Nothing here is compiled."""

from __future__ import annotations

from typing import Any

from rentier.errors import RentierError, unknown

SEATS = 6  # that a network sees; the work has room for so many
BERRY, SETS, ONE_SHORT, GROUPS, RENTIER = (1 << number for number in range(5))
PARTS = {"berry": BERRY, "sets": SETS, "one-short": ONE_SHORT, "groups": GROUPS, "rentier": RENTIER}
VERSION = 1  # of all features: a change in what is seen is a new one
FORTUNE = 12  # inputs of `rentier` for a seat, besides those of its groups

MOST_INPUTS = 1024
MOST_LAYERS = 3  # hidden ones
MOST_NODES = 512  # of a hidden layer
SIGMOID, RELU = range(2)
ACTIVATIONS = ("sigmoid", "relu")


def read_features(name: str) -> int:
    """The features that a name stands for, as bits: `berry+sets`."""
    bits = 0
    for part in name.split("+"):
        if part not in PARTS:
            raise RentierError(unknown("features", part, PARTS))
        bits |= PARTS[part]
    return bits


def count_inputs(box: Any, features: int) -> int:
    """How many inputs features have on the board of a box record."""
    deeds, streets = int(box.deeds).bit_count(), int(box.streets).bit_count()
    colours = sum(int(box.group_squares[group]) & int(box.streets) != 0 for group in range(int(box.groups)))
    number = 0
    if features & BERRY:
        number += deeds * (SEATS + 1) + streets + SEATS * 4 + 1
    number += colours * (bool(features & SETS) + bool(features & ONE_SHORT) + 4 * bool(features & GROUPS))
    if features & RENTIER:
        number += SEATS * (FORTUNE + 3 * int(box.groups) + colours) + 5
    return number
