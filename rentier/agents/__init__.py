"""Agents: those of the catalogue by their specs, and what you need to write one.

from rentier.agents import agent, plain_answer
from rentier.rules import BUY, BUY_OR_NOT

docs/agents.md explains how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "Agent",
    "AgentKind",
    "MindRecord",
    "action",
    "agent",
    "agent_kinds",
    "bid_up_to",
    "bundle",
    "chance",
    "compiled",
    "completed",
    "counter",
    "first_investment",
    "first_sale",
    "listed_worth",
    "lot_price",
    "offer_of",
    "parse_agent",
    "plain",
    "plain_answer",
    "promise_of",
    "random_of",
]

if TYPE_CHECKING:
    from rentier.agents.basics import (
        bid_up_to,
        bundle,
        completed,
        counter,
        first_investment,
        first_sale,
        listed_worth,
        lot_price,
        plain_answer,
        random_of,
    )
    from rentier.agents.catalogue import AgentKind, agent_kinds
    from rentier.agents.mind import MindRecord, action, agent, chance, plain
    from rentier.agents.specs import Agent, parse_agent
    from rentier.compiled import compiled
    from rentier.game.deals import offer_of, promise_of
else:
    __getattr__, __dir__ = lazy_exports(__name__)
