"""Importing this module loads what most questions need, once, in the process that all workers are forked from."""

from __future__ import annotations

from rentier.agents.specs import parse_agent
from rentier.analysis import review_judge
from rentier.box import load_box
from rentier.game_api import Game
from rentier.search import lookahead, mcts, odds
from rentier.web import reading, thoughts, worker

LOADED = (lookahead, mcts, odds, review_judge, reading, thoughts, worker)
COMMON_RULES = "uk-classic"
COMMON_AGENTS = ("aggressive", "bot", "random", review_judge.PLAYER)

load_box(COMMON_RULES)
for spec in COMMON_AGENTS:
    parse_agent(spec).function  # noqa: B018 - loads its machine code
_game = Game.new(2, rules=COMMON_RULES, seed=0)
_game.apply(_game.legal_actions()[0])
Game.replay(_game.record())  # what reading takes: a process for it has little time
Game.from_position(_game.position())
