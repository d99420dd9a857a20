"""Returns: what deeds and groups cost, how much rent they earn per opponent's roll, and how many rolls pay them back.

    returns = returns_of(landing_odds(load_box("us-classic"), jail="stay"), opponents=3)
    for step in returns.groups["orange"]:
        print(step.houses, step.cost, step.rent, step.rolls)

A deed earns its rent as often as a roll ends on it (see `landing`). The rules themselves compute the rent, for every way in
which a token can come there: the rent of a utility depends on the roll, and the rolls that lead to a given square do not
average seven; a card that sends a token to the nearest station or utility sets its own rent. The owner is not in jail, nothing
is mortgaged, and opponents can pay.

The adjudicator of 2018 ranks groups by this measure (its section 4, after Fry: how many turns of opponents return the
investment).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numba import types

from rentier.analysis.landing import Landing
from rentier.analysis.walking import WALKER, put_token, walking_box
from rentier.arena.limits import check_number
from rentier.box import Box
from rentier.box.boards import Group
from rentier.box.record import DRAW_CYCLE, MOST_SEATS, BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.landing import land_by_nearest_card, resolve
from rentier.game.python_api import empty_table, lay_deed
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import FREE
from rentier.layout import Numbers, new, wide

OWNER = 1
DEFAULT_OPPONENTS = 3
BY_FACTOR_AND_TOTAL = types.Array(types.float64, 2, "A")
BY_TOTAL = types.Array(types.float64, 1, "C")
NUMBERS = types.Array(types.int64, 1, "C")


@dataclass(frozen=True)
class Step:
    """The figures for an owner of `owned` deeds of a group with `houses` houses on each. `hotel`: whether these are a hotel.

    `rent`: the expected rent per roll of one opponent. `rolls`: the opponents' rolls that pay the cost back; `rounds`: the same
    in turns of each opponent. `added`: the rent that the last step (a house on each lot, or one more deed) adds per unit of
    money that it costs.
    """

    owned: int
    houses: int
    hotel: bool
    cost: float
    rent: float
    rolls: float | None = None  # None: the cost is never paid back
    rounds: float | None = None
    added: float | None = None

    @property
    def words(self) -> str:
        """The buildings as text."""
        if self.houses == 0:
            return "none"
        return "hotel" if self.hotel else str(self.houses)


@dataclass(frozen=True)
class Returns:
    """The returns of a board: the steps of every deed by square and of every group by id, in board order."""

    landing: Landing
    opponents: int
    deeds: Mapping[int, list[Step]]
    groups: Mapping[str, list[Step]]

    @property
    def box(self) -> Box:
        """The box of these returns."""
        return self.landing.box

    @property
    def best(self) -> dict[str, Step]:
        """The step of each group that adds the most rent relative to its cost."""
        return {id_: found for id_, steps in self.groups.items() if (found := best_step(steps)) is not None}

    def as_dict(self) -> dict[str, Any]:
        """Return the returns as a dictionary for JSON."""
        squares = self.box.board.squares
        names = {group.id: group.name for group in self.box.board.groups}
        deeds = [
            {"square": square, "name": squares[square].name, "group": names[str(squares[square].group)], **asdict(step)}
            for square, steps in self.deeds.items()
            for step in steps
        ]
        groups = [{"group": names[id_], **asdict(step)} for id_, steps in self.groups.items() for step in steps]
        best = [{"group": names[id_], **asdict(step)} for id_, step in self.best.items()]
        return self.landing.as_dict() | {"opponents": self.opponents, "deeds": deeds, "groups": groups, "best": best}


def best_step(steps: Sequence[Step]) -> Step | None:
    """Return the step that adds the most rent relative to its cost."""
    return max((step for step in steps if step.added is not None), key=lambda step: step.added or 0.0, default=None)


@compiled
def rent_of_visit(box: BoxRecord, game: GameRecord, luck: LuckRecord, square: int, factor: int, total: int, fresh: int) -> int:
    """Return the rent of a visitor who came by this roll, or by a nearest card if `factor` > 0; `fresh`: a new roll for it."""
    put_token(game, square, 0, FREE)
    for die in range(4):
        game.dice[die] = total if die == 0 else 0
        luck.loaded_dice[0, die] = fresh if die == 0 else 0
    luck.loaded = 1
    luck.loaded_used = 0
    game.claim = 0
    game.cash[OWNER] = 0
    if factor > 0:
        land_by_nearest_card(box, game, luck, None, WALKER, factor)
    else:
        resolve(box, game, luck, None)
    return wide(game.cash[OWNER] + game.claim)


@entry(types.float64(BOX, GAME, LUCK, types.int64, NUMBERS, BY_FACTOR_AND_TOTAL, BY_TOTAL))
def expected_rent(
    box: BoxRecord, game: GameRecord, luck: LuckRecord, square: int, factors: Numbers, visits: Numbers, chances: Numbers
) -> float:
    """Return the expected rent of a square per roll: the rents of all visits, weighted. `chances`: of every sum of a roll."""
    expected = 0.0
    for number in range(len(factors)):
        for total in range(visits.shape[1]):
            if visits[number, total] == 0.0:
                continue
            for fresh in range(len(chances)):
                if chances[fresh] > 0.0:
                    rent = rent_of_visit(box, game, luck, square, factors[number], total, fresh)
                    expected += visits[number, total] * chances[fresh] * rent
    return expected


def returns_of(landing: Landing, opponents: int = DEFAULT_OPPONENTS) -> Returns:
    """Return the returns of all deeds and groups, given the landing odds."""
    check_number("opponents", opponents, 1, MOST_SEATS - 1)
    rents = _Rents(landing)
    deeds: dict[int, list[Step]] = {}
    groups: dict[str, list[Step]] = {}
    for group in landing.box.board.groups:
        for square in group.squares:
            deeds[square] = _deed_steps(landing.box, group, square, rents)
        groups[group.id] = _group_steps(landing.box, group, rents)
    per_round = opponents * landing.rolls_per_turn
    return Returns(
        landing,
        opponents,
        {square: _finished(deeds[square], per_round) for square in sorted(deeds)},
        {id_: _finished(steps, per_round) for id_, steps in groups.items()},
    )


class _Rents:
    """Computes the expected rents of squares per roll."""

    def __init__(self, landing: Landing) -> None:
        self.landing = landing
        self.record = walking_box(landing.box.record, DRAW_CYCLE)
        self.factors = np.array(landing.factors, np.int64)
        rolls = landing.visits.shape[1]
        faces = np.zeros(rolls)
        faces[1:7] = 1 / 6
        self.chances = np.eye(1, rolls)[0]
        for _die in range(int(landing.box.record.dice)):
            self.chances = np.convolve(self.chances, faces)[:rolls]

    def of(self, square: int, squares: Sequence[int], level: int) -> float:
        """Return the expected rent of a square whose owner has these squares, built up to a level."""
        game, luck = new(GameRecord), new(LuckRecord)
        empty_table(self.record, game, luck, 2, np.uint64(0))
        for held in squares:
            lay_deed(self.record, game, held, OWNER, level)
        visits = self.landing.visits[:, :, square]
        return float(expected_rent(self.record, game, luck, square, self.factors, visits, self.chances))


def levels(box: Box, group: Group) -> range:
    """Return the building levels of a group's lots; the last one is a hotel."""
    return range(int(box.record.hotel_level) + 1) if group.house_cost > 0 else range(1)


def is_hotel(box: Box, level: int) -> bool:
    """Whether a level is a hotel."""
    return level == int(box.record.hotel_level)


def _some(group: Group, square: int, owned: int) -> list[int]:
    """Return `owned` squares of a group, including this one."""
    return [square, *(other for other in group.squares if other != square)][:owned]


def _deed_steps(box: Box, group: Group, square: int, rents: _Rents) -> list[Step]:
    """Return the steps of one deed: alone, with more of its group owned, and with the whole set by houses; at its own cost."""
    price, size = box.board.squares[square].price, len(group.squares)
    steps = [
        Step(owned, 0, False, price, rents.of(square, _some(group, square, owned), 0))
        for owned in range(1, size + 1)
        if owned in (1, size) or box.board.squares[square].kind != "street"
    ]
    for level in levels(box, group)[1:]:
        cost = price + level * group.house_cost
        rent = rents.of(square, group.squares, level)
        steps.append(Step(size, level, is_hotel(box, level), cost, rent))
    return steps


def _group_steps(box: Box, group: Group, rents: _Rents) -> list[Step]:
    """Return the steps of a group: streets by houses; stations and utilities by number owned, averaged over all choices."""
    size, price = len(group.squares), sum(box.board.squares[square].price for square in group.squares)
    if box.board.squares[group.squares[0]].kind != "street":
        return [
            Step(
                owned,
                0,
                False,
                price * owned / size,
                sum(rents.of(square, _some(group, square, owned), 0) for square in group.squares) * owned / size,
            )
            for owned in range(1, size + 1)
        ]
    return [
        Step(
            size,
            level,
            is_hotel(box, level),
            price + level * size * group.house_cost,
            sum(rents.of(square, group.squares, level) for square in group.squares),
        )
        for level in levels(box, group)
    ]


def _finished(steps: Sequence[Step], per_round: float) -> list[Step]:
    """Return the steps with how long they take to pay back, and what each adds relative to its cost."""
    finished = []
    for number, step in enumerate(steps):
        rolls = step.cost / step.rent if step.rent > 0 else None
        added = None
        if number > 0 and step.cost > steps[number - 1].cost:
            added = (step.rent - steps[number - 1].rent) / (step.cost - steps[number - 1].cost)
        finished.append(replace(step, rolls=rolls, rounds=None if rolls is None else rolls / per_round, added=added))
    return finished
