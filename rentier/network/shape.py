"""The shape of a network: which features it sees by name, how many inputs they are, its layers. Nothing here is compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rentier.errors import RentierError, unknown

SEATS = 6  # that a network sees; the work has room for so many
CHANCES = SEATS + 1  # each seat's chance to win, that of who asks first, and the chance of a draw
BERRY, SETS, ONE_SHORT, GROUPS, RENTIER, COVERAGE, MATTER = (1 << number for number in range(7))
ONE_OWNER, MONEY_1500, MONEY_6000, MONEY_LOG, FIXED_SEATS = (1 << number for number in range(7, 12))
WHOLE = 1 << 12
PARTS = {
    "berry": BERRY,
    "sets": SETS,
    "one-short": ONE_SHORT,
    "groups": GROUPS,
    "rentier": RENTIER,
    "coverage": COVERAGE,
    "matter": MATTER,
    "whole": WHOLE,
}
WAYS = {  # in which `berry` is written down
    "one-owner": ONE_OWNER,
    "money-1500": MONEY_1500,
    "money-6000": MONEY_6000,
    "money-log": MONEY_LOG,
    "fixed-seats": FIXED_SEATS,
}
WITH_WAYS = BERRY | SETS | ONE_SHORT | GROUPS  # what they go with
MONEY_WAYS = MONEY_1500 | MONEY_6000 | MONEY_LOG
VERSION = 1  # of all features: a change in what is seen is a new one
# `whole` has room for so many deeds in so many groups, with so many inputs for a deed, for a seat and for the table
WHOLE_DEEDS, WHOLE_GROUPS = 28, 10
WHOLE_DEED, WHOLE_SEAT, WHOLE_TABLE = SEATS + 7, 14 + WHOLE_GROUPS, 12
WHOLE_INPUTS = WHOLE_DEEDS * WHOLE_DEED + SEATS * WHOLE_SEAT + WHOLE_TABLE
FORTUNE = 12  # inputs of `rentier` for a seat, besides those of its groups

MOST_INPUTS = 1024
MOST_LAYERS = 3  # hidden ones
MOST_NODES = 512  # of a hidden layer
SIGMOID, RELU = range(2)
ACTIVATIONS = ("sigmoid", "relu")
OUTPUTS = ("sigmoid", "linear", "softmax")  # the last: chances that add up to one
MOST_OUTPUTS = 64
MOST_NETWORKS = 16  # of the same shape in one file
BY_GROUPS = 0  # as many outputs as there are groups to act on
BY_SEATS = -1  # one output for who asks, or one for each seat where the features do not turn them


@dataclass(frozen=True)
class Answers:
    """What an agent asks of its network: how many, one for each kind of decision, with how many outputs of which kind."""

    networks: int
    outputs: int  # or BY_GROUPS, BY_SEATS
    output: str

    def outputs_on(self, box: Any, features: int) -> int:
        """How many outputs that is on the board of a box record: by groups, one for doing nothing and two for each group."""
        if self.outputs == BY_SEATS:
            return SEATS if features & FIXED_SEATS else 1
        return self.outputs if self.outputs != BY_GROUPS else 1 + 2 * int(box.groups)

    @property
    def text(self) -> str:
        """In words."""
        outputs = "outputs by groups" if self.outputs == BY_GROUPS else counted(self.outputs, "output")
        return f"{counted(self.networks, 'network')} of {outputs}, {self.output}"


# what the agents of the catalogue ask: a chance to win; for each kind of decision each option; for each group to spend or to
# raise; the chances of all seats and of a draw
ANSWERS = {
    "value": Answers(1, BY_SEATS, "sigmoid"),
    "decisions": Answers(6, 9, "linear"),
    "groups": Answers(1, BY_GROUPS, "linear"),
    "chances": Answers(1, CHANCES, "softmax"),
}


def counted(number: int, noun: str) -> str:
    """`1 network`, `6 networks`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def count_weights(inputs: int, hidden: tuple[int, ...], outputs: int) -> int:
    """How many weights a network has."""
    return sum((before + 1) * nodes for before, nodes in zip((inputs, *hidden), (*hidden, outputs), strict=True))


def read_features(name: str) -> int:
    """The features that a name stands for, as bits: `berry+sets`."""
    bits = 0
    known = PARTS | WAYS
    for part in name.split("+"):
        if part not in known:
            raise RentierError(unknown("features", part, known))
        bits |= known[part]
    ways = bits & ~sum(PARTS.values())
    if ways and (not bits & BERRY or bits & ~ways & ~WITH_WAYS):
        raise RentierError(f"features: {name!r} should be berry, sets, one-short or groups beside {', '.join(WAYS)}")
    if (bits & MONEY_WAYS).bit_count() > 1:
        raise RentierError(f"features: {name!r} should scale money in one way")
    return bits


def count_inputs(box: Any, features: int) -> int:
    """How many inputs features have on the board of a box record."""
    deeds, streets = int(box.deeds).bit_count(), int(box.streets).bit_count()
    colours = sum(int(box.group_squares[group]) & int(box.streets) != 0 for group in range(int(box.groups)))
    number = 0
    if features & BERRY:
        owner = 1 if features & ONE_OWNER else SEATS
        number += deeds * (owner + 1) + streets + SEATS * 4 + 1
    number += colours * (bool(features & SETS) + bool(features & ONE_SHORT) + 4 * bool(features & GROUPS))
    if features & RENTIER:
        number += SEATS * (FORTUNE + 3 * int(box.groups) + colours) + 5
    if features & COVERAGE:
        number += 2 * int(box.groups) + 3
    if features & MATTER:
        number += int(box.groups) + 4
    if features & WHOLE:
        number += WHOLE_INPUTS
    return number
