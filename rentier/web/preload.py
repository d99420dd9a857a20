"""Importing this module loads what most questions need, once, in the process that all workers are forked from."""

from __future__ import annotations

from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.search import mcts, odds
from rentier.web import thoughts, worker

LOADED = (mcts, odds, thoughts, worker)
COMMON_RULES = "uk-classic"
COMMON_AGENTS = ("aggressive", "bot", "random")

load_box(COMMON_RULES)
for spec in COMMON_AGENTS:
    parse_agent(spec).function  # noqa: B018 - loads its machine code
