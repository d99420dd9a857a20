"""Networks made by hand for tests: their preferences are obvious."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rentier.agents.specs import Agent, parse_agent
from rentier.box import load_box
from rentier.network.shape import SEATS
from rentier.network.weights import Network

BOX = load_box("berry2013")
DEEDS = [square for square in range(int(BOX.record.squares)) if int(BOX.record.deeds) >> square & 1]
MONEY, JAIL = "money", "jail"
DEALS = ("random", "aggressive", "sets")


def place_of(wish: str, whose: int = 0) -> int:
    """Return the input of `berry` for a wish: a deed by its name, its houses as `houses on X`, money, or being in jail."""
    name = wish.removeprefix("houses on ")
    number = 0
    for square in DEEDS:
        is_street = bool(int(BOX.record.streets) >> square & 1)
        if BOX.board.squares[square].name == name:
            return number + (SEATS if wish != name else whose)
        number += SEATS + 1 + is_street
    return number + 4 * whose + (1 if wish == JAIL else 0)


def wishing(wishes: Mapping[str, float], sets: tuple[tuple[str, ...], ...] = (), bonus: float = 0.0) -> Network:
    """A network whose value is the sum of its wishes, with a bonus for owning all of some deeds."""
    hidden = 1 + len(sets)
    empty = Network.new(BOX, "berry", (hidden,), "relu", 0)
    first = np.zeros((empty.inputs + 1, hidden), np.float32)  # biases in the first row
    first[0, 0] = 5.0  # so that no sum of wishes falls below 0
    for wish, weight in wishes.items():
        first[1 + place_of(wish), 0] = weight
    for node, deeds in enumerate(sets, 1):
        first[0, node] = 1.0 - len(deeds)
        for deed in deeds:
            first[1 + place_of(deed), node] = 1.0
    last = np.array([-5.0, 1.0, *[bonus] * len(sets)], np.float32)
    weights = np.concatenate([first.ravel(), last])
    return Network("berry", empty.inputs, (hidden,), "relu", empty.board, weights)


def td(network: Network, deals: str = "random", checks: bool = False, offers: int = 1) -> Agent:
    """A network as a player."""
    settings = (float(DEALS.index(deals)), float(checks), float(offers))
    return Agent("td (by hand)", "td", settings, parse_agent("td").target, network=network)
