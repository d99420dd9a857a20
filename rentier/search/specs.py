"""The specs of tree searches, checked before anything slow is imported."""

from __future__ import annotations

from rentier.agents.specs import Agent, parse_agent
from rentier.errors import RentierError

NAME = "mcts"


def parse_search(spec: str) -> Agent:
    """Return the tree search that a spec names, such as `mcts:rollouts=1000`; refuse any other agent."""
    agent = parse_agent(spec)
    if agent.name != NAME:
        raise RentierError(f"agent {spec!r}: it should be a tree search, as in {NAME}:rollouts=1000")
    return agent
