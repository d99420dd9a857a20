"""Agents sit down: their minds get their settings and their networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rentier.agents.mind import MindRecord
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.records import many


def seat_minds(box: Box, agents: Sequence[Agent]) -> Any:
    """A mind for every agent. The agents are to be kept as long as the minds: their networks are known by address."""
    minds = many(MindRecord, MOST_SEATS)
    for number, agent in enumerate(agents):
        prepare(minds[number], box, agent, len(agents))
    return minds


def prepare(mind: MindRecord, box: Box, agent: Agent, players: int) -> None:
    """Make a mind that of an agent, whoever it was before; refuse a board that the agent's network does not know."""
    mind.settings[:] = 0
    mind.settings[: len(agent.settings)] = agent.settings
    if agent.network is None:
        return
    try:
        agent.network.check_fits(box, players)
    except RentierError as error:
        raise RentierError(f"agent {agent.spec!r}: {error}") from None
    agent.network.fill(mind.network)
