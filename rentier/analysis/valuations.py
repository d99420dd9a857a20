"""What everything on the board is worth to an agent: every deed, and every group with every number of houses, by round.

    valuations = value_everything(parse_agent("td"), load_box("berry2013"), rounds=(1, 30, 60))
    print(valuations.groups["Orange"][1][3])  # with three houses on each lot, at round 30

Each of these is given to one of four players, in a state where nobody owns anything else and all have their starting money. Its
worth is how much better that state is for the player than the one without it (as in the fourth to sixth test of Berry 2013,
section 6.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent, check_values
from rentier.box import Box
from rentier.box.boards import Group
from rentier.game.state import GameRecord
from rentier.record.position import read_position
from rentier.record.writing import HOTEL

PLAYERS = 4
SEAT = 0  # the seat of the player who is given something


@dataclass(frozen=True)
class Valuations:
    """What everything is worth to an agent. `deeds`: one value per round; `groups`: one row per round, one value per level.

    A network's values are win probabilities; here they are given in percentage points.
    """

    agent: str
    box: Box
    rounds: tuple[int, ...]
    deeds: Mapping[str, list[float]]
    groups: Mapping[str, list[list[float]]]

    def as_dict(self) -> dict[str, Any]:
        """Return the valuations as a dictionary for JSON."""
        about = {"agent": self.agent, "rules": self.box.name, "rounds": list(self.rounds)}
        return about | {"deeds": dict(self.deeds), "groups": dict(self.groups)}


def value_everything(agent: Agent, box: Box, rounds: Sequence[int]) -> Valuations:
    """Return the worth of every deed and group to an agent at some rounds."""
    check_values(agent)
    scale = 1.0 if agent.network is None else 100.0
    squares = box.board.squares
    deeds: dict[str, list[float]] = {square.name: [] for square in squares if square.is_deed}
    groups: dict[str, list[list[float]]] = {group.name: [] for group in box.board.groups}
    for round_ in rounds:
        gifts = {"": {}, **{name: {name: 0} for name in deeds}}
        for group in box.board.groups:
            for level in levels_of(box, group):
                gifts[f"{group.name} {level}"] = {squares[number].name: level for number in group.squares}
        values = values_of(agent, box, {name: _given(box, round_, gift) for name, gift in gifts.items()}, SEAT)
        nothing = values[""]
        for name, row in deeds.items():
            row.append(scale * (values[name] - nothing))
        for group in box.board.groups:
            gains = [values[f"{group.name} {level}"] - nothing for level in levels_of(box, group)]
            groups[group.name].append([scale * gain for gain in gains])
    return Valuations(agent.spec, box, tuple(rounds), deeds, groups)


def levels_of(box: Box, group: Group) -> list[int]:
    """Return the building levels of a group's lots, as a position writes them: none, houses, a hotel."""
    return [*range(int(box.record.hotel_level)), HOTEL] if group.house_cost > 0 else [0]


def level_words(box: Box, group: Group) -> list[str]:
    """Return the building levels as text."""
    return (
        ["none", *(str(houses) for houses in range(1, int(box.record.hotel_level))), "hotel"]
        if group.house_cost > 0
        else ["none"]
    )


def _given(box: Box, round_: int, deeds: Mapping[str, int]) -> GameRecord:
    """Return a state in the given round, in which one player owns these deeds with their buildings."""
    players: list[dict[str, Any]] = [{} for _player in range(PLAYERS)]
    players[SEAT]["deeds"] = dict(deeds)
    return read_position({"rules": box.name, "round": round_, "players": players}, np.uint64(0), box).game


def values_of(agent: Agent, box: Box, states: Mapping[str, GameRecord], seat: int) -> dict[str, float]:
    """Return an agent's values of states for a seat; empty if it cannot value a state."""
    value = agent.value
    if value is None:
        return {}
    players = max(int(state.players) for state in states.values())
    mind = seat_minds(box, [agent] * players)[0]
    return {name: float(value(box.record, state, seat, mind)) for name, state in states.items()}
