"""What states are worth to an agent that can value one."""

from __future__ import annotations

from collections.abc import Mapping

from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.game.state import GameRecord


def values_of(agent: Agent, box: Box, states: Mapping[str, GameRecord], seat: int) -> dict[str, float]:
    """What states are worth to an agent in a seat; nothing where it cannot value a state."""
    value = agent.value
    if value is None:
        return {}
    players = max(int(state.players) for state in states.values())
    mind = seat_minds(box, [agent] * players)[0]
    return {name: float(value(box.record, state, seat, mind)) for name, state in states.items()}
