"""The shape of a network: its features by name, their number of inputs, its layers. Nothing here is compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rentier.errors import RentierError, unknown

SEATS = 6  # the most seats that a network sees, as in Berry 2013
PROBABILITIES = SEATS + 1  # the win probability of each seat, beginning with the one whose view it is, and that of a draw
BERRY, SETS, ONE_SHORT, GROUPS, RENTIER, COVERAGE, MATTER = (1 << number for number in range(7))
ONE_OWNER, MONEY_1500, MONEY_6000, MONEY_LOG, FIXED_SEATS = (1 << number for number in range(7, 12))
WHOLE, REACH, SCRIPTED = 1 << 12, 1 << 13, 1 << 14
PARTS = {
    "berry": BERRY,
    "sets": SETS,
    "one-short": ONE_SHORT,
    "groups": GROUPS,
    "rentier": RENTIER,
    "coverage": COVERAGE,
    "matter": MATTER,
    "whole": WHOLE,
    "reach": REACH,
    "scripted": SCRIPTED,
}
ENCODINGS = {  # variants of `berry`
    "one-owner": ONE_OWNER,
    "money-1500": MONEY_1500,
    "money-6000": MONEY_6000,
    "money-log": MONEY_LOG,
    "fixed-seats": FIXED_SEATS,
}
ENCODED_PARTS = BERRY | SETS | ONE_SHORT | GROUPS  # the features that they can be combined with
MONEY_ENCODINGS = MONEY_1500 | MONEY_6000 | MONEY_LOG
VERSION = 1  # the version of all features: any change in the inputs makes a new one
# the most deeds and groups of `whole`, and its inputs per deed, per seat and for the table
WHOLE_DEEDS, WHOLE_GROUPS = 28, 10
WHOLE_DEED, WHOLE_SEAT, WHOLE_TABLE = SEATS + 7, 14 + WHOLE_GROUPS, 12
WHOLE_INPUTS = WHOLE_DEEDS * WHOLE_DEED + SEATS * WHOLE_SEAT + WHOLE_TABLE
# the inputs of `reach` per deed and per seat
REACH_DEED, REACH_SEAT = 2, 8
REACH_INPUTS = WHOLE_DEEDS * REACH_DEED + SEATS * REACH_SEAT
SCRIPTED_AGENTS = 6  # that `scripted` tells apart
SCRIPTED_INPUTS = SEATS * SCRIPTED_AGENTS
FORTUNE = 12  # the inputs of `rentier` per seat, apart from those of its groups

MOST_INPUTS = 1024
MOST_LAYERS = 3  # hidden layers
MOST_NODES = 1024  # nodes of a hidden layer
SIGMOID, RELU = range(2)
ACTIVATIONS = ("sigmoid", "relu")
OUTPUTS = ("sigmoid", "linear", "softmax")  # the last: probabilities that add up to one
MOST_OUTPUTS = 64
MOST_NETWORKS = 16  # networks of the same shape in one file
BY_GROUPS = 0  # the number of outputs depends on the number of groups
BY_SEATS = -1  # one output, or with `fixed-seats` one per seat


@dataclass(frozen=True)
class Answers:
    """What an agent needs from its file: the number of networks (one per kind of decision), and their outputs."""

    networks: int
    outputs: int  # or BY_GROUPS, BY_SEATS
    output: str

    def outputs_on(self, box: Any, features: int) -> int:
        """Return the number of outputs on the board of a box record; BY_GROUPS is one for doing nothing and two per group."""
        if self.outputs == BY_SEATS:
            return SEATS if features & FIXED_SEATS else 1
        return self.outputs if self.outputs != BY_GROUPS else 1 + 2 * int(box.groups)

    @property
    def text(self) -> str:
        """The requirement as text."""
        outputs = "outputs by groups" if self.outputs == BY_GROUPS else counted(self.outputs, "output")
        return f"{counted(self.networks, 'network')} of {outputs}, {self.output}"


# what the agents of the catalogue need: the win probability; the Q-value of each option, by kind of decision; the Q-values of
# spending on each group and of raising money from it; the win probabilities of all seats and that of a draw
ANSWERS = {
    "value": Answers(1, BY_SEATS, "sigmoid"),
    "decisions": Answers(6, 9, "linear"),
    "groups": Answers(1, BY_GROUPS, "linear"),
    "chances": Answers(1, PROBABILITIES, "softmax"),
}


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 network`, `6 networks`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def count_weights(inputs: int, hidden: tuple[int, ...], outputs: int) -> int:
    """Return the number of weights of a network."""
    return sum((before + 1) * nodes for before, nodes in zip((inputs, *hidden), (*hidden, outputs), strict=True))


def read_features(name: str) -> int:
    """Return the features of a name such as `berry+sets`, as bits."""
    bits = 0
    known = PARTS | ENCODINGS
    for part in name.split("+"):
        if part not in known:
            raise RentierError(unknown("features", part, known))
        bits |= known[part]
    encodings = bits & ~sum(PARTS.values())
    if encodings and (not bits & BERRY or bits & ~encodings & ~ENCODED_PARTS):
        raise RentierError(f"features: {name!r} should be berry, sets, one-short or groups beside {', '.join(ENCODINGS)}")
    if bits & REACH and bits & ~SCRIPTED != WHOLE | REACH:
        raise RentierError(f"features: {name!r} should have whole, and nothing but scripted, beside reach")
    if bits & SCRIPTED and not bits & REACH:
        raise RentierError(f"features: {name!r} should have whole and reach beside scripted")
    if (bits & MONEY_ENCODINGS).bit_count() > 1:
        raise RentierError(f"features: {name!r} should scale money in one way")
    return bits


def count_inputs(box: Any, features: int) -> int:
    """Return the number of inputs of features on the board of a box record."""
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
    if features & REACH:
        number += REACH_INPUTS
    if features & SCRIPTED:
        number += SCRIPTED_INPUTS
    return number
