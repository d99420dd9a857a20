"""Seating agents: their minds get their settings and their networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rentier.agents.mind import MindRecord
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MENU_NONE, MOST_SEATS
from rentier.errors import RentierError
from rentier.layout import many


def seat_minds(box: Box, agents: Sequence[Agent]) -> Any:
    """Return a mind for every agent. Keep the agents as long as the minds, which hold addresses of networks and functions."""
    minds = many(MindRecord, minds_needed(agents))
    seat_agents(minds, box, agents, len(agents))
    return minds


def minds_needed(agents: Sequence[Agent]) -> int:
    """Return how many minds a table needs: one for each possible seat, and after them one for each inner agent."""
    return MOST_SEATS + sum(len(agent.inner) for agent in agents)


def seat_agents(minds: Any, box: Box, agents: Sequence[Agent], players: int) -> None:
    """Prepare the minds for the agents, at a table of `players` players."""
    next_inner = MOST_SEATS
    for number, agent in enumerate(agents):
        _prepare(minds[number], box, agent, players)
        minds[number].inner = int(minds[next_inner:].ctypes.data) if agent.inner else 0
        for inner in agent.inner:
            _prepare(minds[next_inner], box, inner, players)
            next_inner += 1


def _prepare(mind: MindRecord, box: Box, agent: Agent, players: int) -> None:
    """Prepare a mind, new or used, for an agent; refuse a board that the agent's network does not fit."""
    mind.function = agent.address
    mind.settings[:] = 0
    mind.settings[: len(agent.settings)] = agent.settings
    network = agent.network_without_trades if box.record.trade_menu == MENU_NONE else agent.network
    if network is None:
        return
    try:
        network.check_fits(box, players)
        network.check_answers(agent.answers, box)
    except RentierError as error:
        raise RentierError(f"agent {agent.spec!r}: {error}") from None
    network.fill(mind.network)
