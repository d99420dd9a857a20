"""Agents sit down: their minds get their settings and their networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rentier.agents.mind import MindRecord
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.errors import RentierError
from rentier.layout import many


def seat_minds(box: Box, agents: Sequence[Agent]) -> Any:
    """A mind for every agent. The agents are to be kept as long as the minds, which know networks and functions by address."""
    minds = many(MindRecord, minds_needed(agents))
    sit_down(minds, box, agents, len(agents))
    return minds


def minds_needed(agents: Sequence[Agent]) -> int:
    """How many minds a table has: one for each seat there can be, behind them those of the agents that others are made of."""
    return MOST_SEATS + sum(len(agent.inner) for agent in agents)


def sit_down(minds: Any, box: Box, agents: Sequence[Agent], players: int) -> None:
    """Make the minds those of the agents, at a table of so many players."""
    behind = MOST_SEATS
    for number, agent in enumerate(agents):
        _prepare(minds[number], box, agent, players)
        minds[number].inner = int(minds[behind:].ctypes.data) if agent.inner else 0
        for inner in agent.inner:
            _prepare(minds[behind], box, inner, players)
            behind += 1


def _prepare(mind: MindRecord, box: Box, agent: Agent, players: int) -> None:
    """Make a mind that of an agent, whoever it was before; refuse a board that the agent's network does not know."""
    mind.function = agent.address
    mind.settings[:] = 0
    mind.settings[: len(agent.settings)] = agent.settings
    if agent.network is None:
        return
    try:
        agent.network.check_fits(box, players)
        agent.network.check_answers(agent.answers, box)
    except RentierError as error:
        raise RentierError(f"agent {agent.spec!r}: {error}") from None
    agent.network.fill(mind.network)
